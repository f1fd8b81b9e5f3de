// What is exported: a picture of the stage, a range of steps, the job that writes them; every number as a
// file; the work sheet.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/results.h"
#include "app/session/session.h"
#include "core/exercises/work_sheet.h"
#include "core/figure/drawing.h"
#include "core/models/trace.h"
#include "core/platform/background.h"

namespace headlight {

// A picture of the stage as a file, for those who ask for one.

// Of the stage, in units; the caption comes below it.
struct StageSize {
  float width = 1280, height = 720;
};

struct StageOutput {
  std::filesystem::path path;  // .png, .svg, .pdf, or .gif for frames
  StageSize size = {};
  int scale = 1;                     // pixels per unit, of .png and .gif
  bool ground = true;                // paper; otherwise transparent
  std::vector<Session> frames = {};  // of a .gif
  int delay = 800;                   // of a .gif: milliseconds a frame
};

// What an animation shows, frame by frame.

// The paths of all steps from one to another, both included, in the order they were computed; an empty name
// stands for the first or the last step. Throws std::out_of_range for a path that is not there,
// std::invalid_argument when `to` comes before `from`.
std::vector<std::string> steps_between(const Trace& trace, const std::string& from, const std::string& to);

// The steps of the selected head: from its queries to its output.
std::vector<std::string> steps_of_head(const Trace& trace, const Session& session);

// A frame for each of these steps.
std::vector<Session> frames_of_steps(const Session& session, const Results& results,
                                     const std::vector<std::string>& paths);

// Whether the stage is a picture under a map for each row of the selected head: then an animation goes
// through those, a word or a cell after another.
bool goes_through_rows(const Session& session, const Trace& trace);
// What an animation shows where no steps are named: further out than a head the way of "Show me"
// (altitudes.h), elsewhere these rows, else the steps of the selected head. Throws std::invalid_argument
// while nothing is computed.
std::vector<Session> frames_of_selection(const Session& session, const Results& results);

// Writing a file off the frame: what it is given to draw, how far it is, and how to stop it.

class ExportJob {
 public:
  // `write` gets each drawing in order, then nothing: that is where it writes the file. What it throws ends
  // the job and becomes its error.
  using Write = std::function<void(std::optional<Drawing> next)>;
  // `go_on` is called behind each, again and again until it returns true: it makes what takes long, as far as
  // `more` allows.
  using GoOn = std::function<bool(const std::function<bool()>& more)>;
  explicit ExportJob(Write write, GoOn go_on = {}) : write_(std::move(write)), go_on_(std::move(go_on)) {}
  // Cancels and waits.
  ~ExportJob() { cancel(); }
  ExportJob(const ExportJob&) = delete;
  ExportJob& operator=(const ExportJob&) = delete;

  // The frame gives drawings while there is room for one, then ends them.
  bool takes_more() const;
  void add(Drawing drawing);
  void end();
  // Nothing more is drawn, and so there is no file.
  void cancel();

  int drawn() const;  // drawings taken by the work
  bool finished() const;
  bool cancelled() const;
  std::string error() const;  // of a finished job; empty when all went well

 private:
  bool work();

  Write write_;
  GoOn go_on_;
  bool under_way_ = false;  // go_on_ has more to do
  mutable std::mutex mutex_;
  std::deque<Drawing> waiting_;
  bool ended_ = false, cancelled_ = false, finished_ = false;
  int drawn_ = 0;
  std::string error_;
  Worker worker_{[this] { return work(); }};  // the last member: it uses the others
};

// Every number of a forward pass as a file.

// Writes what was computed for the sentences on the stage to a .safetensors file: each node under its name,
// [rows, columns], with "first." and "second." in front where there are two sentences; in the metadata the
// words, and what rows and columns are. Returns how many nodes. Throws FormatError when it cannot be written,
// std::invalid_argument where nothing is computed.
std::size_t write_trace(const Results& results, const std::filesystem::path& file);

// The step alone; or all steps of the head it belongs to, of a lab all that it records, in their order.
enum class SheetSteps { one, all };

// Of the sentence that the steps follow, about the word in focus; while none is, about the one that spreads
// its attention most. Throws std::invalid_argument that says what to choose where there is nothing to
// calculate by hand, and with the results' own error where nothing is computed.
WorkSheet work_sheet_of(const Session& session, const Results& results, SheetSteps steps = SheetSteps::one);

// Whether there are further steps to take tasks from: the one shown is of a head, or a lab's.
bool has_more_steps(const Session& session, const Results& results);

// Whether the step that is shown may have tasks: labs without recorded matrices have none.
bool can_have_tasks(const Session& session, const Results& results);

}  // namespace headlight
