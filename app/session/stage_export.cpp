#include "app/session/stage_export.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/session/action.h"
#include "app/session/lesson_script.h"
#include "core/files/read_file.h"

namespace headlight {

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
