// The two ways to show a session: in a window, and as a picture of one.
#pragma once

#include <filesystem>

#include "app/session/session.h"

namespace headlight {

// Opens the window and returns when it is closed: 0, or 1 after one line on stderr when it cannot be opened.
int run_window(const Session& session);

// The same screen of `width` x `height` pixels at `scale` pixels per unit as a PNG, without a display.
// 0, or 1 after one line on stderr.
int write_screenshot(const Session& session, const std::filesystem::path& path, int width, int height, float scale);

}  // namespace headlight
