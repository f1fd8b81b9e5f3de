#include "core/models/language_model.h"

#include <stdexcept>

#include "core/models/cached_decoding.h"
#include "core/models/folder.h"
#include "core/models/logit_lens.h"

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
  const auto with = [prompt](std::span<const int> added) {
    std::vector<int> text = prompt;
    text.insert(text.end(), added.begin(), added.end());
    return text;
  };
  const auto decoding = std::make_shared<CachedDecoding>(config(), weights(), std::span<const int>());
  const int room = config().max_tokens - static_cast<int>(prompt.size());
  return Writing{
      .next = [decoding, with](std::span<const int> added) { return decoding->next(with(added)); },
      .end = {vocabulary().id("</s>"), room},
      .words = &vocabulary(),
      .given = vocabulary().words_of(prompt),
      .trace = [this, with](std::span<const int> added,
                            const std::vector<Edit>& edits) { return pass(with(added), edits); },
      .cost = [this](int before, int added) { return decoder_cost(config(), 0, before, added); },
      .lens = [this](const Trace& trace, int most) { return logit_lens(config(), weights(), trace, most); }};
}

}  // namespace headlight
