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

// Milliseconds from an edit of the translator to a finished frame in which every number has followed, without
// a display: the median of `repeats` moves of a slider. Throws std::runtime_error without OpenGL.
double drag_frame_ms(int repeats);
// The same for what takes most to follow in each lab: a median for each, by its name.
std::vector<DragFrame> labs_drag_frames(int repeats);
// The same of the lab on learning while a training runs in the window; runs are kept below `folder`.
std::vector<DragFrame> training_frames(const std::filesystem::path& folder, int repeats);
// The same for an object of a picture that is dragged, in each model that reads pictures and on each face of
// their view.
std::vector<DragFrame> picture_drag_frames(int repeats);
// Of a session with a long input: the median frame of each view and lab while the mouse moves, the wheel
// turns, the slider is dragged and the keys go through the heads, once it was opened. Throws
// std::runtime_error without OpenGL, or for a session that cannot be computed.
std::vector<DragFrame> long_frames(const Session& session, int repeats);

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

}  // namespace headlight
