// Background work on threads.
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/platform/background.h"
#include "core/platform/process.h"

namespace headlight {

struct Worker::Thread {
  explicit Thread(std::function<bool()> work) : slice(std::move(work)) {}

  void run() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return stop || woken; });
      if (stop) return;
      woken = false;
      working = true;
      lock.unlock();
      while (!stop && slice()) continue;
      lock.lock();
      working = false;
      changed.notify_all();
    }
  }

  const std::function<bool()> slice;
  mutable std::mutex mutex;
  std::condition_variable changed;
  bool woken = false, working = false;
  std::atomic<bool> stop = false;
  std::thread thread;  // begins when it is first woken
};

Worker::Worker(std::function<bool()> slice) : thread_(std::make_unique<Thread>(std::move(slice))) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(thread_->mutex);
    thread_->stop = true;
  }
  thread_->changed.notify_all();
  if (thread_->thread.joinable()) thread_->thread.join();
}

void Worker::wake() {
  {
    const std::lock_guard lock(thread_->mutex);
    try {
      if (!thread_->thread.joinable()) thread_->thread = std::thread([this] { thread_->run(); });
      thread_->woken = true;
    } catch (const std::system_error&) {
      // There is none to be had.
    }
  }
  if (thread_->thread.joinable()) return thread_->changed.notify_all();
  while (thread_->slice()) continue;
}

void Worker::wait() {
  std::unique_lock lock(thread_->mutex);
  thread_->changed.wait(lock, [this] { return !thread_->woken && !thread_->working; });
}

bool Worker::busy() const {
  const std::lock_guard lock(thread_->mutex);
  return thread_->woken || thread_->working;
}

bool Worker::stopping() const { return thread_->stop; }
bool Worker::turn_is_over() const { return false; }

void in_parallel(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> others;
  if (core_count() > 1) {
    for (int i = 1; i < count; ++i) others.emplace_back(work, i);
  }
  for (int i = 0; i < (others.empty() ? count : 1); ++i) work(i);
  for (std::thread& other : others) other.join();
}

}  // namespace headlight
