// The command line: `headlight [command] [options]`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "app/session/session_export.h"

namespace headlight {

// How long a frame takes while something is done: the lab and its slider, or the view and the gesture.
struct DragFrame {
  std::string what;
  double ms = 0;  // until it is drawn
  // Where these are measured: the processor's until all was gathered that OpenGL draws, and the most memory
  // that the process had since the view was opened.
  double ours_ms = 0, memory_mib = 0;
};

// A picture of the window, and a list of the things on it (app/widgets/pieces.h): each of them in a file
// where one is named.
struct ScreenshotOutput {
  std::filesystem::path picture = {}, pieces = {};
  int width = 1440, height = 900;  // of the window, in pixels
  float scale = 1;                 // pixels per unit
  bool touch = false;              // as where a finger points
};

// What only a build with a window can do (app/window/run.h); null in one without. Those with an exit code say
// on stderr what went wrong, the others throw it.
struct WindowCommands {
  int (*open)(const WindowStart& start) = nullptr;
  int (*screenshot)(const Session& session, const ResultsPtr& results,
                    const ScreenshotOutput& output) = nullptr;
  double (*drag_frame_ms)(int repeats) = nullptr;  // throws instead
  std::vector<DragFrame> (*labs_drag_frames)(int repeats) = nullptr;
  std::vector<DragFrame> (*picture_drag_frames)(int repeats) = nullptr;
  std::vector<DragFrame> (*training_frames)(const std::filesystem::path& folder, int repeats) = nullptr;
  std::vector<DragFrame> (*long_frames)(const Session& session, int repeats) = nullptr;
  void (*screenshots)(const Session& session, const std::filesystem::path& folder,
                      const std::function<void(const std::filesystem::path&)>& told) = nullptr;
  void (*stage)(const Session& session, const ResultsPtr& results, const StageOutput& output,
                const std::function<void(int)>& progress) = nullptr;
};

namespace exit_code {
inline constexpr int bad_input = 1;
inline constexpr int bad_usage = 2;
}  // namespace exit_code

// Runs one command. Returns 0, 1 for bad input (one line on stderr: what, where, what to try), 2 for bad
// usage.
int run_program(int argc, const char* const* argv, const WindowCommands& window);

}  // namespace headlight
