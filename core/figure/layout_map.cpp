#include "core/figure/layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct Span {
  double low, high;
};

Span along(const std::array<Point, 4>& corners, double x, double y) {
  Span span{INFINITY, -INFINITY};
  for (const Point& corner : corners) {
    const double at = corner.x * x + corner.y * y;
    span = {std::min(span.low, at), std::max(span.high, at)};
  }
  return span;
}

}  // namespace

Box MapLayout::cell(int row, int column) const {
  return {cells.x + column * cell_width, cells.y + row * cell_height, cell_width - gap, cell_height - gap};
}

// Two turned rectangles are apart when one of their four edge directions shows a gap between them.
bool too_close(const PlacedText& a, const PlacedText& b, double apart) {
  const auto first = a.corners();
  const auto second = b.corners();
  for (const double angle : {a.angle, a.angle + 90, b.angle, b.angle + 90}) {
    const double turn = angle * std::numbers::pi / 180;
    const Span one = along(first, std::cos(turn), -std::sin(turn));
    const Span other = along(second, std::cos(turn), -std::sin(turn));
    if (one.high + apart <= other.low || other.high + apart <= one.low) return false;
  }
  return true;
}

void shift(PlacedText& text, double dx, double dy) {
  text.origin.x += dx;
  text.origin.y += dy;
}

void shift(Box& box, double dx, double dy) {
  box.x += dx;
  box.y += dy;
}

void shift(BarLayout& bar, double dx, double dy) {
  shift(bar.box, dx, dy);
  for (double& tick : bar.ticks) tick += dy;
  for (PlacedText& text : bar.texts) shift(text, dx, dy);
}

void shift(MapLayout& map, double dx, double dy) {
  shift(map.cells, dx, dy);
  for (PlacedText& text : map.texts) shift(text, dx, dy);
  for (KeyLayout& key : map.keys) shift(key.sample, dx, dy);
  if (map.bar) shift(*map.bar, dx, dy);
}

Box united(const Box& a, const Box& b) {
  const double x = std::min(a.x, b.x);
  const double y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

Box extent(const PlacedText& text) {
  const auto corners = text.corners();
  const Span across = along(corners, 1, 0);
  const Span down = along(corners, 0, 1);
  return {across.low, down.low, across.high - across.low, down.high - down.low};
}

Box extent(const MapLayout& map) {
  Box all = map.cells;
  for (const PlacedText& text : map.texts) all = united(all, extent(text));
  for (const KeyLayout& key : map.keys) all = united(all, key.sample);
  if (map.bar) {
    all = united(all, map.bar->box);
    for (const PlacedText& text : map.bar->texts) all = united(all, extent(text));
  }
  return all;
}

namespace {

// All of these are of letters of the usual size.
constexpr double longest_label = 220;  // longer words are shortened; files of numbers keep them whole
constexpr double label_gap = 10;       // between a row's label and its first cell
constexpr double tight_pitch = 14;     // nor on a page of a width of its own
constexpr double label_pitch = 16;     // labels never stand closer than this
constexpr double turned = 50;          // degrees

constexpr double print_width = 34, print_height = 20;  // the smallest cell that prints its number

CellSize by_count(int rows, int columns, int panels, bool small_numbers) {
  const int longest = std::max(rows, columns * panels);
  if (longest <= 16) return small_numbers ? CellSize{38, 38} : CellSize{48, 25};
  if (panels == 1 && longest <= 24) return small_numbers ? CellSize{34, 34} : CellSize{48, 25};
  if (panels > 1 && longest <= 44) return {30, 30};
  if (longest <= 44) return {24, 24};
  const double fitting = std::max(1, 1056 / longest);
  return {fitting, fitting};
}

double widest_number(const Heatmap& map, TextRuler& ruler) {
  // One font with one width for all signs: the longest text is the widest.
  std::string longest;
  std::size_t most = 0;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(row, column) != CellState::value) continue;
      std::string text = number_in_cell(map.value(row, column), map.format);
      const std::size_t letters = code_points(text).size();
      if (letters <= most) continue;
      most = letters;
      longest = std::move(text);
    }
  }
  return longest.empty()
             ? 0
             : ruler.measure({.text = longest, .type = hot_number_type, .scale = ruler.scale()}).width;
}

PlacedText label(const std::string& text, bool hot, TextRuler& ruler) {
  const TextStyle style = hot ? TextStyle::hot_label : TextStyle::label;
  const std::string shown = ruler.shortened(text, style, longest_label * ruler.scale());
  return ruler.place(RichText({{shown, hot ? Role::ink : Role::text_2}}), style);
}

// From the baseline up to the middle of the small letters, about.
double middle(const PlacedText& text) { return (text.ascent - text.descent) / 2; }

// Boxes of labels, which are higher than most letters.
double least_apart(const MapLayout& layout, const TextRuler& ruler) {
  return layout.tight ? (tight_pitch - label_pitch) * ruler.scale() : 0;
}

// To whole units, where cells are of whole units.
double rounded(double at, const MapLayout& layout) {
  return layout.cell_height == std::floor(layout.cell_height) ? std::round(at) : at;
}

bool has(const std::vector<int>& places, int place) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

// The rows that are selected, and those of marked cells.
std::vector<int> selected_rows(const Heatmap& map) {
  std::vector<int> rows = map.chosen_rows;
  if (map.focus_row) rows.push_back(*map.focus_row);
  for (const Mark& mark : map.marks) rows.push_back(mark.row);
  return rows;
}

// The same of columns; with them that of a selected row's own word, and the one of its largest number.
std::vector<int> selected_columns(const Heatmap& map) {
  std::vector<int> columns = map.chosen_columns;
  if (map.focus_column) columns.push_back(*map.focus_column);
  for (const Mark& mark : map.marks) columns.push_back(mark.column);
  for (const int row : selected_rows(map)) {
    if (map.rows == map.columns) columns.push_back(row);
    int largest = -1;
    for (int column = 0; column < map.columns; ++column) {
      const bool open = map.state(row, column) == CellState::value && !map.is_error(row, column);
      if (open && (largest < 0 || map.value(row, column) > map.value(row, largest))) largest = column;
    }
    if (largest >= 0) columns.push_back(largest);
  }
  return columns;
}

// A label, and whether it stays where its neighbours have no room.
struct PlacedLabel {
  PlacedText text;
  bool stays = false;
};

// Where labels that stay are written: as near to their cells as lines of print can be, by pooling neighbours
// that are too close (Ayer et al. 1955). `at` are their cells' middles, in order.
std::vector<double> spread_out(const std::vector<double>& at, double pitch) {
  struct Pool {
    double sum = 0;  // of the first line's place that each of them would choose
    int count = 0;
    double first() const { return sum / count; }
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < at.size(); ++i) {
    pools.push_back({at[i] - pitch * static_cast<double>(i), 1});
    while (pools.size() > 1 && pools[pools.size() - 2].first() > pools.back().first()) {
      pools[pools.size() - 2].sum += pools.back().sum;
      pools[pools.size() - 2].count += pools.back().count;
      pools.pop_back();
    }
  }
  std::vector<double> placed;
  for (const Pool& pool : pools) {
    for (int i = 0; i < pool.count; ++i)
      placed.push_back(pool.first() + pitch * static_cast<double>(placed.size()));
  }
  return placed;
}

// Of the labels along an axis, those for which there is no room without leaving out others: the selected
// ones, as long as all of these have room.
std::vector<int> staying(std::vector<int> selected, int step, double axis, double pitch) {
  std::sort(selected.begin(), selected.end());
  selected.erase(std::unique(selected.begin(), selected.end()), selected.end());
  const bool fit = static_cast<double>(selected.size()) * pitch <= axis;
  return step > 1 && fit ? selected : std::vector<int>{};
}

// On a dense axis what is selected takes the room of its neighbours.
void add_uncrowded(const std::vector<PlacedLabel>& labels, MapLayout& layout, const TextRuler& ruler) {
  for (const PlacedLabel& each : labels) {
    const bool crowded = !each.stays && std::any_of(labels.begin(), labels.end(), [&](const auto& other) {
      return other.stays && too_close(each.text, other.text, least_apart(layout, ruler));
    });
    if (!crowded) layout.texts.push_back(each.text);
  }
}

void add_row_labels(const Heatmap& map, bool focus, MapLayout& layout, TextRuler& ruler) {
  const int step = label_step(layout.cell_height, layout.tight, ruler);
  const double pitch = label_distance(layout.tight, ruler.scale());
  const std::vector<int> selected = staying(selected_rows(map), step, layout.cells.height, pitch);
  std::vector<double> middles;
  for (const int row : selected) middles.push_back((row + 0.5) * layout.cell_height);
  const std::vector<double> apart = spread_out(middles, pitch);
  std::vector<PlacedLabel> labels;
  std::size_t next = 0;  // of the selected ones
  for (int row = 0; row < map.rows; ++row) {
    const bool stays = has(selected, row);
    if (row % step != 0 && !stays) continue;
    // Among the labels of a dense axis what is chosen is not set apart: its neighbours have the room.
    const bool hot = map.focus_row == row || (step == 1 && has(map.chosen_rows, row));
    PlacedText text = label(map.row_label(row), focus && hot, ruler);
    const Box cell = layout.cell(row, 0);
    const double at = stays ? apart[next++] : cell.y + cell.height / 2;
    text.origin = {-label_gap * ruler.scale() - text.width, rounded(at + middle(text), layout)};
    labels.push_back({std::move(text), stays});
  }
  add_uncrowded(labels, layout, ruler);
}

double angle_of(const Heatmap& map, const std::vector<PlacedLabel>& labels, double cell_width, double scale) {
  const bool fit = std::all_of(labels.begin(), labels.end(), [&](const PlacedLabel& each) {
    return each.text.width <= cell_width - 6 * scale;
  });
  if (fit && (cell_width >= 46 * scale || map.column_labels.empty())) return 0;
  return cell_width >= 24 * scale ? turned : 90;
}

void add_column_labels(const Heatmap& map, bool focus, MapLayout& layout, TextRuler& ruler) {
  const int step = label_step(layout.cell_width, layout.tight, ruler);
  const double pitch = label_distance(layout.tight, ruler.scale());
  const std::vector<int> selected = staying(selected_columns(map), step, layout.cells.width, pitch);
  std::vector<double> middles;
  for (const int column : selected) middles.push_back((column + 0.5) * layout.cell_width);
  const std::vector<double> apart = spread_out(middles, pitch);
  std::vector<PlacedLabel> labels;
  std::vector<double> centres;
  std::size_t next = 0;  // of the selected ones
  for (int column = 0; column < map.columns; ++column) {
    const bool stays = has(selected, column);
    if (column % step != 0 && !stays) continue;
    const bool hot = map.focus_column == column || (step == 1 && has(map.chosen_columns, column));
    const Box cell = layout.cell(0, column);
    centres.push_back(stays ? apart[next++] : cell.x + cell.width / 2);
    labels.push_back({label(map.column_label(column), focus && hot, ruler), stays});
  }
  const double angle = angle_of(map, labels, layout.cell_width, ruler.scale());
  const double turn = angle * std::numbers::pi / 180;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    PlacedText& text = labels[i].text;
    const double centre = centres[i];
    text.angle = angle;
    if (angle == 0) {
      text.origin = {rounded(centre - text.width / 2, layout), -6 * ruler.scale() - text.descent};
    } else {
      text.origin = {centre + middle(text) * std::sin(turn),
                     -9 * ruler.scale() + middle(text) * std::cos(turn)};
    }
  }
  add_uncrowded(labels, layout, ruler);
}

void add_corner(const Heatmap& map, MapLayout& layout, TextRuler& ruler) {
  double bottom = -6 * ruler.scale();
  for (const std::string& words : {map.row_axis + " \u2193", map.column_axis + " \u2192"}) {
    PlacedText text = ruler.place(RichText({{words, Role::text_3}}), TextStyle::axis);
    text.origin = {-label_gap * ruler.scale() - text.width, bottom - text.descent};
    bottom -= text.ascent + text.descent + 2 * ruler.scale();
    layout.texts.push_back(std::move(text));
  }
}

bool has_state(const Heatmap& map, CellState state) {
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(row, column) == state) return true;
    }
  }
  return false;
}

}  // namespace

double label_distance(bool tight, double scale) { return (tight ? tight_pitch : label_pitch) * scale; }

int label_step(double cell, bool tight, const TextRuler& ruler) {
  return std::max(1, static_cast<int>(std::ceil(label_distance(tight, ruler.scale()) / cell - 1e-9)));
}

namespace {

struct Counts {
  int rows = 0, columns = 0;
  bool small_numbers = true;
};

Counts counts_of(const Figure& figure) {
  Counts counts;
  for (const Heatmap& map : figure.panels) {
    counts.rows = std::max(counts.rows, map.rows);
    counts.columns = std::max(counts.columns, map.columns);
    counts.small_numbers = counts.small_numbers && map.format == NumberFormat::weight;
  }
  return counts;
}

double widest_number(const Figure& figure, TextRuler& ruler) {
  double widest = 0;
  for (const Heatmap& map : figure.panels) widest = std::max(widest, widest_number(map, ruler));
  return widest;
}

}  // namespace

CellSize choose_cells(const Figure& figure, const FigureOptions& options, TextRuler& ruler) {
  const auto [rows, columns, small_numbers] = counts_of(figure);
  const double scale = ruler.scale();
  CellSize cells =
      by_count(rows, columns, panels_across(static_cast<int>(figure.panels.size())), small_numbers);
  // Few long rows are made high enough for their names.
  if (columns >= 2 * rows)
    cells.height =
        std::max(cells.height, std::min(std::ceil(label_pitch * scale), std::floor(1056.0 / rows)));
  const bool chosen = options.cell_width > 0;
  if (chosen) cells.width = options.cell_width;
  if (options.cell_height > 0) cells.height = options.cell_height;
  // Larger letters need larger cells.
  const bool printed = options.numbers && cells.width >= print_width && cells.height >= print_height;
  if (printed && !chosen && scale > 1) {
    cells.width = std::ceil(cells.width * scale);
    cells.height = std::ceil(cells.height * scale);
  }
  cells.numbers = printed && cells.height >= std::floor(print_height * scale);
  if (!cells.numbers) return cells;
  cells.number_width = widest_number(figure, ruler);
  const double needed = std::ceil(cells.number_width) + 7;
  if (needed > cells.width && (chosen || needed > 120 * scale)) cells.numbers = false;
  if (cells.numbers) cells.width = std::max(cells.width, needed);
  return cells;
}

CellSize cells_of_width(const Figure& figure, const FigureOptions& options, double width, TextRuler& ruler) {
  constexpr double tallest = 760;  // of all rows: 200 mm
  const auto [rows, columns, small_numbers] = counts_of(figure);
  const double scale = ruler.scale();
  CellSize cells{.width = width, .height = std::min(width, tallest / rows), .tight = true};
  if (columns >= 2 * rows)
    cells.height = std::max(cells.height, std::min(label_pitch * scale, tallest / rows));
  if (!options.numbers || width < 18 * scale || cells.height < 13 * scale) return cells;
  cells.number_width = widest_number(figure, ruler);
  cells.numbers = cells.number_width + 3 * scale <= width - 1;
  // Wide cells need not be as tall.
  if (cells.numbers) cells.height = std::min(cells.height, std::max(26 * scale, 0.7 * width));
  return cells;
}

int panels_across(int panels) {
  constexpr int most = 3;
  const int lines = (panels + most - 1) / most;
  return (panels + lines - 1) / lines;
}

MapLayout layout_map(const Heatmap& map, CellSize cells, MapWords words, TextRuler& ruler) {
  MapLayout layout;
  layout.cell_width = cells.width;
  layout.cell_height = cells.height;
  layout.tight = cells.tight;
  layout.numbers = cells.numbers;
  layout.number_width = cells.number_width;
  layout.gap = std::min(cells.width, cells.height) >= 6 ? 1 : 0;
  layout.cells = {0, 0, map.columns * cells.width, map.rows * cells.height};
  if (words.rows) {
    add_row_labels(map, words.focus, layout, ruler);
    if (words.corner) add_corner(map, layout, ruler);
  }
  add_column_labels(map, words.focus, layout, ruler);
  return layout;
}

void add_keys(const Heatmap& map, std::set<std::string>& said, MapLayout& layout, TextRuler& ruler) {
  const double side = 14 * ruler.scale();
  const double line = std::max(layout.cells.width, 160 * ruler.scale());
  double x = 0, y = layout.cells.bottom() + 14 * ruler.scale();
  const auto add = [&](CellState state, bool left_out, const std::string& words) {
    if (!said.insert(words).second) return;
    PlacedText text = ruler.place(RichText({{words, Role::text_2}}), TextStyle::axis);
    if (x > 0 && x + side + 6 * ruler.scale() + text.width > line) {
      x = 0;
      y += side + 6 * ruler.scale();
    }
    layout.keys.push_back({state, left_out, {x, y, side, side}});
    text.origin = {x + side + 6 * ruler.scale(), y + side / 2 + middle(text)};
    x = std::ceil(text.origin.x + text.width) + 16 * ruler.scale();
    layout.texts.push_back(std::move(text));
  };
  if (has_state(map, CellState::masked)) add(CellState::masked, false, "masked");
  if (has_state(map, CellState::absent)) add(CellState::absent, false, map.absent_means);
  if (map.left_out)
    add(CellState::value, true,
        say("“{word}”: left out of the scale", {{"word", map.column_label(*map.left_out)}}));
}

void add_titles(const Heatmap& map, TitleParts parts, double bottom, double least_width, MapLayout& layout,
                TextRuler& ruler) {
  if (parts.path && !map.path.empty()) {
    PlacedText text = ruler.place(RichText({{map.path, Role::text_3}}), TextStyle::path);
    text.origin = {0, bottom - text.descent};
    bottom -= text.ascent + text.descent + 4 * ruler.scale();
    layout.texts.push_back(std::move(text));
  }
  if (!parts.title) return;
  const auto lines =
      ruler.wrapped(map.title, TextStyle::panel_title, std::max(layout.cells.width, least_width));
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    PlacedText text = ruler.place(*line, TextStyle::panel_title);
    text.origin = {0, bottom - text.descent};
    bottom -= text.ascent + text.descent;
    layout.texts.push_back(std::move(text));
  }
}

BarLayout layout_bar(const Scale& scale, const MapLayout& map, TextRuler& ruler) {
  BarLayout bar;
  bar.scale = scale;
  const double unit = ruler.scale();
  bar.box = {map.cells.right() + 16 * unit, map.cells.y, 10 * unit,
             std::max(map.cells.height - map.gap, 24.0 * unit)};
  double widest = 0;
  const auto add_tick = [&](const ScaleTick& tick) {
    const double y = bar.box.bottom() - static_cast<double>(tick.share) * bar.box.height;
    bar.ticks.push_back(y);
    PlacedText text = ruler.place(RichText({{tick.text, Role::text_2}}), TextStyle::tick);
    text.origin = {bar.box.right() + 9 * unit, y + middle(text)};
    widest = std::max(widest, text.width);
    bar.texts.push_back(std::move(text));
  };
  // The ends first; between them what is clear of those that are there.
  const std::vector<ScaleTick> ticks = ticks_of(scale);
  add_tick(ticks.back());
  if (bar.box.height >= 54 * unit) {
    for (std::size_t i = ticks.size() - 2; i > 0; --i) {
      const double y = bar.box.bottom() - static_cast<double>(ticks[i].share) * bar.box.height;
      const bool clear = std::min(y - bar.ticks.back(), bar.box.bottom() - y) >= 15 * unit;
      if (clear) add_tick(ticks[i]);
    }
  }
  add_tick(ticks.front());

  const auto add_meaning = [&](const RichText& words, double y) {
    if (words.empty()) return;
    PlacedText text = ruler.place(words, TextStyle::axis);
    text.origin = {bar.box.right() + 9 * unit + widest + 10 * unit, y + middle(text)};
    bar.texts.push_back(std::move(text));
  };
  add_meaning(scale.high_means, bar.box.y);
  add_meaning(scale.low_means, bar.box.bottom());

  if (!scale.label.empty()) {
    PlacedText text = ruler.place(RichText({{scale.label, Role::text_2}}), TextStyle::axis);
    text.origin = {bar.box.x, bar.box.y - (scale.more_above ? 16 : 12) * unit - text.descent};
    bar.texts.push_back(std::move(text));
  }
  const auto clear = [&] {
    return std::none_of(map.texts.begin(), map.texts.end(), [&](const PlacedText& label) {
      return std::any_of(bar.texts.begin(), bar.texts.end(),
                         [&](const PlacedText& text) { return too_close(label, text, 6 * unit); });
    });
  };
  while (!clear()) shift(bar, 4, 0);
  return bar;
}

}  // namespace headlight
