#include "app/panels/picture_work.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace headlight {

PictureWork::~PictureWork() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void PictureWork::ask(const std::string& name, Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_.contains(name)) return;
    if (!asked_.insert(name).second || under_way_ == name) return;
    const auto has_name = [&](const auto& each) { return each.name == name; };
    if (std::any_of(waiting_.begin(), waiting_.end(), has_name)) return;
    if (std::any_of(made_.begin(), made_.end(), has_name)) return;
    waiting_.push_back({name, std::move(work)});
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  changed_.notify_all();
}

void PictureWork::follow() {
  std::vector<Made> made;
  {
    const std::lock_guard lock(mutex_);
    made = std::exchange(made_, {});
    std::erase_if(waiting_, [&](const Piece& piece) { return !asked_.contains(piece.name); });
    asked_.clear();
  }
  for (const Made& each : made) each.keep();
}

void PictureWork::forget() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  under_way_.clear();
  made_.clear();
  failed_.clear();
  asked_.clear();
  ++age_;
}

bool PictureWork::busy() const {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty() || !under_way_.empty() || !made_.empty();
}

void PictureWork::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (stop_) return;
    const Piece piece = std::move(waiting_.front());
    waiting_.pop_front();
    under_way_ = piece.name;
    const int age = age_;
    lock.unlock();
    Keep keep;
    try {
      keep = piece.work();
    } catch (const std::exception&) {
      keep = nullptr;
    }
    lock.lock();
    if (age != age_) continue;
    under_way_.clear();
    if (keep) {
      made_.push_back({piece.name, std::move(keep)});
    } else {
      failed_.insert(piece.name);
    }
  }
}

}  // namespace headlight
