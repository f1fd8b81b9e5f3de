// A model's weights in its folder, read without trusting them: every mistake is said with what to try.
#pragma once

#include <filesystem>

#include "core/files/safetensors.h"
#include "core/layers/weights.h"
#include "core/models/words_file.h"

namespace headlight {

// The three files of a model's folder: config.json, model.safetensors, words.json.
struct ModelFiles {
  TransformerConfig config;
  Weights weights;
  WordsFile words;
};
// `require` throws std::invalid_argument for a config of another kind of model; null takes any. Throws
// AccessError or FormatError.
TransformerConfig read_config(const std::filesystem::path& folder,
                              void (*require)(const TransformerConfig&) = nullptr);
// The same of all three; every size is checked before memory is taken.
ModelFiles read_model(const std::filesystem::path& folder, void (*require)(const TransformerConfig&));
// Each file aside first and then renamed.
void write_model(const std::filesystem::path& folder, const TransformerConfig& config, const Weights& weights,
                 const WordsFile& words, StoredType stored = StoredType::f32);

// The tensors of `config` from a safetensors file: all of them, no others, each of its shape.
Weights read_weights(const std::filesystem::path& file, const TransformerConfig& config);
void write_weights(const std::filesystem::path& file, const Weights& weights,
                   StoredType stored = StoredType::f32);

}  // namespace headlight
