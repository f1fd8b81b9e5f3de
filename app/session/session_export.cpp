#include "app/session/session_export.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/session/action.h"
#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "core/exercises/exercise.h"
#include "core/explain/confidence.h"
#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/models/trace.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

Json axis_json(const Label& label) {
  Json axes = Json::array();
  for (const Axis axis : {label.rows, label.cols}) axes.push_back(info(axis).label);
  return axes;
}

// A node of a side's trace.
struct Written {
  const Trace* trace;
  int node;
};

// Every node by its name, behind `prefix`.
void collect(const Trace& trace, const std::string& prefix, std::vector<Written>& nodes,
             std::vector<NamedShape>& shapes, Json& axes) {
  for (int id = 0; id < trace.tape().size(); ++id) {
    const Label& label = trace.label(id);
    const Shape shape = trace.tape().node(id).shape;
    nodes.push_back({&trace, id});
    shapes.push_back({prefix + label.path, {shape.rows, shape.cols}});
    axes[prefix + label.path] = axis_json(label);
  }
}

std::string words_json(const std::vector<std::string>& words) { return Json(words).dump(); }

void describe(const Results& results, int side, const std::string& prefix,
              std::map<std::string, std::string>& metadata) {
  const Trace& trace = *results.trace(side);
  metadata[prefix + "sentence"] = results.side(side).text;
  metadata[prefix + "translation"] = written(trace);
  const Certainty& certainty = results.side(side).certainty;
  if (!certainty.sure())
    metadata[prefix + "not_sure"] = mark_of(certainty) + ": " + reasons_of(certainty, trace.words());
  metadata[prefix + "source_tokens"] = words_json(trace.words().source);
  metadata[prefix + "target_tokens"] = words_json(trace.words().target);
}

// What of a trace the sheet is about.
struct SheetSubject {
  const Trace* trace = nullptr;
  std::string path;  // of the step
};

SheetSubject subject_of(const Session& session, const Results& results) {
  if (!shows_lab(session)) return {results.trace(side_on_stage(session, results)), shown_path(session)};
  const LabWork* work = lab_work_of(session, results);
  if (work == nullptr || results.lab_cells == nullptr) return {};
  const Trace* trace = results.lab_cells->trace(session.side);
  if (trace == nullptr) trace = results.lab_cells->trace(1 - session.side);
  const LabTable* matrix = lab_matrix(session, results);
  return {trace, !work->shown.empty() ? work->shown : matrix != nullptr ? matrix->path : ""};
}

// The weights of the head that a path is in, else of the session's; -1 without any.
int weights_beside(const Trace& trace, const std::string& path, const Session& session) {
  const std::size_t dot = path.rfind('.');
  const int own = dot == std::string::npos ? -1 : trace.find(path.substr(0, dot + 1) + "weights");
  return own >= 0 ? own : trace.find(selected_head_path(session, "weights"));
}

int row_of(const Trace& trace, const std::string& path, const Session& session) {
  if (session.token >= 0) return session.token;
  const int weights = weights_beside(trace, path, session);
  if (weights >= 0) return row_in_question(session.token, trace, weights);
  // Of rows of zeros there is little to calculate: the one that has other numbers in most steps.
  const int about = trace.find(path);
  if (about < 0) return 0;
  const int rows = trace.tape().node(about).shape.rows;
  std::vector<int> steps_with(static_cast<std::size_t>(rows));
  for (const int step : trace.steps()) {
    if (trace.tape().node(step).shape.rows != rows) continue;
    const Reading values = trace.read(step);
    for (int row = 0; row < rows; ++row)
      if ((values.view().map().row(row).array() != 0).any()) ++steps_with[static_cast<std::size_t>(row)];
  }
  return rows == 0
             ? 0
             : static_cast<int>(std::max_element(steps_with.begin(), steps_with.end()) - steps_with.begin());
}

// "encoder.1.self_attention.head.0."; empty for what is of no head.
std::string head_of(const std::string& path) {
  return place_of(path).head ? path.substr(0, path.rfind('.') + 1) : "";
}

std::vector<int> steps_of(const SheetSubject& subject, const Session& session, SheetSteps steps) {
  const Trace& trace = *subject.trace;
  const int shown = trace.at(subject.path);
  const std::string head = head_of(subject.path);
  if (steps == SheetSteps::one || (head.empty() && !shows_lab(session))) return {shown};
  std::vector<int> all;
  std::copy_if(trace.steps().begin(), trace.steps().end(), std::back_inserter(all),
               [&](int step) { return head.empty() || trace.label(step).path.starts_with(head); });
  return all;
}

std::string what_to_choose(const Trace& trace, const std::string& path) {
  const std::vector<Edit>& edits = trace.tape().edits();
  if (std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) { return edit.path == path; }))
    return say(
        "an edit has changed this step, so its numbers do not follow from the step before; switch the edit "
        "off");
  const std::vector<std::string> names = steps_with_exercises(trace);
  if (names.empty())
    return say(
        "nothing to calculate by hand in this step: its numbers are given, not calculated; open a model that "
        "calculates them");
  std::string list;
  for (const std::string& name : names)
    list = !list.empty() && &name == &names.back()
               ? say("{steps} or {step}", {{"steps", list}, {"step", name}})
               : joined({list, name});
  return say("nothing to calculate by hand in this step: choose {steps}", {{"steps", list}});
}

// "weight, encoder layer 1, head 0"; of all steps of a head "encoder layer 1, head 0".
std::string title_of(const std::string& path, const Session& session, SheetSteps steps) {
  if (steps == SheetSteps::all && shows_lab(session)) return called(lab_on_stage(session));
  const Site* site = site_of(path);
  const Place place = place_of(path);
  std::vector<std::string> parts;
  if (steps == SheetSteps::one || !place.head) parts.emplace_back(site == nullptr ? path : site->noun);
  if (place.layer)
    parts.push_back(
        say("{stack} layer {layer}", {{"stack", place.stack}, {"layer", from_one(*place.layer)}}));
  if (place.head) parts.push_back(say("head {head}", {{"head", from_one(*place.head)}}));
  std::string title;
  for (const std::string& part : parts) title += (title.empty() ? "" : ", ") + part;
  return title;
}

// Of a lab that reads letters of its own: "start C D E".
std::string words_in_a_row(const Trace& trace) {
  std::string row;
  for (const std::string& word : trace.words().source) row += (row.empty() ? "" : " ") + word;
  return row;
}

std::string steps_in_words(const std::string& path, const Session& session, SheetSteps steps) {
  const std::string head = head_of(path);
  if (steps == SheetSteps::one || (head.empty() && !shows_lab(session)))
    return " " + say("Step: {step}.", {{"step", path}});
  return head.empty() ? "" : " " + say("Steps of {head}.", {{"head", head.substr(0, head.size() - 1)}});
}

}  // namespace

std::size_t write_trace(const Results& results, const std::filesystem::path& file) {
  if (results.trace(0) == nullptr)
    throw std::invalid_argument("nothing has been computed yet, so there are no numbers to write");
  std::vector<Written> nodes;
  std::vector<NamedShape> shapes;
  std::map<std::string, std::string> metadata{{"program", "headlight"}, {"model", results.model_name}};
  Json axes = Json::object();
  const bool both = results.trace(1) != nullptr;
  for (int side = 0; side < (both ? 2 : 1); ++side) {
    const std::string prefix = !both ? "" : side == 0 ? "first." : "second.";
    collect(*results.trace(side), prefix, nodes, shapes, axes);
    describe(results, side, prefix, metadata);
  }
  metadata["axes"] = axes.dump();
  // What a trace does not keep is there while it is written.
  std::optional<Reading> reading;
  const auto numbers = [&](std::size_t i) {
    reading.emplace(nodes[i].trace->read(nodes[i].node));
    return std::span(reading->view().data, static_cast<std::size_t>(reading->shape().size()));
  };
  write_safetensors(file, shapes, numbers, metadata);
  return nodes.size();
}

std::vector<std::string> steps_between(const Trace& trace, const std::string& from, const std::string& to) {
  const std::vector<int>& steps = trace.steps();
  const auto place = [&](const std::string& path) {
    const auto found = std::find(steps.begin(), steps.end(), trace.at(path));
    if (found == steps.end())
      throw std::invalid_argument(path + " is not a step; name a value, not a parameter");
    return found;
  };
  if (steps.empty()) return {};
  const auto first = from.empty() ? steps.begin() : place(from);
  const auto last = to.empty() ? steps.end() - 1 : place(to);
  if (last < first) throw std::invalid_argument(to + " comes before " + from + ": swap them");
  std::vector<std::string> paths;
  for (auto step = first; step <= last; ++step) paths.push_back(trace.label(*step).path);
  return paths;
}

std::vector<std::string> steps_of_head(const Trace& trace, const Session& session) {
  const std::string head = selected_head_path(session, "");
  std::vector<std::string> paths;
  for (const int step : trace.steps()) {
    const std::string& path = trace.label(step).path;
    if (path.starts_with(head)) paths.push_back(path);
  }
  return paths;
}

std::vector<Session> frames_of_steps(const Session& session, const Results& results,
                                     const std::vector<std::string>& paths) {
  std::vector<Session> frames;
  for (const std::string& path : paths) {
    Session frame = update(session, GoToStep{path}, {results});
    frame.view = ViewKind::steps;
    frame.altitude.reset();
    frame.trail.clear();
    frames.push_back(shown_in_place(std::move(frame)));
  }
  return frames;
}

bool goes_through_rows(const Session& session, const Trace& trace) {
  return session.altitude.value_or(altitude_of_view(session)) == Altitude::head && trace.anatomy().picture &&
         session.picture_shows == PictureShows::attention &&
         info(session.attention).asked == Stream::source &&
         trace.find(selected_head_path(session, "weights")) >= 0;
}

std::vector<Session> frames_of_selection(const Session& session, const Results& results) {
  const Trace* trace = results.trace_of_side(session, session.side);
  if (trace == nullptr)
    throw std::invalid_argument("nothing has been computed yet, so there are no steps to show");
  std::vector<Session> frames;
  if (session.altitude && *session.altitude <= Altitude::layer) {
    for (const GoTo& stop : flight_of(session, results)) frames.push_back(update(session, stop, {results}));
  }
  if (!frames.empty()) return frames;
  if (!goes_through_rows(session, *trace))
    return frames_of_steps(session, results, steps_of_head(*trace, session));
  const int rows = trace->tape().node(trace->find(selected_head_path(session, "weights"))).shape.rows;
  for (int row = 0; row < rows; ++row) {
    frames.push_back(session);
    frames.back().token = row;
  }
  return frames;
}

namespace {

constexpr std::size_t most_waiting = 4;  // each holds every shape of a stage

}  // namespace

bool ExportJob::takes_more() const {
  const std::lock_guard lock(mutex_);
  return !ended_ && !cancelled_ && !finished_ && waiting_.size() < most_waiting;
}

void ExportJob::add(Drawing drawing) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(drawing));
  }
  worker_.wake();
}

void ExportJob::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  worker_.wake();
}

void ExportJob::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  }
  worker_.wake();
}

int ExportJob::drawn() const {
  const std::lock_guard lock(mutex_);
  return drawn_;
}

bool ExportJob::finished() const {
  const std::lock_guard lock(mutex_);
  return finished_;
}

bool ExportJob::cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

std::string ExportJob::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

bool ExportJob::work() {
  std::unique_lock lock(mutex_);
  std::optional<Drawing> next;
  if (finished_ || (waiting_.empty() && !ended_ && !cancelled_ && !under_way_)) return false;
  if (!cancelled_ && !under_way_ && !waiting_.empty()) {
    next = std::move(waiting_.front());
    waiting_.pop_front();
    ++drawn_;
  }
  bool last = cancelled_ || (!next && !under_way_);
  const bool writes = !cancelled_;
  lock.unlock();
  std::string error;
  try {
    const bool draws = next.has_value() || under_way_;
    if (writes && !under_way_) write_(std::move(next));
    if (writes && draws && go_on_)
      under_way_ = !go_on_([this] { return !worker_.turn_is_over() && !cancelled(); });
  } catch (const std::exception& failure) {
    error = told(failure);
    last = true;
  }
  lock.lock();
  error_ = std::move(error);
  finished_ = last;
  return !last;
}

bool has_more_steps(const Session& session, const Results& results) {
  const SheetSubject subject = subject_of(session, results);
  return subject.trace != nullptr && (shows_lab(session) || !head_of(subject.path).empty());
}

bool can_have_tasks(const Session& session, const Results& results) {
  const SheetSubject subject = subject_of(session, results);
  return subject.trace != nullptr && subject.trace->find(subject.path) >= 0;
}

WorkSheet work_sheet_of(const Session& session, const Results& results, SheetSteps steps) {
  if (const std::string error = error_of(results); !error.empty()) throw std::invalid_argument(error);
  const SheetSubject subject = subject_of(session, results);
  if (subject.trace == nullptr || subject.path.empty())
    throw std::invalid_argument(shows_lab(session) ? "nothing to calculate by hand on this page of the lab; "
                                                     "open a page with a matrix of the model, or a view"
                                                   : "nothing has been computed yet");
  const Trace& trace = *subject.trace;
  const SheetCaption caption = sheet_caption(session, results);
  WorkSheet sheet{.title = title_of(subject.path, session, steps),
                  .about = caption.sentence.empty() ? words_in_a_row(trace) : caption.sentence,
                  .source = caption.source + steps_in_words(subject.path, session, steps)};
  std::set<const ExerciseKind*> had;
  for (const int step : steps_of(subject, session, steps)) {
    const int row = row_of(trace, trace.label(step).path, session);
    for (Exercise& exercise : exercises_of(trace, step, row)) {
      // Of many steps each kind of task once.
      if (had.insert(exercise.kind).second) sheet.tasks.push_back(std::move(exercise.task));
    }
  }
  if (sheet.tasks.empty()) throw std::invalid_argument(what_to_choose(trace, subject.path));
  return sheet;
}

}  // namespace headlight
