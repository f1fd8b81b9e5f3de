#include "app/session/edits.h"

#include <algorithm>
#include <cmath>

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

bool same_place(const Edit& a, const Edit& b) {
  if (a.path != b.path || a.kind != b.kind || a.row != b.row) return false;
  if (a.kind != Edit::Kind::swap) return a.col == b.col;
  return (a.col == b.col && a.other == b.other) || (a.col == b.other && b.col == a.other);
}

void add_edit(std::vector<SessionEdit>& edits, Edit edit, const Trace* trace) {
  if (edit.path.empty() || (needs_values(edit.kind) && edit.values.empty())) return;
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
  const auto same =
      std::find_if(edits.begin(), edits.end(), [&](const Edit& each) { return same_place(each, edit); });
  // Swapping twice is no edit at all.
  if (same != edits.end() && edit.kind == Edit::Kind::swap && same->on) {
    edits.erase(same);
    return;
  }
  const bool last_of_node = same != edits.end() && std::none_of(same + 1, edits.end(), [&](const Edit& each) {
                              return each.path == edit.path;
                            });
  if (last_of_node) {
    // A slider that is dragged changes its edit instead of piling up new ones.
    *same = edit;
  } else {
    if (same != edits.end()) edits.erase(same);
    if (edits.size() >= most_edits) return;
    edits.emplace_back(edit);
  }
  std::erase_if(edits, [&](const Edit& each) { return !same_place(each, edit) && covers(edit, each); });
}

}  // namespace headlight
