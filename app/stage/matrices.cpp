// Lines of matrices that share a page.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/stage/board.h"
#include "app/stage/cells.h"
#include "app/stage/motion.h"

namespace headlight::stage {
namespace {

constexpr float least_head = 112;  // units: a formula has so much room, however narrow its matrix
constexpr float between_lines = 10, foot = 2, title_head = 24, bare_head = 30, under_tall = 18;
constexpr float most_labels = 0.42F;  // of the width, for the names of rows

Cells& cells_of(Piece& piece) { return std::get<Cells>(piece.look); }

bool has_formula(const Cells& cells) { return !cells.formulas.empty() || !cells.notes.empty(); }

// The matrices of a line, and what they need in this width.
struct Line {
  std::vector<Piece*> all;
  float slot = 0;             // pixels of width for each
  float side = 0;             // of its squares; 0: they are none
  float beside = 0;           // the cells, what else takes width
  float head = 0, names = 0;  // over the cells, and the part of it that the names of columns take
  float foot = 0;             // under them
  int rows = 0;               // of the tallest
  bool few = true;            // all of its rows are of other things than those of the first kind
};

// What each may have where all have the same, and where one needs more than that.
float slot_of(const Ui& ui, const Line& line, const Piece& piece) {
  if (line.side > 0) {
    const Cells& cells = std::get<Cells>(piece.look);
    return std::max(line.side * static_cast<float>(cells.map->columns), ui.px(cells.least_wide));
  }
  const auto needs = [&](const Piece& each) {
    const Cells& cells = std::get<Cells>(each.look);
    return ui.px(cells.least_cell) * static_cast<float>(cells.map->columns);
  };
  float more = 0;
  float others = 0;
  for (const Piece* each : line.all) {
    more += std::max(0.0F, needs(*each) > 0 ? std::max(line.slot, needs(*each)) - line.slot : 0);
    others += needs(*each) > 0 ? 0.0F : 1.0F;
  }
  if (needs(piece) > 0) return std::max(line.slot, needs(piece));
  return more > 0 ? std::floor((line.slot * others - more) / others) : line.slot;
}

float head_width(const Ui& ui, const Matrices& look, const Cells& cells, float wide) {
  if (look.square) return wide;
  const float own = fitted_cells(0, 0, *cells.map, wide, 0, ui.px(look.most_wide), 0).width();
  return std::max(own, std::min(wide, ui.px(least_head)));
}
float head_room(const Ui& ui, const Matrices& look, const Cells& cells, float wide) {
  return head_width(ui, look, cells, wide) + ui.px(look.gap) - ui.px(8);
}

void set_head(const Ui& ui, const Matrices& look, Line& line) {
  bool formulas = false, titles = false;
  float over = 0;
  line.names = 0;
  for (const Piece* piece : line.all) {
    const Cells& cells = std::get<Cells>(piece->look);
    formulas |= has_formula(cells);
    titles |= !cells.title.empty();
    over = std::max(over, ui.px(cells.over_tall));
    if (!cells.look.column_labels) continue;
    const float cell =
        line.side > 0 ? line.side : std::floor(line.slot / static_cast<float>(cells.map->columns));
    line.names =
        std::max(line.names, column_labels_height(ui, *cells.map, std::min(cell, ui.px(look.most_wide))));
  }
  line.head = over + line.names;
  if (formulas)
    line.head += matrix_head_height(ui);
  else if (titles)
    line.head += ui.px(line.names > 0 ? title_head : bare_head);
}

// The largest with which all fit into so much room. Smaller cells turn their names, which then need more.
float side_of_squares(const Ui& ui, const Matrices& look, std::vector<Line>& lines, float wide, float tall) {
  float side = std::floor(ui.px(std::min(look.most_wide, look.most_tall)));
  const auto fits = [&] {
    float left = tall;
    bool beside = true;
    for (Line& line : lines) {
      line.side = side;
      float needed = line.beside;
      for (const Piece* piece : line.all) needed += slot_of(ui, line, *piece);
      beside &= needed <= wide;
      set_head(ui, look, line);
      left -= line.head + side * static_cast<float>(line.rows) + line.foot;
    }
    return beside && left >= 0;
  };
  while (!fits() && side > ui.px(look.least)) side -= 1;
  return side;
}

// The first form for which all formulas of the line have room, for all of them.
void choose_forms(const Ui& ui, const Matrices& look, Line& line) {
  std::size_t form = 0;
  for (const Piece* piece : line.all) {
    const Cells& cells = std::get<Cells>(piece->look);
    const float room = head_room(ui, look, cells, slot_of(ui, line, *piece));
    const auto too_wide = [&](const std::string& formula) {
      return Formula::parse(formula).measure(ui, FormulaSize::tiny).width > room;
    };
    while (form + 1 < cells.formulas.size() && too_wide(cells.formulas[form])) ++form;
  }
  for (Piece* piece : line.all) {
    std::vector<std::string>& forms = cells_of(*piece).formulas;
    if (forms.size() > 1) forms = {forms[std::min(form, forms.size() - 1)]};
  }
}

Area part_of_cells(const Piece& piece, int row, int column) {
  const Heatmap& map = *std::get<Cells>(piece.look).map;
  const float wide = piece.box.width() / static_cast<float>(map.columns);
  const float tall = piece.box.height() / static_cast<float>(map.rows);
  Area area = piece.box;
  if (row >= 0) {
    area.top += tall * static_cast<float>(row);
    area.bottom = area.top + tall;
  }
  if (column >= 0) {
    area.left += wide * static_cast<float>(column);
    area.right = area.left + wide;
  }
  return area;
}

Area between(const Area& from, const Area& to, float way) {
  const auto mix = [way](float a, float b) { return a + way * (b - a); };
  return {mix(from.left, to.left), mix(from.top, to.top), mix(from.right, to.right),
          mix(from.bottom, to.bottom)};
}

std::optional<int> followed_in(const Matrices& look, const Cells& cells) {
  const std::optional<int> row = cells.row ? cells.row : look.row;
  return cells.followed && row && *row < cells.map->rows ? row : std::nullopt;
}

void paint_cells(Ui& ui, Piece& piece, std::optional<int> row) {
  Cells& cells = cells_of(piece);
  const Area& box = piece.box;
  if (!cells.title.empty()) {
    ui.text(box.left, box.top - cells.head + ui.px(8), type::label_hot, ui.colours().ink,
            ui.shortened(type::label_hot, cells.title, cells.head_room));
  }
  const auto fitting = [&](const std::vector<std::string>& forms) {
    const auto form = std::find_if(forms.begin(), forms.end(), [&](const std::string& each) {
      return ui.width(type::caption, each) <= cells.head_room;
    });
    return form != forms.end() ? *form : forms.empty() ? "" : forms.back();
  };
  if (has_formula(cells))
    matrix_head(ui, box.left, box.top - cells.head, cells.head_room,
                cells.formulas.empty() ? "" : cells.formulas.front(), fitting(cells.notes));
  if (cells.instead) {
    cells.instead(ui, box);
    return;
  }
  if (cells.over)
    cells.over(ui, Area::at(box.left, box.top - cells.names - ui.px(cells.over_tall),
                            std::max(box.width(), ui.px(cells.least_wide)), ui.px(cells.over_tall)));
  colours_under(ui, box, cells.look.colouring.of(*cells.map), cells.head_room - ui.px(6));
  if (!cells.under.empty())
    ui.text(box.left, box.bottom + colours_under_height(ui) + ui.px(8), type::caption, ui.colours().text_3,
            fitting(cells.under));
  if (cells.followed) cells.look.focus_row = row;
  const HeatmapTouch touch = heatmap(ui, piece.id, cells.map, box, cells.look);
  const float tall = box.height() / static_cast<float>(cells.map->rows);
  for (int each = 0; cells.behind && each < cells.map->rows; ++each)
    cells.behind(
        ui, Area::at(box.right, box.top + tall * static_cast<float>(each), ui.px(cells.behind_wide), tall),
        each);
  if (cells.touched) cells.touched(touch, box);
}

// How tall a row of each kind is: all alike; where a few stand beside many, theirs may be taller, up to a
// third of the room.
std::map<int, float> tall_rows(const Ui& ui, const Matrices& look, const std::vector<Line>& lines,
                               float room) {
  std::map<int, int> rows_of;  // how many rows the matrices of each kind have
  int all_rows = 0, most_rows = 0;
  for (const Line& line : lines) {
    all_rows += line.rows;
    most_rows = std::max(most_rows, line.rows);
    for (const Piece* piece : line.all) {
      const Cells& cells = std::get<Cells>(piece->look);
      rows_of[cells.rows_of] = std::max(rows_of[cells.rows_of], cells.map->rows);
    }
  }
  const float most = ui.px(look.most_tall);
  const float even = cell_side(room / static_cast<float>(std::max(1, all_rows)), most);
  const float least = std::min(even, ui.px(look.least));
  std::map<int, float> side;
  for (const auto& [kind, rows] : rows_of) {
    const float apart = rows < most_rows ? ui.px(look.few_tall) : 0;
    const float third = std::floor(room / 3 / static_cast<float>(rows));
    side[kind] = std::clamp(std::max(even, std::min(apart, third)), least, most);
  }
  float left = room;
  int others = 0;
  for (const Line& line : lines) {
    if (line.few)
      left -= side[std::get<Cells>(line.all.front()->look).rows_of] * static_cast<float>(line.rows);
    else
      others += line.rows;
  }
  if (others > 0) side[0] = std::max(cell_side(left / static_cast<float>(others), most), least);
  return side;
}

}  // namespace

void Board::place_matrices(std::size_t at, const Area& room) {
  const Matrices& look = std::get<Matrices>(pieces_[at].look);
  pieces_[at].box = room;
  std::vector<Line> lines;
  each_inside(at, [&](std::size_t row) {
    Line line;
    line.foot = colours_under_height(ui_) + ui_.px(between_lines);
    each_inside(row, [&](std::size_t i) {
      Cells& cells = cells_of(pieces_[i]);
      cells.labels = 0;
      if (cells.look.row_labels)
        cells.labels = std::min(row_labels_width(ui_, *cells.map), std::round(room.width() * most_labels));
      cells.look.row_label_width = cells.labels;
      line.beside += cells.labels + ui_.px(pieces_[i].before + cells.behind_wide);
      if (!cells.under.empty()) line.foot = colours_under_height(ui_) + ui_.px(between_lines + under_tall);
      line.rows = std::max(line.rows, cells.map->rows);
      line.few = line.few && cells.rows_of != 0;
      line.all.push_back(&pieces_[i]);
    });
    if (line.all.empty()) return;
    const auto count = static_cast<float>(line.all.size());
    line.beside += ui_.px(look.gap) * (count - 1);
    line.slot = std::floor((room.width() - line.beside) / count);
    set_head(ui_, look, line);
    lines.push_back(std::move(line));
  });
  float tall_room = room.height() - ui_.px(foot) + ui_.px(between_lines);
  std::map<int, float> side;
  if (look.square) {
    const float square = side_of_squares(ui_, look, lines, room.width(), tall_room);
    for (const Line& line : lines)
      for (const Piece* piece : line.all) side[std::get<Cells>(piece->look).rows_of] = square;
  } else {
    for (const Line& line : lines) tall_room -= line.head + line.foot;
    side = tall_rows(ui_, look, lines, tall_room);
  }
  for (Line& line : lines) choose_forms(ui_, look, line);

  float y = room.top;
  for (Line& line : lines) {
    float x = room.left;
    float tall = 0;
    for (Piece* piece : line.all) {
      Cells& cells = cells_of(*piece);
      const float wide = slot_of(ui_, line, *piece);
      const float each = side[cells.rows_of];
      x += ui_.px(piece->before) + cells.labels;
      const float most_wide = look.square ? each : ui_.px(look.most_wide);
      piece->box = fitted_cells(x, y + line.head, *cells.map, wide,
                                each * static_cast<float>(cells.map->rows), most_wide, each);
      cells.head = line.head;
      cells.names = line.names;
      cells.head_room = head_room(ui_, look, cells, wide);
      x += std::max(piece->box.width(), head_width(ui_, look, cells, wide)) +
           ui_.px(look.gap + cells.behind_wide);
      tall = std::max(tall, cells.rows_of == 0 || line.few ? each * static_cast<float>(line.rows) : 0);
    }
    y += line.head + tall + line.foot;
  }
}

void Board::paint_matrices(std::size_t at) {
  const Matrices& look = std::get<Matrices>(pieces_[at].look);
  std::vector<Piece*> all;
  each_inside(at, [&](std::size_t row) {
    each_inside(row, [&](std::size_t i) {
      if (std::holds_alternative<Cells>(pieces_[i].look)) all.push_back(&pieces_[i]);
    });
  });
  for (const Piece* piece : all) {
    const Cells& cells = std::get<Cells>(piece->look);
    const std::optional<int> row = followed_in(look, cells);
    if (!row) continue;
    Area band = part_of_cells(*piece, *row, -1);
    band.left -= cells.labels > 0 ? cells.labels : ui_.px(look.gap);
    band.right += ui_.px(3);
    band.top -= ui_.px(1);
    Key key = piece->key;
    key.part = number_of("band");
    if (!name_.empty()) band = moved_box(ui_, name_, key, band);
    ui_.fill(band, ui_.colours().focus_band, ui_.px(5));
  }
  for (Piece* piece : all) {
    paint_cells(ui_, *piece, followed_in(look, cells_of(*piece)));
    const float shown = name_.empty() ? 1 : shown_of(ui_, name_, piece->key);
    if (shown == 1) continue;
    // It comes out of the paper.
    const Cells& cells = std::get<Cells>(piece->look);
    const Area all_of_it{piece->box.left - cells.labels, piece->box.top - cells.head,
                         piece->box.left + std::max(piece->box.width(), cells.head_room),
                         piece->box.bottom + colours_under_height(ui_)};
    ui_.fill(all_of_it, ui_.colours().stage, 0, 1 - shown);
  }
  if (!look.cell || !look.sources) return;
  const auto piece_of = [&](const Key& key) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Piece* each) {
      Key whole = key;
      whole.row = each->key.row;
      whole.column = each->key.column;
      return each->key == whole;
    });
    return found == all.end() ? nullptr : *found;
  };
  const Piece* target = piece_of(*look.cell);
  if (target == nullptr) return;
  const Heatmap& map = *std::get<Cells>(target->look).map;
  if (look.cell->row >= map.rows || look.cell->column >= map.columns) return;
  for (const Key& source : look.sources(*look.cell)) {
    const Piece* from = piece_of(source);
    if (from == nullptr) continue;
    const Area whole = part_of_cells(*from, source.row, source.column);
    const Rgb colour = colour_of(std::get<Cells>(from->look).role, ui_.colours());
    ui_.outline(whole.outset(ui_.px(1)), colour, ui_.px(2), ui_.px(2));
    if (look.opened >= 1) continue;
    const Area now = between(whole, part_of_cells(*target, look.cell->row, look.cell->column), look.opened);
    ui_.fill(now, colour, ui_.px(2), 0.35F);
    ui_.outline(now, colour, ui_.px(2), ui_.px(2));
  }
}

}  // namespace headlight::stage
