#include "core/learn/corpus.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include "core/grammar/kinds.h"

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

// FNV-1a, with a last mix because its low bits alone are not even.
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  for (const char byte : text) value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93ULL;
  return value ^ (value >> 32);
}

void check_size(int pairs) {
  if (pairs < 0 || pairs > kMostPairs) {
    throw std::invalid_argument("corpus: " + std::to_string(pairs) + " pairs asked for; ask for 0 to " +
                                std::to_string(kMostPairs));
  }
}

Vocabulary vocabulary(const std::vector<Example>& train, std::vector<std::string> special,
                      std::vector<std::string> Example::*side) {
  std::set<std::string> words;
  // Of the showcase too, which even a small corpus must be able to read.
  for (const auto* examples : {&train, &showcase()}) {
    for (const Example& example : *examples) words.insert((example.*side).begin(), (example.*side).end());
  }
  special.insert(special.end(), words.begin(), words.end());
  return Vocabulary(std::move(special));
}

// A sentence that is held out may be one of another kind as well, of a combination that is trained: others
// take its place.
void replace_held_out(Corpus& corpus, GrammarRandom& random, std::unordered_set<std::string>& seen) {
  std::unordered_set<std::string> held;
  for (const Example& example : corpus.held_out) held.insert(line(example.source));
  for (Example& example : corpus.train) {
    if (!held.contains(line(example.source))) continue;
    do example = grammar::write_sentence(random);
    while (is_held_out(example.combination) || held.contains(line(example.source)) ||
           !has_words_of(corpus.source, corpus.target, example) || !seen.insert(line(example.source)).second);
  }
}

}  // namespace

bool is_held_out(const std::string& combination) {
  if (combination.empty()) return false;
  const auto shown = std::any_of(showcase().begin(), showcase().end(),
                                 [&](const Example& example) { return example.combination == combination; });
  return shown || hash(combination) % 10 == 0;
}

bool has_words_of(const Vocabulary& source, const Vocabulary& target, const Example& example) {
  const auto has = [](const Vocabulary& vocabulary, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return vocabulary.id(word).has_value(); });
  };
  return has(source, example.source) && has(target, example.target);
}

std::vector<Example> sample_held_out(const Vocabulary& source, const Vocabulary& target, int count,
                                     std::uint64_t seed) {
  check_size(count);
  std::unordered_set<std::string> seen;
  for (const Example& example : showcase()) seen.insert(line(example.source));

  // Away from the stream of the training pairs, whose seeds are small numbers as well.
  GrammarRandom random(~seed);
  std::vector<Example> sample;
  for (std::int64_t tries = 0; static_cast<int>(sample.size()) < count; ++tries) {
    if (tries > std::int64_t{kTriesPerPair} * count) {
      throw std::invalid_argument("corpus: " + std::to_string(source.size()) + " English and " +
                                  std::to_string(target.size()) + " French words are too few for " +
                                  std::to_string(count) + " held-out pairs; ask for more training pairs");
    }
    Example example = grammar::write_sentence(random);
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
  std::vector<Example> examples = showcase();
  const int shown = static_cast<int>(examples.size());
  if (options.held_out < shown) examples.resize(static_cast<std::size_t>(options.held_out));
  const std::vector<Example> others =
      sample_held_out(source, target, std::max(options.held_out - shown, 0), options.seed);
  examples.insert(examples.end(), others.begin(), others.end());
  return examples;
}

Corpus make_corpus(const CorpusOptions& options) {
  check_size(options.train);
  check_size(options.held_out);
  Corpus corpus;
  GrammarRandom random(options.seed);
  std::unordered_set<std::string> seen;
  while (static_cast<int>(corpus.train.size()) < options.train) {
    Example example = grammar::write_sentence(random);
    if (!is_held_out(example.combination) && seen.insert(line(example.source)).second) {
      corpus.train.push_back(std::move(example));
    }
  }
  corpus.source = vocabulary(corpus.train, {}, &Example::source);
  corpus.target = vocabulary(corpus.train, {"<s>", "</s>"}, &Example::target);
  corpus.held_out = held_out_examples(corpus.source, corpus.target, options);
  replace_held_out(corpus, random, seen);
  return corpus;
}

}  // namespace headlight
