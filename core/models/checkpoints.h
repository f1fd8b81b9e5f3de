// Steps of one training that lie beside each other: folders or files whose names are alike but for a number,
// as Pythia's branches (step0, step1000), transformers' Trainer (checkpoint-500) and our own trainings
// (step_00090) leave them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace headlight {

struct Checkpoint {
  std::filesystem::path model;  // its folder, or the file of its weights
  std::int64_t step = 0;
  bool operator==(const Checkpoint&) const = default;
};

// "checkpoint-500" is 500, "step1000.pt" is 1000; nothing for a name of another kind.
std::optional<std::int64_t> step_in_name(const std::filesystem::path& name);

// Those in a folder, by their steps; of two of one step the first by name. At most a thousand.
std::vector<Checkpoint> checkpoints_in(const std::filesystem::path& folder);
// Those of the training that a model is a step of, itself among them; none where it is none, or the only one.
std::vector<Checkpoint> checkpoints_beside(const std::filesystem::path& model);
// The model that a folder stands for: the folder itself, or where it has no config.json or no weights the
// last step in it.
std::filesystem::path last_checkpoint_or(const std::filesystem::path& folder);

}  // namespace headlight
