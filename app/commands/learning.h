// What `evaluate`, `train` and `bench` do, apart from reading their options.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/program.h"
#include "core/models/card.h"

namespace headlight {

struct TrainOptions {
  std::string name;                   // "translator"
  std::filesystem::path folder;       // where the model is written
  std::optional<std::uint64_t> seed;  // none: the recipe's own
  std::optional<int> steps;
};

// Trains with a progress bar; goes on from a checkpoint in the folder. Ctrl-C keeps one. Returns the exit
// code.
int train_model(const TrainOptions& options);

// The card's measures, measured again on held-out sentences.
std::vector<Measure> evaluate_model(const Translator& model, const Card& card);

// The ratios of the performance table, by their names.
std::vector<Measure> run_bench(const WindowCommands& window);

}  // namespace headlight
