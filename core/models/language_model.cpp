#include "core/models/language_model.h"

#include <stdexcept>

#include "core/models/folder.h"

namespace headlight {

namespace {

void require_language_model(const TransformerConfig& config) {
  if (config.decoder_layers == 0) throw std::invalid_argument("a language model needs a decoder");
  if (config.encoder_layers != 0) throw std::invalid_argument("a language model has no encoder");
}

}  // namespace

LanguageModel::LanguageModel(const TransformerConfig& config, Weights weights, Vocabulary vocabulary)
    : SingleStack(config, std::move(weights), std::move(vocabulary)) {
  require_language_model(config);
}

std::shared_ptr<const LanguageModel> LanguageModel::load(const std::filesystem::path& folder) {
  ModelFiles files = read_model(folder, require_language_model);
  return std::make_shared<const LanguageModel>(files.config, std::move(files.weights),
                                               std::move(files.words.target));
}

}  // namespace headlight
