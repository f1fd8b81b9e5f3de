// A model's weights in its folder, read without trusting them: every mistake is said with what to try. The
// same three files for every family: config.json, model.safetensors, words.json.
#pragma once

#include <any>
#include <cstdint>
#include <filesystem>

#include "core/files/safetensors.h"
#include "core/layers/weights.h"
#include "core/models/families.h"
#include "core/models/outline.h"

namespace headlight {

// The family that a config.json names: one without "family" is a Transformer's. Throws AccessError or
// FormatError.
std::string family_said(const Outline& outline);

// Throws AccessError for a folder whose name is not UTF-8: a card holds it, and a session names it.
void check_name(const std::filesystem::path& folder);

template <typename Config>
struct FilesOf {
  Config config;
  Weights weights;
  WordsFile words;
};

// The same of any config with its tensors_of().
namespace folder {
[[noreturn]] void fail_config(const std::filesystem::path& folder, const std::exception& error);
WordsFile words(const Outline& outline, const WordCounts& counts);
Weights weights(const std::filesystem::path& folder, std::vector<TensorSpec> specs);
// Throws FormatError where one of them is NaN or infinite.
void require_numbers(const std::filesystem::path& file, std::string_view name, ConstView values);
void write(const std::filesystem::path& folder, const std::string& config, const Weights& weights,
           const WordsFile& words, StoredType stored);
}  // namespace folder

// `require` throws std::invalid_argument for a config of another kind of model; null takes any. Throws
// AccessError or FormatError.
template <typename Config = TransformerConfig>
Config read_config(const Outline& outline, void (*require)(const Config&) = nullptr) {
  const std::string& text = outline.config();
  try {
    const auto config = config_from_json<Config>(text);
    if (require != nullptr) require(config);
    return config;
  } catch (const std::invalid_argument& error) {
    folder::fail_config(outline.folder(), error);
  }
}
template <typename Config = TransformerConfig>
Config read_config(const std::filesystem::path& path) {
  return read_config<Config>(*outline_of(path));
}
// The same of all three; every size is checked before memory is taken.
template <typename Config>
FilesOf<Config> read_model(const std::filesystem::path& path, void (*require)(const Config&) = nullptr) {
  const OutlinePtr outline = outline_of(path);
  const Config config = read_config<Config>(*outline, require);
  WordsFile words = folder::words(*outline, word_counts(config));
  return {config, folder::weights(path, tensors_of(config)), std::move(words)};
}
// Each file aside first and then renamed.
void write_model(const std::filesystem::path& path, const auto& config, const Weights& weights,
                 const WordsFile& words, StoredType stored = StoredType::f32) {
  folder::write(path, to_json(config), weights, words, stored);
}

// The tensors of `specs` from a safetensors file: all of them, no others, each of its shape.
Weights read_weights(const std::filesystem::path& file, std::vector<TensorSpec> specs);
inline Weights read_weights(const std::filesystem::path& file, const TransformerConfig& config) {
  return read_weights(file, tensors_of(config));
}
void write_weights(const std::filesystem::path& file, const Weights& weights,
                   StoredType stored = StoredType::f32);

// The two vocabularies as a file: {"source": [...], "target": [...]}, a word's place is its number.

// Throws AccessError or FormatError naming what is wrong.
WordsFile read_words(const std::filesystem::path& file);
void write_words(const std::filesystem::path& file, const WordsFile& words);

// A model that was never trained: what training starts from, to compare a trained one with.

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
