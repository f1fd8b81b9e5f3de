#include "core/figure/layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <stdexcept>

#include "core/text/say.h"

namespace headlight {
namespace {

// The page: the space around everything and between maps, and how long lines of text may be.
struct Page {
  double margin = 24;
  double between_maps = 36;
  double line_length = 470;       // about 68 characters of a caption
  double least_title = 220;       // the least width that the title of a map is broken at
  std::optional<double> width{};  // of all of it

  // Upwards; cells of any size need not begin on whole units.
  double whole(double at) const { return width ? at : std::ceil(at); }

  static Page of(const Figure& figure, const FigureOptions& options, double text_scale) {
    Page page;
    if (options.width_mm <= 0) {
      page.line_length *= text_scale;
      return page;
    }
    // What is in focus has a band and an outline, which reach beyond it. A paper has margins of its own.
    const bool focus =
        options.focus && std::any_of(figure.panels.begin(), figure.panels.end(), [](const Heatmap& map) {
          return map.focus_row || !map.chosen_rows.empty() || !map.chosen_columns.empty();
        });
    page.width = options.width_mm / mm_per_unit;
    page.margin = focus ? 9 : 2;
    page.between_maps = 14 * text_scale;
    page.line_length = *page.width - 2 * page.margin;
    page.least_title = 0;
    return page;
  }
};

double text_scale_of(const FigureOptions& options) {
  constexpr double usual = 13 * points_per_unit, in_print = 8;
  return (options.points > 0 ? options.points : options.width_mm > 0 ? in_print : usual) / usual;
}

}  // namespace

void require_drawable(int rows, int columns) {
  constexpr int most = 4096;
  if (rows > most || columns > most)
    throw std::invalid_argument("more than " + std::to_string(most) +
                                " rows or columns do not fit in a picture; write .csv or .npy");
}

namespace {

void check(const Figure& figure, const FigureOptions& options) {
  if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to draw");
  for (const Heatmap& map : figure.panels) {
    require_drawable(map.rows, map.columns);
    check(map);
  }
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("figure: the scale of a picture must be 1, 2, 3 or 4");
  }
  if (options.cell_width < 0 || options.cell_width > 200 || options.cell_height < 0 ||
      options.cell_height > 200) {
    throw std::invalid_argument(
        "figure: a cell must be 1 to 200 wide and high, or 0 to let the figure choose");
  }
  if (options.width_mm != 0 && !(options.width_mm >= 20 && options.width_mm <= 1000))
    throw std::invalid_argument("a page must be 20 to 1000 mm wide");
  if (options.points != 0 && !(options.points >= 4 && options.points <= 40))
    throw std::invalid_argument("letters must be 4 to 40 points");
}

bool same_rows(const Heatmap& a, const Heatmap& b) {
  return a.rows == b.rows && a.row_labels == b.row_labels && a.row_axis == b.row_axis &&
         a.focus_row == b.focus_row && a.chosen_rows == b.chosen_rows;
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
std::vector<MapLayout> make_maps(const Figure& figure, const FigureOptions& options, CellSize cells,
                                 TitleParts parts, const Page& page, TextRuler& ruler) {
  std::vector<MapLayout> maps;
  std::set<std::string> said;
  const std::size_t count = figure.panels.size();
  const auto across = static_cast<std::size_t>(panels_across(static_cast<int>(count)));
  // Maps on one scale share one colour bar, at the end of the first line.
  const bool alike = std::all_of(figure.panels.begin(), figure.panels.end(), [&](const Heatmap& map) {
    return map.scale == figure.panels.front().scale;
  });
  std::vector<double> tops(count, 0);  // of the panels beside each other, by the first of them
  for (std::size_t i = 0; i < count; ++i) {
    const bool row_labels =
        i % across == 0 || options.stacked || !same_rows(figure.panels[i - 1], figure.panels[i]);
    maps.push_back(layout_map(figure.panels[i], cells, {row_labels, options.corner, options.focus}, ruler));
    double& top = tops[i - i % across];
    top = std::min(top, extent(maps.back()).y);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Heatmap& map = figure.panels[i];
    if (options.keys) add_keys(map, said, maps[i], ruler);
    add_titles(map, parts, (options.stacked ? extent(maps[i]).y : tops[i - i % across]) - 10 * ruler.scale(),
               page.least_title, maps[i], ruler);
    if (!options.bar || (alike && i >= (options.stacked ? 1 : across))) continue;
    const bool last = i + 1 == count || (i + 1) % across == 0;
    if (last || options.stacked || !(figure.panels[i + 1].scale == map.scale))
      maps[i].bar = layout_bar(map.scale, maps[i], ruler);
  }
  return maps;
}

// From left to right, each as far left as it can stand without touching the ones before.
// Their cells begin at `columns` or further right, which is kept there.
void place_beside(std::span<MapLayout> maps, std::span<double> columns, const Page& page) {
  std::vector<PlacedText> before;
  double right = page.margin - page.between_maps;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    MapLayout& map = maps[i];
    double left = map.cells.x;
    for (const PlacedText& text : map.texts) left = std::min(left, extent(text).x);
    shift(map, std::max(page.whole(right + page.between_maps - left), columns[i] - map.cells.x), 0);
    while (!clear_of(map, before)) shift(map, page.width ? 1 : 4, 0);
    const std::vector<PlacedText> texts = all_texts(map);
    before.insert(before.end(), texts.begin(), texts.end());
    columns[i] = map.cells.x;
    right = map.cells.right();
    if (!map.bar) continue;
    for (const PlacedText& text : map.bar->texts) right = std::max(right, extent(text).right());
  }
}

// In lines of as many as stand side by side.
void place_maps(std::vector<MapLayout>& maps, const Page& page) {
  const auto across = static_cast<std::size_t>(panels_across(static_cast<int>(maps.size())));
  const auto line_at = [&](std::size_t first) {
    return std::span<MapLayout>(&maps[first], std::min(across, maps.size() - first));
  };
  // Every round settles one column more, where the line that needs most room has it.
  std::vector<double> columns(across, 0);
  const std::size_t rounds = maps.size() > across ? across + 1 : 1;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (MapLayout& map : maps) shift(map, -map.cells.x, 0);
    for (std::size_t first = 0; first < maps.size(); first += across)
      place_beside(line_at(first), columns, page);
  }
  double bottom = 0;
  for (std::size_t first = 0; first < maps.size(); first += across) {
    const std::span<MapLayout> line = line_at(first);
    Box box = extent(line.front());
    for (const MapLayout& map : line) box = united(box, extent(map));
    const double down = first == 0 ? 0 : page.whole(bottom + page.between_maps - box.y);
    for (MapLayout& map : line) shift(map, 0, down);
    bottom = box.bottom() + down;
  }
}

// One below the other, their cells flush at the left.
void stack_maps(std::vector<MapLayout>& maps, const Page& page) {
  double left = 0;
  for (const MapLayout& map : maps) left = std::min(left, extent(map).x - map.cells.x);
  double bottom = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Box box = extent(maps[i]);
    const double down = i == 0 ? 0 : page.whole(bottom + page.between_maps - box.y);
    shift(maps[i], page.whole(page.margin - left) - maps[i].cells.x, down);
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
  Column(FigureLayout& layout, TextRuler& ruler, double margin)
      : y(margin), layout_(layout), ruler_(ruler), margin_(margin) {}

  void add(const RichText& text, TextStyle style, double width, double space_after) {
    const std::vector<RichText> lines = ruler_.wrapped(text, style, width);
    for (const RichText& line : lines) {
      PlacedText placed = ruler_.place(line, style);
      placed.origin = {margin_ + inset(style), std::round(y + placed.ascent)};
      y += std::ceil((placed.ascent + placed.descent) * 1.15);
      layout_.texts.push_back(std::move(placed));
    }
    if (!lines.empty()) y += space_after;
  }

  double y;

 private:
  // Errors stand on a ground of their own, which needs room around the words.
  static double inset(TextStyle style) { return style == TextStyle::error ? 10 : 0; }

  FigureLayout& layout_;
  TextRuler& ruler_;
  double margin_;
};

void add_bands(const Figure& figure, bool stacked, FigureLayout& layout) {
  const auto across = static_cast<std::size_t>(panels_across(static_cast<int>(figure.panels.size())));
  bool joins = false;  // the band before runs on into this map
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    std::vector<int> rows = figure.panels[i].chosen_rows;
    const std::optional<int> focus = figure.panels[i].focus_row;
    if (focus && std::find(rows.begin(), rows.end(), *focus) == rows.end()) rows.push_back(*focus);
    const MapLayout& map = layout.maps[i];
    for (const int row : rows) {
      const Box cell = map.cell(row, 0);
      double left = map.cells.x;
      for (const PlacedText& text : map.texts) {
        if (text.angle == 0 && text.origin.x < map.cells.x) {
          left = std::min(left, extent(text).x);
        }
      }
      auto band = std::find_if(layout.bands.rbegin(), layout.bands.rend(),
                               [&](const Box& other) { return joins && other.y == cell.y - 2; });
      if (band == layout.bands.rend()) {
        layout.bands.push_back({left - 8, cell.y - 2, 0, cell.height + 4});
        band = layout.bands.rbegin();
      }
      band->width = map.cells.right() - map.gap + 6 - band->x;
    }
    joins = !rows.empty() && !map.bar && !stacked && (i + 1) % across != 0;
  }
}

// The maps where they lie beside or below each other, from the left margin on.
std::vector<MapLayout> placed_maps(const Figure& figure, const FigureOptions& options, CellSize cells,
                                   TitleParts parts, const Page& page, TextRuler& ruler) {
  std::vector<MapLayout> maps = make_maps(figure, options, cells, parts, page, ruler);
  if (options.stacked) {
    stack_maps(maps, page);
  } else {
    place_maps(maps, page);
  }
  return maps;
}

Box extent_of(const std::vector<MapLayout>& maps) {
  Box all = extent(maps.front());
  for (const MapLayout& map : maps) all = united(all, extent(map));
  return all;
}

// The largest cells with which the maps are no wider than the page. Where there are none `needed` becomes how
// wide all would be at the least.
std::optional<CellSize> cells_of_page(const Figure& figure, const FigureOptions& options, TitleParts parts,
                                      const Page& page, TextRuler& ruler, double& needed) {
  int columns = 1;
  for (const Heatmap& map : figure.panels) columns = std::max(columns, map.columns);
  const double room = *page.width - page.margin;
  const auto width_with = [&](double cell) {
    const CellSize cells = cells_of_width(figure, options, cell, ruler);
    return extent_of(placed_maps(figure, options, cells, parts, page, ruler)).right();
  };
  // Beside each other maps are 20 mm wide or have cells of 4 mm, else they lie better below each other.
  constexpr double least_map = 30, least_beside = 75, least_cell_beside = 14;
  const bool beside = figure.panels.size() > 1 && !options.stacked;
  double fits = beside ? std::min(least_beside / columns, least_cell_beside) : least_map / columns;
  needed = width_with(fits) + page.margin;
  if (needed > *page.width) return std::nullopt;
  double too_wide = 60 * ruler.scale();
  if (width_with(too_wide) <= room) return cells_of_width(figure, options, too_wide, ruler);
  for (int round = 0; round < 16; ++round) {
    const double middle = (fits + too_wide) / 2;
    (width_with(middle) <= room ? fits : too_wide) = middle;
  }
  return cells_of_width(figure, options, fits, ruler);
}

std::string mm_text(double units) {
  char text[32];
  std::snprintf(text, sizeof text, units * mm_per_unit < 10 ? "%.1f mm" : "%.0f mm", units * mm_per_unit);
  return text;
}

// Whether the map names its rows, or its columns.
bool is_labelled(const Heatmap& map, bool rows) {
  return (rows ? map.rows : map.columns) > 1 && !(rows ? map.row_labels : map.column_labels).empty();
}

bool all_words_fit(const Figure& figure, const CellSize& cells, const TextRuler& ruler) {
  const auto fit = [&](bool rows) {
    return label_step(rows ? cells.height : cells.width, true, ruler) == 1 ||
           std::none_of(figure.panels.begin(), figure.panels.end(),
                        [&](const Heatmap& map) { return is_labelled(map, rows); });
  };
  return fit(true) && fit(false);
}

// What was asked for of a page of its own width and has no room there. `all_words`: how wide a page for all
// of them would be; 0 where that is not known.
void add_notes(const Figure& figure, const FigureOptions& options, const CellSize& cells, double all_words,
               TextRuler& ruler, FigureLayout& layout) {
  const auto note = [&](std::string text) { layout.notes.push_back(std::move(text)); };
  if (options.numbers && !cells.numbers)
    note(say("Numbers: left out, because cells of {size} are too small.", {{"size", mm_text(cells.width)}}));
  const auto add = [&](bool rows) {
    const int step = label_step(rows ? cells.height : cells.width, true, ruler);
    if (step == 1 || std::none_of(figure.panels.begin(), figure.panels.end(),
                                  [&](const Heatmap& map) { return is_labelled(map, rows); }))
      return;
    std::string said = say(
        rows ? to_be_said("Words: there is room for only one in {n} of the rows, and for the selected ones.")
             : to_be_said(
                   "Words: there is room for only one in {n} of the columns, and for the selected ones."),
        {{"n", std::to_string(step)}});
    if (!rows && all_words > 0)
      said += " " + say("A page of {width} has room for all.", {{"width", mm_text(std::ceil(all_words))}});
    note(said);
  };
  add(true);
  add(false);
  constexpr double page_height = 240 / mm_per_unit;
  if (layout.height > page_height)
    note(say("The picture is {height} tall, which is more than a page.",
             {{"height", mm_text(layout.height)}}));
}

// A figure laid out, and whether the words of all its rows and columns have room.
struct Attempt {
  FigureLayout layout;
  bool stacked = false;
  bool all_words = true;
};

Attempt laid_out(const Figure& figure, FigureOptions options) {
  TextRuler ruler(text_scale_of(options), options.font);
  const double unit = ruler.scale();
  const Page page = Page::of(figure, options, unit);
  FigureLayout layout;
  layout.text_scale = unit;
  // A lone map's title is the figure's.
  const bool promoted = figure.title.empty() && figure.panels.size() == 1;
  const std::string path = options.path ? common_path(figure) : "";
  // Of many panels the paths are longer than the maps are wide, and their titles tell them apart.
  const bool one_line =
      panels_across(static_cast<int>(figure.panels.size())) == static_cast<int>(figure.panels.size());
  const auto parts_of = [&] {
    // Without titles, those remain that tell several maps apart. Paths of their own are too long for maps of
    // a given width.
    return TitleParts{!promoted && (options.title || figure.panels.size() > 1),
                      options.path && path.empty() && !page.width && (one_line || options.stacked)};
  };
  CellSize cells;
  double all_words = 0;
  if (page.width) {
    double needed = 0;
    std::optional<CellSize> fitting = cells_of_page(figure, options, parts_of(), page, ruler, needed);
    if (!fitting && !options.stacked && figure.panels.size() > 1) {
      options.stacked = true;
      layout.notes.push_back(say("Maps: one below the other, because side by side they need {width}.",
                                 {{"width", mm_text(std::ceil(needed))}}));
      fitting = cells_of_page(figure, options, parts_of(), page, ruler, needed);
    }
    if (!fitting) {
      throw std::invalid_argument("a map with its words and colour bar needs " + mm_text(needed) +
                                  ", but the page is " + mm_text(*page.width) +
                                  " wide; make it wider or the letters smaller");
    }
    cells = *fitting;
    if (!all_words_fit(figure, cells, ruler)) {
      const CellSize large = cells_of_width(figure, options, label_distance(true, unit) + 1e-6, ruler);
      if (all_words_fit(figure, large, ruler))
        all_words =
            extent_of(placed_maps(figure, options, large, parts_of(), page, ruler)).right() + page.margin;
    }
  } else {
    cells = choose_cells(figure, options, ruler);
  }
  const TitleParts parts = parts_of();
  layout.maps = placed_maps(figure, options, cells, parts, page, ruler);
  const Box maps = extent_of(layout.maps);

  Column column(layout, ruler, page.margin);
  const double width = page.width ? page.line_length : std::max(maps.right() - page.margin, page.line_length);
  if (options.title)
    column.add(promoted ? figure.panels.front().title : figure.title, TextStyle::title, width, 2 * unit);
  if (!path.empty()) column.add(RichText({{path, Role::text_3}}), TextStyle::path, width, 2 * unit);
  if (const int errors = errors_in(figure); errors > 0) {
    column.y += 10 * unit;
    column.add(RichText({{say(several(errors, "{n} cell is not a number (NaN or infinite)",
                                      "{n} cells are not a number (NaN or infinite)"),
                              {{"n", std::to_string(errors)}}),
                          Role::error}}),
               TextStyle::error, width, 8 * unit);
  }
  if (column.y > page.margin) column.y += 16 * unit;

  const double down = page.whole(column.y - maps.y);
  const double aside = page.width ? std::max(0.0, (*page.width - page.margin - maps.right()) / 2) : 0;
  for (MapLayout& map : layout.maps) shift(map, aside, down);
  if (options.focus) add_bands(figure, options.stacked, layout);
  column.y = maps.bottom() + down;
  if (options.caption && !figure.caption.empty()) {
    column.y += 20 * unit;
    column.add(RichText({{figure.caption, Role::text_2}}), TextStyle::caption, page.line_length, 0);
  }
  double right = maps.right();
  for (const PlacedText& text : layout.texts) {
    right = std::max(right, extent(text).right() + (text.style == TextStyle::error ? 10 : 0));
  }
  layout.width = page.width ? *page.width : std::ceil(right + page.margin);
  layout.height = page.whole(column.y + page.margin);
  if (page.width) add_notes(figure, options, cells, all_words, ruler, layout);
  return {std::move(layout), options.stacked, !page.width || all_words_fit(figure, cells, ruler)};
}

// Whether the columns' words could have room in letters of this size, the words of rows being none.
bool could_fit(const Figure& figure, const FigureOptions& options, double points) {
  int columns = 0, widest = 0;
  for (const Heatmap& map : figure.panels) {
    if (!is_labelled(map, false)) continue;
    columns += map.columns;
    widest = std::max(widest, map.columns);
  }
  const double pitch = label_distance(true, text_scale_of({.points = points}));
  const auto lines = static_cast<double>(panels_across(static_cast<int>(figure.panels.size())));
  const double beside =
      options.stacked ? widest : columns * lines / static_cast<double>(figure.panels.size());
  return beside * pitch <= options.width_mm / mm_per_unit;
}

// On a page of a given width words come first: smaller letters, or maps one below the other, rather than
// words left out. Where nothing helps, as it was asked for.
Attempt with_all_words(const Figure& figure, const FigureOptions& asked, Attempt first) {
  constexpr double least_points = 6, in_print = 8;
  const auto in_letters = [&](FigureOptions options, double points) {
    options.points = points;
    Attempt attempt = laid_out(figure, options);
    char size[16];
    std::snprintf(size, sizeof size, "%g", points);
    attempt.layout.notes.insert(
        attempt.layout.notes.begin(),
        say("Letters: {points} points, so that all words have room.", {{"points", std::string(size)}}));
    return attempt;
  };
  const auto smaller = [&](const FigureOptions& options) -> std::optional<Attempt> {
    if (asked.points > 0 || !could_fit(figure, options, least_points)) return std::nullopt;
    for (double points = in_print - 0.5; points >= least_points; points -= 0.5) {
      Attempt attempt = in_letters(options, points);
      if (attempt.all_words) return attempt;
    }
    return std::nullopt;
  };
  FigureOptions options = asked;
  options.stacked = first.stacked;
  if (std::optional<Attempt> attempt = smaller(options)) {
    // Why they are one below the other is still to be said.
    if (first.stacked && !asked.stacked)
      attempt->layout.notes.insert(attempt->layout.notes.begin(), first.layout.notes.front());
    return std::move(*attempt);
  }
  if (options.stacked || figure.panels.size() == 1) return first;
  options.stacked = true;
  if (!could_fit(figure, options, asked.points > 0 ? asked.points : least_points)) return first;
  Attempt below = laid_out(figure, options);
  if (!below.all_words) {
    std::optional<Attempt> attempt = smaller(options);
    if (!attempt) return first;
    below = std::move(*attempt);
  }
  below.layout.notes.insert(below.layout.notes.begin(),
                            "Maps: one below the other, so that all words have room.");
  return below;
}

}  // namespace

FigureLayout layout_figure(const Figure& figure, const FigureOptions& options) {
  check(figure, options);
  Attempt attempt = laid_out(figure, options);
  if (!attempt.all_words) attempt = with_all_words(figure, options, std::move(attempt));
  return std::move(attempt.layout);
}

}  // namespace headlight
