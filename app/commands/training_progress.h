// What every training shows and listens to while it runs.
#pragma once

#include <csignal>
#include <string>

namespace headlight {

// Seconds since it was made.
class Stopwatch {
 public:
  Stopwatch();
  double seconds() const;

 private:
  double start_;
};

// One line that is drawn over itself on a terminal; elsewhere, a line now and then.
class TrainingProgress {
 public:
  TrainingProgress();
  // `keep`: the line stays, on a terminal too. `left` in seconds.
  void show(int step, int steps, const std::string& says, double left, bool keep) const;

 private:
  bool terminal_;
};

// Ctrl-C asks for a stop while one of these lives.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  bool asked() const;

 private:
  void (*before_)(int);
};

}  // namespace headlight
