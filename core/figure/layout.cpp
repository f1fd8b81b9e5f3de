#include "core/figure/layout.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <stdexcept>

#include "core/figure/layout_map.h"
#include "core/figure/text.h"

namespace headlight {
namespace {

constexpr double margin = 24;
constexpr double between_maps = 36;
constexpr double line_length = 470;  // about 68 characters of a caption

void check(const Figure& figure, const FigureOptions& options) {
  if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to draw");
  for (const Heatmap& map : figure.panels) {
    check(map);
    if (map.rows > 4096 || map.columns > 4096) {
      throw std::invalid_argument("figure: more than 4096 rows or columns do not fit; write .csv or .npy");
    }
  }
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("figure: the scale of a picture is 1, 2, 3 or 4");
  }
  if (options.cell_width < 0 || options.cell_width > 200 || options.cell_height < 0 ||
      options.cell_height > 200) {
    throw std::invalid_argument("figure: a cell is 1 to 200 wide and high, or 0 to let the figure choose");
  }
}

bool same_rows(const Heatmap& a, const Heatmap& b) {
  return a.rows == b.rows && a.row_labels == b.row_labels && a.row_axis == b.row_axis &&
         a.focus_row == b.focus_row;
}

// The one path all panels that have a path agree on, to be said once under the title.
std::string common_path(const Figure& figure) {
  std::string path;
  for (const Heatmap& map : figure.panels) {
    if (map.path.empty()) continue;
    if (!path.empty() && path != map.path) return "";
    path = map.path;
  }
  return path;
}

std::vector<PlacedText> all_texts(const MapLayout& map) {
  std::vector<PlacedText> texts = map.texts;
  if (map.bar) texts.insert(texts.end(), map.bar->texts.begin(), map.bar->texts.end());
  return texts;
}

bool is_title(const PlacedText& text) {
  return text.style == TextStyle::panel_title || text.style == TextStyle::path;
}

bool clear_of(const MapLayout& map, const std::vector<PlacedText>& texts) {
  for (const PlacedText& text : all_texts(map)) {
    for (const PlacedText& other : texts) {
      const double apart = is_title(text) && is_title(other) ? 20 : 4;
      if (too_close(text, other, apart)) return false;
    }
  }
  return true;
}

// Everything but the titles, which stand on one line above the tallest labels.
std::vector<MapLayout> make_maps(const Figure& figure, const FigureOptions& options, TitleParts parts,
                                 TextRuler& ruler) {
  const CellSize cells = choose_cells(figure, options, ruler);
  std::vector<MapLayout> maps;
  std::set<std::string> said;
  const std::size_t count = figure.panels.size();
  const auto across = static_cast<std::size_t>(panels_across(static_cast<int>(count)));
  std::vector<double> tops(count, 0);  // of the panels beside each other, by the first of them
  for (std::size_t i = 0; i < count; ++i) {
    const bool row_labels =
        i % across == 0 || options.stacked || !same_rows(figure.panels[i - 1], figure.panels[i]);
    maps.push_back(layout_map(figure.panels[i], cells, row_labels, ruler));
    double& top = tops[i - i % across];
    top = std::min(top, extent(maps.back()).y);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Heatmap& map = figure.panels[i];
    add_keys(map, said, maps[i], ruler);
    add_titles(map, parts, (options.stacked ? extent(maps[i]).y : tops[i - i % across]) - 10, maps[i], ruler);
    const bool last = i + 1 == count || (i + 1) % across == 0;
    if (last || options.stacked || !(figure.panels[i + 1].scale == map.scale))
      maps[i].bar = layout_bar(map.scale, maps[i], ruler);
  }
  return maps;
}

// From left to right, each as far left as it can stand without touching the ones before.
// Their cells begin at `columns` or further right, which is kept there.
void place_beside(std::span<MapLayout> maps, std::span<double> columns) {
  std::vector<PlacedText> before;
  double right = margin - between_maps;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    MapLayout& map = maps[i];
    double left = map.cells.x;
    for (const PlacedText& text : map.texts) left = std::min(left, extent(text).x);
    shift(map, std::max(std::ceil(right + between_maps - left), columns[i] - map.cells.x), 0);
    while (!clear_of(map, before)) shift(map, 4, 0);
    const std::vector<PlacedText> texts = all_texts(map);
    before.insert(before.end(), texts.begin(), texts.end());
    columns[i] = map.cells.x;
    right = map.cells.right();
    if (!map.bar) continue;
    for (const PlacedText& text : map.bar->texts) right = std::max(right, extent(text).right());
  }
}

// In lines of as many as stand side by side.
void place_maps(std::vector<MapLayout>& maps) {
  const auto across = static_cast<std::size_t>(panels_across(static_cast<int>(maps.size())));
  const auto line_at = [&](std::size_t first) {
    return std::span<MapLayout>(&maps[first], std::min(across, maps.size() - first));
  };
  // Every round settles one column more, where the line that needs most room has it.
  std::vector<double> columns(across, 0);
  const std::size_t rounds = maps.size() > across ? across + 1 : 1;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (MapLayout& map : maps) shift(map, -map.cells.x, 0);
    for (std::size_t first = 0; first < maps.size(); first += across) place_beside(line_at(first), columns);
  }
  double bottom = 0;
  for (std::size_t first = 0; first < maps.size(); first += across) {
    const std::span<MapLayout> line = line_at(first);
    Box box = extent(line.front());
    for (const MapLayout& map : line) box = united(box, extent(map));
    const double down = first == 0 ? 0 : std::ceil(bottom + between_maps - box.y);
    for (MapLayout& map : line) shift(map, 0, down);
    bottom = box.bottom() + down;
  }
}

// One below the other, their cells flush at the left.
void stack_maps(std::vector<MapLayout>& maps) {
  double left = 0;
  for (const MapLayout& map : maps) left = std::min(left, extent(map).x - map.cells.x);
  double bottom = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Box box = extent(maps[i]);
    const double down = i == 0 ? 0 : std::ceil(bottom + between_maps - box.y);
    shift(maps[i], std::ceil(margin - left) - maps[i].cells.x, down);
    bottom = box.bottom() + down;
  }
}

int errors_in(const Figure& figure) {
  int errors = 0;
  for (const Heatmap& map : figure.panels) {
    for (int row = 0; row < map.rows; ++row) {
      for (int column = 0; column < map.columns; ++column) errors += map.is_error(row, column) ? 1 : 0;
    }
  }
  return errors;
}

// Lines of text from the top down, in step with what was written before.
class Column {
 public:
  Column(FigureLayout& layout, TextRuler& ruler) : layout_(layout), ruler_(ruler) {}

  void add(const RichText& text, TextStyle style, double width, double space_after) {
    const std::vector<RichText> lines = ruler_.wrapped(text, style, width);
    for (const RichText& line : lines) {
      PlacedText placed = ruler_.place(line, style);
      placed.origin = {margin + inset(style), std::round(y + placed.ascent)};
      y += std::ceil((placed.ascent + placed.descent) * 1.15);
      layout_.texts.push_back(std::move(placed));
    }
    if (!lines.empty()) y += space_after;
  }

  double y = margin;

 private:
  // Errors stand on a ground of their own, which needs room around the words.
  static double inset(TextStyle style) { return style == TextStyle::error ? 10 : 0; }

  FigureLayout& layout_;
  TextRuler& ruler_;
};

void add_bands(const Figure& figure, bool stacked, FigureLayout& layout) {
  const auto across = static_cast<std::size_t>(panels_across(static_cast<int>(figure.panels.size())));
  bool joins = false;  // the band before runs on into this map
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const std::optional<int> row = figure.panels[i].focus_row;
    const MapLayout& map = layout.maps[i];
    if (row) {
      const Box cell = map.cell(*row, 0);
      double left = map.cells.x;
      for (const PlacedText& text : map.texts) {
        if (text.angle == 0 && text.origin.x < map.cells.x) {
          left = std::min(left, extent(text).x);
        }
      }
      const bool same_row = joins && layout.bands.back().y == cell.y - 2;
      if (!same_row) layout.bands.push_back({left - 8, cell.y - 2, 0, cell.height + 4});
      Box& band = layout.bands.back();
      band.width = map.cells.right() - map.gap + 6 - band.x;
    }
    joins = row.has_value() && !map.bar && !stacked && (i + 1) % across != 0;
  }
}

}  // namespace

FigureLayout layout_figure(const Figure& figure, const FigureOptions& options) {
  check(figure, options);
  TextRuler ruler;
  FigureLayout layout;
  // A lone map's title is the figure's.
  const bool promoted = figure.title.empty() && figure.panels.size() == 1;
  const std::string path = common_path(figure);
  // Of many panels the paths are longer than the maps are wide, and their titles tell them apart.
  const bool one_line =
      panels_across(static_cast<int>(figure.panels.size())) == static_cast<int>(figure.panels.size());
  layout.maps = make_maps(figure, options, {!promoted, path.empty() && (one_line || options.stacked)}, ruler);
  if (options.stacked) {
    stack_maps(layout.maps);
  } else {
    place_maps(layout.maps);
  }
  Box maps = extent(layout.maps.front());
  for (const MapLayout& map : layout.maps) maps = united(maps, extent(map));

  Column column(layout, ruler);
  const double width = std::max(maps.right() - margin, line_length);
  column.add(promoted ? figure.panels.front().title : figure.title, TextStyle::title, width, 2);
  if (!path.empty()) column.add(RichText({{path, Role::text_3}}), TextStyle::path, width, 2);
  if (const int errors = errors_in(figure); errors > 0) {
    column.y += 10;
    const std::string count = errors == 1 ? "1 cell is" : std::to_string(errors) + " cells are";
    column.add(RichText({{count + " not a number (NaN or infinite)", Role::error}}), TextStyle::error, width,
               8);
  }
  if (column.y > margin) column.y += 16;

  const double down = std::ceil(column.y - maps.y);
  for (MapLayout& map : layout.maps) shift(map, 0, down);
  add_bands(figure, options.stacked, layout);
  column.y = maps.bottom() + down;
  if (!figure.caption.empty()) {
    column.y += 20;
    column.add(RichText({{figure.caption, Role::text_2}}), TextStyle::caption, line_length, 0);
  }
  double right = maps.right();
  for (const PlacedText& text : layout.texts) {
    right = std::max(right, extent(text).right() + (text.style == TextStyle::error ? 10 : 0));
  }
  layout.width = static_cast<int>(std::ceil(right + margin));
  layout.height = static_cast<int>(std::ceil(column.y + margin));
  return layout;
}

}  // namespace headlight
