// A model's weights in its folder, read without trusting them: every mistake is said with what to try.
#pragma once

#include <filesystem>

#include "core/layers/weights.h"

namespace headlight {

// The tensors of `config` from a safetensors file: all of them, no others, each of its shape.
Weights read_weights(const std::filesystem::path& file, const TransformerConfig& config);
void write_weights(const std::filesystem::path& file, const Weights& weights);

}  // namespace headlight
