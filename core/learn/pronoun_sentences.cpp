#include "core/learn/pronoun_sentences.h"

#include <algorithm>
#include <set>

#include "core/learn/corpus.h"
#include "core/learn/grammar.h"
#include "core/learn/words.h"

namespace headlight {
namespace {

// Away from the streams of the corpora, whose seeds are small numbers or their complements.
constexpr std::uint64_t own_stream = 0x9e10'74ac'1e5e'ed5fULL;

// One sampled sentence in about forty is taken.
constexpr std::int64_t tries_per_sentence = 200;

bool knows(const Vocabulary& vocabulary, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return vocabulary.id(word).has_value(); });
}

template <typename T>
bool is_in(std::span<const T> words, std::string_view english) {
  return std::any_of(words.begin(), words.end(), [&](const T& word) { return word.english == english; });
}

}  // namespace

std::vector<Example> pronoun_sentences(const Vocabulary& source, const Vocabulary& target, int count) {
  GrammarRandom random(own_stream);
  std::set<std::vector<std::string>> seen;
  std::vector<Example> sentences;
  for (std::int64_t tries = 0; tries < tries_per_sentence * count && std::ssize(sentences) < count; ++tries) {
    Example example = write_sentence(random);
    if (example.reference && example.reference->genders_differ && is_held_out(example.combination) &&
        knows(source, example.source) && knows(target, example.target) &&
        seen.insert(example.source).second) {
      sentences.push_back(std::move(example));
    }
  }
  return sentences;
}

std::string first_pronoun(std::span<const std::string> french) {
  const auto found = std::find_if(french.begin(), french.end(),
                                  [](const std::string& word) { return word == "il" || word == "elle"; });
  return found == french.end() ? "none" : *found;
}

std::string_view kind_of_noun(std::string_view english) {
  if (is_in(animals(), english)) return "animal";
  if (is_in(places(), english)) return "place";
  if (is_in(objects(), english) || is_in(containers(), english)) return "thing";
  return "other";
}

}  // namespace headlight
