// The training that runs while the window is open: off the frame, one at a time, a step a slice.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/learn/live_training.h"
#include "core/platform/background.h"

namespace headlight {

// What the window shows of it; immutable.
struct LiveShown {
  LiveRun run;  // no kind: nothing was trained since the program began
  enum class State { paused, preparing, running } state = State::paused;
  double steps_a_second = 0;  // of the last steps, with what was measured; 0 where none were taken
  std::string error;          // one line: what went wrong, and what to try
};
using LiveShownPtr = std::shared_ptr<const LiveShown>;

// Which kept steps lie on the disk: another number each time a training of this process keeps one.
int live_steps_kept();

class LiveWork {
 public:
  // `wake` is called from any thread when there is something new to show. Runs lie below `folder`; in
  // live_folder() where that is empty.
  explicit LiveWork(std::function<void()> wake = {});
  // Keeps what was learned, to go on from.
  ~LiveWork();
  LiveWork(const LiveWork&) = delete;
  LiveWork& operator=(const LiveWork&) = delete;

  // Trains so many steps further; 0: to the end. Another training that is under way is paused first, and
  // kept. `again`: from the first step, what lies there is removed. A folder of a shipped model is refused:
  // the error says so.
  void run(const LiveKind& kind, int seed, int steps = 0, const LiveChanges& changes = {},
           bool again = false);
  void pause();
  // Until nothing is to be done: for tests.
  void wait() { worker_.wait(); }
  // The newest; never blocks for long, never null.
  LiveShownPtr shown() const;
  bool busy() const { return worker_.busy(); }

 private:
  struct Asked {
    const LiveKind* kind = nullptr;
    int seed = 0;
    int steps = 0;  // still to be taken; 0: to the end
    LiveChanges changes = {};
    bool again = false;
  };
  bool slice();
  void prepare(const Asked& asked);
  void take_step();
  void publish(LiveShown::State state, std::string error = {});

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  LiveShownPtr shown_ = std::make_shared<const LiveShown>();
  std::optional<Asked> asked_;              // since the last slice
  std::atomic<bool> paused_ = true;         // asked for
  std::unique_ptr<LiveTraining> training_;  // the worker's, as all that follows
  int until_ = 0;
  double last_ = 0, spent_ = 0;                // seconds: when something was published; of the last steps
  int steps_ = 0;                              // taken since
  Worker worker_{[this] { return slice(); }};  // the last member: it uses the others
};

}  // namespace headlight
