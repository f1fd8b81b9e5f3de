#include "app/panels/described/map_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <numeric>

#include "app/panels/common/step_names.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

bool holds_number(const Heatmap& map, int row, int column) {
  return map.state(row, column) == CellState::value && !map.is_error(row, column);
}

std::string number_said(const Heatmap& map, float value) {
  return value == 0 ? "0" : number_alone(value, map.format);
}

bool is_cell_of_picture(const std::string& label) {
  const std::size_t column = label.find('c');
  return label.size() > 3 && label.front() == 'r' && column != std::string::npos && column > 1 &&
         label.find_first_not_of("0123456789", 1) == column &&
         label.find_first_not_of("0123456789", column + 1) == std::string::npos;
}

std::string label_said(const std::string& axis, const std::vector<std::string>& labels, int place) {
  const std::string label =
      place < static_cast<int>(labels.size()) ? labels[static_cast<std::size_t>(place)] : "";
  if (label.empty()) return say("number {n}", {{"n", from_one(place)}});
  if (is_cell_of_picture(label)) return cell_said(label);
  const std::string name = name_along(axis, label);
  if (name.find_first_not_of("0123456789") == std::string::npos) return say("number {n}", {{"n", name}});
  return std::count(labels.begin(), labels.end(), label) > 1
             ? say("“{word}”, number {n}", {{"word", name}, {"n", from_one(place)}})
             : say("“{word}”", {{"word", name}});
}

// What is found in the drawn part of a map.
struct Extremes {
  CellAt largest{-1, -1}, smallest{-1, -1};
  int numbers = 0, masked = 0, errors = 0;
  int as_large = 0;  // cells whose number is written as the largest is
};

Extremes extremes_of(const Heatmap& map, const DrawnPart& part) {
  Extremes found;
  const auto of = [&](CellAt at) { return map.value(at.row, at.column); };
  const auto each = [&](const auto& look) {
    for (int row = part.row; row < std::min(part.row + part.rows, map.rows); ++row)
      for (int column = part.column; column < std::min(part.column + part.columns, map.columns); ++column)
        look(CellAt{row, column});
  };
  each([&](CellAt at) {
    if (map.is_error(at.row, at.column)) return void(++found.errors);
    if (map.state(at.row, at.column) == CellState::masked) return void(++found.masked);
    if (map.state(at.row, at.column) != CellState::value) return;
    ++found.numbers;
    if (found.largest.row < 0 || of(at) > of(found.largest)) found.largest = at;
    if (found.smallest.row < 0 || of(at) < of(found.smallest)) found.smallest = at;
  });
  if (found.numbers == 0) return found;
  constexpr float hardly_less = 0.98F;
  const float most = of(found.largest);
  const std::string written = number_said(map, most);
  each([&](CellAt at) {
    if (!holds_number(map, at.row, at.column) || of(at) < std::min(most * hardly_less, most)) return;
    if (of(at) == most || number_said(map, of(at)) == written) ++found.as_large;
  });
  return found;
}

// "in the row of “it”, at “animal”"; of a single row or column what tells its numbers apart.
std::string place_said(const Heatmap& map, CellAt at) {
  if (map.columns == 1) return say("in the row of {row}", {{"row", row_said(map, at.row)}});
  if (map.rows == 1) return say("at {column}", {{"column", column_said(map, at.column)}});
  return say("in the row of {row}, at {column}",
             {{"row", row_said(map, at.row)}, {"column", column_said(map, at.column)}});
}

std::string largest_said(const Heatmap& map, const Extremes& found) {
  const std::string value = number_said(map, map.value(found.largest.row, found.largest.column));
  const std::string place = place_said(map, found.largest);
  if (found.as_large == 1)
    return say("Its largest number is {value}, {place}.", {{"value", value}, {"place", place}});
  return say("Its largest number is {value}. It stands there {n} times, first {place}.",
             {{"value", value}, {"n", count_text(found.as_large)}, {"place", place}});
}

std::string row_sentence(const Heatmap& map, int row) {
  constexpr std::size_t most = 3;
  const std::vector<int> largest = largest_of_row(map, row, most);
  if (largest.empty() || map.columns < 2) return "";
  std::vector<std::string> each;
  for (const int column : largest)
    each.push_back(say("{value} at {column}", {{"value", number_said(map, map.value(row, column))},
                                               {"column", column_said(map, column)}}));
  return say("In the row of {row} the largest are {numbers}.",
             {{"row", row_said(map, row)}, {"numbers", with_and(each)}});
}

std::string size_sentence(const Heatmap& map) {
  const std::string rows = count_text(map.rows), columns = count_text(map.columns);
  if (map.rows == 1 && map.columns == 1) return say("One number.");
  if (map.rows == 1) return say("One row of {columns} numbers.", {{"columns", columns}});
  if (map.columns == 1) return say("One column of {rows} numbers.", {{"rows", rows}});
  return say("A table of {rows} rows and {columns} columns.", {{"rows", rows}, {"columns", columns}});
}

}  // namespace

std::string row_said(const Heatmap& map, int row) { return label_said(map.row_axis, map.row_labels, row); }
std::string column_said(const Heatmap& map, int column) {
  return label_said(map.column_axis, map.column_labels, column);
}

std::vector<int> largest_of_row(const Heatmap& map, int row, std::size_t most) {
  std::vector<int> columns;
  for (int column = 0; column < map.columns; ++column)
    if (holds_number(map, row, column)) columns.push_back(column);
  const auto end = columns.begin() + static_cast<std::ptrdiff_t>(std::min(most, columns.size()));
  std::partial_sort(columns.begin(), end, columns.end(), [&](int a, int b) {
    const float one = map.value(row, a), other = map.value(row, b);
    return one > other || (one == other && a < b);
  });
  columns.erase(end, columns.end());
  return columns;
}

std::vector<std::string> sentences_of(const Heatmap& map, const DrawnPart& part,
                                      std::optional<int> chosen_row) {
  const Extremes found = extremes_of(map, part);
  std::vector<std::string> sentences{size_sentence(map)};
  if (found.numbers > 0) {
    const float most = map.value(found.largest.row, found.largest.column);
    const float least = map.value(found.smallest.row, found.smallest.column);
    if (most == least && found.numbers > 1) {
      sentences.push_back(say("All its numbers are {value}.", {{"value", number_said(map, most)}}));
    } else {
      sentences.push_back(largest_said(map, found));
      if (least < 0)
        sentences.push_back(
            say("Its smallest is {value}, {place}.",
                {{"value", number_said(map, least)}, {"place", place_said(map, found.smallest)}}));
      if (chosen_row && map.rows > 1) sentences.push_back(row_sentence(map, *chosen_row));
    }
  }
  if (found.masked > 0)
    sentences.push_back(say(several(found.masked, "{n} cell is masked: it may not look there.",
                                    "{n} cells are masked: they may not look there."),
                            {{"n", count_text(found.masked)}}));
  if (found.errors > 0)
    sentences.push_back(say(several(found.errors, "{n} cell is not a number.", "{n} cells are not numbers."),
                            {{"n", count_text(found.errors)}}));
  std::erase(sentences, "");
  return sentences;
}

std::string sentence_of(const Heatmap& map, const DrawnPart& part, const std::string& name) {
  const Extremes found = extremes_of(map, part);
  if (found.numbers == 0) return say("{name}: no number.", {{"name", name}});
  const std::string value = number_said(map, map.value(found.largest.row, found.largest.column));
  if (map.value(found.smallest.row, found.smallest.column) ==
          map.value(found.largest.row, found.largest.column) &&
      found.numbers > 1)
    return say("{name}: all its numbers are {value}.", {{"name", name}, {"value", value}});
  return say("{name}: the largest is {value}, {place}.",
             {{"name", name}, {"value", value}, {"place", place_said(map, found.largest)}});
}

namespace {

std::string on_axis(std::string (*says)(double), double value) {
  if (says != nullptr) return says(value);
  const bool thousands = std::fabs(value) >= 1000 && std::fabs(value) < 1e6;
  return thousands ? count_text(std::llround(value)) : significant_text(static_cast<float>(value), 4);
}

std::string curve_sentence(const ToldChart& chart, const ToldCurve& curve) {
  std::vector<Point> points;
  std::copy_if(curve.points.begin(), curve.points.end(), std::back_inserter(points),
               [](Point at) { return std::isfinite(at.x) && std::isfinite(at.y); });
  std::string name = curve.name.empty() ? say("A curve") : curve.name;
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  if (points.empty()) return say("{name}: nothing yet.", {{"name", name}});
  const auto less = [](Point a, Point b) { return a.y < b.y; };
  const Point first = points.front(), last = points.back();
  const Point most = *std::max_element(points.begin(), points.end(), less);
  const Point least = *std::min_element(points.begin(), points.end(), less);
  const auto up = [&](Point at) { return on_axis(chart.says_up, at.y); };
  const auto along = [&](Point at) { return on_axis(chart.says_along, at.x); };
  if (points.size() == 1)
    return say("{name}: {value} at {place}.",
               {{"name", name}, {"value", up(first)}, {"place", along(first)}});
  const std::string ends =
      say("{name} goes from {first} at {begin} to {last} at {end}.", {{"name", name},
                                                                      {"first", up(first)},
                                                                      {"begin", along(first)},
                                                                      {"last", up(last)},
                                                                      {"end", along(last)}});
  const bool most_inside = most.y > std::max(first.y, last.y),
             least_inside = least.y < std::min(first.y, last.y);
  return paragraph(
      {ends,
       most_inside ? say("Its highest is {value} at {place}.", {{"value", up(most)}, {"place", along(most)}})
                   : "",
       least_inside
           ? say("Its lowest is {value} at {place}.", {{"value", up(least)}, {"place", along(least)}})
           : ""});
}

}  // namespace

std::vector<std::string> sentences_of(const ToldChart& chart) {
  std::vector<std::string> sentences;
  if (!chart.up.empty() && !chart.along.empty())
    sentences.push_back(
        say("A chart: up {up}, to the right {along}.", {{"up", chart.up}, {"along", chart.along}}));
  else
    sentences.push_back(chart.up.empty() ? say("A chart.") : say("A chart of {up}.", {{"up", chart.up}}));
  for (const ToldCurve& curve : chart.curves)
    if (!curve.points.empty()) sentences.push_back(curve_sentence(chart, curve));
  return sentences;
}

}  // namespace headlight
