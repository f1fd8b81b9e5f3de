#include "app/commands/training_progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace headlight {

namespace {

constexpr int width = 24;

volatile std::sig_atomic_t interrupted = 0;
void interrupt(int) { interrupted = 1; }

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Stopwatch::Stopwatch() : start_(now()) {}
double Stopwatch::seconds() const { return now() - start_; }

TrainingProgress::TrainingProgress() : terminal_(isatty(STDOUT_FILENO) != 0) {}

void TrainingProgress::show(int step, int steps, const std::string& says, double left, bool keep) const {
  if (!terminal_ && !keep) return;
  const int done = step * width / steps;
  const std::string bar = std::string(done, '=') + std::string(width - done, ' ');
  std::printf("%sstep %5d of %d [%s] %s  %3d:%02d left%s", terminal_ ? "\r" : "", step, steps, bar.c_str(),
              says.c_str(), static_cast<int>(left) / 60, static_cast<int>(left) % 60,
              terminal_ && !keep ? "" : "\n");
  std::fflush(stdout);
}

Interrupt::Interrupt() {
  interrupted = 0;
  before_ = std::signal(SIGINT, interrupt);
}
Interrupt::~Interrupt() { std::signal(SIGINT, before_); }
bool Interrupt::asked() const { return interrupted != 0; }

}  // namespace headlight
