// The heads of a task of letters (core/labs/head_tasks.h), learned from random numbers: what training finds,
// beside what a person builds.
#pragma once

#include <cstdint>
#include <vector>

#include "core/labs/head_tasks.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"

namespace headlight {

class HeadLearner {
 public:
  HeadLearner(HeadTask task, std::uint64_t seed);

  // So many steps of Adam further, each on rows of letters that were not there before.
  void advance(int steps);
  int step() const { return static_cast<int>(losses_.size()); }
  // Of each step, per question: the cross-entropy of the last head's output with the answer.
  const std::vector<double>& losses() const { return losses_; }
  // What is learned so far, to be run with a strength of 1.
  std::vector<HeadMatrices> heads() const;

 private:
  HeadTask task_;
  Random random_;
  Weights weights_;
  Moments moments_;
  std::vector<double> losses_;
};

}  // namespace headlight
