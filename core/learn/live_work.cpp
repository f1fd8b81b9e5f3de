#include "core/learn/live_work.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/platform/paths.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::atomic<int> kept_steps = 0;

// How often the window hears of it, at most.
constexpr double seconds_between_news = 0.2;

bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& above) {
  std::error_code unknown;
  const auto inner = std::filesystem::weakly_canonical(folder, unknown);
  const auto outer = std::filesystem::weakly_canonical(above, unknown);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

std::filesystem::path folder_of(const LiveKind& kind, int seed, const LiveChanges& changes) {
  if (state_folder().empty())
    throw std::runtime_error("There is no folder to save a training in. Set HOME or XDG_STATE_HOME.");
  std::filesystem::path folder = live_folder(kind, seed, changes);
  if (lies_in(folder, assets_folder()))
    throw std::runtime_error(folder.string() +
                             " is among the shipped models, which training must not overwrite; set "
                             "XDG_STATE_HOME to another folder");
  return folder;
}

}  // namespace

int live_steps_kept() { return kept_steps; }

LiveWork::LiveWork(std::function<void()> wake) : wake_(std::move(wake)) {}

LiveWork::~LiveWork() {
  pause();
  worker_.wait();
}

void LiveWork::run(const LiveKind& kind, int seed, int steps, const LiveChanges& changes, bool again) {
  {
    const std::lock_guard lock(mutex_);
    asked_ = Asked{&kind, seed, steps, changes, again};
    paused_ = false;
  }
  worker_.wake();
}

void LiveWork::pause() {
  paused_ = true;
  // One that rests has kept what it learned.
  if (worker_.busy()) worker_.wake();
}

LiveShownPtr LiveWork::shown() const {
  const std::lock_guard lock(mutex_);
  return shown_;
}

void LiveWork::publish(LiveShown::State state, std::string error) {
  auto next = std::make_shared<LiveShown>();
  if (training_ != nullptr) next->run = training_->run();
  next->state = state;
  next->error = std::move(error);
  if (spent_ > 0) next->steps_a_second = steps_ / spent_;
  {
    const std::lock_guard lock(mutex_);
    if (training_ == nullptr) next->run = shown_->run;
    shown_ = std::move(next);
  }
  if (wake_) wake_();
}

void LiveWork::prepare(const Asked& asked) {
  const bool same = training_ != nullptr && training_->run().kind == asked.kind->name &&
                    training_->run().seed == asked.seed && training_->run().changes == asked.changes;
  if (same && !asked.again) return;
  if (training_ != nullptr && !same) training_->save();
  training_.reset();
  spent_ = steps_ = 0;
  {
    LiveShown preparing;
    preparing.run.kind = asked.kind->name;
    preparing.run.seed = asked.seed;
    preparing.run.changes = asked.changes;
    preparing.state = LiveShown::State::preparing;
    const std::lock_guard lock(mutex_);
    shown_ = std::make_shared<const LiveShown>(std::move(preparing));
  }
  if (wake_) wake_();
  const std::filesystem::path folder = folder_of(*asked.kind, asked.seed, asked.changes);
  // Nothing else than a run is removed.
  if (asked.again && read_live_run(folder)) std::filesystem::remove_all(folder);
  if (!asked.changes.own.text.empty()) remove_old_text_runs(folder.parent_path(), folder);
  training_ = std::make_unique<LiveTraining>(*asked.kind, asked.seed, folder, std::nullopt, asked.changes);
  ++kept_steps;
}

// Prepares what was asked for, takes a step, or keeps what there is. Returns whether it found anything to do.
bool LiveWork::slice() {
  std::optional<Asked> asked;
  {
    const std::lock_guard lock(mutex_);
    asked = std::exchange(asked_, std::nullopt);
  }
  try {
    if (asked) {
      work_behind_others();
      prepare(*asked);
      const LiveRun& run = training_->run();
      until_ = asked->steps > 0 ? std::min(run.steps, run.step + asked->steps) : run.steps;
      publish(LiveShown::State::running);
      return true;
    }
    if (training_ == nullptr) return false;
    if (!training_->is_due() && (paused_ || training_->run().step >= until_)) {
      training_->save();
      paused_ = true;
      if (shown()->state != LiveShown::State::paused) publish(LiveShown::State::paused);
      return false;
    }
    take_step();
  } catch (const std::exception& error) {
    training_.reset();
    paused_ = true;
    publish(LiveShown::State::paused, told(error));
    return false;
  }
  return true;
}

void LiveWork::take_step() {
  const double begun = live_seconds();
  const std::size_t kept = training_->run().kept.size();
  const bool measured = training_->advance();
  if (training_->run().kept.size() != kept) ++kept_steps;
  // Of about the last second.
  constexpr double forgotten = 0.5;
  if (spent_ > 1) {
    spent_ *= forgotten;
    steps_ = static_cast<int>(steps_ * forgotten);
  }
  spent_ += live_seconds() - begun;
  ++steps_;
  if (measured || live_seconds() - last_ > seconds_between_news) {
    last_ = live_seconds();
    publish(LiveShown::State::running);
  }
}

}  // namespace headlight
