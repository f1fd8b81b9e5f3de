// A small translator with random weights, for tests that need a model but not its meaning.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/files/whole_file.h"
#include "core/layers/config.h"
#include "core/layers/weights.h"
#include "core/models/model.h"

namespace headlight {

inline constexpr const char* tired_sentence = "The animal didn't cross the street because it was too tired";
inline constexpr const char* wide_sentence = "The animal didn't cross the street because it was too wide";

inline Model tiny_translator(TransformerConfig config = {.d_model = 16, .d_ff = 24}) {
  const Vocabulary source({"the", "animal", "didn't", "cross", "street", "because", "it", "was", "too",
                           "tired", "wide", "very", "."});
  const Vocabulary target(
      {"<s>", "</s>", "l'", "animal", "n'", "a", "pas", "traversé", "la", "rue", "était"});
  config.source_words = source.size();
  config.target_words = target.size();
  return {config, Weights::random(config, 7), {source, target}};
}

// The same with "il" and "elle" among the words it writes.
inline Model pronoun_translator() {
  const Model tiny = tiny_translator();
  std::vector<std::string> words = tiny.target().words();
  std::replace(words.begin(), words.end(), std::string("pas"), std::string("il"));
  std::replace(words.begin(), words.end(), std::string("traversé"), std::string("elle"));
  return {tiny.config(), tiny.weights(), {tiny.source(), Vocabulary(std::move(words))}};
}

// The folder of a model of this shape, which stays as long as `folder`.
inline std::string saved_model(const TemporaryFolder& folder, const TransformerConfig& config) {
  const std::filesystem::path model = folder.path() / "model";
  std::filesystem::create_directories(model);
  tiny_translator(config).save(model);
  return model.string();
}

// The folder of a tiny model, made once for the process.
inline const std::string& tiny_model_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const std::filesystem::path model = folder.path() / "tiny";
    std::filesystem::create_directories(model);
    tiny_translator().save(model);
    return model.string();
  }();
  return path;
}

}  // namespace headlight
