// A model that was never trained: what training starts from, to compare a trained one with.
#pragma once

#include <any>
#include <cstdint>
#include <filesystem>

#include "core/models/families.h"

namespace headlight {

// Writes a model of this shape with random weights into a folder, and a card that says so: all of it or
// nothing. The sizes of the vocabularies are filled in. Throws std::invalid_argument for sizes that do not go
// together or are too large, AccessError where it cannot be written.
void write_random_model(const std::filesystem::path& folder, const ModelFamily& family, std::any config,
                        const WordsFile& words, std::uint64_t seed);
template <typename Config>
void write_random_model(const std::filesystem::path& folder, const Config& config, const WordsFile& words,
                        std::uint64_t seed) {
  write_random_model(folder, family_named(Config::family), std::any(config), words, seed);
}

}  // namespace headlight
