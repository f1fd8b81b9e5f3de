// A page or a sheet: pieces in the order of their declaration, which says at once what there is, how large
// all of it will be, and what happens when it is pressed.
//
//   Board board(ui, "temperature");
//   board.column({.gap = 6}, [&] {
//     board.words("alignment", type::caption, Role::text_3);
//     board.choices("attention/alignment", {{"dot"}, {"scaled dot"}}, chosen, [&](int to) { ... });
//   });
//   const float tall = board.height(wide);  // where somebody has to know
//   board.show(area);
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/stage/piece.h"

namespace headlight::stage {

class Board {
 public:
  // What moves is followed under the board's name from frame to frame; without one everything rests.
  explicit Board(Ui& ui, std::string name = "") : ui_(ui), name_(std::move(name)) {}

  // What is added is valid until the next one is.
  Piece& add(Piece piece);
  Piece& column(Column look, auto inside) { return holding({.look = look, .grows = look.grows}, inside); }
  Piece& row(Row look, auto inside) {
    const std::size_t at = pieces_.size();
    holding({.look = look, .above = look.above, .below = look.below}, inside);
    each_inside(at, [&](std::size_t i) {
      if (pieces_[i].tall == 0) pieces_[i].tall = look.tall;
    });
    return pieces_[at];
  }
  Piece& matrices(Matrices look, auto inside) { return holding({.look = std::move(look)}, inside); }
  Piece& words(std::string text, Type type = type::label, Role role = Role::ink) {
    return add({.look = Words{{std::move(text)}, type, role}});
  }
  Piece& choices(std::string id, std::vector<Choice> list, int chosen, std::function<void(int)> take) {
    return add({std::move(id), Choices{std::move(list), chosen, std::move(take)}});
  }
  Piece& press(std::string id, std::string label, ButtonKind kind, std::function<void()> take) {
    return add({std::move(id), Press{std::move(label), kind, std::move(take)}});
  }
  Piece& own(float wide, float tall, std::function<void(Ui&, const Area&)> paint) {
    return add({.look = Own{std::move(paint)}, .wide = wide, .tall = tall});
  }
  Piece& space(float units) { return add({.look = Own{}, .tall = units}); }

  // Pixels of all of it in this width.
  float height(float width);
  // Places, moves and paints it.
  void show(const Area& area);

  const std::vector<Piece>& pieces() const { return pieces_; }

 protected:
  Piece& piece(std::size_t at) { return pieces_[at]; }

 private:
  Piece& holding(Piece piece, auto inside) {
    const std::size_t at = pieces_.size();
    add(std::move(piece));
    inside();
    pieces_[at].inside = pieces_.size() - at - 1;
    return pieces_[at];
  }
  std::size_t behind(std::size_t at) const { return at + pieces_[at].inside + 1; }
  // Of those that a piece holds; nothing behind the last.
  void each_inside(std::size_t at, auto visit) {
    for (std::size_t i = at + 1; i < behind(at); i = behind(i)) visit(i);
  }

  // Sets the boxes of a piece and of all that it holds; its height is known where `bounded`.
  void place(std::size_t at, const Area& given, bool bounded);
  void place_column(std::size_t at, const Area& room, bool bounded);
  void place_row(std::size_t at, const Area& room);
  void place_matrices(std::size_t at, const Area& room);
  void paint_matrices(std::size_t at);

  Ui& ui_;
  std::string name_;
  std::vector<Piece> pieces_;
};

// What a piece that holds no others needs where there is so much width, in pixels; and paints it.
struct Needs {
  float wide = 0, tall = 0;
};
Needs needs_of(const Ui& ui, const Piece& piece, float room);
void paint(Ui& ui, const Piece& piece);

// One matrix alone, as large as fits into the area; returns where its cells are.
Area show_matrix(Ui& ui, const Area& area, Piece cells, Matrices look = {});

// On a sheet over everything else, as high as it needs but no less than `least_tall`; it scrolls where the
// screen is too small. In units. Returns false once a click beside it closes it.
struct Sheet {
  float wide = 0, least_tall = 0;
  float beside = 28, above = 22;  // margins
  float least_wide = 0;           // in less it scrolls across
};
bool show_sheet(Ui& ui, Board& board, const Sheet& sheet);

}  // namespace headlight::stage
