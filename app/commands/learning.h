// What `evaluate`, `train` and `bench` do, apart from reading their options.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/output.h"
#include "app/commands/program.h"
#include "core/models/card.h"

namespace headlight {

struct TrainOptions {
  std::string name;                   // "translator", "causal", "seq2seq-attention" ...
  std::filesystem::path folder;       // where the model is written
  std::optional<std::uint64_t> seed;  // none: the recipe's own
  std::optional<int> steps;
  std::filesystem::path corpus;     // translators: real sentence pairs
  std::optional<std::string> task;  // positions: one of the tasks alone
  std::optional<std::string> kind;  // positions: one of the kinds alone
};

// Trains with a progress bar; goes on from a checkpoint in the folder. Ctrl-C keeps one. Returns the exit
// code. Of the small models of the kinds of positions, those that are missing are trained.
int train_positions(const TrainOptions& options);
// A training that can be watched in the window too (core/learn/live_training): some twenty of its steps are
// kept.
int train_live(const TrainOptions& options);

// The measures of a model's card, measured again: on held-out sentences, on new letters.
std::vector<Measure> evaluate_model(const std::filesystem::path& folder, const Card& card);

// From where on a translator is sure, chosen anew: written into its card, with all its measures.
void calibrate_model(const std::filesystem::path& folder);

// The curves of a model's card, measured again and written into it: what plots show of it.
void plot_model(const std::filesystem::path& folder);

// How a model's measures spread over its seeds, written into its card: of the measures that its card and
// those of the other folders have, which the same recipe made with other seeds.
void spread_over_seeds(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others);

// The ratios of the performance table, by their names; what could not be measured is added to `left_out`.
std::vector<Measure> run_bench(const WindowCommands& window, std::vector<LeftOut>& left_out);

}  // namespace headlight
