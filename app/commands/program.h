// The command line: `headlight [command] [options]`.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "app/session/session_export.h"

namespace headlight {

// A picture of the window, and a list of the things on it (app/widgets/pieces.h): each of them in a file
// where one is named.
struct ScreenshotOutput {
  std::filesystem::path picture = {}, pieces = {};
  int width = 1440, height = 900;  // of the window, in pixels
  float scale = 1;                 // pixels per unit
  bool touch = false;              // as where a finger points
  // The way from another session: the pictures are taken on it, each so many milliseconds after that was
  // left; of several the time is added to the name, "a-085.png".
  std::optional<Session> from = {};
  std::vector<int> at = {};
};

// What only a build with a window can do (app/window/run.h); null in one without. Those with an exit code say
// on stderr what went wrong, the others throw it.
struct WindowCommands {
  int (*open)(const WindowStart& start) = nullptr;
  int (*screenshot)(const Session& session, const ResultsPtr& results,
                    const ScreenshotOutput& output) = nullptr;
  void (*screenshots)(const Session& session, const std::filesystem::path& folder,
                      const std::function<void(const std::filesystem::path&)>& told) = nullptr;
  void (*stage)(const Session& session, const ResultsPtr& results, const StageOutput& output,
                const std::function<void(int)>& progress) = nullptr;
  // The screen of this size in words, as it is printed (app/panels/described/described.h).
  std::string (*describe)(const Session& session, const ResultsPtr& results, int width, int height) = nullptr;
};

// Runs one command. Returns 0, 1 for bad input (one line on stderr: what, where, what to try), 2 for bad
// usage.
int run_program(int argc, const char* const* argv, const WindowCommands& window);

}  // namespace headlight
