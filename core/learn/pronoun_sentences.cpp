#include "core/learn/pronoun_sentences.h"

#include <algorithm>
#include <set>

#include "core/grammar/kinds.h"
#include "core/grammar/same_kind.h"
#include "core/learn/corpus.h"

namespace headlight {
namespace {

// Away from the streams of the corpora, whose seeds are small numbers or their complements.
constexpr std::uint64_t own_stream = 0x9e10'74ac'1e5e'ed5fULL;

// One sampled sentence in about sixty is taken.
constexpr std::int64_t tries_per_sentence = 300;

}  // namespace

std::vector<Example> pronoun_sentences(const Vocabulary& source, const Vocabulary& target, int count) {
  GrammarRandom random(own_stream);
  std::set<std::vector<std::string>> seen;
  std::vector<Example> sentences;
  for (std::int64_t tries = 0; tries < tries_per_sentence * count && std::ssize(sentences) < count; ++tries) {
    Example example = grammar::write_sentence(random);
    if (example.reference && example.reference->genders_differ && is_held_out(example.combination) &&
        has_words_of(source, target, example) && seen.insert(example.source).second) {
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
  const grammar::Noun* noun = grammar::find_noun(english);
  if (noun == nullptr) return "other";
  for (const std::string_view kind : {"animal", "place", "person"})
    if (noun->is(kind)) return kind;
  return noun->is("name") ? "other" : "thing";
}

}  // namespace headlight
