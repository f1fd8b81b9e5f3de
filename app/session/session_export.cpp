#include "app/session/session_export.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/session/action.h"
#include "core/explain/confidence.h"
#include "core/files/json.h"
#include "core/files/read_file.h"
#include "core/files/safetensors.h"
#include "core/models/trace.h"

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

}  // namespace

std::size_t write_trace(const Results& results, const std::filesystem::path& file) {
  if (results.trace(0) == nullptr)
    throw std::invalid_argument("nothing is computed yet: there are no numbers to write");
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
      throw std::invalid_argument(path + " is no step; name a value, not a parameter");
    return found;
  };
  if (steps.empty()) return {};
  const auto first = from.empty() ? steps.begin() : place(from);
  const auto last = to.empty() ? steps.end() - 1 : place(to);
  if (last < first) throw std::invalid_argument(to + " comes before " + from + "; exchange the two");
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
    frames.push_back(update(session, GoToStep{path}, {results}));
    frames.back().view = ViewKind::steps;
  }
  return frames;
}

bool goes_through_rows(const Session& session, const Trace& trace) {
  return session.view == ViewKind::picture && session.picture_shows == PictureShows::attention &&
         info(session.attention).asked == Stream::source &&
         trace.find(selected_head_path(session, "weights")) >= 0;
}

std::vector<Session> frames_of_selection(const Session& session, const Results& results) {
  const Trace* trace = results.trace_for(session, session.side);
  if (trace == nullptr) throw std::invalid_argument("nothing is computed yet: there are no steps to show");
  if (!goes_through_rows(session, *trace))
    return frames_of_steps(session, results, steps_of_head(*trace, session));
  std::vector<Session> frames;
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

}  // namespace headlight
