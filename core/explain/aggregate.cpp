#include "core/explain/aggregate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>

#include "core/figure/numbers.h"
#include "core/text/say.h"

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
    std::string& word = words[group];
    // A label can say more than its text: which of two equal special tokens it is.
    word = places.size() == 1 ? labels[places.front()] : pieces->words[group];
    if (word.empty()) word = labels[places.front()];
  }
  return words;
}

std::optional<int> group_of(const Groups& groups, const std::optional<int>& place) {
  if (!place || *place < 0 || *place >= std::ssize(groups.of)) return std::nullopt;
  return groups.of[*place];
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
    groups.of[place] = 0;
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
    const int query = rows.of[row];
    if (query == Groups::none) continue;
    ++queries[query];
    for (int column = 0; column < shape.cols; ++column) {
      const int key = columns.of[column];
      if (key != Groups::none) sums(query, key) += weights(row, column);
    }
  }
  for (int query = 0; query < rows.count; ++query)
    sums.row(query) /= static_cast<float>(std::max(1, queries[query]));
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
  for (const auto& [pieces, axis] : {std::pair(map.row_pieces.get(), &words.row_axis),
                                     std::pair(map.column_pieces.get(), &words.column_axis)})
    if (has_more_than_words(pieces)) *axis = say("{axis} word", {{"axis", *axis}});
  words.row_pieces = words.column_pieces = nullptr;
  words.states.assign(words.values.size(), CellState::masked);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(row, column) == CellState::masked) continue;
      const int query = rows.of[row], key = columns.of[column];
      words.states[query * columns.count + key] = map.state(row, column);
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
  const bool queries = has_more_than_words(map.row_pieces.get());
  if (looks_back_only(map))
    return queries ? say("the pieces of each word together: weights added up over keys, mean over queries; "
                         "each piece looks only at itself and the pieces before it")
                   : say("the pieces of each word together: weights added up over keys; each piece looks "
                         "only at itself and the pieces before it");
  return queries ? say("the pieces of each word together: weights added up over keys, mean over queries")
                 : say("the pieces of each word together: weights added up over keys");
}

std::string words_note(const Heatmap& map) {
  const PieceWords* const rows = map.row_pieces.get();
  const PieceWords* const columns = map.column_pieces.get();
  if (map.format == NumberFormat::weight || rows == nullptr || columns == nullptr)
    return merging_in_words(map);
  return has_more_than_words(rows) || has_more_than_words(columns)
             ? "these are not weights, so the pieces of words stay apart"
             : "";
}

namespace {

Groups grouped(int places, const std::vector<int>& chosen) {
  return chosen.empty() ? each_alone(places) : one_group(places, chosen);
}

// Numbers and what they come to, with the fewest decimals that let it come out as it is written.
struct WrittenSum {
  std::vector<std::string> parts;
  std::string total;
  std::string equals = " = ";
};

// `count`: what the sum is divided by.
WrittenSum written(const std::vector<float>& parts, float total, int count) {
  constexpr int fewest = 2, most = 4;
  const auto write = [&](int decimals) {
    WrittenSum sum;
    for (const float part : parts) sum.parts.push_back(fixed_text(part, decimals));
    sum.total = fixed_text(total, decimals);
    return sum;
  };
  for (int decimals = fewest; decimals <= most; ++decimals) {
    const double unit = std::pow(10.0, decimals);
    const auto rounded = [&](float value) { return std::llround(static_cast<double>(value) * unit); };
    std::int64_t sum = 0;
    bool hidden = false;
    for (const float part : parts) {
      if (!std::isfinite(part)) return write(fewest);
      sum += rounded(part);
      hidden = hidden || (part != 0 && rounded(part) == 0);
    }
    const bool right = std::llround(static_cast<double>(sum) / static_cast<double>(count)) == rounded(total);
    if (right && (!hidden || decimals == most)) return write(decimals);
  }
  WrittenSum sum = write(fewest);
  sum.equals = " ≈ ";
  return sum;
}

std::string strung(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

// "0.62 = 0.31 + 0.31", "0.40 = (0.62 + 0.18) / 2"; of many parts the number alone.
std::string equation(const std::vector<float>& parts, float total, bool mean) {
  constexpr std::size_t most = 6;
  if (parts.size() < 2 || parts.size() > most) return weight_alone(total);
  const int count = mean ? static_cast<int>(parts.size()) : 1;
  const WrittenSum sum = written(parts, total, count);
  const std::string added = strung(sum.parts, " + ");
  return sum.total + sum.equals + (mean ? "(" + added + ") / " + std::to_string(count) : added);
}

std::string how(const ChosenWords& chosen) {
  const std::string said = joined({chosen.keys.size() > 1 ? say("sum over keys") : "",
                                   chosen.queries.size() > 1 ? say("mean over queries") : ""});
  return said.empty() ? "" : " (" + said + ")";
}

// The heaviest of a row or a column of numbers, at most three that can be seen.
std::vector<int> heaviest(std::span<const float> numbers) {
  constexpr std::size_t most = 3;
  constexpr float least = 0.01F;
  std::vector<int> places;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isfinite(numbers[i]) && numbers[i] >= least) places.push_back(static_cast<int>(i));
  }
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return numbers[a] > numbers[b]; });
  places.resize(std::min(places.size(), most));
  return places;
}

std::vector<std::string> labels_of_rows(const Heatmap& map) {
  std::vector<std::string> labels;
  for (int row = 0; row < map.rows; ++row) labels.push_back(map.row_label(row));
  return labels;
}
std::vector<std::string> labels_of_columns(const Heatmap& map) {
  std::vector<std::string> labels;
  for (int column = 0; column < map.columns; ++column) labels.push_back(map.column_label(column));
  return labels;
}

// The weights of one query for the chosen keys; in a map without chosen keys none.
std::vector<float> summands(const Heatmap& map, int query, const std::vector<int>& keys) {
  std::vector<float> parts;
  for (const int key : keys) parts.push_back(map.value(query, key));
  return parts;
}

}  // namespace

Matrix together(const Heatmap& map, const ChosenWords& chosen) {
  return merged({map.values.data(), {map.rows, map.columns}}, grouped(map.rows, chosen.queries),
                grouped(map.columns, chosen.keys));
}

std::string quoted_words(const std::vector<std::string>& labels, const std::vector<int>& places) {
  constexpr std::size_t most = 4;
  std::vector<std::string> quoted;
  int last = -2;
  for (const int place : places) {
    const std::string& label = labels[place];
    if (place == last + 1) {
      quoted.back() += " " + label;
    } else {
      quoted.push_back(label);
    }
    last = place;
  }
  for (std::string& words : quoted) words = "“" + words + "”";
  if (quoted.size() <= most) return with_and(quoted);
  const std::size_t shown = most - 1;
  return say("{words} and {n} more", {{"words", strung({quoted.begin(), quoted.begin() + shown}, ", ")},
                                      {"n", count_text(quoted.size() - shown)}});
}

std::string together_in_words(const Heatmap& map, const ChosenWords& chosen) {
  if (!chosen.several()) return "";
  if (map.format != NumberFormat::weight) return say("these are not weights, so they are not added up");
  const auto& [queries, keys] = chosen;
  const Matrix sums = together(map, chosen);
  if (!queries.empty() && !keys.empty()) {
    std::vector<float> parts = summands(map, queries.front(), keys);
    if (queries.size() > 1) {
      const Matrix rows = together(map, {{}, keys});
      parts.clear();
      for (const int query : queries) parts.push_back(rows(query, 0));
    }
    return say(several(std::ssize(queries), "{words} looks at {others}: {sum}",
                       "{words} look at {others}: {sum}"),
               {{"words", quoted_words(labels_of_rows(map), queries)},
                {"others", quoted_words(labels_of_columns(map), keys)},
                {"sum", equation(parts, sums(0, 0), queries.size() > 1)}}) +
           how(chosen);
  }
  const bool rows = keys.empty();
  const std::vector<float> numbers(sums.data(), sums.data() + sums.size());
  std::vector<std::string> said;
  for (const int place : heaviest(numbers)) {
    const std::string number = weight_alone(numbers[place]);
    said.push_back(rows
                       ? number + " “" + map.column_label(place) + "”"
                       : say("{weight} from “{word}”", {{"weight", number}, {"word", map.row_label(place)}}));
  }
  const std::string words =
      rows ? quoted_words(labels_of_rows(map), queries) : quoted_words(labels_of_columns(map), keys);
  return words + how(chosen) + ": " + (said.empty() ? say("less than .01 each") : strung(said, ", "));
}

}  // namespace headlight
