// The runs behind the shipped models for the kinds of positions: every task, variant and seed in a folder of
// its own, so that a training that was stopped goes on with the runs that are missing.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/models/card.h"
#include "train/learn/positions_scores.h"

namespace headlight {

inline constexpr std::array<std::uint64_t, 3> position_seeds{0, 1, 2};

// Every variant on its tasks with every seed, or those of one task, variant or seed. Throws
// std::invalid_argument for unknown ones, and for a variant that is not trained on the task.
std::vector<PositionsRecipe> position_recipes(const std::optional<std::string>& task,
                                              const std::optional<std::string>& variant,
                                              const std::optional<std::uint64_t>& seed);

// What a finished run left beside its model, in run.json.
struct PositionsRun {
  double seconds = 0;              // of processor time, all threads together
  std::vector<OrderScore> scores;  // one for each of order_lengths
};

// folder/runs/TASK/VARIANT/SEED
std::filesystem::path run_folder(const std::filesystem::path& folder, const PositionsRecipe& recipe);
// Nothing when the run was not finished. Throws FormatError when another recipe's lies there.
std::optional<PositionsRun> finished_run(const std::filesystem::path& folder, const PositionsRecipe& recipe);
// Measures a trained model and keeps it.
PositionsRun keep_run(const std::filesystem::path& folder, const PositionsTrainer& trainer, double seconds);

// Whether two recipes give the same weights: what a finished run is kept for.
bool same_run(const PositionsRecipe& one, const PositionsRecipe& other);

// Throws std::invalid_argument when `folder` is that of the shipped models and a recipe is not theirs: what
// lessons tell and tests hold would no longer be what lies there.
void check_shipping(const std::filesystem::path& folder, const std::vector<PositionsRecipe>& recipes);

// Writes folder/TASK/VARIANT and folder/card.json from the finished runs of `recipes`, all seeds of each. Of
// the seeds the one is shipped that is in the middle by its accuracy beyond the trained lengths: neither the
// luckiest nor the unluckiest. Throws as check_shipping() does, and for a run that is missing.
Card ship_positions(const std::filesystem::path& folder, const std::vector<PositionsRecipe>& recipes);

}  // namespace headlight
