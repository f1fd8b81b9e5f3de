// The command line: `headlight [command] [options]`.
#pragma once

#include <filesystem>

#include "app/session/opening.h"
#include "app/session/session.h"

namespace headlight {

// What only a build with a window can do; null in one without. Each returns an exit code and says on stderr
// what went wrong.
struct WindowCommands {
  int (*open)(const WindowStart& start) = nullptr;
  int (*screenshot)(const Session& session, const std::filesystem::path& file, int width, int height,
                    float scale) = nullptr;
  double (*drag_frame_ms)(int repeats) = nullptr;  // throws instead
};

// Runs one command. Returns 0, 1 for bad input (one line on stderr: what, where, what to try), 2 for bad
// usage.
int run_program(int argc, const char* const* argv, const WindowCommands& window);

}  // namespace headlight
