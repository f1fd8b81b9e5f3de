// Which attention, which heads of it and which part of the selected one.
#include <algorithm>
#include <array>

#include "app/panels/heads/heads_parts.h"
#include "app/panels/lines_parts.h"
#include "app/panels/step_names.h"
#include "app/panels/what_if/interventions.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/learn/antecedent.h"

namespace headlight {
namespace {

constexpr std::array parts = {"scores", "scaled", "masked", "weights"};

// Too narrow for kinds, heads and parts side by side: the parts go under the kinds.
bool is_narrow(const Ui& ui, float width) { return width < ui.px(900); }

float draw_kinds(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const bool decoder =
      context.document.model == nullptr || context.document.model->config().decoder_layers > 0;
  const std::array<Choice, 3> kinds = {Choice{"Encoder"},
                                       {"Decoder", decoder, "this model has no decoder"},
                                       {"Encoder–decoder", decoder, "this model has no decoder"}};
  const Area control = Area::at(area.left, area.top, choices_width(ui, kinds), ui.px(32));
  const int pressed = choices(ui, "attention", control, kinds, static_cast<int>(context.session.attention));
  if (pressed >= 0) ui.emit(SelectAttention{static_cast<Attention>(pressed)});
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

// What a word's row of weights goes to most: "“was” looks at “tired”  0.45".
std::string row_says(const PanelContext& context, const Heatmap& map, int row) {
  int most = -1;
  for (int key = 0; key < map.columns; ++key) {
    if (map.state(row, key) != CellState::value || map.is_error(row, key)) continue;
    if (most < 0 || map.value(row, key) > map.value(row, most)) most = key;
  }
  if (most < 0) return "";
  const std::string word = asking(context).queries.at(stage_side(context)).at(static_cast<std::size_t>(row));
  return "“" + word + "” looks at “" + map.column_label(most) + "”  " + weight_alone(map.value(row, most));
}

// What the selected head does in this sentence: that it takes no part, a warning where its weight only rests
// somewhere, or its strongest trait. One that is about "it" gives way while another word is in focus.
std::string head_says(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const std::string path = selected_head_path(context.session, "weights");
  const int side = stage_side(context);
  const HeatmapPtr map = context.pictures.view(side, path);
  const HeadTraits* traits = context.pictures.traits(side, path);
  if (map == nullptr || traits == nullptr) return "";
  if (head_is_off(context, side, path)) return "off: it takes no part";
  if (const auto sink = sink_of(*map)) {
    if (ui.hovered(area)) ui.tooltip(sink_note(*map, *sink));
    return "rests on “" + map->column_label(sink->key) + "”";
  }
  const auto most = strongest(*traits);
  if (!most) return "";
  const auto it = find_antecedent(context.pictures.trace(side)->words().source);
  const int focus = row_in_focus(context);
  const bool of_another = focus >= 0 && focus < map->rows && it && it->it != focus;
  if (most->trait == Trait::antecedent && of_another) return row_says(context, *map, focus);
  return std::string(info(most->trait).says);
}

// The head's name, and what it does.
void draw_name(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Session& session = context.session;
  const std::string layer = layer_title(session.attention, session.layer);
  if (!session.also_heads.empty() && context.document.model != nullptr) {
    const std::vector<ShownHead> shown = heads_shown(context);
    const TransformerConfig& config = context.document.model->config();
    std::string list = "all " + std::to_string(shown.size()) + " heads";
    if (static_cast<int>(shown.size()) < heads_of(config, session.attention).heads) {
      list = "heads ";
      for (const ShownHead& head : shown)
        list += (&head == shown.data() ? "" : ", ") + std::to_string(head.head);
    }
    const std::string name = layer + ", " + list;
    const std::string maps = "  maps: head " + std::to_string(session.head);
    const std::string fitted =
        ui.fitted(type::label_hot, name, area.width() - ui.width(type::label, maps) - ui.px(4));
    const RichText text(std::vector<TextRun>{{fitted, Role::ink, true}, {maps, Role::text_2}});
    ui.rich(area.right - ui.width(type::label, type::label_hot, text), area.middle_y(), type::label,
            type::label_hot, text);
    return;
  }
  const std::string name = head_title(session.attention, session.layer, session.head);
  const std::string says = head_says(context, area);
  const float room = area.width() - ui.width(type::label_hot, name) - ui.px(10);
  const RichText text(std::vector<TextRun>{
      {name, Role::ink, true},
      {"  " + (room > ui.px(60) ? ui.fitted(type::label, says, room) : ""), Role::text_2}});
  ui.rich(area.right - ui.width(type::label, type::label_hot, text), area.middle_y(), type::label,
          type::label_hot, text);
}

class Thumbnails {
 public:
  Thumbnails(const PanelContext& context, const Area& room)
      : context_(context),
        ui_(context.ui),
        room_(room),
        all_(heads_of(context.document.model->config(), context.session.attention)),
        shown_(heads_shown(context)) {}

  void draw() {
    const float size = ui_.px(44);
    const float gap = ui_.px(10);
    float label = 0;
    float total = 0;
    for (const char* word : {"Layer ", "L"}) {
      layer_word_ = word;
      label = ui_.width(type::label_hot, layer_word_ + "0") + ui_.px(10);
      const float layer_width = label + static_cast<float>(all_.heads) * (size + gap) + ui_.px(14);
      total = layer_width * static_cast<float>(all_.layers) - gap - ui_.px(14);
      if (total + ui_.px(12) <= room_.width()) break;
    }
    float x = std::round(std::max(room_.left + ui_.px(6), room_.middle_x() - total / 2)) - scrolled(total);
    const float y = room_.top + ui_.px(6);
    ui_.push_clip(room_, total + ui_.px(12) > room_.width());
    for (int layer = 0; layer < all_.layers; ++layer) {
      draw_layer_name(layer, Area::at(x, y, label - ui_.px(8), size));
      x += label;
      for (int head = 0; head < all_.heads; ++head) {
        draw_head(layer, head, Area::at(x, y, size, size));
        x += size + gap;
      }
      x += ui_.px(14);
    }
    ui_.pop_clip();
  }

 private:
  // More heads than fit are moved with the wheel, and so that the selected one is seen.
  float scrolled(float total) {
    const float over = total + ui_.px(12) - room_.width();
    if (over <= 0) return 0;
    float& at = ui_.state().scroll["head picker"];
    at -= ui_.wheel(room_) * 60;
    const std::string path = selected_head_path(context_.session, "weights");
    if (ui_.state().followed_in_picker != path) {
      ui_.state().followed_in_picker = path;
      const int before = context_.session.layer * all_.heads + context_.session.head;
      const float share =
          static_cast<float>(before) / static_cast<float>(std::max(1, all_.layers * all_.heads - 1));
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
    const bool all = here && static_cast<int>(shown_.size()) == all_.heads;
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(all ? "One head alone" : "All heads of layer " + std::to_string(layer) + " as lines");
    }
    if (!touch.clicked) return;
    if (!here || all) ui_.emit(SelectHead{layer, here ? context_.session.head : 0});
    if (!all) ui_.emit(ShowHeadsToo{every_head()});
  }

  std::vector<int> every_head() const {
    std::vector<int> heads;
    for (int head = 0; head < all_.heads; ++head) heads.push_back(head);
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
    const HeatmapPtr map = context_.pictures.view(
        stage_side(context_), head_path(all_.stack, layer, all_.attention, head, "weights"));
    if (map != nullptr) {
      thumbnail(ui_, map, box, head_is_off(context_, stage_side(context_), map->path));
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
      ui_.tooltip({RichText(head_title(context_.session.attention, layer, head)),
                   RichText(here ? "Shift-click: its lines too" : "Click: its lines alone")});
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
  HeadsOf all_;
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
  if (narrow) {
    draw_parts(context, area.left, area.top + ui.px(38));
    draw_name(context, {room.left, area.bottom - ui.px(18), area.right, area.bottom});
  } else {
    const std::string path = ui.fitted(type::path, selected_path(context.session), ui.px(340));
    ui.text(area.left, area.top + ui.px(46), type::path, ui.colours().text_3, path);
    draw_parts(context, area.right - wide, area.top);
    const Area name{area.right - std::max(wide, ui.px(316)), area.top + ui.px(37), area.right,
                    area.top + ui.px(55)};
    draw_name(context, name);
    room.left = std::max(room.left, area.left + ui.width(type::path, path) + ui.px(20));
    room.right = std::min(area.right - wide, name.left) - ui.px(20);
  }
  if (context.document.model != nullptr) Thumbnails(context, room).draw();
}

}  // namespace headlight
