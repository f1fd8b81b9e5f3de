// Work off the frame: all of it is done, once, and none after the end.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>

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

TEST(Background, EachPartIsWorkedOnOnce) {
  std::array<int, 5> times{};
  in_parallel(5, [&](int i) { ++times.at(static_cast<std::size_t>(i)); });
  for (const int each : times) EXPECT_EQ(each, 1);
}

}  // namespace
}  // namespace headlight
