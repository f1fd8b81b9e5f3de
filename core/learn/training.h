// What every training has, whatever it learns: weights, moments, a tape for each shape of example, steps, and
// a file to go on from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/learn/adam.h"
#include "core/learn/example_tapes.h"

namespace headlight {

// What a step learns from.
struct Batch {
  std::vector<Columns> examples;
  double asked = 0;  // places of them at which something is asked: the loss is a mean over these
};

class Training {
 public:
  virtual ~Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  const Weights& weights() const { return weights_; }
  int step() const { return step_; }
  int steps() const { return plan_.how.steps; }
  bool done() const { return step_ >= steps(); }

  // One step; returns the mean loss of the places asked. The same on one core as on several.
  double advance();

  // All that is needed to go on, in one file. Throws AccessError.
  void save(const std::filesystem::path& file) const;
  // Goes on from a file of the same recipe. Throws FormatError when it is damaged or another recipe's.
  void resume(const std::filesystem::path& file);

 protected:
  struct Plan {
    Optimization how;
    std::uint64_t seed = 0;
    std::string key;  // every number of the recipe, those of `how` aside: what must be the same to go on
    Teaching teaching;
  };

  Training() = default;
  // Once, in the constructor.
  void begin(Plan plan, Weights first);

  // Of the step that comes. What it gives depends on the seed and on how often it was asked alone.
  virtual Batch next_batch() = 0;
  // The same without the batch: what comes behind it is as if it had been asked for.
  virtual void skip_batch() { next_batch(); }
  virtual float dropout_at(int /*step*/) const { return 0; }
  // Whatever changes the weights beside learning, before a step.
  virtual void prepare(int /*step*/, Weights& /*weights*/) {}

 private:
  Plan plan_;
  Weights weights_;
  Moments moments_;
  std::unique_ptr<BatchTapes> tapes_;
  float dropout_ = 0;  // of `tapes_`
  int step_ = 0;
};

}  // namespace headlight
