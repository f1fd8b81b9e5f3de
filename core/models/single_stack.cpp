#include "core/models/single_stack.h"

#include <stdexcept>

#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/logit_lens.h"
#include "core/models/transformer.h"
#include "core/platform/paths.h"

namespace headlight {

SingleStack::SingleStack(const TransformerConfig& config, Weights weights, Vocabulary vocabulary)
    : TransformerModel(config, std::move(weights)),
      tokenizer_(tokenizer_of(std::move(vocabulary))),
      words_(tokenizer_->vocabulary().shared_words()) {}

void SingleStack::save(const std::filesystem::path& folder, StoredType stored) const {
  write_model(folder, config(), weights(),
              {config().encoder_layers > 0 ? vocabulary() : Vocabulary(), vocabulary()}, stored);
}

std::vector<int> SingleStack::read(std::string_view typed) const {
  std::vector<int> tokens = tokenizer_->encoded(typed);
  check(tokens);
  return tokens;
}

void SingleStack::check(std::span<const int> tokens) const {
  if (!tokens.empty() && static_cast<int>(tokens.size()) <= config().max_tokens) return;
  // Counted as they were typed: before them a language model has a beginning of its own.
  const bool begins = !tokens.empty() && tokenizer_->vocabulary().word(tokens.front()) == "<s>";
  const int own = begins ? 1 : 0;
  throw std::invalid_argument("there are " + std::to_string(static_cast<int>(tokens.size()) - own) + " " +
                              std::string(tokenizer_->tokens_called()) + "; the model reads 1 to " +
                              std::to_string(config().max_tokens - own));
}

Tape SingleStack::record(std::span<const int> tokens, const std::vector<Edit>& edits) const {
  check(tokens);
  Tape tape;
  tape.set_edits(edits);
  Recording recording(tape, config(), weights());
  const int end =
      config().encoder_layers > 0 ? record_encoder(recording, tokens) : record_decoder(recording, tokens, -1);
  record_probabilities(recording, record_logits(recording, end));
  keep_what_fits(tape);
  return tape;
}

TracePtr SingleStack::traced(Tape tape, std::span<const int> tokens) const {
  Trace::Words words;
  (anatomy().typed() == Stream::source ? words.source : words.target) = vocabulary().words_of(tokens);
  words.next = vocabulary().words_of(likeliest(tape.value(tape.size() - 1)));
  words.source_vocabulary = words.target_vocabulary = words_;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr SingleStack::trace(const TraceRequest& request) const {
  const std::vector<int> tokens = read(request.text);
  // Of the same tokens, under other edits: only what these change is computed.
  const Trace* const like = request.like;
  const bool replay = like != nullptr && like->lender() == &weights() &&
                      like->tokens(anatomy().typed()) == vocabulary().words_of(tokens);
  Tape tape = replay ? like->tape().fork() : record(tokens, request.edits);
  tape.set_edits(request.edits);
  return tape.forward(request.watch, request.cancel) ? traced(std::move(tape), tokens) : nullptr;
}

TracePtr SingleStack::pass(std::span<const int> tokens, const std::vector<Edit>& edits) const {
  Tape tape = record(tokens, edits);
  tape.forward();
  return traced(std::move(tape), tokens);
}

std::vector<int> SingleStack::predict(std::span<const int> tokens, const std::vector<Edit>& edits) const {
  Tape tape = record(tokens, edits);
  tape.forward();
  return likeliest(tape.value(tape.size() - 1));
}

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

namespace {

void require_labeller(const TransformerConfig& config) {
  if (config.decoder_layers != 0) throw std::invalid_argument("a labeller has no decoder");
  if (config.tied_output) throw std::invalid_argument("a labeller's output is not tied");
  if (config.source_words != config.target_words) {
    throw std::invalid_argument("a labeller answers with the words it reads: as many labels as words");
  }
}

}  // namespace

Labeller::Labeller(const TransformerConfig& config, Weights weights, Vocabulary vocabulary)
    : SingleStack(config, std::move(weights), std::move(vocabulary)) {
  require_labeller(config);
}

std::shared_ptr<const Labeller> Labeller::load(const std::filesystem::path& folder) {
  ModelFiles files = read_model(folder, require_labeller);
  return std::make_shared<const Labeller>(files.config, std::move(files.weights),
                                          std::move(files.words.source));
}

std::filesystem::path positions_model(std::string_view task, Positions kind) {
  return positions_model(task, name_of(kind));
}

std::filesystem::path positions_model(std::string_view task, std::string_view kind) {
  return assets_folder() / "models" / "positions" / task / kind;
}

}  // namespace headlight
