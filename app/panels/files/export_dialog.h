// What is chosen on the export sheet, and how far its last file is.
#pragma once

#include <array>
#include <string>

#include "app/panels/common/panels.h"
#include "core/exercises/work_sheet.h"
#include "core/figure/figure.h"

namespace headlight {

enum class ExportWhat { stage, heatmap, numbers, steps, pass, sheet };

// How large a picture of the stage is, in units; 0 stands for the stage as it is on screen.
struct ExportSize {
  const char* name;
  float width, height;
};
inline constexpr std::array export_sizes{
    ExportSize{"as on screen", 0, 0}, ExportSize{"slide 1280 × 720", 1280, 720},
    ExportSize{"page 1600", 1600, 1000}, ExportSize{"column 960", 960, 720}};
// How wide heatmaps are printed; 0 stands for as wide as they come out.
struct PrintWidth {
  const char* name;
  double mm;
};
inline constexpr std::array print_widths{PrintWidth{"automatic", 0},
                                         PrintWidth{"one column, 85 mm", one_column_mm},
                                         PrintWidth{"two columns, 174 mm", two_columns_mm}};
inline constexpr std::array print_points{7.0, 8.0, 9.0, 10.0};
inline constexpr std::array export_delays{400, 800, 1600};  // milliseconds a step

struct ExportDialog {
  ExportWhat what = ExportWhat::stage;
  bool more = false;         // all choices, not only those of the first look
  bool what_chosen = false;  // by somebody; until then it is what fits to what is shown
  int kind = 0;              // place among the types that this can be written as
  int size = 0;              // place in export_sizes
  bool all_steps = false;    // of an animation; otherwise those of the selected head
  int delay = 1;             // place in export_delays
  int numbers = 0;           // of a lab: place among what it has to write
  // Of pictures: pixels and background; of heatmaps all that can be said of them. The points are those of a
  // figure with a width.
  FigureOptions figure = {.points = 8};
  std::string title, caption;  // in place of those that they come with, unless empty
  // Of a work sheet.
  bool whole_head = false;  // tasks from all steps of the head; otherwise from the one that is shown
  int answers = 0, paper = 0;
  std::string name = "attention";
  std::string folder;
  std::string done;  // where the last one went
  std::string error;
  bool overwrite = false;  // the file exists: the next press replaces it

  bool running = false;  // a file is being written: so many of its drawings are done
  int drawn = 0, drawings = 0;

  // What was said about the last file no longer holds once something else is chosen, or the sheet is closed.
  void forget_result() {
    done.clear();
    error.clear();
    overwrite = false;
  }
};

// What the sheet says of heatmaps.
FigureOptions figure_options_of(const ExportDialog& dialog, Theme theme);
// And of a work sheet.
SheetOptions sheet_options_of(const ExportDialog& dialog);
// With the title and the caption that were typed there.
Figure worded(Figure figure, const ExportDialog& dialog);

// The heatmaps as the export sheet would write them, beside its choices.

void draw_figure_preview(const PanelContext& context, const Area& area);

}  // namespace headlight
