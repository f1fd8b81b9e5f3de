#include "core/platform/background.h"

namespace headlight {
namespace {

thread_local const StopWhen* innermost_stop = nullptr;
thread_local std::size_t steps_done = 0;

}  // namespace

DoneHere& done_here() {
  thread_local DoneHere done;
  return done;
}

StopWhen::StopWhen(std::function<bool()> asked) : asked_(std::move(asked)), before_(innermost_stop) {
  innermost_stop = this;
}

StopWhen::~StopWhen() { innermost_stop = before_; }

bool StopWhen::says() const { return asked_() || (before_ != nullptr && before_->says()); }

void stop_if_asked(std::size_t steps) {
  constexpr std::size_t between = 1 << 18;  // a millisecond or two
  if (innermost_stop == nullptr || (steps_done += steps) < between) return;
  steps_done = 0;
  if (innermost_stop->says()) throw Stopped();
}

}  // namespace headlight
