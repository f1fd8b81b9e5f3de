#include "core/explain/view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "core/explain/aggregate.h"
#include "core/explain/matrix_formulas.h"
#include "core/tape/ops/ops.h"
#include "core/text/word_pairs.h"

namespace headlight {
namespace {

bool is_token_axis(Axis axis) { return info(axis).kind == AxisKind::tokens; }

NumberFormat format_of(const Trace& trace, int id) {
  const Node& node = trace.tape().node(id);
  const bool between_tokens = is_token_axis(node.label.rows) && is_token_axis(node.label.cols);
  if (is_distribution(trace, id)) return between_tokens ? NumberFormat::weight : NumberFormat::probability;
  return between_tokens ? NumberFormat::score : NumberFormat::value;
}

std::string_view scale_label(NumberFormat format) {
  switch (format) {
    case NumberFormat::weight:
      return "weight";
    case NumberFormat::probability:
      return "probability";
    case NumberFormat::score:
      return "score";
    case NumberFormat::value:
      break;
  }
  return "value";
}

RichText title_of(const Trace& trace, int id) {
  const std::string& path = trace.label(id).path;
  if (site_of(path) == nullptr) return path;
  std::vector<TextRun> runs{{place_of(path).part, Role::ink, true}, {" · ", Role::text_2}};
  const RichText equation = in_one_line(equation_of(trace, id), Role::text_2);
  runs.insert(runs.end(), equation.runs.begin(), equation.runs.end());
  return runs;
}

void mark_masked(Heatmap& map, ConstView values) {
  constexpr float hidden = -std::numeric_limits<float>::infinity();
  for (std::size_t at = 0; at < map.values.size(); ++at) {
    // Where a whole row is masked, its weights are no numbers: that is not hidden.
    if (values.data[at] == hidden && !std::isnan(map.values[at])) map.states[at] = CellState::masked;
  }
}

}  // namespace

bool is_distribution(const Trace& trace, int id) {
  const Node& node = trace.tape().node(id);
  if (const auto& given = trace.anatomy().given; given && is_of_head(node.label.path, SiteId::weights))
    return given->are_shares();
  if (node.op == stack()) return is_distribution(trace, node.inputs.front());
  return node.op == softmax() || (trace.anatomy().separate_labels && node.label.path == "probabilities");
}

Scale scale_of(const GivenWeights& given) {
  if (given.are_shares()) return {Ramp::sequential, 0, 1, "weight", {}, {}};
  if (given.low >= 0) return {Ramp::sequential, 0, given.high, "value", {}, {}};
  return symmetric_scale(std::array{given.low, given.high}, "value");
}

Heatmap view_of(const Trace& trace, std::string_view path) {
  return view_of_rows(trace, path, 0, trace.tape().node(trace.at(path)).shape.rows);
}

Heatmap view_of_rows(const Trace& trace, std::string_view path, int first, int count) {
  const int id = trace.at(path);
  const Node& node = trace.tape().node(id);
  const Reading reading = trace.rows(id, first, count);
  const Shape shape = reading.shape();

  Heatmap map;
  map.title = title_of(trace, id);
  map.path = path;
  map.rows = shape.rows;
  map.columns = shape.cols;
  map.values.assign(reading.view().data, reading.view().data + shape.size());
  map.states.assign(map.values.size(), CellState::value);
  map.row_labels.reserve(static_cast<std::size_t>(count));
  for (int row = first; row < first + count; ++row)
    map.row_labels.push_back(trace.label(node.label.rows, row));
  map.column_labels = trace.labels(node.label.cols, shape.cols);
  if (first == 0 && count == node.shape.rows) map.row_pieces = trace.pieces(node.label.rows);
  map.column_pieces = trace.pieces(node.label.cols);
  // The rows and columns of most learned matrices stand for nothing that has a name.
  const auto name_of = [&](Axis axis, const char* plain) {
    const bool unnamed = node.kind == Node::Kind::parameter && info(axis).kind == AxisKind::single;
    return unnamed ? plain : std::string(info(axis).label);
  };
  map.row_axis = name_of(node.label.rows, "row");
  map.column_axis = name_of(node.label.cols, "column");
  map.format = format_of(trace, id);

  mark_masked(map, reading.view());
  if (const auto& given = trace.anatomy().given) {
    map.mask = given->mask;
    for (std::size_t at = 0; map.mask && at < map.values.size(); ++at) {
      if (map.values[at] == *map.mask) map.states[at] = CellState::masked;
    }
    // Rows that the file does not have.
    const int absent = std::clamp(given->first_row - first, 0, count);
    std::fill_n(map.states.begin(), std::ptrdiff_t{absent} * map.columns, CellState::absent);
    map.absent_means = "not in the file";
  }
  if (is_distribution(trace, id)) {
    // A masked cell's weight is a plain 0: what went into the softmax tells it from a small one.
    if (node.op == softmax()) mark_masked(map, trace.rows(node.inputs[0], first, count).view());
    map.scale = {Ramp::sequential, 0, 1, std::string(scale_label(map.format)), {}, {}};
  } else if (const auto& given = trace.anatomy().given) {
    map.scale = scale_of(*given);
    map.format = map.scale.high < 10 ? NumberFormat::value : NumberFormat::score;
  } else {
    map.scale = symmetric_scale(map.values, std::string(scale_label(map.format)));
    // Of small scores one decimal would leave nothing.
    if (map.format == NumberFormat::score && map.scale.high < 1) map.format = NumberFormat::value;
  }
  return map;
}

std::vector<int> largest_columns(std::span<const Heatmap> maps, int most) {
  const int count = maps.front().columns;
  std::vector<std::vector<int>> orders;  // of each row, its columns from the largest down
  for (const Heatmap& map : maps) {
    for (int row = 0; row < map.rows; ++row) {
      std::vector<int>& order = orders.emplace_back(count);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(),
                       [&](int a, int b) { return map.value(row, a) > map.value(row, b); });
    }
  }
  std::set<int> chosen;
  for (int rank = 0; rank < count; ++rank) {
    for (const std::vector<int>& order : orders) {
      if (rank == 0 || static_cast<int>(chosen.size()) < most) chosen.insert(order[rank]);
    }
  }
  return {chosen.begin(), chosen.end()};
}

Heatmap with_columns(const Heatmap& map, std::span<const int> columns) {
  Heatmap narrow = map;
  narrow.columns = static_cast<int>(columns.size());
  narrow.values.clear();
  narrow.states.clear();
  narrow.column_labels.clear();
  narrow.column_pieces = nullptr;
  narrow.focus_column.reset();
  narrow.marks.clear();
  for (const int column : columns) narrow.column_labels.push_back(map.column_label(column));
  for (int row = 0; row < map.rows; ++row) {
    for (const int column : columns) {
      narrow.values.push_back(map.value(row, column));
      narrow.states.push_back(map.state(row, column));
    }
  }
  return narrow;
}

Heatmap with_rows(const Heatmap& map, std::span<const int> rows) {
  Heatmap cut = map;
  cut.rows = static_cast<int>(rows.size());
  cut.values.clear();
  cut.states.clear();
  cut.row_labels.clear();
  cut.row_pieces = nullptr;
  cut.focus_row.reset();
  cut.marks.clear();
  for (const int row : rows) {
    cut.row_labels.push_back(map.row_label(row));
    for (int column = 0; column < map.columns; ++column) {
      cut.values.push_back(map.value(row, column));
      cut.states.push_back(map.state(row, column));
    }
  }
  return cut;
}

std::vector<AlignedWord> align(std::span<const std::string> first, std::span<const std::string> second,
                               const PieceWords* first_pieces, const PieceWords* second_pieces) {
  std::vector<AlignedWord> words;
  for (const auto& [here, there] : pairs_of(first, first_pieces, second, second_pieces)) {
    words.push_back({here, there,
                     !there  ? first[*here]
                     : !here ? second[*there]
                             : joint_label(first[*here], second[*there])});
  }
  return words;
}

namespace {

// What was typed, in words also where tokens are pieces.
const std::vector<std::string>& typed_words(const Trace& trace) {
  const Trace::Words& words = trace.words();
  const auto& pieces = trace.anatomy().typed() == Stream::source ? words.source_pieces : words.target_pieces;
  return pieces == nullptr ? trace.typed() : pieces->words;
}

}  // namespace

ComparisonNames names_of(std::span<const std::string> first, std::span<const std::string> second) {
  ComparisonNames plain{"first", "second", ""};
  const std::vector<AlignedWord> words = align(first, second);
  const auto differs = [&](const AlignedWord& word) {
    return !word.first || !word.second || first[*word.first] != second[*word.second];
  };
  if (std::count_if(words.begin(), words.end(), differs) != 1) return plain;
  const auto found = std::find_if(words.begin(), words.end(), differs);
  if (!found->first || !found->second) return plain;
  return {first[*found->first], second[*found->second], found == words.begin() ? "" : "… "};
}

namespace {

// Two files of weights by their own names.
ComparisonNames names_of_both(const Trace& first, const Trace& second) {
  const auto &one = first.anatomy().given, &other = second.anatomy().given;
  if (one && other && one->file != other->file) return {one->file, other->file, ""};
  return names_of(typed_words(first), typed_words(second));
}

}  // namespace

TraceAlignment alignment_of(const Trace& first, const Trace& second) {
  const Trace::Words &one = first.words(), &other = second.words();
  const auto crossing = [](const Trace& trace) {
    return trace.labels(Axis::cross_query, static_cast<int>(trace.words().target.size()));
  };
  return {align(one.source, other.source, one.source_pieces.get(), other.source_pieces.get()),
          align(one.target, other.target, one.target_pieces.get(), other.target_pieces.get()),
          align(one.next, other.next),
          align(crossing(first), crossing(second)),
          align(written_words(first), written_words(second)),
          names_of_both(first, second)};
}

std::optional<int> TraceAlignment::counterpart(Axis axis, int from, int place) const {
  for (const AlignedWord& word : axis == Axis::cross_query ? crossing : of(info(axis).stream)) {
    if ((from == 0 ? word.first : word.second) == place) return from == 0 ? word.second : word.first;
  }
  return std::nullopt;
}

ComparedFigure comparison_of(const Trace& first, const Trace& second, std::string_view path, bool words) {
  Heatmap one = view_of(first, path);
  Heatmap other = view_of(second, path);
  // By words both or none, so that what is paired is of one kind.
  if (words && (has_pieces_to_merge(one) || has_pieces_to_merge(other))) {
    one = by_words(one);
    other = by_words(other);
  }
  const RichText title = one.title;
  // The panels are named by the words that differ; what they show stands above all three.
  one.title = {};
  other.title = {};
  ComparedFigure figure = compare(one, other, names_of_both(first, second));
  figure.title = title;
  return figure;
}

Heatmap difference_of(const Trace& first, const Trace& second, std::string_view path) {
  return comparison_of(first, second, path).panels.back();
}

}  // namespace headlight
