// The performance table: what each row measures, in one run, as medians. A row that needs a program which is
// not installed, or whose opponent is not at its best, is left out, and the report says why.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/models/card.h"
#include "core/platform/process.h"

namespace headlight {

// Milliseconds that `work` takes.
double taken_ms(const std::function<void()>& work);
// The same, the median of `repeats` runs after one that is not counted.
double median_ms(int repeats, const std::function<void()>& work);
// The median of a's time over b's, run in turn, so that a slow moment of the machine meets both.
double median_ratio(int repeats, const std::function<void()>& a, const std::function<void()>& b);

// The translator: two sentences with their translations; a replay after one head's temperature has changed.
std::vector<Measure> bench_translator();
// Models that look at pictures: the slowest to write a caption, and the convolutions of a batch that is
// learned.
std::vector<Measure> bench_pictures();
// A GPT-2-small shape with random weights, everything recorded, over the same products bare.
std::vector<Measure> bench_gpt2_shape();
// One training step over PyTorch's, on the same model and batch.
std::vector<Measure> bench_training();
// A training as the window watches it, over the loop of headlight-train.
std::vector<Measure> bench_watched_training();
// A long input in a model with many heads: until it is there, an edit in its last layer, and the memory.
std::vector<Measure> bench_long_input();
// A folder of the shape of GPT-2 small: until it is open, a word behind others, 1,024 tokens and the memory.
std::vector<Measure> bench_own_model();

// How long a frame takes while something is done: the lab and its slider, or the view and the gesture.
struct DragFrame {
  std::string what;
  double ms = 0;  // until it is drawn
  // Where these are measured: the processor's until all was gathered that OpenGL draws, and the most memory
  // that the process had since the view was opened.
  double ours_ms = 0, memory_mib = 0;
};

// What the frames of a way from one place to another take: the processor's milliseconds until all was
// gathered that OpenGL draws, and all of the frame.
struct Transition {
  std::string what;
  int frames = 0;
  double worst_ours = 0, mean_ours = 0, worst = 0, mean = 0;
  long allocations = 0;  // of a frame, the mean
};

// Of the window (frames.cpp). All throw std::runtime_error without OpenGL.

// Milliseconds from an edit of the translator to a finished frame in which every number has followed, without
// a display: the median of `repeats` moves of a slider.
double drag_frame_ms(int repeats);
// The same for what takes most to follow in each lab: a median for each, by its name.
std::vector<DragFrame> labs_drag_frames(int repeats);
// The same of the lab on learning while a training runs in the window; runs are kept below `folder`.
std::vector<DragFrame> training_frames(const std::filesystem::path& folder, int repeats);
// The same for an object of a picture that is dragged, in each model that reads pictures and on each face of
// their view.
std::vector<DragFrame> picture_drag_frames(int repeats);
// In and out of each altitude, to the side, and far, each gone `repeats` times; of a frame the median of
// these. `measured` hears of each.
void transitions(int repeats, const std::function<void(const Transition&)>& measured);
// Of a session with a long input: the median frame of each view and lab while the mouse moves, the wheel
// turns, the slider is dragged and the keys go through the heads, once it was opened. Throws
// std::runtime_error for a session that cannot be computed.
std::vector<DragFrame> long_frames(const Session& session, int repeats);

// The first line that `command` prints, or nothing when it fails. What it says on stderr is not shown.
std::optional<std::string> first_line_of(const std::string& command);
// `text` as one word of a shell command.
std::string quoted(const std::string& text);
// A script of tests/bench, quoted.
std::string bench_script(const std::string& name);
// Keeps for the report that a row is left out.
void leave_out(const std::string& row, const std::string& why);

// The longest input there is in the performance table: a model with many heads, on as many tokens as it
// reads.

// Writes the model into `folder`, 12 layers of 12 heads with random weights, and gives it 1,024 letters.
Session long_session(const std::filesystem::path& folder);
// The same of the shape of GPT-2 small, with a text of 1,024 tokens.
Session own_model_session(const std::filesystem::path& folder);

constexpr double bytes_in_mib = 1 << 20;

}  // namespace headlight
