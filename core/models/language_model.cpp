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

std::optional<Writing> LanguageModel::writing(std::string_view typed) const {
  const std::vector<int> prompt = read(typed);
  const auto next = [this, prompt](std::span<const int> added) {
    std::vector<int> text = prompt;
    text.insert(text.end(), added.begin(), added.end());
    const TracePtr trace = pass(text);
    return last_row(trace->read("probabilities").view());
  };
  const int room = config().max_tokens - static_cast<int>(prompt.size());
  return Writing{next, {vocabulary().id("</s>"), room}, &vocabulary()};
}

}  // namespace headlight
