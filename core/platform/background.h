// Work off the frame. Here on threads (threads.cpp); where there are none, as in a browser's tab, the same
// classes can work between two frames, a slice at a time: so a slice is short where it can be, waits for
// nothing, and nobody but wait() expects a result at once.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

namespace headlight {

// Works through what there is to do, slice by slice, whenever it is woken.
class Worker {
 public:
  // `slice` does one piece of the work and returns whether it found any. It is never called twice at a time,
  // and shares what it reads and writes with the others by a mutex.
  explicit Worker(std::function<bool()> slice);
  // Waits for the slice under way; no more are begun.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // There is something to do. Where no thread can be had it is done at once.
  void wake();
  // Until there is nothing to do.
  void wait();
  bool busy() const;
  // A long slice that finds this true ends early: nobody will look at what it makes.
  bool stopping() const;
  // A long slice that can go on later ends when it finds this true: others wait for their turn. Never on a
  // thread.
  bool turn_is_over() const;

 private:
  struct Thread;
  std::unique_ptr<Thread> thread_;
};

// One piece of work, begun at once. What it makes is read when done() says so.
class Job {
 public:
  explicit Job(std::function<void()> work)
      : worker_([this, work = std::move(work)] {
          try {
            work();
          } catch (...) {
            failed_ = std::current_exception();
          }
          return false;
        }) {
    worker_.wake();
  }
  // The destructor waits.

  bool done() const { return !worker_.busy(); }
  // Waits, and throws what the work threw.
  void finish() {
    worker_.wait();
    if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
  }

 private:
  std::exception_ptr failed_;
  Worker worker_;  // the last member: it uses the other
};

// Work deep inside that takes long, as what the steps of a file make of a text, asks whether anybody still
// waits for it.

// Thrown where nobody does.
struct Stopped {};

// While it lives, what is done on this thread is stopped when `asked` says so. Of several, any may say it.
class StopWhen {
 public:
  explicit StopWhen(std::function<bool()> asked);
  ~StopWhen();
  StopWhen(const StopWhen&) = delete;
  StopWhen& operator=(const StopWhen&) = delete;

  bool says() const;

 private:
  std::function<bool()> asked_;
  const StopWhen* before_;
};

// To be called again and again by long work, with about how many small steps were done since: asks a few
// hundred times a second, and throws Stopped. Nothing happens on a thread without a StopWhen.
void stop_if_asked(std::size_t steps);

// Calls work(0) to work(count - 1), side by side where the processor has cores for it. Returns when all are
// done. The work throws nothing.
void in_parallel(int count, const std::function<void(int)>& work);

// What this thread has done so far that belongs off the frame. The tests hold that frames do none of it.
struct DoneHere {
  long files = 0;  // looked up on the disk
  long steps = 0;  // of models, computed
};
DoneHere& done_here();

// In a browser's tab alone, for its window: between two frames this does a slice of the work that waits, in
// turns. Returns whether there was any.
bool work_a_slice();

}  // namespace headlight
