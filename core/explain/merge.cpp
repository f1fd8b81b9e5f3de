#include "core/explain/merge.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace headlight {
namespace {

bool has_more_than_words(const PieceWords* pieces) {
  return pieces != nullptr && pieces->words.size() < pieces->word_of.size();
}

Groups groups_of(const PieceWords* pieces, int places) {
  return pieces != nullptr && std::ssize(pieces->word_of) == places ? by_word(*pieces) : each_alone(places);
}

// The words; of one without letters, a blank or a line's end, what its piece is called.
std::vector<std::string> labels_of(const Groups& groups, const PieceWords* pieces,
                                   const std::vector<std::string>& labels) {
  if (pieces == nullptr || labels.empty()) return labels;
  std::vector<std::string> words(static_cast<std::size_t>(groups.count));
  for (int group = 0; group < groups.count; ++group) {
    const std::vector<int> places = groups.places(group);
    std::string& word = words[static_cast<std::size_t>(group)];
    // A label can say more than its text: which of two equal special tokens it is.
    word = places.size() == 1 ? labels[static_cast<std::size_t>(places.front())]
                              : pieces->words[static_cast<std::size_t>(group)];
    if (word.empty()) word = labels[static_cast<std::size_t>(places.front())];
  }
  return words;
}

std::optional<int> group_of(const Groups& groups, const std::optional<int>& place) {
  if (!place || *place < 0 || *place >= std::ssize(groups.of)) return std::nullopt;
  return groups.of[static_cast<std::size_t>(*place)];
}

// Whether every row of a square map is masked behind itself.
bool looks_back_only(const Heatmap& map) {
  if (map.rows != map.columns || map.rows < 2 || map.states.empty()) return false;
  for (int row = 0; row + 1 < map.rows; ++row) {
    if (map.state(row, row + 1) != CellState::masked) return false;
  }
  return true;
}

}  // namespace

std::vector<int> Groups::places(int group) const {
  std::vector<int> found;
  for (std::size_t place = 0; place < of.size(); ++place) {
    if (of[place] == group) found.push_back(static_cast<int>(place));
  }
  return found;
}

Groups each_alone(int places) {
  Groups groups{std::vector<int>(static_cast<std::size_t>(places)), places};
  std::iota(groups.of.begin(), groups.of.end(), 0);
  return groups;
}

Groups one_group(int places, const std::vector<int>& together) {
  Groups groups{std::vector<int>(static_cast<std::size_t>(places), Groups::none), 1};
  for (const int place : together) {
    if (place < 0 || place >= places)
      throw std::invalid_argument("place " + std::to_string(place) + " is not one of " +
                                  std::to_string(places));
    groups.of[static_cast<std::size_t>(place)] = 0;
  }
  return groups;
}

Groups by_word(const PieceWords& pieces) { return {pieces.word_of, static_cast<int>(pieces.words.size())}; }

Matrix merged(ConstView weights, const Groups& rows, const Groups& columns) {
  const Shape shape = weights.shape;
  if (std::ssize(rows.of) != shape.rows || std::ssize(columns.of) != shape.cols)
    throw std::invalid_argument("weights of " + std::to_string(shape.rows) + " × " +
                                std::to_string(shape.cols) + " cannot be merged by groups of " +
                                std::to_string(rows.of.size()) + " × " + std::to_string(columns.of.size()));
  Matrix sums = Matrix::Zero(rows.count, columns.count);
  std::vector<int> queries(static_cast<std::size_t>(rows.count), 0);
  for (int row = 0; row < shape.rows; ++row) {
    const int query = rows.of[static_cast<std::size_t>(row)];
    if (query == Groups::none) continue;
    ++queries[static_cast<std::size_t>(query)];
    for (int column = 0; column < shape.cols; ++column) {
      const int key = columns.of[static_cast<std::size_t>(column)];
      if (key != Groups::none) sums(query, key) += weights(row, column);
    }
  }
  for (int query = 0; query < rows.count; ++query)
    sums.row(query) /= static_cast<float>(std::max(1, queries[static_cast<std::size_t>(query)]));
  return sums;
}

bool has_pieces_to_merge(const Heatmap& map) {
  return map.format == NumberFormat::weight &&
         (has_more_than_words(map.row_pieces.get()) || has_more_than_words(map.column_pieces.get()));
}

Groups row_words(const Heatmap& map) { return groups_of(map.row_pieces.get(), map.rows); }
Groups column_words(const Heatmap& map) { return groups_of(map.column_pieces.get(), map.columns); }

Heatmap by_words(const Heatmap& map) {
  if (!has_pieces_to_merge(map)) return map;
  const Groups rows = row_words(map), columns = column_words(map);
  const Matrix sums = merged({map.values.data(), {map.rows, map.columns}}, rows, columns);
  Heatmap words = map;
  words.rows = rows.count;
  words.columns = columns.count;
  words.values.assign(sums.data(), sums.data() + sums.size());
  words.row_labels = labels_of(rows, map.row_pieces.get(), map.row_labels);
  words.column_labels = labels_of(columns, map.column_pieces.get(), map.column_labels);
  if (has_more_than_words(map.row_pieces.get())) words.row_axis += " word";
  if (has_more_than_words(map.column_pieces.get())) words.column_axis += " word";
  words.row_pieces = words.column_pieces = nullptr;
  words.states.assign(words.values.size(), CellState::masked);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(row, column) == CellState::masked) continue;
      const int query = rows.of[static_cast<std::size_t>(row)],
                key = columns.of[static_cast<std::size_t>(column)];
      words.states[static_cast<std::size_t>(query * columns.count + key)] = map.state(row, column);
    }
  }
  words.focus_row = group_of(rows, map.focus_row);
  words.focus_column = group_of(columns, map.focus_column);
  words.left_out = group_of(columns, map.left_out);
  words.marks.clear();
  for (const Mark& mark : map.marks)
    words.marks.push_back({*group_of(rows, mark.row), *group_of(columns, mark.column), mark.role});
  return words;
}

std::optional<int> row_in_words(const Heatmap& map, int row) {
  return group_of(has_pieces_to_merge(map) ? row_words(map) : each_alone(map.rows), row);
}

std::string merging_in_words(const Heatmap& map) {
  if (!has_pieces_to_merge(map)) return "";
  std::string said = "pieces of a word together: weights summed over keys";
  if (has_more_than_words(map.row_pieces.get())) said += ", mean over queries";
  if (looks_back_only(map)) said += "; each piece looks only at itself and what stands before it";
  return said;
}

std::string words_note(const Heatmap& map) {
  const PieceWords* const rows = map.row_pieces.get();
  const PieceWords* const columns = map.column_pieces.get();
  if (map.format == NumberFormat::weight || rows == nullptr || columns == nullptr)
    return merging_in_words(map);
  return has_more_than_words(rows) || has_more_than_words(columns)
             ? "these are no weights: pieces of words stay apart"
             : "";
}

}  // namespace headlight
