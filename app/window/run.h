// The ways to show a session: in a window, as a picture of one, and as pictures of its stage alone.
#pragma once

#include <filesystem>
#include <functional>

#include "app/commands/program.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "app/session/session_export.h"

namespace headlight {

// Opens the window and returns when it is closed: 0, or 1 after one line on stderr when it cannot be opened.
int run_window(const WindowStart& start);

// The same screen as a PNG and as a list, without a display. Of `results`, null if there are none, nothing is
// computed again. 0, or 1 after one line on stderr.
int write_screenshot(const Session& session, const ResultsPtr& results, const ScreenshotOutput& output);

// Every view in both themes at every size we promise, and all of them small on one sheet, as PNG in `folder`,
// which is made when it is missing. `told` hears of every file. Throws what cannot be drawn or written.
void write_screenshots(const Session& session, const std::filesystem::path& folder,
                       const std::function<void(const std::filesystem::path&)>& told);

// What the session's view shows, without the rest of the screen, as .png, .svg or .pdf; or steps as .gif,
// after each of which `progress` hears how many are drawn. Throws what cannot be drawn or written.
void write_stage(const Session& session, const ResultsPtr& results, const StageOutput& output,
                 const std::function<void(int)>& progress);

// The screen in words, without a display. Of `results`, null if there are none, nothing is computed again.
std::string screen_in_words(const Session& session, const ResultsPtr& results, int width, int height);

}  // namespace headlight
