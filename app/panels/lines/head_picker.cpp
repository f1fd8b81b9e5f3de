// Which attention, which heads of it and which part of the selected one.
#include <algorithm>
#include <array>
#include <numeric>

#include "app/panels/heads/head_words.h"
#include "app/panels/lines/head_caption.h"
#include "app/panels/lines/lines_view.h"
#include "app/panels/step_names.h"
#include "app/panels/what_if/interventions.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

struct PickerScroll {
  std::string followed;  // the head that the thumbnails last scrolled to
};

constexpr std::array parts = {"scores", "scaled", "masked", "weights"};

// Too narrow for kinds, heads and parts side by side: the parts go under the kinds.
bool is_narrow(const Ui& ui, float width) { return width < ui.px(900); }

float draw_kinds(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Model* const model = context.document.model.get();
  std::vector<Choice> kinds;
  std::vector<Attention> ids;
  int chosen = -1;
  for (const AttentionInfo& each : attentions()) {
    if (model != nullptr && model->anatomy().find(each.id) == nullptr) continue;
    if (each.id == context.session.attention) chosen = static_cast<int>(ids.size());
    kinds.push_back({std::string(each.group)});
    ids.push_back(each.id);
  }
  const Area control = Area::at(area.left, area.top, choices_width(ui, kinds), ui.px(32));
  const int pressed = choices(ui, "attention", control, kinds, chosen);
  if (pressed >= 0) ui.emit(SelectAttention{ids[static_cast<std::size_t>(pressed)]});
  return control.right;
}

float parts_width(const Ui& ui) {
  std::array<Choice, parts.size()> list;
  for (std::size_t i = 0; i < parts.size(); ++i) list[i].label = parts[i];
  return choices_width(ui, list);
}

void draw_parts(const PanelContext& context, float left, float top) {
  Ui& ui = context.ui;
  const TracePtr& trace = stage_trace(context);
  std::array<Choice, parts.size()> list;
  int chosen = -1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    list[i].label = parts[i];
    list[i].enabled = trace != nullptr && trace->find(selected_head_path(context.session, parts[i])) >= 0;
    list[i].hint =
        std::string("this attention has no step \"") + parts[i] + "\": every word may look at every word";
    if (context.session.part == parts[i]) chosen = static_cast<int>(i);
  }
  const int pressed =
      choices(ui, "part", Area::at(left, top, choices_width(ui, list), ui.px(32)), list, chosen);
  if (pressed >= 0) ui.emit(SelectPart{parts[static_cast<std::size_t>(pressed)]});
}

class Thumbnails {
 public:
  Thumbnails(const PanelContext& context, const AttentionHeads& all)
      : context_(context), ui_(context.ui), all_(all), shown_(heads_shown(context)) {}

  // What all of them take.
  float width() const { return width_of("Layer ") + ui_.px(12); }
  float least_width() const { return width_of("L") + ui_.px(12); }

  // Around `middle` where there is room.
  void draw(const Area& room, float middle) {
    room_ = room;
    const float size = ui_.px(size_units);
    const float gap = ui_.px(gap_units);
    float total = 0;
    for (const char* word : {"Layer ", "L"}) {
      layer_word_ = word;
      total = width_of(word);
      if (total + ui_.px(12) <= room_.width()) break;
    }
    const float label = label_of(layer_word_);
    const float wanted = std::min(middle - total / 2, room_.right - ui_.px(6) - total);
    float x = std::round(std::max(room_.left + ui_.px(6), wanted)) - scrolled(total);
    const float y = room_.top + ui_.px(6);
    ui_.push_clip(room_, total + ui_.px(12) > room_.width());
    for (int layer = 0; layer < all_.layers(); ++layer) {
      if (const Area name = Area::at(x, y, label - ui_.px(8), size); is_in_sight(name))
        draw_layer_name(layer, name);
      x += label;
      for (int head = 0; head < all_.in(layer); ++head) {
        if (const Area box = Area::at(x, y, size, size); is_in_sight(box)) draw_head(layer, head, box);
        x += size + gap;
      }
      x += ui_.px(14);
    }
    ui_.pop_clip();
    // The wheel brings more into sight: an arrow says so.
    if (ui_.exporting()) return;
    const Rgb ground = ui_.colours().stage;
    const Area strip{room_.left, room_.top, room_.right, y + size + ui_.px(4)};
    const float left = x - total - ui_.px(14) + ui_.px(gap_units);
    if (left < room_.left - ui_.px(2)) more_beyond(ui_, strip, Beyond::left, ground);
    if (left + total > room_.right + ui_.px(2)) more_beyond(ui_, strip, Beyond::right, ground);
  }

 private:
  static constexpr float size_units = 44, gap_units = 10;

  // With what is drawn around it.
  bool is_in_sight(const Area& box) const { return box.outset(ui_.px(8)).overlaps(room_); }

  float label_of(const std::string& word) const {
    return ui_.width(type::label_hot, word + "0") + ui_.px(10);
  }
  float width_of(const std::string& word) const {
    const float heads = static_cast<float>(all_.count()) * ui_.px(size_units + gap_units);
    const float layers = static_cast<float>(all_.layers()) * (label_of(word) + ui_.px(14));
    return heads + layers - ui_.px(gap_units + 14);
  }

  // More heads than fit are moved with the wheel, and so that the selected one is seen.
  float scrolled(float total) {
    const float over = total + ui_.px(12) - room_.width();
    if (over <= 0) return 0;
    float& at = ui_.state().scroll["head picker"];
    at -= ui_.wheel(room_) * 60;
    const std::string path = selected_head_path(context_.session, "weights");
    if (ui_.state<PickerScroll>().followed != path) {
      ui_.state<PickerScroll>().followed = path;
      const int before = all_.number_of({context_.session.layer, context_.session.head});
      const float share = static_cast<float>(before) / static_cast<float>(std::max(1, all_.count() - 1));
      at = share * over / ui_.scale();
    }
    at = std::clamp(at, 0.0F, over / ui_.scale());
    return ui_.px(at);
  }

  // All heads of the layer at once, or its first one again.
  void draw_layer_name(int layer, const Area& area) {
    const Palette& c = ui_.colours();
    const bool here = layer == context_.session.layer;
    const Touch touch = ui_.item("layer/" + std::to_string(layer), area);
    ui_.text(area.left, area.middle_y(), here ? type::label_hot : type::label,
             here || touch.hovered ? c.ink : c.text_2, layer_word_ + std::to_string(layer));
    if (touch.focused) ui_.focus_ring(area.inset(0, ui_.px(8)), ui_.px(4));
    const bool all = here && static_cast<int>(shown_.size()) == all_.in(layer);
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(all ? "One head only" : "All heads of layer " + std::to_string(layer) + " as lines");
    }
    if (!touch.clicked) return;
    if (!here || all) ui_.emit(SelectHead{layer, here ? context_.session.head : 0});
    if (!all) ui_.emit(ShowHeadsToo{every_head(layer)});
  }

  std::vector<int> every_head(int layer) const {
    std::vector<int> heads(all_.in(layer));
    std::iota(heads.begin(), heads.end(), 0);
    return heads;
  }

  void draw_head(int layer, int head, const Area& box) {
    const Palette& c = ui_.colours();
    const bool here = layer == context_.session.layer;
    const bool chosen = here && head == context_.session.head;
    const auto also = std::find_if(shown_.begin(), shown_.end(),
                                   [head](const ShownHead& each) { return each.head == head; });
    const bool has_lines = here && shown_.size() > 1 && also != shown_.end();
    const Touch touch = ui_.item("head/" + std::to_string(layer) + "/" + std::to_string(head), box);
    const std::string path = all_.info().path(layer, head, "weights");
    const HeatmapPtr map = context_.pictures.thumbnail(stage_side(context_), path);
    if (map != nullptr) {
      const std::string off = head_off_says(context_, path);
      const bool nowhere = off == head_off_everywhere;
      thumbnail(ui_, map, box, nowhere);
      if (!off.empty() && !nowhere) off_mark(ui_, box, head_is_off(context_, 0, path) ? "1: off" : "2: off");
    } else {
      ui_.outline(box, c.hairline, ui_.hairline());
    }
    const Area frame = box.outset(ui_.px(4));
    if (has_lines) ui_.outline(frame, also->colour, ui_.px(chosen ? 3 : 2), ui_.px(6));
    if (chosen && !has_lines) ui_.outline(frame, c.ink, ui_.px(2), ui_.px(6));
    if (has_lines) draw_tag(box, *also);
    if (touch.hovered) {
      ui_.hand();
      if (!chosen && !has_lines) ui_.outline(frame, c.strong_line, ui_.px(1.5F), ui_.px(6));
      std::vector<RichText> lines{RichText(head_title(context_.session.attention, layer, head)),
                                  RichText(here ? "Shift-click: its lines too" : "Click: only its lines")};
      const std::string off = map == nullptr ? "" : head_off_says(context_, path);
      if (!off.empty()) lines.insert(lines.begin() + 1, RichText(off));
      ui_.tooltip(lines);
    }
    if (touch.focused) ui_.focus_ring(box.outset(ui_.px(3)), ui_.px(5));
    if (!touch.clicked) return;
    if (here && !chosen && ImGui::GetIO().KeyShift) {
      toggle(head);
    } else {
      ui_.emit(SelectHead{layer, head});
    }
  }

  // The head's number in its colour, as on its lines.
  void draw_tag(const Area& box, const ShownHead& head) {
    const std::string text = "h" + std::to_string(head.head);
    const Area tag = Area::at(box.left, box.bottom - ui_.px(16),
                              ui_.width(type::caption_hot, text) + ui_.px(8), ui_.px(16));
    ui_.fill(tag, head.colour, ui_.px(4));
    ui_.text(tag, Align::centre, type::caption_hot, text_on(head.colour), text);
  }

  void toggle(int head) {
    std::vector<int> heads = context_.session.also_heads;
    if (std::erase(heads, head) == 0) heads.push_back(head);
    ui_.emit(ShowHeadsToo{std::move(heads)});
  }

  const PanelContext& context_;
  Ui& ui_;
  Area room_;
  const AttentionHeads& all_;
  std::vector<ShownHead> shown_;
  std::string layer_word_;  // shorter where the room is
};

}  // namespace

std::vector<ShownHead> heads_shown(const PanelContext& context) {
  const Session& session = context.session;
  std::vector<int> heads = session.also_heads;
  heads.push_back(session.head);
  std::sort(heads.begin(), heads.end());
  const auto& colours = context.ui.colours().each_head;
  std::vector<ShownHead> shown;
  for (const int head : heads) {
    Session one = session;
    one.head = head;
    shown.push_back({head, colours.at(static_cast<std::size_t>(head) % colours.size()),
                     selected_head_path(one, "weights")});
  }
  return shown;
}

float head_picker_height(const Ui& ui, float width) { return ui.px(is_narrow(ui, width) ? 74 : 58); }

void draw_head_picker(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const bool narrow = is_narrow(ui, area.width());
  const float kinds = draw_kinds(context, area);
  const float wide = parts_width(ui);
  Area room{kinds + ui.px(20), area.top - ui.px(6), area.right, area.bottom};
  float middle = room.middle_x();
  std::optional<Thumbnails> heads;
  const Model* const model = context.document.model.get();
  const AttentionHeads* const all =
      model == nullptr ? nullptr : model->anatomy().find(context.session.attention);
  if (all != nullptr) heads.emplace(context, *all);
  const HeadCaption caption = head_caption(context);
  if (narrow) {
    draw_parts(context, area.left, area.top + ui.px(38));
    const float name = std::max(room.left, area.left + wide + ui.px(16));
    draw_head_caption(context, caption, {name, area.bottom - ui.px(18), area.right, area.bottom});
  } else {
    const std::string path = ui.fitted(type::path, selected_path(context.session), ui.px(340));
    ui.text(area.left, area.top + ui.px(46), type::path, ui.colours().text_3, path);
    draw_parts(context, area.right - wide, area.top);
    room.left = std::max(room.left, area.left + ui.width(type::path, path) + ui.px(20));
    // The name has what the heads leave.
    Area name{0, area.top + ui.px(37), area.right, area.top + ui.px(55)};
    const auto left_of = [&](float heads_wide) { return room.left + heads_wide + ui.px(20); };
    name.left = area.right - ui.px(316);
    if (heads) name.left = std::max(name.left, left_of(heads->least_width()));
    name.left = std::min(name.left, area.right - wide);
    const float most = area.right - left_of(heads ? heads->width() : 0);
    middle = (room.left + std::min(area.right - wide, name.left) - ui.px(20)) / 2;
    for (const RichText& text : caption.ways) {
      const float wanted = head_caption_width(ui, text);
      if (wanted > most) continue;
      name.left = std::min(name.left, area.right - wanted);
      break;
    }
    draw_head_caption(context, caption, name);
    room.right = std::min(area.right - wide, name.left) - ui.px(20);
  }
  if (heads) heads->draw(room, narrow ? room.middle_x() : middle);
}

}  // namespace headlight
