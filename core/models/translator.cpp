#include "core/models/translator.h"

#include <algorithm>
#include <stdexcept>

#include "core/files/file_error.h"
#include "core/models/cached_decoding.h"
#include "core/models/card.h"
#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/text/nearest.h"

namespace headlight {

namespace {

void require_translator(const TransformerConfig& config) {
  if (config.decoder_layers == 0) throw std::invalid_argument("a translator needs a decoder");
  if (config.encoder_layers == 0) throw std::invalid_argument("a translator needs an encoder");
}

}  // namespace

Translator::Translator(const TransformerConfig& config, Weights weights, Vocabulary source, Vocabulary target)
    : Model(config, std::move(weights)),
      tokenizer_(std::move(source)),
      target_(std::move(target)),
      source_words_(std::make_shared<const std::vector<std::string>>(tokenizer_.vocabulary().words())),
      target_words_(std::make_shared<const std::vector<std::string>>(target_.words())) {}

std::shared_ptr<const Translator> Translator::load(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "config.json") && std::filesystem::exists(folder / "card.json")) {
    throw FormatError(folder, "holds several small models (" + load_card(folder).title + "), no translator",
                      "the positions lab shows them, `headlight models` lists them");
  }
  ModelFiles files = read_model(folder, require_translator);
  const std::vector<std::string>& words = files.words.target.words();
  if (words.size() < 2 || words[start] != "<s>" || words[end] != "</s>") {
    throw FormatError(folder / "words.json",
                      "field \"target\" has to begin with <s> and </s>: every translation does and ends so",
                      "copy the model's folder again");
  }
  return std::make_shared<const Translator>(files.config, std::move(files.weights),
                                            std::move(files.words.source), std::move(files.words.target));
}

void Translator::save(const std::filesystem::path& folder, StoredType stored) const {
  write_model(folder, config(), weights(), {source(), target_}, stored);
}

std::vector<int> Translator::read(std::string_view typed) const {
  std::vector<int> words = tokenizer_.encoded(typed);
  if (static_cast<int>(words.size()) > config().max_tokens) {
    throw std::invalid_argument("sentence: " + std::to_string(words.size()) +
                                " words, and this model reads at most " +
                                std::to_string(config().max_tokens) + "; leave some out");
  }
  return words;
}

std::size_t Translator::longest(std::span<const int> source) const {
  // A translation is rarely longer than twice its source.
  return std::min<std::size_t>(2 * source.size() + 10, config().max_tokens);
}

TracePtr Translator::traced(Decoding& decoding, std::span<const int> source,
                            std::span<const int> target) const {
  std::vector<int> next = decoding.finish(target);
  std::replace(next.begin(), next.end(), no_word, end);
  Trace::Words words{this->source().words_of(source), target_.words_of(target), target_.words_of(next),
                     source_words_, target_words_};
  return std::make_shared<const Trace>(decoding.take(), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr Translator::translate(std::span<const int> source, const std::vector<Edit>& edits,
                               const Trace* draft, const Cancel* cancel, const Watch& watch) const {
  std::vector<int> guess;
  // Where an edit may let words look ahead, what follows decides too: only word by word is then greedy.
  if (draft != nullptr && !may_look_ahead(edits)) {
    guess = encode(target_, draft->words().target);
    guess.erase(guess.begin());
  }
  // Of the same words, under other edits: only what these change is computed.
  const bool replay = draft != nullptr && draft->lender() == &weights() &&
                      draft->words().source == this->source().words_of(source);
  const std::vector<int> drafted = replay ? encode(target_, draft->words().target) : std::vector<int>();
  Decoding decoding = replay ? Decoding(config(), weights(), draft->tape(), drafted, edits)
                             : Decoding(config(), weights(), source, edits);
  decoding.ask(cancel);
  decoding.show(watch);
  try {
    const std::vector<int> target = greedy(decoding, start, end, {}, guess, longest(source));
    return traced(decoding, source, target);
  } catch (const Decoding::Cancelled&) {
    return nullptr;
  }
}

TracePtr Translator::translate(std::string_view typed, const std::vector<Edit>& edits,
                               const Trace* draft) const {
  return translate(read(typed), edits, draft);
}

TracePtr Translator::trace(const TraceRequest& request) const {
  return translate(read(request.text), request.edits, request.like, request.cancel, request.watch);
}

TracePtr Translator::go_on(std::span<const int> source, std::span<const int> given,
                           const std::vector<Edit>& edits) const {
  Decoding decoding(config(), weights(), source, edits);
  const std::vector<int> target = greedy(decoding, start, end, given, {}, longest(source));
  return traced(decoding, source, target);
}

TracePtr Translator::force(std::span<const int> source, std::span<const int> target,
                           const std::vector<Edit>& edits) const {
  Decoding decoding(config(), weights(), source, edits);
  std::vector<int> words{start};
  words.insert(words.end(), target.begin(), target.end());
  return traced(decoding, source, words);
}

std::optional<Writing> Translator::writing(std::string_view typed) const {
  const std::vector<int> source = read(typed);
  const auto decoding = std::make_shared<CachedDecoding>(config(), weights(), source);
  const auto next = [decoding](std::span<const int> added) {
    std::vector<int> words{start};
    words.insert(words.end(), added.begin(), added.end());
    return decoding->next(words);
  };
  return Writing{
      .next = next,
      .end = {end, static_cast<int>(longest(source)) - 1},
      .words = &target_,
      .given = {target_.word(start)},
      .trace = [this, source](std::span<const int> added,
                              const std::vector<Edit>& edits) { return force(source, added, edits); },
      .cost = [this, count = static_cast<int>(source.size())](
                  int before, int added) { return decoder_cost(config(), count, before, added); }};
}

std::vector<int> Translator::decode(std::span<const int> source, const std::vector<Edit>& edits) const {
  Decoding decoding(config(), weights(), source, edits);
  std::vector<int> target = greedy(decoding, start, end, {}, {}, longest(source));
  target.erase(target.begin());
  return target;
}

}  // namespace headlight
