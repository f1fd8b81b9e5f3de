// A decoder without an encoder: at every place, how likely each word is to come next (a causal language
// model).
#pragma once

#include <filesystem>
#include <memory>

#include "core/models/single_stack.h"

namespace headlight {

class LanguageModel final : public SingleStack {
 public:
  LanguageModel(const TransformerConfig& config, Weights weights, Vocabulary vocabulary);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const LanguageModel> load(const std::filesystem::path& folder);
};

}  // namespace headlight
