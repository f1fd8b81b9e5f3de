// What is shown, and who it is. A page says which pieces it is made of; a board measures and places them
// (board.h), motion takes each from where it was (motion.h), and each look has one function that measures it
// and one that paints it (looks.cpp). All of it is made anew in every frame.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/stage/key.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/heatmap_view.h"

namespace headlight::stage {

// --- looks. What is pressed says what then happens; sizes are in units.

// In a text of Words, where its formula stands: say("differs by {amount}", {{"amount", set_here}}).
inline constexpr const char* set_here = "\x01";

struct Words {
  std::vector<std::string> says;  // from the most words to the fewest: the first that fits is shown
  Type type = type::label;
  Role role = Role::ink;
  float line = 0;  // the first is broken into lines this far apart; 0: one line, cut where nothing fits
  Formula set = {};
};
struct Choices {
  std::vector<Choice> list;
  int chosen = 0;
  std::function<void(int)> take;
};
struct Switch {
  std::string label;
  bool on = false;
  std::function<void()> take;
};
struct Slide {
  std::string label;
  NumberSlide range;
  std::function<void(double)> take;
};
struct Press {
  std::string label;
  ButtonKind kind = ButtonKind::plain;
  std::function<void()> take;
};
// A small one that stays lit.
struct Mark {
  std::string label;
  const char* hint = "";
  bool on = false;
  std::function<void()> take;
};
struct Typed {
  std::string* text = nullptr;
  const char* hint = "";
  std::function<void(const Field&)> take;
  bool takes_keyboard = false;  // in this frame
};

// Numbers with their names, one below the other, and between both a bar as long as its share. Each row tells
// itself.
struct Bars {
  struct Row {
    std::string name, number;
    float share = 0;  // of the longest possible bar: 0 to 1
    Rgb colour = {};
    bool hot = false;                  // its name has the bar's colour
    std::optional<float> before = {};  // what its share was: hollow
    std::string note = {};             // between its name and its bar
  };
  std::vector<Row> rows;
  float line = 22, names = 0, numbers = 46;  // units
  float gap = 6, least_gap = 4;              // between bar and number, behind a name that is cut
  float bars = 0;                            // so wide at most, names take the rest; 0: what names leave
  bool below = false;                        // a bar has a line of its own, below its name
  Type name = type::label, name_hot = type::label_hot, number = type::number, number_hot = type::number_hot;
  Role quiet = Role::text_2;  // of names and numbers that are not hot
};

// A matrix: over it its formula and its shape, beside and above it the names of its rows and columns, under
// it its colours. Its place is that of its cells.
struct Cells {
  HeatmapPtr map = nullptr;
  std::string title = {};                  // in the place of formulas and notes
  std::vector<std::string> formulas = {};  // forms of it: all of a line show the first, or all the second
  std::vector<std::string> notes = {};     // from the most words to the fewest
  HeatmapLook look = {.row_labels = false, .column_labels = false};
  Role role = Role::ink;        // of its outline, where another cell is made from it
  int rows_of = 0;              // matrices whose rows are the same things have rows of one height
  bool followed = false;        // the row that is followed goes through it
  std::optional<int> row = {};  // its own that is followed, where its rows stand in another order
  float least_cell = 0;         // units; wider than the line would make them
  std::function<void(const HeatmapTouch&, const Area& cells)> touched = {};
  std::function<void(Ui&, const Area&)> instead = {};  // of the cells: what is drawn in their place
  std::vector<std::string> under = {};                 // its colours, from the most words to the fewest
  // Painted between its formula and the names of its columns, in so many units of height and of width at
  // least.
  std::function<void(Ui&, const Area&)> over = {};
  float over_tall = 0, least_wide = 0;
  // Painted behind each row, in so many units of width.
  std::function<void(Ui&, const Area&, int row)> behind = {};
  float behind_wide = 0;
  // Once placed, in pixels: what the names of the rows take, and the room over the cells.
  float labels = 0, head = 0, head_room = 0, names = 0;
};

// What has a paint function of its own. Its size is the piece's; without a height, as high as its row.
struct Own {
  std::function<void(Ui&, const Area&)> paint;
};

// Hold those that stand behind them: one below the other; or side by side, as words in lines. In units.
struct Column {
  float gap = 0;
  bool grows = false;  // as Piece::grows
};
struct Row {
  float gap = 0;
  float tall = 0;                  // of those in it that say nothing else
  float above = 0, below = 0;      // kept free
  float indent = 0, between = 10;  // where lines behind the first begin, and how far below it
  bool breaks = true;              // else it is one line, however long
};
// Rows of matrices: a line shares its width, and all lines share the height. Sizes in units.
struct Matrices {
  float gap = 20;
  std::optional<int> row = {};           // that is followed through all of them that are `followed`
  float most_wide = 48, most_tall = 30;  // of a cell
  float few_tall = 22;                   // of few rows beside many
  bool square = false;                   // cells as wide as they are tall, of one size in all of them
  float least = 3;                       // of a cell, however little room there is
  // What a cell is made from is outlined; while the cell is being opened, from 0 to 1, it moves there.
  std::function<std::vector<Key>(const Key&)> sources = {};
  std::optional<Key> cell = {};
  float opened = 1;
};

struct Piece {
  std::string id = {};  // by which it is pressed, reached with Tab and read aloud
  std::variant<Column, Row, Matrices, Words, Choices, Switch, Slide, Press, Mark, Typed, Bars, Cells, Own>
      look;
  Key key = {};
  float wide = 0, tall = 0;    // units; 0: what its look needs
  float above = 0, below = 0;  // units kept free, in a column
  float before = 0;            // and in a row, also of matrices
  bool grows = false;          // takes what the others leave: of a row the width, of a column the height
  std::size_t inside = 0;      // so many of those behind it stand in it
  Area box = {};               // once placed; of cells, theirs alone
};

}  // namespace headlight::stage
