#include "app/panels/common/interventions.h"

#include <algorithm>
#include <cmath>

#include "app/panels/common/step_names.h"
#include "app/session/edits.h"
#include "core/explain/score_map.h"
#include "core/figure/numbers.h"
#include "core/grammar/typed_words.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Temperatures are one lever whatever their number; of cells that are set the number is what they are set to.
bool same_lever(const Edit& a, const Edit& b) {
  if (is_head_off(a) && is_head_off(b)) return a.path == b.path;
  return same_place(a, b) && (a.kind != Edit::Kind::set || a.values == b.values);
}

}  // namespace

Edit head_off(const std::string& head_output_path) {
  return {.path = head_output_path, .kind = Edit::Kind::set, .values = {0}};
}
Edit temperature(const std::string& scaled_path, float degrees) {
  return {.path = scaled_path, .kind = Edit::Kind::multiply, .values = {1 / degrees}};
}
Edit without_positions(const std::string& positions_path) {
  return {.path = positions_path, .kind = Edit::Kind::set, .values = {0}};
}
Edit without_mask(const std::string& masked_path) { return {.path = masked_path, .kind = Edit::Kind::pass}; }
Edit no_looking_ahead(const std::string& scaled_path) {
  return {.path = scaled_path, .kind = Edit::Kind::causal};
}
Edit look_instead(const std::string& weights_path, int row, int from, int to) {
  return {.path = weights_path, .kind = Edit::Kind::swap, .row = row, .col = from, .other = to};
}

bool is_head_off(const Edit& edit) {
  return is_of_head(edit.path, SiteId::output) && needs_values(edit.kind) && !edit.row && !edit.col &&
         edit.values == std::vector<float>{0};
}

bool is_temperature(const Edit& edit) {
  return is_of_head(edit.path, SiteId::scaled) && edit.kind == Edit::Kind::multiply && !edit.row &&
         !edit.col && !edit.values.empty() && edit.values[0] > 0;
}

float unscaled_factor(const Trace& trace, const std::string& scaled_path) {
  const int scaled = trace.find(scaled_path);
  const bool of_head = place_of(scaled_path).head.has_value() && scaled >= 0;
  return of_head ? static_cast<float>(divisor_of_scores(trace, scaled)) : 1;
}

bool head_is_off(const PanelContext& context, int side, const std::string& path) {
  const Place place = place_of(path);
  return place.head && place.layer &&
         context.maps[side].off().contains(
             head_path(place.stack, *place.layer, place.attention, *place.head, "output"));
}

namespace {

bool is_of_words(Axis axis) { return info(axis).kind == AxisKind::tokens; }

}  // namespace

std::optional<int> sentence_of_edits(const PanelContext& context) {
  if (!context.maps.two() || !context.ui.state<EditSide>().side) return std::nullopt;
  return stage_side(context);
}

int stage_run(const PanelContext& context) { return context.session.pair.run(stage_side(context)); }

std::optional<int> run_for(const PanelContext& context, const Edit& edit) {
  if (!context.maps.two()) return std::nullopt;
  if (sentence_of_edits(context)) return stage_run(context);
  const int side = stage_side(context);
  const Trace& here = *context.maps[side].trace();
  const Trace& there = *context.maps[1 - side].trace();
  if (here.find(edit.path) < 0 || there.find(edit.path) < 0) return std::nullopt;
  const Label& label = here.label(here.find(edit.path));
  const auto apart = [&](bool rows, std::optional<int> place) {
    return place && is_of_words(rows ? label.rows : label.cols) &&
           context.maps.alignment()->counterpart(rows ? label.rows : label.cols, side, *place) != place;
  };
  const bool whole_row = edit.values.size() > 1 && is_of_words(label.cols);
  const bool fits = !whole_row || here.labels(label.cols, static_cast<int>(edit.values.size())) ==
                                      there.labels(label.cols, static_cast<int>(edit.values.size()));
  if (apart(true, edit.row) || apart(false, edit.col) || !fits) return stage_run(context);
  return std::nullopt;
}

std::optional<int> find_edit(const Session& session, const Edit& edit, std::optional<int> run) {
  std::optional<int> found;
  for (int i = 0; i < static_cast<int>(session.edits.size()); ++i) {
    const SessionEdit& each = session.edits[i];
    if (!same_lever(each, edit)) continue;
    if (each.run == run) return i;
    if (run && each.is_of(*run)) found = i;
  }
  return found;
}

std::optional<int> find_shown(const PanelContext& context, const Edit& edit) {
  const std::optional<int> run = run_for(context, edit);
  const std::optional<int> found = find_edit(context.session, edit, run);
  return found || run ? found : find_edit(context.session, edit, stage_run(context));
}

void leave_run(const PanelContext& context, int index, int run) {
  const auto [first, second] = context.session.pair;
  context.ui.emit(SetEditRun{index, first + second - run});
}

void put(const PanelContext& context, const Edit& edit, bool on) {
  const std::optional<int> run = run_for(context, edit);
  const std::optional<int> known = find_shown(context, edit);
  if (!known) {
    if (on) context.ui.emit(AddEdit{edit, run});
    return;
  }
  const bool of_more = context.session.edits[*known].run != run;
  if (!of_more) {
    context.ui.emit(SwitchEdit{*known, on});
  } else if (on) {
    context.ui.emit(AddEdit{edit, run});
  } else if (run) {
    leave_run(context, *known, *run);
  } else {
    context.ui.emit(SwitchEdit{*known, false});
  }
}

LookChoices look_choices(const Heatmap& weights, int row, std::size_t most) {
  LookChoices choices;
  if (row < 0 || row >= weights.rows) return choices;
  std::vector<int> keys;
  for (int key = 0; key < weights.columns; ++key) {
    if (weights.state(row, key) == CellState::value && std::isfinite(weights.value(row, key)))
      keys.push_back(key);
  }
  std::stable_sort(keys.begin(), keys.end(),
                   [&](int a, int b) { return weights.value(row, a) > weights.value(row, b); });
  if (keys.empty()) return choices;
  choices.now = keys.front();
  keys.erase(keys.begin());
  // One word more than once is one choice: where it weighs most. A word's own place is none.
  for (const int key : keys) {
    const std::string word = weights.column_label(key);
    const bool named = word == weights.column_label(choices.now) || word == weights.row_label(row) ||
                       std::any_of(choices.others.begin(), choices.others.end(),
                                   [&](int other) { return weights.column_label(other) == word; });
    if (!named) choices.others.push_back(key);
  }
  const auto noun = [&](int key) { return grammar::is_noun(weights.column_label(key)); };
  if (std::any_of(choices.others.begin(), choices.others.end(), noun))
    std::erase_if(choices.others, [&](int key) { return !noun(key); });
  choices.others.resize(std::min(most, choices.others.size()));
  return choices;
}

int row_asked(const PanelContext& context, const std::string& weights_path) {
  int row = context.session.token;
  if (row < 0 && !context.session.trail.empty()) {
    const CellName& cell = context.session.trail.back();
    if (cell.path == weights_path) row = cell.row;
  }
  const Trace& trace = *stage_trace(context);
  const int node = trace.find(weights_path);
  return node >= 0 && row < trace.tape().node(node).shape.rows ? row : -1;
}

std::array<int, 2> rows_of_both(const PanelContext& context, const std::string& weights_path, int row) {
  std::array<int, 2> rows{-1, -1};
  const int side = stage_side(context);
  const auto has = [&](int of) { return context.maps[of].trace()->find(weights_path) >= 0; };
  if (row < 0 || !has(side)) return rows;
  rows.at(side) = row;
  if (!context.maps.two() || !has(1 - side)) return rows;
  const Trace& here = *context.maps[side].trace();
  rows.at(1 - side) =
      context.maps.alignment()->counterpart(here.label(here.at(weights_path)).rows, side, row).value_or(-1);
  return rows;
}

namespace {

// From which key a row is to look to which, in one sentence.
struct Turn {
  int row = -1, from = -1, to = -1;
};

using Turns = std::array<std::optional<Turn>, 2>;

void add_turn(const PanelContext& context, const std::string& weights_path, int side, const Turn& turn,
              LookElsewhere& found) {
  const std::optional<int> of =
      context.maps.two() ? std::optional(context.session.pair.run(side)) : std::nullopt;
  found.edits.at(side).emplace_back(look_instead(weights_path, turn.row, turn.from, turn.to), true, of);
}

LookElsewhere look_elsewhere(const PanelContext& context, const std::string& weights_path, int asked,
                             const std::optional<std::string>& to, std::optional<int> only, Turns& turns) {
  LookElsewhere found;
  const std::array<int, 2> rows = rows_of_both(context, weights_path, asked);
  const auto queries = asking(context).queries;
  for (int side = 0; side < 2; ++side) {
    if (rows.at(side) < 0 || (only && side != *only) || head_is_off(context, side, weights_path)) continue;
    const int row = rows.at(side);
    const MapRows read = context.maps[side].rows(weights_path, row, 1);
    if (!read.has(row)) continue;
    const HeatmapPtr& map = read.map;
    const LookChoices look =
        look_choices(*map, row - read.first, to ? static_cast<std::size_t>(map->columns) : 1);
    const auto choice = std::find_if(look.others.begin(), look.others.end(),
                                     [&](int key) { return !to || map->column_label(key) == *to; });
    if (choice == look.others.end()) continue;
    turns.at(side) = Turn{row, look.now, *choice};
    add_turn(context, weights_path, side, *turns.at(side), found);
    found.to.at(side) = map->column_label(*choice);
    if (found.word.empty() || side == stage_side(context)) found.word = queries.at(side).at(row);
  }
  return found;
}

}  // namespace

LookElsewhere look_elsewhere(const PanelContext& context, const std::string& weights_path, int asked,
                             std::optional<std::string> to, std::optional<int> only) {
  Turns turns;
  return look_elsewhere(context, weights_path, asked, to, only, turns);
}

LookElsewhere look_elsewhere_in_layer(const PanelContext& context, const std::string& weights_path,
                                      int asked) {
  constexpr float least_taken = 0.1F;
  Turns turns;
  LookElsewhere found = look_elsewhere(context, weights_path, asked, {}, {}, turns);
  const Place place = place_of(weights_path);
  if (!place.layer || !place.head) return found;
  for (int side = 0; side < 2; ++side) {
    if (!turns.at(side)) continue;
    const Turn& turn = *turns.at(side);
    for (int head = 0;; ++head) {
      const std::string path = head_path(place.stack, *place.layer, place.attention, head, "weights");
      if (context.maps[side].trace()->find(path) < 0) break;
      if (head == *place.head || head_is_off(context, side, path)) continue;
      const MapRows read = context.maps[side].rows(path, turn.row, 1);
      if (!read.has(turn.row)) continue;
      const float from = read.map->value(turn.row - read.first, turn.from);
      const float to = read.map->value(turn.row - read.first, turn.to);
      if (from >= least_taken && from > to) add_turn(context, path, side, turn, found);
    }
  }
  return found;
}

std::string LookElsewhere::says(const std::optional<std::array<std::string, 2>>& sentences) const {
  const std::string& one = to[edits[0].empty() ? 1 : 0];
  if (!sentences) return say("Make “{word}” look at “{to}”", {{"word", word}, {"to", one}});
  if (edits[0].empty() || edits[1].empty())
    return say("Make “{word}” look at “{to}” in “{sentence}”",
               {{"word", word}, {"to", one}, {"sentence", sentences->at(edits[0].empty() ? 1 : 0)}});
  if (to[0] == to[1])
    return say("Make “{word}” look at “{to}” in both sentences", {{"word", word}, {"to", one}});
  return say("Make “{word}” look at “{to}” in “{first}”, and at “{other}” in “{second}”",
             {{"word", word},
              {"to", one},
              {"first", sentences->front()},
              {"other", to[1]},
              {"second", sentences->back()}});
}

AddEdits LookElsewhere::action() const {
  AddEdits all;
  for (const auto& of_side : edits) all.edits.insert(all.edits.end(), of_side.begin(), of_side.end());
  return all;
}

namespace {

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string said(float value) {
  return std::isinf(value) ? (value < 0 ? "−∞" : "∞") : significant_text(value, 3);
}

// The names of an edit's rows and columns, of which the sentence at hand may have fewer.
class Names {
 public:
  Names(const Edit& edit, const Trace& trace) : trace_(trace), node_(trace.find(edit.path)) {}

  std::string row(int row) const { return name(true, row); }
  std::string col(int col) const { return name(false, col); }
  bool columns_are_words() const {
    return node_ >= 0 && info(trace_.label(node_).cols).kind == AxisKind::tokens;
  }
  bool rows_are_one() const { return node_ >= 0 && info(trace_.label(node_).rows).kind == AxisKind::single; }

 private:
  std::string name(bool of_row, int place) const {
    if (node_ < 0) return std::to_string(place);
    const Label& label = trace_.label(node_);
    const Axis axis = of_row ? label.rows : label.cols;
    return info(axis).kind == AxisKind::dimensions ? from_one(place) : trace_.label(axis, place);
  }

  const Trace& trace_;
  int node_;
};

std::string of_parameter(const Edit& edit) {
  std::string place = part_title(edit.path);
  if (edit.row && edit.col)
    return place + "[" + std::to_string(*edit.row) + ", " + std::to_string(*edit.col) + "]";
  if (edit.row) return say("{part}, row {n}", {{"part", place}, {"n", std::to_string(*edit.row)}});
  return place;
}

// Where it applies: "query of it, number 3", "weight of it on animal", "scores".
std::string target_words(const Edit& edit, const Names& names) {
  std::string part = part_title(edit.path);
  if (place_of(edit.path).part.starts_with("parameters.")) return of_parameter(edit);
  const bool row = edit.row && !names.rows_are_one();
  if (row && edit.col)
    return names.columns_are_words()
               ? say("{part} of {word} → {other}",
                     {{"part", part}, {"word", names.row(*edit.row)}, {"other", names.col(*edit.col)}})
               : say("{part} of {word}, number {n}",
                     {{"part", part}, {"word", names.row(*edit.row)}, {"n", names.col(*edit.col)}});
  if (row) return say("{part} of {word}", {{"part", part}, {"word", names.row(*edit.row)}});
  if (edit.col)
    return names.columns_are_words()
               ? say("{part} on {word}", {{"part", part}, {"word", names.col(*edit.col)}})
               : say("{part}, number {n}", {{"part", part}, {"n", names.col(*edit.col)}});
  return part;
}

std::string with_place(const std::string& path, const std::string& what) {
  const std::string place = place_words(path);
  return place.empty() ? capital(what) : say("{place}: {what}", {{"place", place}, {"what", what}});
}

bool is_mask(const Edit& edit) {
  return edit.kind == Edit::Kind::set && edit.values.size() == 1 && std::isinf(edit.values[0]) &&
         edit.values[0] < 0;
}

}  // namespace

std::string place_words(const std::string& path) {
  const Place place = place_of(path.starts_with("parameters.") ? path.substr(11) : path);
  if (place.stack == "source" || place.stack == "target") return capital(place.stack);
  if (place.stack.empty() || !place.layer) return capital(place.stack);
  const Attention attention = attention_of(place.stack, place.attention);
  return place.head ? head_title(attention, *place.layer, *place.head) : layer_title(attention, *place.layer);
}

std::string edit_words(const Edit& edit, const Trace& trace) {
  const Names names(edit, trace);
  const Place place = place_of(edit.path);
  const bool whole = !edit.row && !edit.col;
  const bool is_row_of_weights = is_of_head(edit.path, SiteId::weights) && edit.row;
  if (is_head_off(edit)) return say("{place} switched off", {{"place", place_words(edit.path)}});
  switch (edit.kind) {
    case Edit::Kind::swap: {
      const std::string first = names.col(edit.col.value_or(0));
      const std::string other = names.col(edit.other);
      if (is_row_of_weights)
        return with_place(edit.path,
                          say("{word} looks at {other} instead of {first}",
                              {{"word", names.row(*edit.row)}, {"other", other}, {"first", first}}));
      return with_place(edit.path, say("{part}, {first} and {other} swapped",
                                       {{"part", target_words({.path = edit.path, .row = edit.row}, names)},
                                        {"first", first},
                                        {"other", other}}));
    }
    case Edit::Kind::pass:
      return with_place(edit.path, is_of_head(edit.path, SiteId::masked)
                                       ? say("mask off")
                                       : say("{part} left out", {{"part", target_words(edit, names)}}));
    case Edit::Kind::causal:
      return with_place(edit.path, say("no looking ahead"));
    case Edit::Kind::multiply:
      if (is_temperature(edit)) {
        const float factor = edit.values.front();
        if (std::fabs(factor - unscaled_factor(trace, edit.path)) < 1e-3F * factor)
          return with_place(edit.path, say("scores not divided by √dₖ"));
        return with_place(edit.path, say("temperature {t}", {{"t", said(1 / factor)}}));
      }
      return with_place(edit.path, target_words(edit, names) + " × " + said(edit.values.front()));
    case Edit::Kind::set:
      break;
  }
  if (whole && site_id(edit.path) == SiteId::positions && edit.values == std::vector<float>{0})
    return say("{words}: no positions", {{"words", capital(place.stack)}});
  if (is_row_of_weights && !edit.col && edit.values.size() > 1)
    return with_place(edit.path, say("weights of {word} moved by hand", {{"word", names.row(*edit.row)}}));
  if (is_mask(edit) && place.head && edit.col) {
    const std::string other = names.col(*edit.col);
    return with_place(edit.path, edit.row ? say("{word} may not look at {other}",
                                                {{"word", names.row(*edit.row)}, {"other", other}})
                                          : say("no word may look at {other}", {{"other", other}}));
  }
  if (edit.values.size() > 1)
    return with_place(edit.path, say("{part} set by hand", {{"part", target_words(edit, names)}}));
  return with_place(edit.path, target_words(edit, names) + " = " + said(edit.values.front()));
}

std::optional<int> side_of(const PanelContext& context, const SessionEdit& edit) {
  const auto [first, second] = context.session.pair;
  if (edit.run == first) return 0;
  return edit.run == second ? std::optional(1) : std::nullopt;
}

std::string edit_words(const SessionEdit& edit, const PanelContext& context) {
  const int side = side_of(context, edit).value_or(stage_side(context));
  const TracePtr& own = context.maps[side].trace();
  const Trace& trace = own != nullptr ? *own : *stage_trace(context);
  if (edit.from)
    return with_place(edit.path, say("{part} copied from the other sentence",
                                     {{"part", target_words(edit, Names(edit, trace))}}));
  if (edit.keep_sum)
    return say("{edit}; the other weights make room",
               {{"edit", edit_words(static_cast<const Edit&>(edit), trace)}});
  const bool looks = edit.kind == Edit::Kind::swap && is_of_head(edit.path, SiteId::weights) && edit.row;
  if (!looks || edit.run || !context.maps.two()) return edit_words(static_cast<const Edit&>(edit), trace);
  const Names names(edit, trace);
  return with_place(edit.path, say("weights of {word} on {one} and {other} swapped",
                                   {{"word", names.row(*edit.row)},
                                    {"one", names.col(edit.col.value_or(0))},
                                    {"other", names.col(edit.other)}}));
}

std::string side_words(const SessionEdit& edit, const PanelContext& context) {
  const bool more = context.session.runs.size() > 2;
  if (!edit.run) return more ? say("all sentences") : context.maps.two() ? say("both sentences") : "";
  const std::string words = say("only sentence {n}", {{"n", std::to_string(*edit.run + 1)}});
  const std::optional<int> side = side_of(context, edit);
  return side && context.maps.two()
             ? say("{sentence}: {name}", {{"sentence", words}, {"name", side_name(context, *side)}})
             : words;
}

}  // namespace headlight
