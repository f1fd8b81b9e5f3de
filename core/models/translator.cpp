#include "core/models/translator.h"

#include <algorithm>
#include <stdexcept>

#include "core/files/read_file.h"
#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/logit_lens.h"
#include "core/text/encode.h"

namespace headlight {

TranslationWords::TranslationWords(Vocabulary source, Vocabulary target)
    : tokenizer_(std::move(source)),
      target_(std::move(target)),
      source_words_(tokenizer_.vocabulary().shared_words()),
      target_words_(target_.shared_words()) {}

std::vector<int> TranslationWords::read(std::string_view typed, int max_tokens) const {
  std::vector<int> words = tokenizer_.encoded(typed);
  if (static_cast<int>(words.size()) > max_tokens) {
    throw std::invalid_argument("sentence: " + std::to_string(words.size()) +
                                " words, and this model reads at most " + std::to_string(max_tokens) +
                                "; leave some out");
  }
  return words;
}

Trace::Words TranslationWords::labels(std::span<const int> source, std::span<const int> target,
                                      std::vector<int> next) const {
  std::replace(next.begin(), next.end(), no_word, end);
  return {this->source().words_of(source), target_.words_of(target), target_.words_of(next), source_words_,
          target_words_};
}

std::size_t TranslationWords::longest(std::span<const int> source, int max_tokens) {
  // A translation is rarely longer than twice its source.
  return std::min<std::size_t>(2 * source.size() + 10, max_tokens);
}

void require_ends(const std::filesystem::path& folder, const Vocabulary& target) {
  const std::vector<std::string>& words = target.words();
  if (words.size() >= 2 && words[TranslationWords::start] == "<s>" && words[TranslationWords::end] == "</s>")
    return;
  throw FormatError(folder / "words.json",
                    "field \"target\" has to begin with <s> and </s>: every translation does and ends so",
                    "copy the model's folder again");
}

namespace {

void require_translator(const TransformerConfig& config) {
  if (config.decoder_layers == 0) throw std::invalid_argument("a translator needs a decoder");
  if (config.encoder_layers == 0) throw std::invalid_argument("a translator needs an encoder");
}

}  // namespace

Translator::Translator(const TransformerConfig& config, Weights weights, Vocabulary source, Vocabulary target)
    : TransformerModel(config, std::move(weights)), words_(std::move(source), std::move(target)) {}

std::shared_ptr<const Translator> Translator::load(const std::filesystem::path& folder) {
  ModelFiles files = read_model(folder, require_translator);
  require_ends(folder, files.words.target);
  return std::make_shared<const Translator>(files.config, std::move(files.weights),
                                            std::move(files.words.source), std::move(files.words.target));
}

void Translator::save(const std::filesystem::path& folder, StoredType stored) const {
  write_model(folder, config(), weights(), {source(), target()}, stored);
}

std::vector<int> Translator::read(std::string_view typed) const {
  return words_.read(typed, config().max_tokens);
}

std::size_t Translator::longest(std::span<const int> source) const {
  return TranslationWords::longest(source, config().max_tokens);
}

TracePtr Translator::traced(Decoding& decoding, std::span<const int> source,
                            std::span<const int> target) const {
  Trace::Words words = words_.labels(source, target, decoding.finish(target));
  return std::make_shared<const Trace>(decoding.take(), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr Translator::translate(std::span<const int> source, const std::vector<Edit>& edits,
                               const Trace* draft, const Cancel* cancel, const Watch& watch) const {
  std::vector<int> guess;
  // Where an edit may let words look ahead, what follows decides too: only word by word is then greedy.
  if (draft != nullptr && !may_look_ahead(edits)) {
    guess = encode(target(), draft->words().target);
    guess.erase(guess.begin());
  }
  // Of the same words, under other edits: only what these change is computed.
  const bool replay = draft != nullptr && draft->lender() == &weights() &&
                      draft->words().source == this->source().words_of(source);
  const std::vector<int> drafted = replay ? encode(target(), draft->words().target) : std::vector<int>();
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
      .words = &target(),
      .given = {target().word(start)},
      .trace = [this, source](std::span<const int> added,
                              const std::vector<Edit>& edits) { return force(source, added, edits); },
      .cost = [this, count = static_cast<int>(source.size())](
                  int before, int added) { return decoder_cost(config(), count, before, added); },
      .lens = [this](const Trace& trace, int most) { return logit_lens(config(), weights(), trace, most); }};
}

std::vector<int> Translator::decode(std::span<const int> source, const std::vector<Edit>& edits) const {
  Decoding decoding(config(), weights(), source, edits);
  std::vector<int> target = greedy(decoding, start, end, {}, {}, longest(source));
  target.erase(target.begin());
  return target;
}

}  // namespace headlight
