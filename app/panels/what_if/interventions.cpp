#include "app/panels/what_if/interventions.h"

#include <algorithm>
#include <cmath>

#include "app/session/edits.h"
#include "core/learn/words.h"

namespace headlight {
namespace {

// Temperatures are one lever whatever their number; of cells that are set the number is what they are set to.
bool same_lever(const Edit& a, const Edit& b) {
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
  const Place place = place_of(edit.path);
  return place.head && place.part == "output" && edit.kind == Edit::Kind::set && !edit.row && !edit.col &&
         edit.values == std::vector<float>{0};
}

bool is_temperature(const Edit& edit) {
  const Place place = place_of(edit.path);
  return place.head && place.part == "scaled" && edit.kind == Edit::Kind::multiply && !edit.row &&
         !edit.col && !edit.values.empty() && edit.values[0] > 0;
}

float unscaled_factor(const Trace& trace, const std::string& scaled_path) {
  const Place place = place_of(scaled_path);
  if (!place.layer || !place.head) return 1;
  const int query = trace.find(head_path(place.stack, *place.layer, place.attention, *place.head, "query"));
  return query < 0 ? 1 : std::sqrt(static_cast<float>(trace.tape().node(query).shape.cols));
}

std::optional<int> find_edit(const Session& session, const Edit& edit) {
  const auto found = std::find_if(session.edits.begin(), session.edits.end(),
                                  [&](const Edit& each) { return same_lever(each, edit); });
  if (found == session.edits.end()) return std::nullopt;
  return static_cast<int>(found - session.edits.begin());
}

void put(const PanelContext& context, const Edit& edit, bool on) {
  const std::optional<int> known = find_edit(context.session, edit);
  if (known) {
    context.ui.emit(SwitchEdit{*known, on});
  } else if (on) {
    context.ui.emit(AddEdit{edit});
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
  for (const bool nouns : {true, false}) {
    for (const int key : keys) {
      const std::string word = weights.column_label(key);
      const bool named = word == weights.column_label(choices.now) || word == weights.row_label(row) ||
                         std::any_of(choices.others.begin(), choices.others.end(),
                                     [&](int other) { return weights.column_label(other) == word; });
      if (is_noun(word) == nouns && !named && choices.others.size() < most) choices.others.push_back(key);
    }
  }
  return choices;
}

int row_asked(const PanelContext& context, const Heatmap& weights) {
  int row = context.session.token;
  if (!context.session.trail.empty()) {
    const CellName& cell = context.session.trail.back();
    if (cell.path == weights.path) row = cell.row;
  }
  return row < weights.rows ? row : -1;
}

}  // namespace headlight
