#include "app/session/edits.h"

#include <algorithm>
#include <cmath>

#include "app/session/turn_weights.h"

namespace headlight {
namespace {

// Whether nothing of `before` is left once `later` is applied.
bool covers(const Edit& later, const Edit& before) {
  if (later.path != before.path || later.kind != Edit::Kind::set) return false;
  const bool rows = !later.row || later.row == before.row;
  const bool cols = !later.col || (before.kind != Edit::Kind::swap && later.col == before.col);
  return rows && cols;
}

}  // namespace

Edit resolved(const SessionEdit& edit, const Trace* own, const Trace* other) {
  Edit made = edit;
  if (!edit.from && !edit.keep_sum) return made;
  made.values.clear();
  made.col.reset();
  const Trace* const read = edit.from ? other : own;
  const int node = read == nullptr ? -1 : read->find(edit.path);
  if (node < 0) return made;
  const Reading reading = read->read(node);
  const int row = edit.from.value_or(edit.row.value_or(-1));
  if (row < 0 || row >= reading.shape().rows) return made;
  for (int col = 0; col < reading.shape().cols; ++col) made.values.push_back(reading(row, col));
  if (edit.from) return made;
  const int key = edit.col.value_or(-1);
  std::vector<char> may_look;
  for (int col = 0; col < reading.shape().cols; ++col)
    may_look.push_back(col == key || reading(row, col) > 0 ? 1 : 0);
  made.values = turned_weights(made.values, key, edit.values.front(), may_look);
  return made;
}

bool same_place(const Edit& a, const Edit& b) {
  if (a.path != b.path || a.kind != b.kind || a.row != b.row) return false;
  if (a.kind != Edit::Kind::swap) return a.col == b.col;
  return (a.col == b.col && a.other == b.other) || (a.col == b.other && b.col == a.other);
}

namespace {

// Of the edits whose place the one at `index` takes, what it leaves: nothing where it is of the same
// sentences, the other sentence's where it is of one only.
void take_places(std::vector<SessionEdit>& edits, std::size_t index) {
  const SessionEdit taken = edits[index];
  std::vector<SessionEdit> left;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    SessionEdit& each = edits[i];
    const bool replaced = i != index && (same_place(each, taken) || (i < index && covers(taken, each)));
    const bool meets = !each.side || !taken.side || each.side == taken.side;
    if (replaced && meets) {
      if (each.side || !taken.side) continue;
      each.side = 1 - *taken.side;
    }
    left.push_back(std::move(each));
  }
  edits = std::move(left);
}

}  // namespace

void add_edit(std::vector<SessionEdit>& edits, SessionEdit edit, const Trace* trace) {
  if (edit.path.empty() || (!edit.from && needs_values(edit.kind) && edit.values.empty())) return;
  if (edit.side && *edit.side != 0 && *edit.side != 1) return;
  if (std::any_of(edit.values.begin(), edit.values.end(), [](float value) { return std::isnan(value); }))
    return;
  if (trace != nullptr) {
    const int node = trace->find(edit.path);
    const Shape shape = node < 0 ? Shape{} : trace->tape().node(node).shape;
    if (shape.size() == 0) return;
    if (edit.row) edit.row = std::clamp(*edit.row, 0, shape.rows - 1);
    if (edit.col) edit.col = std::clamp(*edit.col, 0, shape.cols - 1);
    edit.other = std::clamp(edit.other, 0, shape.cols - 1);
  }
  // Swapping twice is no edit at all, in the sentences in which it was swapped.
  const auto swapped = std::find_if(edits.begin(), edits.end(), [&](const SessionEdit& each) {
    return edit.kind == Edit::Kind::swap && each.on && same_place(each, edit) &&
           (!each.side || each.side == edit.side);
  });
  if (swapped != edits.end()) {
    if (swapped->side == edit.side) {
      edits.erase(swapped);
    } else {
      swapped->side = 1 - *edit.side;
    }
    return;
  }
  const auto same = std::find_if(edits.begin(), edits.end(), [&](const SessionEdit& each) {
    return same_place(each, edit) && each.side == edit.side;
  });
  const bool last_of_node = same != edits.end() && std::none_of(same + 1, edits.end(), [&](const Edit& each) {
                              return each.path == edit.path;
                            });
  if (last_of_node) {
    // A slider that is dragged changes its edit instead of piling up new ones.
    *same = edit;
    take_places(edits, static_cast<std::size_t>(same - edits.begin()));
    return;
  }
  if (same != edits.end()) edits.erase(same);
  if (edits.size() >= most_edits) return;
  edits.push_back(std::move(edit));
  take_places(edits, edits.size() - 1);
}

void give_to_side(std::vector<SessionEdit>& edits, int index, std::optional<int> side) {
  const auto place = static_cast<std::size_t>(index);
  edits.at(place).side = side;
  take_places(edits, place);
}

}  // namespace headlight
