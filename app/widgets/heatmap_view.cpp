#include "app/widgets/heatmap_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>

#include "app/widgets/controls.h"
#include "core/explain/digest.h"
#include "core/explain/matrix_formulas.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr float turn = 48;          // degrees
constexpr float least_turned = 20;  // units: in narrower columns labels stand upright
constexpr float least_row_item = 3;

bool level_labels(const Ui& ui, const Heatmap& map, float cell) {
  const float apart = ui.px(cell < ui.px(46) ? 6 : 2);
  for (int c = 0; c < map.columns; ++c) {
    if (ui.width(type::label_hot, name_along(map.column_axis, map.column_label(c))) > cell - apart)
      return false;
  }
  return true;
}

// Which labels of an axis are written: every so-manieth, so that they do not touch, and the hot one in the
// place of those beside it. `first`: the first one.
bool is_written(int index, int step, std::optional<int> hot, int first = 0) {
  if (hot) {
    if (index == *hot) return true;
    if (step > 1 && std::abs(index - *hot) < step) return false;
  }
  return index % step == first;
}

int label_step(const Ui& ui, float cell, float units) {
  // Larger type before a class needs more room than the units say.
  const float line = std::max(ui.px(units), ui.height(type::caption) * units / 15);
  return std::max(1, static_cast<int>(std::ceil(line / std::max(cell, 0.01F))));
}

void row_labels(Ui& ui, const std::string& id, const Heatmap& map, const Area& cells, const HeatmapLook& look,
                HeatmapTouch& touch) {
  const float tall = cells.height() / static_cast<float>(map.rows);
  const float wide = look.row_label_width > 0 ? look.row_label_width : row_labels_width(ui, map);
  const int step = label_step(ui, tall, 12.5F);
  const bool small = tall < ui.px(least_row_item);
  if (small) {  // all of them are one item
    const Touch t = ui.surface(id + "/rows", {cells.left - wide, cells.top, cells.left, cells.bottom}, false);
    const int row = std::clamp(static_cast<int>((ui.mouse().y - cells.top) / tall), 0, map.rows - 1);
    if (t.hovered) {
      touch.hovered_row = row;
      ui.hand();
    }
    if (t.clicked) touch.clicked_row = row;
  }
  for (int row = 0; row < map.rows; ++row) {
    const bool hot = look.focus_row == row;
    // Of what is thinner than a pixel the first and the last name stand beside the cells, too.
    const bool beside = tall >= 1 || hot || row + step / 2 < map.rows;
    const bool written = beside && is_written(row, step, look.focus_row, tall < 1 ? step / 2 : 0);
    if (small && !written) continue;
    const Area area{cells.left - wide, cells.top + tall * static_cast<float>(row), cells.left,
                    cells.top + tall * static_cast<float>(row + 1)};
    Touch t;
    if (!small) t = ui.surface(id + "/row/" + std::to_string(row), area, false);
    if (t.hovered) {
      touch.hovered_row = row;
      ui.hand();
    }
    if (t.clicked) touch.clicked_row = row;
    if (!written) continue;
    const bool low = tall < ui.px(17);
    const Type face = low ? (hot ? type::caption_hot : type::caption) : hot ? type::label_hot : type::label;
    Area written_in{area.left, area.top, area.right - ui.px(10), area.bottom};
    if (tall < 1) {
      const float half = ui.height(face) / 2;
      const float y =
          std::clamp(area.middle_y(), cells.top + half, std::max(cells.bottom - half, cells.top + half));
      written_in = written_in.moved(0, y - area.middle_y());
    }
    ui.text(written_in, Align::right, face, hot || t.hovered ? ui.colours().ink : ui.colours().text_2,
            ui.shortened(face, name_along(map.row_axis, map.row_label(row)), wide - ui.px(10)));
  }
}

// Which columns have their names where there is no room for all: the hot one, those that the row in focus
// gives most, and of the others every so-manieth that stands free.
std::vector<bool> named_columns(const Heatmap& map, int step, const std::optional<CellAt>& hot,
                                const HeatmapLook& look) {
  constexpr std::size_t most = 3;
  constexpr float least = 0.05F;
  std::vector<int> order;
  const std::optional<int>& focus_row = look.focus_row;
  if (hot && hot->column >= 0 && hot->column < map.columns) order.push_back(hot->column);
  if (step > 1 && focus_row && *focus_row >= 0 && *focus_row < map.rows) {
    const auto strength = [&](int column) { return std::abs(map.value(*focus_row, column)); };
    std::vector<int> columns;
    for (int column = 0; column < map.columns; ++column) {
      if (std::isfinite(strength(column)) && strength(column) >= least) columns.push_back(column);
    }
    std::stable_sort(columns.begin(), columns.end(), [&](int a, int b) { return strength(a) > strength(b); });
    columns.resize(std::min(columns.size(), most));
    order.insert(order.end(), columns.begin(), columns.end());
  }
  for (int column = 0; column < map.columns; column += step) order.push_back(column);
  std::vector<bool> named(static_cast<std::size_t>(map.columns), false);
  std::vector<int> taken;
  for (const int column : order) {
    const bool free =
        std::all_of(taken.begin(), taken.end(), [&](int other) { return std::abs(other - column) >= step; });
    if (!free) continue;
    taken.push_back(column);
    named[column] = true;
  }
  return named;
}

void column_labels(Ui& ui, const Heatmap& map, const Area& cells, const std::optional<CellAt>& hot,
                   const HeatmapLook& look) {
  const float wide = cells.width() / static_cast<float>(map.columns);
  const bool level = level_labels(ui, map, wide);
  const std::vector<bool> named = named_columns(map, label_step(ui, wide, 14), hot, look);
  for (int column = 0; column < map.columns; ++column) {
    const bool is_hot = hot && hot->column == column;
    if (!named[column]) continue;
    const Type face = is_hot ? type::label_hot : type::label;
    const Rgb colour = is_hot ? ui.colours().ink : ui.colours().text_2;
    // Beside a longer sentence a column can be of a word that this one does not have.
    std::string word = name_along(map.column_axis, map.column_label(column));
    if (word.empty()) word = "–";
    const float x = cells.left + wide * (static_cast<float>(column) + 0.5F);
    if (level) {
      ui.text(Area::at(x - wide / 2, cells.top - ui.px(20), wide, ui.px(16)), Align::centre, face, colour,
              word);
    } else {
      ui.turned(x, cells.top - ui.px(7), wide < ui.px(least_turned) ? 90 : turn, face, colour, word);
    }
  }
}

// Larger type before a class needs more room than the units say.
bool tall_enough(const Ui& ui, float tall, float from) {
  return tall >= std::max(ui.px(from), ui.height(type::cell) * 0.8F);
}

bool number_fits(const Ui& ui, const Heatmap& map, int row, int column, float wide) {
  return map.state(row, column) != CellState::value ||
         ui.width(type::cell_hot, number_in_cell(map.value(row, column), map.format)) <= wide - ui.px(1.5F);
}

bool all_numbers_fit(const Ui& ui, const Heatmap& map, float wide) {
  if (wide < ui.px(34)) return false;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (!number_fits(ui, map, row, column, wide)) return false;
    }
  }
  return true;
}

void write_numbers(Ui& ui, const Heatmap& map, const Area& cells, const HeatmapLook& look) {
  const std::optional<int>& focus_row = look.focus_row;
  const Colouring& colouring = look.colouring;
  const float wide = cells.width() / static_cast<float>(map.columns);
  const float tall = cells.height() / static_cast<float>(map.rows);
  if (!tall_enough(ui, tall, look.numbers_from)) return;
  const bool all = all_numbers_fit(ui, map, wide);
  if (!all && !look.some_numbers_from) return;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(row, column) != CellState::value) continue;
      if (!all && (std::abs(map.value(row, column)) < *look.some_numbers_from ||
                   !number_fits(ui, map, row, column, wide)))
        continue;
      const Area cell =
          Area::at(cells.left + wide * static_cast<float>(column), cells.top + tall * static_cast<float>(row),
                   wide - ui.px(1), tall - ui.px(1));
      const bool error = map.is_error(row, column);
      const Rgb ground =
          colouring.left_out == column
              ? left_out_colour(ui.theme())
              : colour_on_scale(colouring.of(map), error ? 0 : map.value(row, column), ui.theme());
      const Rgb colour = error ? ui.colours().error : text_on(ground);
      const bool bold = focus_row == row || is_bold_on(ground);
      ui.text(cell, Align::centre, bold ? type::cell_hot : type::cell, colour,
              number_in_cell(map.value(row, column), map.format));
    }
  }
}

std::optional<CellAt> cell_under(const Heatmap& map, const Area& cells, ImVec2 mouse) {
  if (!cells.contains(mouse)) return std::nullopt;
  const auto row = static_cast<int>((mouse.y - cells.top) / cells.height() * static_cast<float>(map.rows));
  const auto column =
      static_cast<int>((mouse.x - cells.left) / cells.width() * static_cast<float>(map.columns));
  return CellAt{std::min(row, map.rows - 1), std::min(column, map.columns - 1)};
}

// The arrows move the selected cell, Enter takes the first one there is; nothing when neither was pressed.
std::optional<CellAt> moved_by_keys(Ui& ui, const Heatmap& map, const HeatmapLook& look, bool entered) {
  const int right = ui.take(Key::right) - ui.take(Key::left);
  const int down = ui.take(Key::down) - ui.take(Key::up);
  if (right == 0 && down == 0 && !entered) return std::nullopt;
  CellAt at{look.focus_row.value_or(0), 0};
  if (look.selected) at = {look.selected->row + down, look.selected->column + right};
  return CellAt{std::clamp(at.row, 0, map.rows - 1), std::clamp(at.column, 0, map.columns - 1)};
}

}  // namespace

bool is_bold_on(Rgb ground) {
  constexpr double enough = 6.5;  // of contrast for thin strokes
  return contrast(text_on(ground), ground) < enough;
}

float row_labels_width(const Ui& ui, const Heatmap& map) {
  float wide = ui.px(40);
  for (int row = 0; row < map.rows; ++row) {
    wide = std::max({wide, ui.width(type::label_hot, name_along(map.row_axis, map.row_label(row))),
                     ui.width(type::label, name_along(map.row_axis, map.row_label(row)))});
  }
  return std::min(wide, ui.px(130)) + ui.px(10);
}

float column_labels_height(const Ui& ui, const Heatmap& map, float cell) {
  return column_labels_height(ui, map, cell, map.columns);
}

float column_labels_height(const Ui& ui, const Heatmap& map, float cell, int columns) {
  if (level_labels(ui, map, cell)) return ui.px(24);
  float wide = 0;
  for (int c = 0; c < std::min(columns, map.columns); ++c)
    wide = std::max(wide, ui.width(type::label_hot, name_along(map.column_axis, map.column_label(c))));
  if (cell < ui.px(least_turned)) return wide + ui.px(10);
  return std::round(wide * std::sin(turn * std::numbers::pi_v<float> / 180)) + ui.px(16);
}

float cell_gap(const Ui& ui, float cell) { return cell < ui.px(6) ? 0 : ui.hairline(); }

namespace {

// Maps of more cells than pixels as they are drawn, made once.
struct DrawnMaps {
  struct Drawn {
    std::weak_ptr<const Heatmap> of;
    std::optional<int> left_out;
    HeatmapPtr map;
  };
  std::map<const Heatmap*, Drawn> all;
};
constexpr std::size_t most_drawn_maps = 32;

// A cell no smaller than a pixel: of those in one that which is farthest from zero.
HeatmapPtr drawn_map(Ui& ui, const HeatmapPtr& map, const Area& cells, const std::optional<int>& left_out) {
  if (ui.exporting()) return map;
  const auto places = [](int count, float pixels) {
    return std::min(count, std::max(1, static_cast<int>(pixels)));
  };
  const int rows = places(map->rows, cells.height()), columns = places(map->columns, cells.width());
  if (rows == map->rows && columns == map->columns) return map;
  auto& all = ui.state<DrawnMaps>().all;
  if (all.size() > most_drawn_maps)
    std::erase_if(all, [](const auto& entry) { return entry.second.of.expired(); });
  if (all.size() > most_drawn_maps) all.clear();
  DrawnMaps::Drawn& known = all[map.get()];
  if (known.of.lock() != map || known.left_out != left_out || known.map->rows != rows ||
      known.map->columns != columns)
    known = {map, left_out, std::make_shared<const Heatmap>(thumbnail_of(*map, rows, columns, left_out))};
  return known.map;
}

}  // namespace

HeatmapTouch heatmap(Ui& ui, const std::string& id, const HeatmapPtr& map, const Area& cells,
                     const HeatmapLook& look) {
  HeatmapTouch touch;
  const Palette& c = ui.colours();
  const float wide = cells.width() / static_cast<float>(map->columns);
  const float tall = cells.height() / static_cast<float>(map->rows);

  const Touch whole = ui.surface(id, cells);
  if (whole.focused) {
    ui.focus_ring(cells, ui.px(2));
    touch.clicked = moved_by_keys(ui, *map, look, whole.clicked);
  }
  if (whole.hovered) {
    touch.hovered = cell_under(*map, cells, ui.mouse());
    if (touch.hovered) {
      touch.hovered_row = touch.hovered->row;
      if (whole.clicked) touch.clicked = touch.hovered;
      std::vector<RichText> lines = cell_tooltip(*map, *touch.hovered);
      if (look.colouring.left_out == touch.hovered->column &&
          map->state(touch.hovered->row, touch.hovered->column) == CellState::value)
        lines.push_back(std::vector<TextRun>{
            {"This column is a sink, which the colour scale leaves out.", Role::text_3}});
      ui.tooltip(lines);
    }
  }
  if (look.row_labels) row_labels(ui, id, *map, cells, look, touch);
  if (look.column_labels) {
    const std::optional<CellAt> hot = touch.hovered ? touch.hovered : look.selected;
    column_labels(ui, *map, cells, hot, look);
  }
  const HeatmapPtr drawn = drawn_map(ui, map, cells, look.colouring.left_out);
  ui.cells({.map = drawn,
            .rows = drawn->rows,
            .columns = drawn->columns,
            .area = cells,
            .gap = cell_gap(ui, std::min(wide, tall)),
            .fade = look.off ? off_fade : 0,
            .paper = c.stage,
            .unit = ui.scale(),
            .scale = look.colouring.scale,
            .left_out = drawn->columns == map->columns ? look.colouring.left_out : std::nullopt});
  if (look.off) {
    off_mark(ui, cells);
  } else {
    write_numbers(ui, *map, cells, look);
  }

  const auto cell_outline = [&](CellAt at, Rgb colour, float thickness) {
    const Area cell{cells.left + wide * static_cast<float>(at.column),
                    cells.top + tall * static_cast<float>(at.row),
                    cells.left + wide * static_cast<float>(at.column + 1),
                    cells.top + tall * static_cast<float>(at.row + 1)};
    ui.outline({cell.left - thickness, cell.top - thickness, cell.right - ui.hairline() + thickness,
                cell.bottom - ui.hairline() + thickness},
               colour, thickness, ui.px(2));
  };
  for (const Mark& mark : map->marks)
    cell_outline({mark.row, mark.column}, colour_of(mark.role, c), ui.px(2));
  if (look.marked) ui.outline(cells.outset(ui.px(2)), c.ink, ui.px(2.5F), ui.px(4));
  if (touch.hovered) cell_outline(*touch.hovered, c.text_3, ui.px(1.5F));
  if (look.selected) cell_outline(*look.selected, ui.theme() == Theme::dark ? c.focus : c.ink, ui.px(2.5F));
  return touch;
}

void heatmap_corner(Ui& ui, const Area& cells, const Heatmap& map) {
  const float right = cells.left - ui.px(10);
  const std::string key = map.column_axis + " →";
  const std::string query = map.row_axis + " ↓";
  ui.text(right - ui.width(type::caption, key), cells.top - ui.px(26), type::caption, ui.colours().text_3,
          key);
  ui.text(right - ui.width(type::caption, query), cells.top - ui.px(10), type::caption, ui.colours().text_3,
          query);
}

void focus_band(Ui& ui, float left, float right, const Area& cells, int rows, int row) {
  const float tall = cells.height() / static_cast<float>(rows);
  const float top = cells.top + tall * static_cast<float>(row);
  ui.fill({left, top - ui.px(1), right, top + tall}, ui.colours().focus_band, ui.px(5));
}

void off_mark(Ui& ui, const Area& area, const std::string& off) {
  const float wide = ui.width(type::caption_hot, off) + ui.px(10);
  const float tall = ui.px(18);
  if (wide > area.width() || tall > area.height())
    return ui.line(area.left, area.bottom, area.right, area.top, ui.colours().text_2, ui.px(1.5F));
  const Area place =
      Area::at(std::round(area.middle_x() - wide / 2), std::round(area.middle_y() - tall / 2), wide, tall);
  ui.fill(place, ui.colours().panel, ui.px(4));
  ui.outline(place, ui.colours().strong_line, ui.hairline(), ui.px(4));
  ui.text(place, Align::centre, type::caption_hot, ui.colours().text_2, off);
}

void thumbnail(Ui& ui, const HeatmapPtr& map, const Area& area, bool off, const Colouring& colouring) {
  const float cell = std::min(area.width() / static_cast<float>(map->columns),
                              area.height() / static_cast<float>(map->rows));
  ui.cells({.map = map,
            .rows = map->rows,
            .columns = map->columns,
            .area = area,
            .gap = cell_gap(ui, cell),
            .fade = off ? off_fade : 0,
            .paper = ui.colours().stage,
            .unit = ui.scale(),
            .scale = colouring.scale,
            .left_out = colouring.left_out});
  if (off) off_mark(ui, area);
}

std::string name_along(const std::string& axis, const std::string& label) {
  const bool number =
      !label.empty() && label.size() < 8 && label.find_first_not_of("0123456789") == label.npos;
  const bool counted = axis.find("dimension") != axis.npos || axis == "row" || axis == "column";
  return number && counted ? from_one(std::stoi(label)) : token_name(label);
}

std::vector<RichText> cell_tooltip(const Heatmap& map, CellAt at) {
  const std::string row = name_along(map.row_axis, map.row_label(at.row));
  const std::string column = name_along(map.column_axis, map.column_label(at.column));
  std::vector<RichText> lines;
  // A learned matrix goes by its letter: "W^O".
  if (map.path.starts_with("parameters.")) {
    if (RichText letter = in_one_line(symbol_of(map.path), Role::ink, true); !letter.runs.empty())
      lines.push_back(std::move(letter));
  }
  lines.push_back(std::vector<TextRun>{{map.row_axis + " ", Role::text_3},
                                       {row, Role::ink, true},
                                       {"   " + map.column_axis + " ", Role::text_3},
                                       {column, Role::ink, true}});
  std::string value = significant_text(map.value(at.row, at.column), 5);
  Role role = Role::ink;
  if (map.is_error(at.row, at.column)) {
    value = say("{value}  (not a number)", {{"value", value}});
    role = Role::error;
  } else if (map.state(at.row, at.column) == CellState::masked) {
    value = "masked: it may not look there";
  } else if (map.state(at.row, at.column) == CellState::absent) {
    value = "no counterpart in the other sentence";
  } else {
    value = map.scale.label + "  " + value;
  }
  lines.push_back(std::vector<TextRun>{{value, role}});
  return lines;
}

namespace {

// 32 pieces follow the 256 entries closely. Upright, the high end is above.
void ramp(Ui& ui, const Area& area, Ramp kind, bool upright) {
  const ColourMap& map = colour_map(kind, ui.theme());
  std::array<Rgb, 33> colours;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(colours.size() - 1);
    colours[i] = colour_at(map, upright ? 1 - share : share);
  }
  ui.gradient(area, colours, !upright);
}

}  // namespace

namespace {

// Beyond the end of a bar: some cells lie there.
void beyond_end(Ui& ui, const Area& bar, Beyond side, const Scale& scale) {
  const float deep = ui.px(5);
  const bool high = side == Beyond::above || side == Beyond::right;
  const Rgb colour = colour_map(scale.ramp, ui.theme())[high ? 255 : 0];
  std::array<ImVec2, 3> corners;
  if (side == Beyond::above) {
    corners = {ImVec2(bar.left, bar.top), ImVec2(bar.right, bar.top), ImVec2(bar.middle_x(), bar.top - deep)};
  } else if (side == Beyond::below) {
    corners = {ImVec2(bar.right, bar.bottom), ImVec2(bar.left, bar.bottom),
               ImVec2(bar.middle_x(), bar.bottom + deep)};
  } else if (side == Beyond::left) {
    corners = {ImVec2(bar.left, bar.bottom), ImVec2(bar.left, bar.top),
               ImVec2(bar.left - deep, bar.middle_y())};
  } else {
    corners = {ImVec2(bar.right, bar.top), ImVec2(bar.right, bar.bottom),
               ImVec2(bar.right + deep, bar.middle_y())};
  }
  ui.polygon(corners, colour);
  // A light end would not show on the paper.
  const std::array<ImVec2, 3> edge{corners[0], corners[2], corners[1]};
  ui.lines(edge, ui.colours().strong_line, ui.hairline());
}

}  // namespace

std::string token_name(const std::string& token) {
  return token == "<s>" ? "(start)" : token == "</s>" ? "(end)" : token;
}

float colour_bar_width(const Ui& ui, const Scale& scale) {
  float numbers = 0;
  for (const ScaleTick& tick : ticks_of(scale)) numbers = std::max(numbers, ui.width(type::path, tick.text));
  return ui.px(10 + 8) + numbers;
}

void colour_bar(Ui& ui, const Area& area, const Scale& scale) {
  const Palette& c = ui.colours();
  const Area bar = Area::at(area.left, area.top, ui.px(10), area.height());
  ramp(ui, bar, scale.ramp, true);
  if (scale.more_above) beyond_end(ui, bar, Beyond::above, scale);
  if (scale.more_below) beyond_end(ui, bar, Beyond::below, scale);
  const std::vector<ScaleTick> ticks = ticks_of(scale);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float y = bar.bottom - bar.height() * ticks[i].share;
    ui.line(bar.right, y, bar.right + ui.px(4), y, c.strong_line, ui.hairline());
    // Of a short bar the ends say enough.
    const bool end = i == 0 || i + 1 == ticks.size();
    const float apart = std::min(y - bar.top, bar.bottom - y);
    if (!end && apart < std::max(ui.px(13), ui.height(type::path))) continue;
    ui.text(bar.right + ui.px(8), y, type::path, c.text_2, ticks[i].text);
  }
  const float above = scale.more_above ? ui.px(22) : ui.px(17);
  if (!scale.label.empty()) ui.text(bar.left, bar.top - above, type::caption, c.text_3, scale.label);
}

float level_colour_bar_width(const Ui& ui, const std::string& label, const Scale& scale) {
  const std::vector<ScaleTick> ticks = ticks_of(scale);
  return ui.width(type::caption, label) + ui.width(type::path, ticks.front().text) +
         ui.width(type::path, ticks.back().text) + ui.px(80 + 12 + 16);
}

void level_colour_bar(Ui& ui, float left, float middle_y, const std::string& label, const Scale& scale) {
  const Palette& c = ui.colours();
  const std::vector<ScaleTick> ticks = ticks_of(scale);
  float x = ui.text(left, middle_y, type::caption, c.text_3, label) + ui.px(12);
  x = ui.text(x, middle_y, type::path, c.text_2, ticks.front().text) + ui.px(8);
  const Area bar = Area::at(std::round(x), std::round(middle_y - ui.px(4)), ui.px(80), ui.px(8));
  ramp(ui, bar, scale.ramp, false);
  if (scale.more_below) beyond_end(ui, bar, Beyond::left, scale);
  if (scale.more_above) beyond_end(ui, bar, Beyond::right, scale);
  for (const ScaleTick& tick : ticks) {
    if (scale.log_from <= 0 || tick.share <= 0 || tick.share >= 1) continue;
    const float at = bar.left + bar.width() * tick.share;
    ui.line(at, bar.bottom, at, bar.bottom + ui.px(3), c.text_3, ui.hairline());
  }
  ui.text(bar.right + ui.px(8), middle_y, type::path, c.text_2, ticks.back().text);
}

}  // namespace headlight
