#include "core/models/gathered.h"

#include <limits>
#include <optional>

#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

// What of an edit concerns the rows first .. first + rows of the gathered node, as edits of the node that
// has these rows alone.
void add_part(std::vector<Edit>& parts, const Edit& edit, const Node& source, int first) {
  const int rows = source.shape.rows;
  if (edit.row && (*edit.row < first || *edit.row >= first + rows)) return;
  Edit part = edit;
  part.path = source.label.path;
  if (edit.row) part.row = *edit.row - first;
  if (edit.kind != Edit::Kind::causal) {
    parts.push_back(std::move(part));
    return;
  }
  // Rows are counted in the gathered node.
  part.kind = Edit::Kind::set;
  part.values = {-std::numeric_limits<float>::infinity()};
  for (int row = 0; row < rows; ++row) {
    if (edit.row && *edit.row != first + row) continue;
    for (int col = first + row + 1; col < source.shape.cols; ++col) {
      if (edit.col && *edit.col != col) continue;
      part.row = row;
      part.col = col;
      parts.push_back(part);
    }
  }
}

}  // namespace

std::vector<Edit> at_their_source(const Tape& tape, const std::vector<Edit>& edits) {
  std::vector<Edit> all;
  for (const Edit& edit : edits) {
    const std::optional<int> id = tape.find(edit.path);
    if (!id || tape.node(*id).op != stack()) {
      all.push_back(edit);
      continue;
    }
    int first = 0;
    for (const int input : tape.node(*id).inputs) {
      const Node& source = tape.node(input);
      add_part(all, edit, source, first);
      first += source.shape.rows;
    }
  }
  return all;
}

}  // namespace headlight
