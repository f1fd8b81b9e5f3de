// What several labs are made of: shares as bars, a choice made step by step, a lab's settings in a row,
// matrices, a grid to paint on.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/stage/cells.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"

namespace headlight {

// Shares of one row as columns on an axis from 0 to 1, two of them side by side where there are two.
struct ShareBars {
  std::vector<std::string> labels;  // below the columns, turned where they need to be
  struct Series {
    std::string name;  // in the reading
    Rgb colour;
    std::vector<float> shares;  // one for each label
  };
  std::vector<Series> series;
  int hot = -1;  // the label that is followed
};
// Returns the column that was pressed.
std::optional<int> share_bars(Ui& ui, std::string_view id, const Area& area, const ShareBars& bars);

// The controls of a page side by side, in further rows where what is seen of the page is too narrow for all.
class ControlRows {
 public:
  // Cuts a row of this height off `rest`, and `gap` pixels behind it; later others as they are needed. They
  // begin `indent` pixels from the left.
  ControlRows(const Ui& ui, Area& rest, float height, float gap, float indent = 0);
  // The place of a control of this width, `apart` pixels behind the one before.
  Area next(float width, float apart);
  // What is left in the row.
  float room() const { return right_ - x_; }
  float height() const { return height_; }

 private:
  void begin_row();

  Area& rest_;
  float height_, gap_, indent_, right_;
  Area row_ = {};
  float x_ = 0;
};

// Two parts of a page: the first with this share of the width at the left; on a narrow page above the other,
// with this share of the height.
std::pair<Area, Area> two_parts(const Ui& ui, const Area& area, float share, float upright_share = 0.5F);

// "‹ text ›": one back (-1), one on (+1), or nothing (0).
float stepper_width(const Ui& ui, std::string_view text);
int stepper(Ui& ui, std::string_view id, const Area& area, std::string_view text);

// The head and the word that a lab is about, each with a stepper, through all heads of all attentions.
void head_and_word(const PanelContext& context, ControlRows& row, bool word_too = true);
// A place of a button's height in the middle of a row.
Area button_place(const Ui& ui, const Area& place);

// A number with its name above it: "entropy" over "2.31 bits".
struct KeyFigure {
  std::string name, value;
};
// Side by side, in another row where there is no room; returns the height taken.
float figures_row(Ui& ui, const Area& area, std::span<const KeyFigure> figures);

// An entropy: "2.31 bits", "<.001 bits".
std::string bits_text(double bits);

// How far what was chosen last in a lab has come, from 0 to 1; `what` names the lab and the choice,
// "lookup/3". What was chosen when the lab opened has arrived.
float arrival(Ui& ui, const std::string& what);

// "●  with scaling   ●  without": what colours stand for.
struct LegendEntry {
  Rgb colour;
  std::string text;
  bool dashed = false;  // of a dashed line
};
void legend(Ui& ui, const Area& area, std::span<const LegendEntry> entries);

// A matrix of a lab: its formula above it, its cells followed by mouse and keyboard and opened in the
// inspector.

struct LabMatrix {
  std::string id;
  HeatmapPtr map;
  std::string path;  // the recorded node that its cells are opened in; empty: they are not
  int side = 0;      // of what the lab recorded
  std::optional<int> focus_row = {};
  bool row_labels = true;
  bool column_labels = false;
  float row_label_width = 0;
  std::vector<int> rows = {}, columns = {};  // the node's places of what a cut shows; empty: all of it
  Colouring colouring = {};
};

// How it looks there, with the cell that is open; and what a touch of it does.
HeatmapLook look_of(const PanelContext& context, const LabMatrix& matrix);
void take_touch(const PanelContext& context, const LabMatrix& matrix, const HeatmapTouch& touch);
HeatmapTouch lab_matrix(const PanelContext& context, const Area& cells, const LabMatrix& matrix);

// A measured difference: "0", or with a power of ten. Drawn, it returns its right end.
Formula measured_number(double value);
float draw_measured(Ui& ui, float x, float middle_y, double value, bool large = false);

// A table of numbers under their columns' names.
struct DrawnNumbers {
  std::vector<std::string> columns;  // the first one names the rows
  std::vector<Rgb> colours;          // of the columns' names, but for the first
  std::vector<std::vector<std::string>> rows;
  // Of a row by its place: what stands in its columns where they are too narrow, each shorter than the one
  // before. All of it is then under the mouse.
  std::map<std::size_t, std::vector<std::vector<std::string>>> brief = {};
};
// In rows of so many units; fewer than 18 are too low for their text.
constexpr float table_row = 24, least_table_row = 18;
float number_table_height(const Ui& ui, const DrawnNumbers& table, float row = table_row);
// `first` pixels for the rows' names; the others share the rest. Its rows share the height.
void draw_number_table(Ui& ui, const Area& area, const DrawnNumbers& table, float first);

// A grid of cells to paint on: the mouse draws strokes; Space presses the cell that the arrow keys move.

// The cell that the keyboard is on; nothing while the grid does not have the keyboard. Takes the arrow keys.
std::optional<CellAt> keyboard_cell(Ui& ui, std::string_view id, int rows, int columns);

struct GridStroke {
  std::vector<CellAt> cells;  // that were touched in this frame, without gaps
  bool begins = false;        // with the first of them: what it turns into holds for the whole stroke
};
// Of the grid that was drawn with this id and gave this touch.
std::optional<GridStroke> stroke_on(Ui& ui, std::string_view id, const Area& cells, int rows, int columns,
                                    const HeatmapTouch& touch);

}  // namespace headlight
