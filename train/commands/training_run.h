// The loop of a training that keeps checkpoints: the same for every model that has one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/learn/training.h"
#include "core/models/card.h"
#include "core/platform/process.h"

namespace headlight {

// What every training shows and listens to while it runs.

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

// The folder for the model `name`, made where there is none. Throws std::runtime_error where what will be
// written there cannot be, or would write over another model.
void prepare_model_folder(const std::filesystem::path& folder, const std::string& name);

// Up to a step or Ctrl-C; returns whether it came there. A line says at each checkpoint how good the model
// is.
bool train_until(Training& training, const std::filesystem::path& checkpoint, int until);

// The same from a checkpoint in `folder`, if there is one, to the last step, or to a checkpoint there and a
// line that says so. Returns the seconds that all steps take in one go; nothing when it was stopped.
std::optional<double> train_to_the_end(Training& training, const std::filesystem::path& folder);

// Writes the model and its card; what was left to go on from is no longer needed then.
void finish_training(const Training& training, const std::filesystem::path& folder, double seconds);

// Keeps what a stopped one goes on from, and says where.
void stopped_training(const Training& training, const std::filesystem::path& folder);
inline constexpr int interrupted_training = 130;  // exit code

std::filesystem::path checkpoint_of(const std::filesystem::path& folder);

// The measures of a model's card, measured again: on held-out sentences, on new letters (evaluate.cpp).
std::vector<Measure> evaluate_model(const std::filesystem::path& folder, const Card& card);

}  // namespace headlight
