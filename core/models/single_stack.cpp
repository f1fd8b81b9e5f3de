#include "core/models/single_stack.h"

#include <stdexcept>

#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/keeping.h"
#include "core/models/transformer.h"

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

}  // namespace headlight
