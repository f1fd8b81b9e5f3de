#include "app/session/export_job.h"

#include <stdexcept>
#include <utility>

#include "core/files/file_error.h"

namespace headlight {
namespace {

constexpr std::size_t most_waiting = 4;  // each holds every shape of a stage

}  // namespace

ExportJob::ExportJob(std::function<void(ExportJob&)> work)
    : thread_([this, work = std::move(work)] {
        std::string error;
        try {
          work(*this);
        } catch (const std::exception& failure) {
          error = told(failure);
        }
        const std::lock_guard lock(mutex_);
        error_ = std::move(error);
        finished_ = true;
      }) {}

ExportJob::~ExportJob() {
  cancel();
  thread_.join();
}

bool ExportJob::takes_more() const {
  const std::lock_guard lock(mutex_);
  return !ended_ && !cancelled_ && !finished_ && waiting_.size() < most_waiting;
}

void ExportJob::add(Drawing drawing) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(drawing));
  }
  changed_.notify_all();
}

void ExportJob::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

void ExportJob::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  }
  changed_.notify_all();
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

std::optional<Drawing> ExportJob::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return cancelled_ || ended_ || !waiting_.empty(); });
  if (cancelled_) throw std::runtime_error("cancelled");
  if (waiting_.empty()) return std::nullopt;
  Drawing drawing = std::move(waiting_.front());
  waiting_.pop_front();
  ++drawn_;
  return drawing;
}

}  // namespace headlight
