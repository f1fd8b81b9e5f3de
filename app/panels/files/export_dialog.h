// What is chosen on the export sheet, and how far its last file is.
#pragma once

#include <array>
#include <string>

namespace headlight {

enum class ExportWhat { stage, heatmap, numbers, steps, pass };

// How large a picture of the stage is, in units; 0 stands for the stage as it is on screen.
struct ExportSize {
  const char* name;
  float width, height;
};
inline constexpr std::array export_sizes{
    ExportSize{"as on screen", 0, 0}, ExportSize{"slide 1280 × 720", 1280, 720},
    ExportSize{"page 1600", 1600, 1000}, ExportSize{"column 960", 960, 720}};
inline constexpr std::array export_delays{400, 800, 1600};  // milliseconds a step

struct ExportDialog {
  ExportWhat what = ExportWhat::stage;
  int kind = 0;            // place among the types that this can be written as
  int scale = 2;           // of a PNG or GIF
  int size = 0;            // place in export_sizes
  bool ground = true;      // the theme's paper; otherwise transparent
  bool stacked = false;    // heatmaps one below the other
  bool all_steps = false;  // of an animation; otherwise those of the selected head
  int delay = 1;           // place in export_delays
  int numbers = 0;         // of a lab: place among what it has to write
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

}  // namespace headlight
