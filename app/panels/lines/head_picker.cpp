// Which attention, which heads of it and which part of the selected one.
#include <algorithm>
#include <array>
#include <numeric>

#include "app/panels/common/interventions.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/lines/lines.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/scroll.h"

namespace headlight {
namespace {

// What a word's row of weights goes to most: "“was” looks at “tired”  0.45".
std::string row_says(const PanelContext& context, const MapRows& rows, int token) {
  const Heatmap& map = *rows.map;
  const int row = token - rows.first;
  int most = -1;
  for (int key = 0; key < map.columns; ++key) {
    if (map.state(row, key) != CellState::value || map.is_error(row, key)) continue;
    if (most < 0 || map.value(row, key) > map.value(row, most)) most = key;
  }
  if (most < 0) return "";
  const std::string word = asking(context).queries.at(stage_side(context)).at(token);
  return "“" + word + "” looks at “" + map.column_label(most) + "”  " + weight_alone(map.value(row, most));
}

// What was changed in this head, from the most words to the fewest; empty when nothing was.
std::vector<std::string> changes_of(const PanelContext& context, const std::string& weights) {
  const Place mine = place_of(weights);
  std::vector<std::string> each;
  std::string looks;
  std::string last;  // the word of the last of `looks`
  std::string where;
  for (const SessionEdit& edit : context.session.edits) {
    const Place place = place_of(edit.path);
    if (!edit.on || is_head_off(edit) || place.stack != mine.stack || place.layer != mine.layer ||
        place.attention != mine.attention || place.head != mine.head)
      continue;
    const bool one = edit.run && context.pictures.two();
    const std::string whose = one ? " in sentence " + std::to_string(*edit.run + 1) : "";
    std::string words = edit_words(edit, context);
    const std::string head = place_words(edit.path) + ": ";
    if (words.starts_with(head)) words.erase(0, head.size());
    each.push_back(words + whose);
    where = whose;
    if (edit.kind != Edit::Kind::swap || !edit.row || !edit.col) continue;
    const MapRows rows =
        context.pictures.rows(side_of(context, edit).value_or(stage_side(context)), weights, *edit.row, 1);
    if (!rows.has(*edit.row) || std::max(*edit.col, edit.other) >= rows.map->columns) continue;
    const HeatmapPtr& map = rows.map;
    const int row = *edit.row - rows.first;
    const bool back = map->value(row, *edit.col) > map->value(row, edit.other);
    const std::string word = map->row_label(row);
    if (!looks.empty()) looks += ", ";
    if (word != last) looks.append(word).append(" → ");
    looks.append(map->column_label(back ? *edit.col : edit.other)).append(whose);
    last = word;
  }
  if (each.empty()) return {};
  if (each.size() > 1) {
    const std::string count = std::to_string(each.size()) + " edits";
    return {looks.empty() ? count : "edited: " + looks, count};
  }
  return {"edited: " + each[0], "edited: " + (looks.empty() ? each[0] : looks), "edited" + where, "edited"};
}

struct Does {
  std::string says;
  std::string more = {};
  std::string here = {};  // what is to be known of its weights in this sentence
};

// What the selected head does, as it was measured; where that is nothing much, beside it a warning where its
// weight only rests somewhere in this sentence. What is about "it" gives way while another word is in focus.
// The edits of a head are said beside it.
Does head_does(const PanelContext& context, bool edited) {
  const std::string path = selected_head_path(context.session, "weights");
  const int side = stage_side(context);
  const HeadTraits* const here = context.pictures.traits(side, path);
  if (here == nullptr) return {};
  const HeadTraits* called_by = context.pictures.called_by(side, path);
  if (called_by == nullptr) return {"being measured"};
  // Where nothing was measured on the model, what the weights show before they were edited.
  const HeadTraits* const before = edited ? context.pictures.traits_before(side, path) : nullptr;
  if (called_by == here && before != nullptr) called_by = before;
  const auto most = strongest(*called_by);
  // What is looked at in a picture are its cells.
  const bool cells = asks_cells(context, context.session.attention);
  const bool pattern = most && is_of_model(most->trait) && most->trait != Trait::sink;
  if (pattern) return {std::string(info(most->trait).says), measured_note(*most)};
  if (const auto sink = context.pictures.sink(side, path)) {
    const std::string& word = key_word(context, side, path, sink->key);
    const std::string here_on = "here most weight on “" + word + "”";
    if (!most) return {here_on, sink_note(word, *sink)};
    return {std::string(info(most->trait, cells).says), sink_note(word, *sink), here_on};
  }
  if (!most) return {};
  const auto it = context.pictures.antecedent(side);
  const int focus = row_in_focus(context);
  if (most->trait == Trait::antecedent && focus >= 0 && it && it->it != focus) {
    const MapRows rows = context.pictures.rows(side, path, focus, 1);
    if (rows.has(focus)) return {row_says(context, rows, focus), ""};
  }
  return {std::string(info(most->trait, cells).says), is_of_model(most->trait) ? measured_note(*most) : ""};
}

// The selected head's name, what it does, and what was changed in it.
HeadCaption head_says(const PanelContext& context) {
  const Session& session = context.session;
  const std::string name = head_title(session.attention, session.layer, session.head);
  const std::string path = selected_head_path(session, "weights");
  const std::string off = head_off_says(context, path);
  std::vector<std::string> changes = changes_of(context, path);
  const bool nowhere = off == head_off_everywhere;
  const Does does = nowhere ? Does{off, ""} : head_does(context, !changes.empty());
  if (nowhere) changes.clear();
  if (!off.empty() && !nowhere) changes.insert(changes.begin(), off);
  if (changes.empty()) changes.emplace_back();
  HeadCaption caption;
  caption.more = does.more;
  const std::string brief =
      "Layer " + std::to_string(session.layer) + ", head " + std::to_string(session.head);
  const auto add = [&](const std::string& first, const std::string& second) {
    const std::string said = "  " + first + (first.empty() || second.empty() ? "" : " · ") + second;
    // Which attention it is in stands at the left as well.
    for (const std::string& called : {name, brief})
      caption.ways.emplace_back(std::vector<TextRun>{{called, Role::ink, true}, {said, Role::text_2}});
  };
  if (!does.here.empty()) {
    for (const std::string& change : changes)
      add(does.says, does.here + (change.empty() ? "" : " · " + change));
  }
  for (const std::string& change : changes) add(does.says, change);
  // Where there is room for one of the two, what was changed is said.
  if (!changes.back().empty()) {
    for (const std::string& change : changes) add("", change);
  }
  return caption;
}

RichText heads_say(const PanelContext& context) {
  const Session& session = context.session;
  const std::string layer = layer_title(session.attention, session.layer);
  const std::vector<ShownHead> shown = heads_shown(context);
  std::string list = "all " + std::to_string(shown.size()) + " heads";
  if (static_cast<int>(shown.size()) <
      context.results.model->anatomy().heads(session.attention, session.layer)) {
    list = "heads ";
    for (const ShownHead& head : shown)
      list += (&head == shown.data() ? "" : ", ") + std::to_string(head.head);
  }
  return std::vector<TextRun>{{layer + ", " + list, Role::ink, true},
                              {"  maps: head " + std::to_string(session.head), Role::text_2}};
}

}  // namespace

std::string head_off_says(const PanelContext& context, const std::string& path) {
  std::array<bool, 2> off{};
  for (int side = 0; side < 2; ++side) off.at(side) = head_is_off(context, side, path);
  if (!off[0] && !off[1]) return "";
  if (!context.pictures.two() || (off[0] && off[1])) return head_off_everywhere;
  return off[0] ? "off only in sentence 1" : "off only in sentence 2";
}

HeadCaption head_caption(const PanelContext& context) {
  const bool several = !context.session.also_heads.empty() && context.results.model != nullptr;
  return several ? HeadCaption{{heads_say(context)}, ""} : head_says(context);
}

float head_caption_width(const Ui& ui, const RichText& text) {
  return ui.width(type::label, type::label_hot, text);
}

void draw_head_caption(const PanelContext& context, const HeadCaption& caption, const Area& area) {
  Ui& ui = context.ui;
  const std::vector<RichText>& ways = caption.ways;
  const auto fits = [&](const RichText& text) { return head_caption_width(ui, text) <= area.width(); };
  const auto way = std::find_if(ways.begin(), ways.end(), fits);
  RichText text = way == ways.end() ? ways.back() : *way;
  for (TextRun& run : text.runs) {
    if (fits(text)) break;
    // Of several heads the list gives way, of one what it does.
    if (run.strong == context.session.also_heads.empty()) continue;
    const Type face = run.strong ? type::label_hot : type::label;
    const float room = area.width() - (head_caption_width(ui, text) - ui.width(face, run.text));
    run.text = room > ui.px(60) ? ui.shortened(face, run.text, room) : "";
  }
  std::vector<RichText> more;
  if (way != ways.begin()) more.push_back(ways.front());
  if (!caption.more.empty()) more.emplace_back(caption.more);
  if (!more.empty() && ui.hovered(area)) ui.tooltip(more);
  ui.rich(area.right - head_caption_width(ui, text), area.middle_y(), type::label, type::label_hot, text);
}

namespace {

constexpr std::array parts = {"scores", "scaled", "masked", "weights"};

// Too narrow for kinds, heads and parts side by side: the parts go under the kinds.
bool is_narrow(const Ui& ui, float width) { return width < ui.px(900); }

// Too narrow for any two of them: one below the other.
bool is_stacked(const Ui& ui, float width) { return width < ui.px(560); }

// From one row of choices to the next: a finger needs more.
float row_units(const Ui& ui) { return ui.touch() ? Ui::finger_units : 38; }

float draw_kinds(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Model* const model = context.results.model.get();
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
  if (pressed >= 0) ui.emit(SelectAttention{ids[pressed]});
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
    list[i].hint = std::string("this attention has no step \"") + parts[i] +
                   "\", since every word may look at every word";
    if (context.session.part == parts[i]) chosen = static_cast<int>(i);
  }
  const int pressed =
      choices(ui, "part", Area::at(left, top, choices_width(ui, list), ui.px(32)), list, chosen);
  if (pressed >= 0) ui.emit(SelectPart{parts[pressed]});
}

class Thumbnails : PanelPart {
 public:
  Thumbnails(const PanelContext& context, const AttentionHeads& all)
      : PanelPart(context), all_(all), shown_(heads_shown(context)) {}

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
    const Rgb ground = c_.stage;
    const Area strip{room_.left, room_.top, room_.right, y + size + ui_.px(4)};
    const float left = x - total - ui_.px(gap_units + 14);
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

  // More heads than fit are moved with the wheel, and so that the selected one is seen. A picture has another
  // width: it shows the selected one too, unless somebody has moved the heads since.
  float scrolled(float total) {
    const float over = (total + ui_.px(12) - room_.width()) / ui_.scale();
    if (over <= 0) return 0;
    const int before = all_.number_of({context_.session.layer, context_.session.head});
    const float share = static_cast<float>(before) / static_cast<float>(std::max(1, all_.count() - 1));
    return ui_.px(followed(ui_, "head picker",
                           {.place = room_,
                            .way = Ui::Way::across,
                            .furthest = over,
                            .chosen = selected_head_path(context_.session, "weights"),
                            .in_sight = [&](float) { return share * over; }}));
  }

  // All heads of the layer at once, or its first one again.
  void draw_layer_name(int layer, const Area& area) {
    const bool here = layer == context_.session.layer;
    const Touch touch = ui_.target("layer/" + std::to_string(layer), area);
    ui_.text(area.left, area.middle_y(), here ? type::label_hot : type::label,
             here || touch.hovered ? c_.ink : c_.text_2, layer_word_ + std::to_string(layer));
    if (touch.focused) ui_.focus_ring(area.inset(0, ui_.px(8)), ui_.px(4));
    const bool all = here && static_cast<int>(shown_.size()) == all_.in(layer);
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(all ? "Only one head" : "All heads of layer " + std::to_string(layer) + " as lines");
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
    const bool here = layer == context_.session.layer;
    const bool chosen = here && head == context_.session.head;
    const auto also = std::find_if(shown_.begin(), shown_.end(),
                                   [head](const ShownHead& each) { return each.head == head; });
    const bool has_lines = here && shown_.size() > 1 && also != shown_.end();
    const Touch touch = ui_.target("head/" + std::to_string(layer) + "/" + std::to_string(head), box);
    const std::string path = all_.info().path(layer, head, "weights");
    const HeatmapPtr map = shown_thumbnail(context_, stage_side(context_), path);
    if (map != nullptr) {
      const std::string off = head_off_says(context_, path);
      const bool nowhere = off == head_off_everywhere;
      thumbnail(ui_, map, box, nowhere);
      if (!off.empty() && !nowhere) off_mark(ui_, box, head_is_off(context_, 0, path) ? "1: off" : "2: off");
    } else {
      ui_.outline(box, c_.hairline, ui_.hairline());
    }
    const Area frame = box.outset(ui_.px(4));
    if (has_lines) ui_.outline(frame, also->colour, ui_.px(chosen ? 3 : 2), ui_.px(6));
    if (chosen && !has_lines) ui_.outline(frame, c_.ink, ui_.px(2), ui_.px(6));
    if (has_lines) draw_tag(box, *also);
    if (touch.hovered) {
      ui_.hand();
      if (!chosen && !has_lines) ui_.outline(frame, c_.strong_line, ui_.px(1.5F), ui_.px(6));
      std::vector<RichText> lines{
          RichText(head_title(context_.session.attention, layer, head)),
          RichText(here ? "Shift-click: also show its lines" : "Click: show only its lines")};
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

float head_picker_height(const Ui& ui, float width) {
  return ui.px(is_stacked(ui, width) ? 2 * row_units(ui) + 86 : is_narrow(ui, width) ? 86 : 58);
}

void draw_head_picker(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const bool narrow = is_narrow(ui, area.width());
  const float kinds = draw_kinds(context, area);
  const float wide = parts_width(ui);
  Area room{kinds + ui.px(20), area.top - ui.px(6), area.right, area.bottom};
  float middle = room.middle_x();
  std::optional<Thumbnails> heads;
  const Model* const model = context.results.model.get();
  const AttentionHeads* const all =
      model == nullptr ? nullptr : model->anatomy().find(context.session.attention);
  if (all != nullptr) heads.emplace(context, *all);
  const HeadCaption caption = head_caption(context);
  if (is_stacked(ui, area.width())) {
    draw_parts(context, area.left, area.top + ui.px(row_units(ui)));
    const float heads_top = 2 * row_units(ui);
    room = {area.left - ui.px(6), area.top + ui.px(heads_top), area.right, area.top + ui.px(heads_top + 62)};
    middle = room.middle_x();
    draw_head_caption(context, caption,
                      {area.left, area.bottom - ui.px(22), area.right, area.bottom - ui.px(4)});
  } else if (narrow) {
    draw_parts(context, area.left, area.top + ui.px(52));
    const float name = std::max(room.left, area.left + wide + ui.px(16));
    draw_head_caption(context, caption, {name, area.bottom - ui.px(18), area.right, area.bottom});
  } else {
    const std::string path = ui.shortened(type::path, selected_path(context.session), ui.px(340));
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
