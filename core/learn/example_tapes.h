// The gradient of a batch: every example on its own tape, the same ops that are shown on screen.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/layers/recording.h"

namespace headlight {

// An example as a model is taught it: columns of numbers, of words or the bytes of pictures, each for a
// constant of the tape.
using Columns = std::vector<std::vector<int>>;

// The constant that a column goes to, row by row, as (number - mean) / spread.
struct TaughtConstant {
  TaughtConstant(const char* name, float from = 0, float unit = 1) : path(name), mean(from), spread(unit) {}

  std::string path;  // "source.tokens"
  float mean;
  float spread;

  float operator()(int number) const { return (static_cast<float>(number) - mean) / spread; }
};

// What an example is recorded with.
struct Taping {
  Tape& tape;
  const Weights& weights;
  float dropout;
  Weights* gradients;
};

// What is taught, and how it is recorded.
struct Teaching {
  std::vector<TaughtConstant> constants;                     // one a column
  std::function<int(const Taping&, const Columns&)> record;  // returns the node of the summed loss
};

// The sum of losses and gradients over some examples. One tape for all examples of the same lengths, recorded
// once and replayed.
class ExampleTapes {
 public:
  ExampleTapes(const Weights& weights, float dropout, const Teaching& teaching);
  ~ExampleTapes();
  ExampleTapes(ExampleTapes&&) noexcept;

  // Adds one example's gradients, times `scale`, to gradients(); returns its summed loss.
  double learn(const Columns& example, float scale, std::uint32_t noise);
  Weights& gradients() { return *gradients_; }

 private:
  struct Recorded;
  Recorded& tape_for(const Columns& example);

  const Weights& weights_;
  float dropout_;
  const Teaching& teaching_;
  std::unique_ptr<Weights> gradients_;  // stays in place when this moves: the tapes point into it
  std::map<std::vector<std::size_t>, std::unique_ptr<Recorded>> tapes_;
};

// The same over a batch, on two cores where there are two; the sums do not depend on it.
class BatchTapes {
 public:
  // `weights` must outlive it.
  BatchTapes(const Weights& weights, float dropout, Teaching teaching);
  BatchTapes(const BatchTapes&) = delete;
  BatchTapes& operator=(const BatchTapes&) = delete;

  // Puts the gradient of all examples, times `scale`, into gradients(); returns their summed loss.
  double learn(const std::vector<Columns>& examples, float scale, std::uint32_t noise);
  const Weights& gradients() { return shards_.front().gradients(); }

 private:
  Teaching teaching_;
  std::vector<ExampleTapes> shards_;
};

}  // namespace headlight
