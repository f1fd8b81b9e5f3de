#include "app/panels/lines/head_caption.h"

#include <algorithm>
#include <array>

#include "app/panels/heads/head_words.h"
#include "app/panels/lines/lines_view.h"
#include "app/panels/step_names.h"
#include "app/panels/what_if/edit_words.h"
#include "app/panels/what_if/interventions.h"
#include "core/grammar/find_antecedent.h"

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
  const std::string word =
      asking(context).queries.at(stage_side(context)).at(static_cast<std::size_t>(token));
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
    const bool one = edit.side && context.pictures.two();
    const std::string whose = one ? " in sentence " + std::to_string(*edit.side + 1) : "";
    std::string words = edit_words(edit, context);
    const std::string head = place_words(edit.path) + ": ";
    if (words.starts_with(head)) words.erase(0, head.size());
    each.push_back(words + whose);
    where = whose;
    if (edit.kind != Edit::Kind::swap || !edit.row || !edit.col) continue;
    const MapRows rows =
        context.pictures.rows(edit.side.value_or(stage_side(context)), weights, *edit.row, 1);
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
  std::string more;
};

// What the selected head does in this sentence: a warning where its weight only rests somewhere, or its
// strongest trait. One that is about "it" gives way while another word is in focus. Of a head that was edited
// the trait is of the weights before: the edits are said beside it.
Does head_does(const PanelContext& context, bool edited) {
  const std::string path = selected_head_path(context.session, "weights");
  const int side = stage_side(context);
  const HeadTraits* traits =
      edited ? context.pictures.traits_before(side, path) : context.pictures.traits(side, path);
  if (traits == nullptr) traits = context.pictures.traits(side, path);
  if (traits == nullptr) return {};
  if (const auto sink = context.pictures.sink(side, path)) {
    const std::string& word = key_word(context, side, path, sink->key);
    return {"most weight on “" + word + "”", sink_note(word, *sink)};
  }
  const auto most = strongest(*traits);
  if (!most) return {};
  const auto it = find_antecedent(context.pictures.trace(side)->typed());
  const int focus = row_in_focus(context);
  if (most->trait == Trait::antecedent && focus >= 0 && it && it->it != focus) {
    const MapRows rows = context.pictures.rows(side, path, focus, 1);
    if (rows.has(focus)) return {row_says(context, rows, focus), ""};
  }
  std::string said(info(most->trait).says);
  // What is looked at in a picture are its cells.
  const bool picture = context.pictures.trace(side)->anatomy().picture.has_value();
  const std::size_t word = said.find("word");
  if (picture && info(context.session.attention).asked == Stream::source && word != std::string::npos)
    said.replace(word, 4, "cell");
  return {said, ""};
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
      context.document.model->anatomy().heads(session.attention, session.layer)) {
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
  return off[0] ? "off in sentence 1 only" : "off in sentence 2 only";
}

HeadCaption head_caption(const PanelContext& context) {
  const bool several = !context.session.also_heads.empty() && context.document.model != nullptr;
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
    run.text = room > ui.px(60) ? ui.fitted(face, run.text, room) : "";
  }
  std::vector<RichText> more;
  if (way != ways.begin()) more.push_back(ways.front());
  if (!caption.more.empty()) more.emplace_back(caption.more);
  if (!more.empty() && ui.hovered(area)) ui.tooltip(more);
  ui.rich(area.right - head_caption_width(ui, text), area.middle_y(), type::label, type::label_hot, text);
}

}  // namespace headlight
