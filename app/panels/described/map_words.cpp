#include "app/panels/described/map_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/panels/common/step_names.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/pictures/scene.h"
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

// What is written as hardly anything is not told.
std::string row_sentence(const Heatmap& map, int row) {
  constexpr std::size_t most = 3;
  const std::vector<int> largest = largest_of_row(map, row, most);
  if (largest.empty() || map.columns < 2) return "";
  std::vector<std::string> each;
  for (const int column : largest) {
    const std::string value = number_said(map, map.value(row, column));
    if (each.empty() || !value.starts_with('<'))
      each.push_back(say("{value} at {column}", {{"value", value}, {"column", column_said(map, column)}}));
  }
  return say(each.size() == 1 ? to_be_said("In the row of {row} the largest is {numbers}.")
                              : to_be_said("In the row of {row} the largest are {numbers}."),
             {{"row", row_said(map, row)}, {"numbers", with_and(each)}});
}

bool is_told_by_row(const Heatmap& map, int row, float most) {
  const std::vector<int> largest =
      map.columns > 1 && map.rows > 1 ? largest_of_row(map, row, 1) : std::vector<int>();
  return !largest.empty() && number_said(map, map.value(row, largest.front())) == number_said(map, most);
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
      // Where the largest of all is in the chosen row, that is told by the row.
      if (!chosen_row || !is_told_by_row(map, *chosen_row, most))
        sentences.push_back(largest_said(map, found));
      if (-least > most)
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

float largest_number(const Heatmap& map, const DrawnPart& part) {
  const Extremes found = extremes_of(map, part);
  return found.numbers == 0 ? -std::numeric_limits<float>::infinity()
                            : map.value(found.largest.row, found.largest.column);
}

std::string largest_of(const Heatmap& map, const DrawnPart& part) {
  const float most = largest_number(map, part);
  return std::isinf(most) ? "" : number_said(map, most);
}

std::string sentence_of(const Heatmap& map, const DrawnPart& part, const std::string& name) {
  const Extremes found = extremes_of(map, part);
  if (found.numbers == 0) return say("{name}: no number.", {{"name", name}});
  std::string size = size_sentence(map);
  size.pop_back();
  size[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(size[0])));
  const std::string value = number_said(map, map.value(found.largest.row, found.largest.column));
  if (map.value(found.smallest.row, found.smallest.column) ==
          map.value(found.largest.row, found.largest.column) &&
      found.numbers > 1)
    return say("{name}, {size}: all its numbers are {value}.",
               {{"name", name}, {"size", size}, {"value", value}});
  return say("{name}, {size}: the largest is {value}, {place}.",
             {{"name", name}, {"size", size}, {"value", value}, {"place", place_said(map, found.largest)}});
}

namespace {

std::string on_axis(std::string (*says)(double), double value) {
  if (says != nullptr) return says(value);
  const bool thousands = std::fabs(value) >= 1000 && std::fabs(value) < 1e6;
  return thousands ? count_text(std::llround(value)) : significant_text(static_cast<float>(value), 3);
}

// From where to where its curves go.
std::array<double, 2> span_of_chart(const ToldChart& chart) {
  std::array<double, 2> reach{std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()};
  for (const ToldCurve& curve : chart.curves)
    for (const Point& at : curve.points)
      if (std::isfinite(at.x)) reach = {std::min(reach[0], at.x), std::max(reach[1], at.x)};
  return reach;
}

bool is_finite(Point at) { return std::isfinite(at.x) && std::isfinite(at.y); }

// The longest two and the last: what has no length is not seen.
std::string bars_sentence(const ToldChart& chart, const ToldCurve& bars) {
  std::vector<Point> points;
  std::copy_if(bars.points.begin(), bars.points.end(), std::back_inserter(points),
               [](Point at) { return is_finite(at) && at.y != 0; });
  if (points.empty()) return "";
  const Point last = points.back();
  const std::string count =
      say(several(std::ssize(points), "{n} bar", "{n} bars"), {{"n", count_text(std::ssize(points))}});
  std::stable_sort(points.begin(), points.end(), [](Point a, Point b) { return a.y > b.y; });
  const auto one = [&](Point at) {
    return say("{value} at {place}",
               {{"value", on_axis(chart.says_up, at.y)}, {"place", on_axis(chart.says_along, at.x)}});
  };
  std::vector<std::string> longest{one(points[0])};
  if (points.size() > 1) longest.push_back(one(points[1]));
  const bool ends = points.size() > 2 && last.x != points[0].x && last.x != points[1].x;
  return paragraph({say("{bars}: the longest {longest}.", {{"bars", count}, {"longest", with_and(longest)}}),
                    ends ? say("The last is {bar}.", {{"bar", one(last)}}) : ""});
}

// Of all dots the highest and the one farthest to the right; and one that is marked by itself.
std::string dots_sentence(const ToldChart& chart) {
  struct Dot {
    Point at;
    std::string name;
    bool alone;
  };
  std::vector<Dot> dots;
  for (const ToldCurve& curve : chart.curves)
    for (std::size_t i = 0; curve.kind == ToldCurve::Kind::dots && i < curve.points.size(); ++i)
      if (is_finite(curve.points[i]))
        dots.push_back({curve.points[i],
                        i < curve.labels.size() && curve.name.empty() ? curve.labels[i] : curve.name,
                        curve.points.size() == 1 && !curve.labels.empty()});
  if (dots.empty()) return "";
  const auto one = [&](const Dot& dot) {
    const NamedValue along{"along", on_axis(chart.says_along, dot.at.x)},
        up{"up", on_axis(chart.says_up, dot.at.y)};
    return dot.name.empty() ? say("{along} along and {up} up", {along, up})
                            : say("{name}, {along} along and {up} up", {{"name", dot.name}, along, up});
  };
  if (dots.size() == 1)
    return say("{name}: {value} at {place}.",
               {{"name", dots[0].name.empty() ? say("One dot") : with_capital(dots[0].name)},
                {"value", on_axis(chart.says_up, dots[0].at.y)},
                {"place", on_axis(chart.says_along, dots[0].at.x)}});
  const auto farthest = [&](double Point::*way) {
    return std::max_element(dots.begin(), dots.end(),
                            [&](const Dot& a, const Dot& b) { return a.at.*way < b.at.*way; });
  };
  const auto highest = farthest(&Point::y), right = farthest(&Point::x);
  const auto marked = std::find_if(dots.begin(), dots.end(), [](const Dot& dot) { return dot.alone; });
  const bool apart = marked != dots.end() && marked != highest && marked != right;
  return paragraph(
      {say("{n} dots. The highest is {dot}.", {{"n", count_text(std::ssize(dots))}, {"dot", one(*highest)}}),
       right == highest ? "" : say("Farthest to the right is {dot}.", {{"dot", one(*right)}}),
       apart ? say("Marked is {dot}.", {{"dot", one(*marked)}}) : ""});
}

std::string curve_sentence(const ToldChart& chart, const ToldCurve& curve) {
  std::vector<Point> points;
  std::copy_if(curve.points.begin(), curve.points.end(), std::back_inserter(points), is_finite);
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
  const bool whole = span_of_chart(chart) == std::array{first.x, last.x};
  const std::string ends = say(whole ? to_be_said("{name} goes from {first} to {last}.")
                                     : to_be_said("{name} goes from {first} at {begin} to {last} at {end}."),
                               {{"name", name},
                                {"first", up(first)},
                                {"begin", along(first)},
                                {"last", up(last)},
                                {"end", along(last)}});
  // What is hardly higher or lower than at the ends is not worth a sentence.
  const double worth = 0.05 * (most.y - least.y);
  const bool most_inside = most.y > std::max(first.y, last.y) + worth,
             least_inside = least.y < std::min(first.y, last.y) - worth;
  return paragraph(
      {ends,
       most_inside ? say("Its highest is {value} at {place}.", {{"value", up(most)}, {"place", along(most)}})
                   : "",
       least_inside
           ? say("Its lowest is {value} at {place}.", {{"value", up(least)}, {"place", along(least)}})
           : ""});
}

}  // namespace

std::string numbers_said(std::span<const ToldNumber> numbers) {
  constexpr std::size_t most = 4;
  constexpr float hardly_any = 0.02F;  // of the largest
  const auto size = [&](std::size_t i) { return std::fabs(numbers[i].value); };
  std::vector<std::size_t> told(numbers.size());
  std::iota(told.begin(), told.end(), 0U);
  std::stable_sort(told.begin(), told.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  const float least = told.empty() ? 0 : hardly_any * size(told.front());
  std::erase_if(told, [&](std::size_t i) { return size(i) < least; });
  const std::size_t seen = told.size();
  // One more would be told as quickly as that there is one more.
  if (told.size() > most + 1) told.resize(most);
  std::sort(told.begin(), told.end());
  const bool several_each = std::any_of(numbers.begin(), numbers.end(), [](const ToldNumber& each) {
    return each.number.find(", ") != std::string::npos;
  });
  std::string text;
  for (const std::size_t i : told) {
    const ToldNumber& each = numbers[i];
    const NamedValue name{"name", is_cell_of_picture(each.name) ? cell_said(each.name) : each.name};
    const NamedValue number{"number", each.number};
    text += text.empty() ? "" : several_each ? "; " : ", ";
    text += each.name.empty() ? each.number
            : several_each    ? say("{name}: {number}", {name, number})
                              : say("{name} {number}", {name, number});
  }
  if (const auto more = static_cast<std::int64_t>(seen - told.size()); more > 0)
    text += "; " + say("{n} more", {{"n", count_text(more)}});
  return text;
}

std::vector<std::string> sentences_of(const ToldChart& chart) {
  std::vector<std::string> sentences;
  const auto [begin, end] = span_of_chart(chart);
  const std::string what = chart.up.empty() ? say("A chart") : say("A chart of {up}", {{"up", chart.up}});
  const NamedValue named{"what", what}, from{"begin", on_axis(chart.says_along, begin)},
      to{"end", on_axis(chart.says_along, end)};
  sentences.push_back(!(end > begin)        ? what + "."
                      : chart.along.empty() ? say("{what}, from {begin} to {end}.", {named, from, to})
                                            : say("{what}: {along} from {begin} to {end}.",
                                                  {named, {"along", chart.along}, from, to}));
  // Beside dots a line without a name only helps the eye.
  sentences.push_back(dots_sentence(chart));
  const bool has_dots = !sentences.back().empty();
  for (const ToldCurve& curve : chart.curves) {
    if (curve.kind == ToldCurve::Kind::bars) sentences.push_back(bars_sentence(chart, curve));
    if (curve.kind == ToldCurve::Kind::line && !curve.points.empty() && !(has_dots && curve.name.empty()))
      sentences.push_back(curve_sentence(chart, curve));
  }
  std::erase(sentences, "");
  return sentences;
}

namespace {

// A byte of a letter in UTF-8; signs such as arrows and dots begin with 0xE2.
bool is_of_letter(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return std::isalpha(byte) != 0 || (byte >= 0xC3 && byte != 0xE2);
}

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// Who listens has no mouse: what is clicked is chosen, with Tab and Enter.
std::string without_mouse(std::string text) {
  static const std::array words{
      std::pair{say("Click "), say("Choose ")}, std::pair{say(" click "), say(" choose ")},
      std::pair{say("Point at "), say("Choose ")}, std::pair{say("Drag "), say("Move ")},
      std::pair{say(" with the mouse"), std::string()}};
  for (const auto& [seen, heard] : words) text = replaced(std::move(text), seen, heard);
  return text;
}

}  // namespace

std::string with_capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

bool has_letters(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char letter) { return is_of_letter(letter); });
}

std::string without_ends(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

bool has_digit(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; });
}

bool tells_something(const std::string& text) {
  std::size_t words = 0, letters = 0;
  for (const char letter : text + " ") {
    if (letter != ' ') {
      letters += is_of_letter(letter) ? 1 : 0;
      continue;
    }
    words += letters > 0 ? 1 : 0;
    letters = 0;
  }
  const bool ends = text.ends_with('.') || text.ends_with('?');
  return words >= (ends ? 3U : 5U);
}

std::string as_heard(const std::string& written) {
  const std::string text = replaced(without_mouse(written), " → ", say(" to "));
  static const std::array signs{std::pair{std::string_view("<"), say("less than ")},
                                std::pair{std::string_view(">"), say("more than ")}};
  const auto is_number = [&](std::size_t at) {
    return at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == '.');
  };
  constexpr std::string_view power = "e−";
  std::string heard;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](const auto& each) {
      return rest.starts_with(each.first) && is_number(i + each.first.size());
    });
    if (sign != signs.end()) {
      heard += sign->second;
      i += sign->first.size();
    } else if (i > 0 && is_number(i - 1) && rest.starts_with(power) && is_number(i + power.size())) {
      heard += say(" × 10 to the power of −");
      i += power.size();
      while (text[i] == '0' && is_number(i + 1)) ++i;
    } else {
      heard += text[i++];
    }
  }
  return heard;
}

std::string picture_said(const std::string& text) {
  try {
    const Scene scene = scene_of(text);
    if (const std::string caption = to_text(caption_of(scene)); !caption.empty()) return caption;
  } catch (const std::invalid_argument&) {
    return "";
  }
  std::vector<std::string> objects;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    const std::size_t at = part.find(" at ");
    if (at != std::string::npos)
      objects.push_back(say("a {object}", {{"object", without_ends(part.substr(0, at))}}));
  }
  return objects.empty() ? "" : with_and(objects);
}

}  // namespace headlight
