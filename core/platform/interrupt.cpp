#include <csignal>

#include "core/platform/process.h"

namespace headlight {
namespace {

volatile std::sig_atomic_t interrupted = 0;
void interrupt(int) {
  interrupted = 1;
  // Windows forgets who is told once it has told it.
  std::signal(SIGINT, interrupt);
}

}  // namespace

Interrupt::Interrupt() {
  interrupted = 0;
  before_ = std::signal(SIGINT, interrupt);
}
Interrupt::~Interrupt() { std::signal(SIGINT, before_); }
bool Interrupt::asked() const { return interrupted != 0; }

}  // namespace headlight
