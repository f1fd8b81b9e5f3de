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
  std::vector<std::jthread> others;
  int next = core_count() > 1 ? 1 : count;
  try {
    for (; next < count; ++next) others.emplace_back(work, next);
  } catch (const std::system_error&) {
    // No more threads can be had: the rest is done here.
  }
  if (count > 0) work(0);
  for (int i = others.empty() ? 1 : next; i < count; ++i) work(i);
}

}  // namespace headlight
