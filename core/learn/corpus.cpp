#include "core/learn/corpus.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include "core/learn/grammar.h"

namespace headlight {
namespace {

// The grammar writes some hundred million sentences; sampling without repetition stays quick far below that.
constexpr int kMostPairs = 2000000;

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

Vocabulary vocabulary(const Corpus& corpus, std::vector<std::string> special,
                      std::vector<std::string> Example::*side) {
  std::set<std::string> words;
  for (const auto* examples : {&corpus.train, &corpus.held_out}) {
    for (const Example& example : *examples) words.insert((example.*side).begin(), (example.*side).end());
  }
  special.insert(special.end(), words.begin(), words.end());
  return Vocabulary(std::move(special));
}

}  // namespace

bool is_held_out(const std::string& combination) {
  const auto shown = std::any_of(showcase().begin(), showcase().end(),
                                 [&](const Example& example) { return example.combination == combination; });
  return shown || hash(combination) % 10 == 0;
}

Corpus make_corpus(const CorpusOptions& options) {
  check_size(options.train);
  check_size(options.held_out);
  Corpus corpus;
  corpus.held_out = showcase();
  const std::size_t shown = std::min(corpus.held_out.size(), static_cast<std::size_t>(options.held_out));
  corpus.held_out.resize(shown);
  std::unordered_set<std::string> seen;
  for (const Example& example : showcase()) seen.insert(line(example.source));

  Random random(options.seed);
  const auto full = [](const std::vector<Example>& examples, int wanted) {
    return static_cast<int>(examples.size()) >= wanted;
  };
  while (!full(corpus.train, options.train) || !full(corpus.held_out, options.held_out)) {
    Example example = write_sentence(random);
    const bool held_out = is_held_out(example.combination);
    std::vector<Example>& examples = held_out ? corpus.held_out : corpus.train;
    if (full(examples, held_out ? options.held_out : options.train)) continue;
    if (seen.insert(line(example.source)).second) examples.push_back(std::move(example));
  }
  corpus.source = vocabulary(corpus, {}, &Example::source);
  corpus.target = vocabulary(corpus, {"<s>", "</s>"}, &Example::target);
  return corpus;
}

std::vector<Example> sample_held_out(const std::vector<Example>& train, int count, std::uint64_t seed) {
  check_size(count);
  std::unordered_set<std::string> seen;
  for (const auto* examples : {&train, &showcase()}) {
    for (const Example& example : *examples) seen.insert(line(example.source));
  }
  // Away from the streams of make_corpus, where seeds are small numbers as well.
  Random random(~seed);
  std::vector<Example> sample;
  while (static_cast<int>(sample.size()) < count) {
    Example example = write_sentence(random);
    if (is_held_out(example.combination) && seen.insert(line(example.source)).second) {
      sample.push_back(std::move(example));
    }
  }
  return sample;
}

}  // namespace headlight
