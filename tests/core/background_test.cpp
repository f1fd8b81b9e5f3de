// Work off the frame: all of it is done, once, and none after the end.
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "core/platform/background.h"

namespace headlight {
namespace {

TEST(Background, AWorkerDoesAllThereIsToDo) {
  std::atomic<int> left = 0, done = 0;
  Worker worker([&] {
    if (left == 0) return false;
    --left;
    ++done;
    return true;
  });
  EXPECT_FALSE(worker.busy());
  for (const int more : {3, 4}) {
    left += more;
    worker.wake();
    worker.wait();
    EXPECT_FALSE(worker.busy());
  }
  EXPECT_EQ(done, 7);
}

TEST(Background, ASliceIsAskedToEnd) {
  std::atomic<bool> begun = false;
  {
    Worker worker([&] {
      begun = true;
      while (!worker.stopping()) continue;
      return true;
    });
    worker.wake();
    while (!begun) continue;
  }
  EXPECT_TRUE(begun);
}

TEST(Background, AJobPassesOnWhatItThrew) {
  Job fails([] { throw std::runtime_error("no"); });
  EXPECT_THROW(fails.finish(), std::runtime_error);
  EXPECT_TRUE(fails.done());
  int made = 0;
  Job makes([&] { made = 5; });
  makes.finish();
  EXPECT_EQ(made, 5);
}

void expect_each_part_once() {
  std::array<int, 5> times{};
  in_parallel(5, [&](int i) { ++times.at(static_cast<std::size_t>(i)); });
  for (const int each : times) EXPECT_EQ(each, 1);
}

TEST(Background, EachPartIsWorkedOnOnce) { expect_each_part_once(); }

#ifdef __GLIBC__
// While it lives no thread begins: its stack would be larger than all memory.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&usual_);
    set_stack(std::size_t{1} << 46);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  static void set_stack(std::size_t bytes) {
    pthread_attr_t large;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, bytes);
    EXPECT_EQ(pthread_setattr_default_np(&large), 0);
    pthread_attr_destroy(&large);
  }
  pthread_attr_t usual_;
};

TEST(Background, IsDoneAtOnceWhereNoThreadCanBeHad) {
  const NoThreads none;
  ASSERT_THROW(std::thread([] {}).join(), std::system_error);
  expect_each_part_once();
  const std::thread::id here = std::this_thread::get_id();
  std::thread::id worked;
  Job job([&] { worked = std::this_thread::get_id(); });
  EXPECT_TRUE(job.done());
  job.finish();
  EXPECT_EQ(worked, here);
}
#endif

}  // namespace
}  // namespace headlight
