#include "app/stage/board.h"

#include <algorithm>
#include <cmath>

#include "app/stage/motion.h"
#include "app/widgets/finder.h"

namespace headlight::stage {

Piece& Board::add(Piece piece) {
  if (piece.key == Key{} && !piece.id.empty()) piece.key.site = number_of(piece.id);
  return pieces_.emplace_back(std::move(piece));
}

float Board::height(float width) {
  float tall = 0;
  for (std::size_t i = 0; i < pieces_.size(); i = behind(i)) {
    place(i, {0, tall, width, tall}, false);
    tall = pieces_[i].box.bottom;
  }
  return tall;
}

void Board::place(std::size_t at, const Area& given, bool bounded) {
  Piece& piece = pieces_[at];
  const bool fixed = piece.wide > 0 && !piece.grows;
  Area room = given;
  if (fixed) room.right = room.left + ui_.px(piece.wide);
  if (std::holds_alternative<Column>(piece.look)) {
    place_column(at, room, bounded);
  } else if (std::holds_alternative<Row>(piece.look)) {
    place_row(at, room);
  } else if (std::holds_alternative<Matrices>(piece.look)) {
    place_matrices(at, room);
  } else {
    const Needs needs = needs_of(ui_, piece, room.width());
    const float tall = piece.grows && bounded ? room.height() : needs.tall;
    piece.box = Area::at(room.left, room.top, needs.wide, tall);
  }
  if (fixed) piece.box.right = room.right;
}

void Board::place_column(std::size_t at, const Area& room, bool bounded) {
  const float gap = ui_.px(std::get<Column>(pieces_[at].look).gap);
  const auto down = [&](float more) {
    float y = room.top;
    float wide = 0;
    each_inside(at, [&](std::size_t i) {
      if (i != at + 1) y += gap;
      y += ui_.px(pieces_[i].above);
      place(i, {room.left, y, room.right, y + more}, more > 0 && pieces_[i].grows);
      y = pieces_[i].box.bottom + ui_.px(pieces_[i].below);
      wide = std::max(wide, pieces_[i].box.width());
    });
    pieces_[at].box = {room.left, room.top, room.left + wide, y};
  };
  down(0);
  const float more = room.bottom - pieces_[at].box.bottom;
  bool grows = false;
  each_inside(at, [&](std::size_t i) { grows = grows || pieces_[i].grows; });
  if (bounded && grows && more > 0) down(more);
}

// In lines; what grows shares what the others leave of its line.
void Board::place_row(std::size_t at, const Area& room) {
  const Row look = std::get<Row>(pieces_[at].look);
  const float gap = ui_.px(look.gap);
  float x = room.left;
  float y = room.top;
  float bottom = y;
  std::vector<std::size_t> line;
  const auto end_line = [&] {
    const auto growing = static_cast<float>(
        std::count_if(line.begin(), line.end(), [&](std::size_t i) { return pieces_[i].grows; }));
    const float more = growing > 0 ? std::max(0.0F, std::floor((room.right - x) / growing)) : 0;
    float moved = 0;
    for (const std::size_t i : line) {
      const Area was = pieces_[i].box.moved(moved, 0);
      const float right = was.right + (pieces_[i].grows ? more : 0);
      if (growing > 0) place(i, {was.left, y, right, std::max(room.bottom, bottom)}, room.bottom > y);
      pieces_[i].box.right = right;
      moved += right - was.right;
      bottom = std::max(bottom, pieces_[i].box.bottom);
    }
    for (const std::size_t i : line) {
      if (std::holds_alternative<Own>(pieces_[i].look) && pieces_[i].tall == 0)
        pieces_[i].box.bottom = bottom;
    }
  };
  // Within `right`; what grows begins with its least width.
  const auto set = [&](std::size_t i, float right) {
    pieces_[i].box = {x, y, x + ui_.px(pieces_[i].wide), y};
    if (!pieces_[i].grows) place(i, {x, y, right, y}, false);
  };
  each_inside(at, [&](std::size_t i) {
    const float before = x;
    if (!line.empty()) x += gap + ui_.px(pieces_[i].before);
    // It begins another line where it does not fit as it would stand there.
    const float there = room.width() - ui_.px(look.indent);
    set(i, std::max(room.right, x + there));
    const bool fits = pieces_[i].box.right <= room.right + 0.5F;
    if (look.breaks && !fits && !line.empty() && there > room.right - x + 0.5F) {
      x = before;
      end_line();
      line.clear();
      x = room.left + ui_.px(look.indent);
      y = bottom + ui_.px(look.between);
    }
    if (!fits) set(i, room.right);
    line.push_back(i);
    x = pieces_[i].box.right;
    bottom = std::max(bottom, pieces_[i].box.bottom);
  });
  end_line();
  pieces_[at].box = {room.left, room.top, room.right, bottom};
}

void Board::show(const Area& area) {
  Area rest = area;
  for (std::size_t i = 0; i < pieces_.size(); i = behind(i)) {
    place(i, rest, true);
    rest.top = pieces_[i].box.bottom;
  }
  if (!name_.empty()) move_pieces(ui_, name_, area, pieces_);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (!std::holds_alternative<Matrices>(pieces_[i].look)) {
      paint(ui_, pieces_[i]);
      continue;
    }
    paint_matrices(i);
    i = behind(i) - 1;
  }
}

Area show_matrix(Ui& ui, const Area& area, Piece cells, Matrices look) {
  Board board(ui);
  board.matrices(std::move(look), [&] { board.row({}, [&] { board.add(std::move(cells)); }); });
  board.show(area);
  return board.pieces().back().box;
}

bool show_sheet(Ui& ui, Board& board, const Sheet& sheet) {
  const float inside = sheet_width(ui, sheet.wide) - 2 * ui.px(sheet.beside);
  const float content = board.height(inside) / ui.scale() + 2 * sheet.above;
  const float tall = std::max(sheet.least_tall, std::ceil(content));
  const Area area = begin_sheet(ui, sheet.wide, tall, -1, sheet.least_wide, tall);
  board.show(area.inset(ui.px(sheet.beside), ui.px(sheet.above)));
  return !end_sheet(ui);
}

}  // namespace headlight::stage
