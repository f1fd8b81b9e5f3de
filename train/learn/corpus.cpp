#include "train/learn/corpus.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "core/grammar/typed_words.h"
#include "core/text/cut_words.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"
#include "train/grammar/kinds.h"

namespace headlight {
namespace {

// The grammar writes some hundred million sentences; sampling without repetition stays quick far below that.
constexpr int kMostPairs = 2000000;

// A tenth of the sentences is held out, and few words are unknown after some thousand training pairs.
constexpr int kTriesPerPair = 1000;

std::string line(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

void check_size(int pairs) {
  if (pairs < 0 || pairs > kMostPairs) {
    throw std::invalid_argument("corpus: " + std::to_string(pairs) + " pairs asked for; ask for 0 to " +
                                std::to_string(kMostPairs));
  }
}

// The showcase, as far as it is of these kinds.
std::vector<Example> shown_of(const CorpusOptions& options) {
  std::vector<Example> shown = showcase();
  std::erase_if(shown, [&](const Example& example) {
    const auto& kinds = options.kinds;
    return !kinds.empty() && std::find(kinds.begin(), kinds.end(), example.kind) == kinds.end();
  });
  return shown;
}

// Sentences that are looked at to see which words are frequent.
constexpr int kCountedSentences = 10000;

// The English words that a corpus of few words is made of.
std::set<std::string> frequent_words(const CorpusOptions& options) {
  GrammarRandom random(options.seed);
  std::map<std::string, int> counts;
  for (int i = 0; i < kCountedSentences; ++i)
    for (const std::string& word : grammar::write_sentence(random, options.kinds).source) ++counts[word];
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [word, count] : counts) order.emplace_back(-count, word);
  std::sort(order.begin(), order.end());
  order.resize(std::min(order.size(), static_cast<std::size_t>(options.words)));
  std::set<std::string> words;
  for (const auto& each : order) words.insert(each.second);
  for (const Example& example : shown_of(options)) words.insert(example.source.begin(), example.source.end());
  return words;
}

// A sentence that is held out may be one of another kind as well, of a combination that is trained: others
// take its place.
void replace_held_out(Corpus& corpus, GrammarRandom& random, std::unordered_set<std::string>& seen,
                      const CorpusOptions& options) {
  std::unordered_set<std::string> held;
  for (const Example& example : corpus.held_out) held.insert(line(example.source));
  for (Example& example : corpus.train) {
    if (!held.contains(line(example.source))) continue;
    do example = grammar::write_sentence(random, options.kinds);
    while (is_held_out(example.combination) || held.contains(line(example.source)) ||
           !has_words_of(corpus.source, corpus.target, example) || !seen.insert(line(example.source)).second);
  }
}

// What the grammar writes, cut as a vocabulary with pieces cuts it.
Example written_for(GrammarRandom& random, const Vocabulary& target, bool spells,
                    std::span<const std::string> kinds = {}) {
  Example example = grammar::write_sentence(random, kinds);
  if (spells) cut_french(example, target);
  return example;
}

}  // namespace

std::optional<Example> cut_example(Example example, const Vocabulary& source, const Vocabulary& target) {
  std::vector<std::string> english;
  std::vector<int> moved;
  for (const std::string& word : example.source) {
    moved.push_back(static_cast<int>(english.size()));
    if (source.id(word)) {
      english.push_back(word);  // also a full stop, which alone is no text
      continue;
    }
    for (std::string& piece : normalize_words({word}, source).words) english.push_back(std::move(piece));
  }
  // Some words are read together (ice cream): then it is not known what stands where.
  const std::vector<std::string> together = normalize_words(example.source, source).words;
  if (together == english) {
    for (int& place : example.alignment)
      if (place >= 0) place = moved[static_cast<std::size_t>(place)];
    if (example.reference) {
      Reference& said = *example.reference;
      for (int* const place : {&said.it, &said.antecedent, &said.other, &said.cue})
        *place = moved[static_cast<std::size_t>(*place)];
    }
    if (example.sensed) example.sensed->place = moved[static_cast<std::size_t>(example.sensed->place)];
  } else {
    example.reference.reset();
    example.sensed.reset();
    example.alignment.assign(example.target.size(), -1);
  }
  example.source = together;
  cut_french(example, target);
  if (!has_words_of(source, target, example)) return {};
  return example;
}

std::vector<Example> sample_held_out(const Vocabulary& source, const Vocabulary& target, int count,
                                     std::uint64_t seed, std::span<const std::string> kinds) {
  check_size(count);
  std::unordered_set<std::string> seen;
  for (const Example& example : showcase()) seen.insert(line(example.source));

  // Away from the stream of the training pairs, whose seeds are small numbers as well.
  GrammarRandom random(~seed);
  const bool spells = spells_words(target);
  std::vector<Example> sample;
  for (std::int64_t tries = 0; static_cast<int>(sample.size()) < count; ++tries) {
    if (tries > std::int64_t{kTriesPerPair} * count) {
      throw std::invalid_argument("corpus: " + std::to_string(source.size()) + " English and " +
                                  std::to_string(target.size()) + " French words are too few for " +
                                  std::to_string(count) + " held-out pairs; ask for more training pairs");
    }
    Example example = written_for(random, target, spells, kinds);
    // A word that was never trained says nothing about the model.
    if (is_held_out(example.combination) && has_words_of(source, target, example) &&
        seen.insert(line(example.source)).second) {
      sample.push_back(std::move(example));
    }
  }
  return sample;
}

std::vector<Example> held_out_examples(const Vocabulary& source, const Vocabulary& target,
                                       const CorpusOptions& options) {
  std::vector<Example> examples = shown_of(options);
  if (spells_words(target))
    for (Example& example : examples) cut_french(example, target);
  const int shown = static_cast<int>(examples.size());
  if (options.held_out < shown) examples.resize(static_cast<std::size_t>(options.held_out));
  const std::vector<Example> others =
      sample_held_out(source, target, std::max(options.held_out - shown, 0), options.seed, options.kinds);
  examples.insert(examples.end(), others.begin(), others.end());
  return examples;
}

namespace {

// A word is a token of its own from so many times on; the others are cut. French has more forms of a word,
// and most of them are a stem and an ending.
constexpr int often_in_english = 5;
constexpr int often_in_french = 8;
// What rare words are spelled with, beside the letters.
constexpr int long_pieces = 1500;
// One real pair in so many that have a name or a number stands there a second time with another one.
constexpr int pair_with_other_name = 3;

using CountedWords = std::map<std::string, int>;

// Moves the frequent words to the tokens; what stays is to be spelled.
void take_frequent(CountedWords& counts, int often, std::set<std::string>& tokens) {
  for (auto word = counts.begin(); word != counts.end();) {
    const bool digits = word->first.find_first_of("0123456789") != std::string::npos;
    if (word->second >= often && !digits) tokens.insert(word->first);
    word = tokens.contains(word->first) ? counts.erase(word) : std::next(word);
  }
}

// Letters and digits that stand alone.
void add_single(const std::vector<std::string>& pieces, std::set<std::string>& tokens) {
  for (const std::string& piece : pieces) {
    tokens.insert(piece);
    const std::string letter = joined_words(std::array{piece}).front();
    if (code_points(letter).size() == 1) tokens.insert(letter);
  }
}

std::vector<std::string> cut_all(const Vocabulary& vocabulary, const std::vector<std::string>& words,
                                 std::span<const std::string_view> endings) {
  std::vector<std::string> tokens;
  for (const std::string& word : words)
    for (std::string& token : cut_word(vocabulary, word, endings)) tokens.push_back(std::move(token));
  return tokens;
}

void add_real(Corpus& corpus, const std::vector<RealPair>& pairs, const char* kind) {
  for (Example& example : examples_of(pairs, kind, corpus.source, corpus.target))
    corpus.real.push_back(std::move(example));
}

// What was written for Headlight: the pairs to learn from; the others are kept aside.
std::vector<RealPair> own_pairs(Corpus& corpus, const CorpusOptions& options) {
  std::vector<RealPair> taught;
  if (options.own.empty()) return taught;
  for (RealPair& pair : read_own_pairs(options.own))
    (is_own_kept_aside(pair) ? corpus.own_aside : taught).push_back(std::move(pair));
  corpus.said = thousands(std::ssize(taught)) + " sentences of our own, " +
                thousands(std::ssize(corpus.own_aside)) + " more held out";
  return taught;
}

// The pairs to learn from; the others are kept aside, or left out.
std::vector<RealPair> training_pairs(Corpus& corpus, const CorpusOptions& options) {
  if (options.real.empty()) return {};
  RealPairs read = read_real_pairs(options.real);
  std::set<std::vector<std::string>> left_out;
  for (const std::string& typed : options.leave_out) left_out.insert(english_words(typed));
  std::vector<RealPair> taught;
  for (RealPair& pair : read.pairs) {
    if (left_out.contains(pair.english)) continue;
    (is_kept_aside(pair) ? corpus.aside : taught).push_back(std::move(pair));
  }
  corpus.real_sentences = static_cast<int>(taught.size());
  for (const RealPair& pair : taught) corpus.real_pairs += static_cast<int>(pair.french.size());
  corpus.said += (corpus.said.empty() ? "" : "; ") + thousands(std::ssize(taught)) + " sentences of " +
                 options.real.filename().string() + ", " + thousands(std::ssize(corpus.aside)) +
                 " more held out";
  if (!read.skipped.empty()) corpus.said += "; " + said_of_skipped(read);
  return taught;
}

// What the grammar's words and those that people wrote are, as tokens.
void learn_vocabularies(Corpus& corpus, std::span<const std::vector<RealPair>* const> all,
                        const CorpusOptions& options) {
  CountedWords english;
  CountedWords french;
  for (const std::vector<RealPair>* const taught : all) {
    for (const RealPair& pair : *taught) {
      for (const std::string& word : pair.english) ++english[word];
      for (const auto& words : pair.french)
        for (const std::string& word : words) ++french[word];
    }
  }
  const std::vector<Example> shown = shown_of(options);
  std::set<std::string> source = tokens_of({&corpus.train, &shown}, &Example::source);
  std::set<std::string> target = tokens_of({&corpus.train, &shown}, &Example::target);
  CountedWords spelled;  // the frequent ones not at all, but a name may have any of their letters
  for (const CountedWords* words : {&english, &french})
    for (const auto& [word, count] : *words) spelled[word] = 0;
  take_frequent(english, often_in_english, source);
  take_frequent(french, often_in_french, target);
  for (const CountedWords* words : {&english, &french})
    for (const auto& [word, count] : *words) spelled[word] += count;
  const std::vector<std::string> pieces = learned_pieces(spelled, long_pieces);
  add_single(pieces, source);
  add_single(pieces, target);
  corpus.source = vocabulary_of({}, source);
  corpus.target = vocabulary_of({"<s>", "</s>"}, target);
}

// The vocabularies, what people wrote in their tokens, and the grammar's sentences cut as they cut them.
void learn_real_sentences(Corpus& corpus, const CorpusOptions& options) {
  const std::vector<RealPair> own = own_pairs(corpus, options);
  const std::vector<RealPair> taught = training_pairs(corpus, options);
  if (options.vocabularies) {
    std::tie(corpus.source, corpus.target) = *options.vocabularies;
    std::vector<Example> kept;
    for (Example& example : corpus.train)
      if (std::optional<Example> cut = cut_example(std::move(example), corpus.source, corpus.target))
        kept.push_back(*std::move(cut));
    corpus.train = std::move(kept);
    corpus.held_out = held_out_examples(corpus.source, corpus.target, options);
  } else {
    learn_vocabularies(corpus, std::array{&taught, &own}, options);
    for (Example& example : corpus.train) cut_french(example, corpus.target);
    for (Example& example : corpus.held_out) cut_french(example, corpus.target);
  }
  add_real(corpus, taught, "real");
  add_real(corpus, with_other_names(taught, pair_with_other_name, options.seed), "real");
  add_real(corpus, own, "own");
  add_real(corpus, with_other_names(own, 1, options.seed + 1), "own");
}

// Away from the streams of the corpora, whose seeds are small numbers or their complements.
constexpr std::uint64_t meant_stream = 0x5a1d'0f17'4e9b'c0deULL;

// Those of the grammar about everyday things: pronouns and what they mean, and such without.
void add_meant(Corpus& corpus, std::unordered_set<std::string>& seen, const CorpusOptions& options) {
  static const std::vector<std::string> kinds{"meant", "meant", "meant", "said"};
  GrammarRandom random(options.seed ^ meant_stream);
  for (int taken = 0; taken < options.meant;) {
    Example example = grammar::write_sentence(random, kinds);
    const bool trained = example.kind == "meant" || example.kind == "said";
    if (!trained || is_held_out(example.combination) || !seen.insert(line(example.source)).second) continue;
    corpus.train.push_back(std::move(example));
    ++taken;
  }
}

}  // namespace

std::vector<Example> examples_of(const std::vector<RealPair>& pairs, const char* kind,
                                 const Vocabulary& source, const Vocabulary& target) {
  std::vector<Example> examples;
  for (const RealPair& pair : pairs) {
    // As a translator reads English that is typed, and writes French.
    const std::vector<std::string> english = normalize_words(pair.english, source).words;
    for (const std::vector<std::string>& french : pair.french) {
      Example example;
      example.source = english;
      example.target = cut_all(target, french, french_endings());
      example.kind = kind;
      example.alignment.assign(example.target.size(), -1);
      if (has_words_of(source, target, example)) examples.push_back(std::move(example));
    }
  }
  return examples;
}

std::vector<Example> sample_meant(const Vocabulary& source, const Vocabulary& target, int count,
                                  std::uint64_t seed) {
  static const std::vector<std::string> kinds{"meant"};
  GrammarRandom random(~seed ^ meant_stream);
  std::map<std::string, int> taken;
  std::unordered_set<std::string> seen;
  std::vector<Example> sample;
  for (std::int64_t tries = 0; tries < std::int64_t{kTriesPerPair} * count; ++tries) {
    Example example = grammar::write_sentence(random, kinds);
    const bool trained = example.kind == grammar::meant_kinds[0] && !is_held_out(example.combination);
    if (trained || example.kind == grammar::meant_kinds[4] || taken[example.kind] >= count) continue;
    if (!example.reference->genders_differ || !seen.insert(line(example.source)).second) continue;
    std::optional<Example> cut = cut_example(std::move(example), source, target);
    if (!cut || !cut->reference) continue;
    ++taken[cut->kind];
    sample.push_back(*std::move(cut));
  }
  return sample;
}

Corpus make_corpus(const CorpusOptions& options) {
  check_size(options.train);
  check_size(options.held_out);
  Corpus corpus;
  GrammarRandom random(options.seed);
  std::unordered_set<std::string> seen;
  const std::set<std::string> words = options.words > 0 ? frequent_words(options) : std::set<std::string>();
  const auto has_few_words = [&](const Example& example) {
    return options.words == 0 || std::all_of(example.source.begin(), example.source.end(),
                                             [&](const std::string& word) { return words.contains(word); });
  };
  for (std::int64_t tries = 0; static_cast<int>(corpus.train.size()) < options.train; ++tries) {
    if (tries > std::int64_t{kTriesPerPair} * options.train)
      throw std::invalid_argument("corpus: " + std::to_string(options.words) +
                                  " English words are too few for " + std::to_string(options.train) +
                                  " pairs; ask for more words");
    Example example = grammar::write_sentence(random, options.kinds);
    if (!is_held_out(example.combination) && has_few_words(example) &&
        seen.insert(line(example.source)).second) {
      corpus.train.push_back(std::move(example));
    }
  }
  add_meant(corpus, seen, options);
  const std::vector<Example> shown = shown_of(options);
  corpus.source = vocabulary_of({}, tokens_of({&corpus.train, &shown}, &Example::source));
  corpus.target = vocabulary_of({"<s>", "</s>"}, tokens_of({&corpus.train, &shown}, &Example::target));
  corpus.held_out = held_out_examples(corpus.source, corpus.target, options);
  replace_held_out(corpus, random, seen, options);
  if (!options.real.empty() || !options.own.empty()) learn_real_sentences(corpus, options);
  return corpus;
}

namespace {

// One sampled sentence in about sixty is taken.
constexpr std::int64_t tries_per_sentence = 300;

}  // namespace
std::vector<Example> pronoun_sentences(const Vocabulary& source, const Vocabulary& target, int count) {
  const bool spells = spells_words(target);
  GrammarRandom random(pronoun_stream);
  std::set<std::vector<std::string>> seen;
  std::vector<Example> sentences;
  for (std::int64_t tries = 0; tries < tries_per_sentence * count && std::ssize(sentences) < count; ++tries) {
    Example example = written_for(random, target, spells);
    if (example.reference && example.reference->genders_differ && is_held_out(example.combination) &&
        has_words_of(source, target, example) && seen.insert(example.source).second) {
      sentences.push_back(std::move(example));
    }
  }
  return sentences;
}

}  // namespace headlight
