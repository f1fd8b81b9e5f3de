// The two ways to show a session: in a window, and as a picture of one.
#pragma once

#include <filesystem>

#include "app/session/opening.h"
#include "app/session/session.h"

namespace headlight {

// Opens the window and returns when it is closed: 0, or 1 after one line on stderr when it cannot be opened.
int run_window(const WindowStart& start);

// Milliseconds from an edit of the translator to a finished frame in which every number has followed, without
// a display: the median of `repeats` moves of a slider. Throws std::runtime_error without OpenGL.
double drag_frame_ms(int repeats);

// The same screen of `width` x `height` pixels at `scale` pixels per unit as a PNG, without a display.
// 0, or 1 after one line on stderr.
int write_screenshot(const Session& session, const std::filesystem::path& path, int width, int height,
                     float scale);

}  // namespace headlight
