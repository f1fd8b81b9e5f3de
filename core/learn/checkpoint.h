// What a training run has learned so far, in a file that it goes on from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/learn/adam.h"

namespace headlight {

// Which run it is: what must be the same for a run to go on.
struct RunKey {
  std::string text;        // every number of the recipe
  std::uint64_t seed = 0;  // can be read without the recipe
  int steps = 0;
};

// All numbers of an optimization, one after another, as part of a RunKey.
std::string key_of(const Optimization& how);

// Throws AccessError.
void save_checkpoint(const std::filesystem::path& file, const RunKey& run, int step, const Weights& weights,
                     const Moments& moments);
// Puts what was saved into `weights` and `moments`; returns the step. Throws FormatError when the file is
// damaged or another run's.
int load_checkpoint(const std::filesystem::path& file, const RunKey& run, Weights& weights, Moments& moments);

// The seed of the run that a file is of. Throws AccessError and FormatError.
std::optional<std::uint64_t> seed_of_checkpoint(const std::filesystem::path& file);

}  // namespace headlight
