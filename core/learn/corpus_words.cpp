#include "core/learn/corpus_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "core/grammar/lexicon.h"

namespace headlight {
namespace {

// Words of grammar, whatever else the tables have them for.
constexpr std::array<std::string_view, 9> own_kinds{"do",  "does", "did",  "have", "has",
                                                    "had", "can",  "will", "like"};

bool is_number(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char each) { return each >= '0' && each <= '9'; });
}

std::map<std::string, std::set<std::string>> kinds_of_tables() {
  using grammar::lexicon;
  constexpr std::array<std::string_view, 6> named{"name", "city", "country", "month", "day", "language"};
  std::map<std::string, std::set<std::string>> kinds;
  for (const grammar::Noun& noun : lexicon().nouns()) {
    const std::string own(noun.traits.first());
    const bool is_named = std::find(named.begin(), named.end(), own) != named.end();
    kinds[noun.english].insert(is_named ? own : noun.mass() ? "mass-noun" : "noun");
    if (!noun.english_plural.empty()) kinds[noun.english_plural].insert("plural");
  }
  for (const grammar::Adjective& adjective : lexicon().adjectives())
    kinds[adjective.english].insert("adjective");
  for (const grammar::Verb& verb : lexicon().verbs()) {
    if (verb.frames.empty()) continue;
    kinds[verb.base].insert("verb");
    kinds[verb.third].insert("verb-s");
    kinds[verb.past].insert("verb-past");
    kinds[verb.participle].insert("participle");
    kinds[verb.ing].insert("verb-ing");
  }
  for (const std::string_view word : own_kinds) kinds.erase(std::string(word));
  return kinds;
}

// Words that go without a translation more often than this may do so: "to", "does".
constexpr double seldom = 0.1;

// Counted over a corpus: how often a word of the source was said, and translated.
struct Counts {
  int said = 0;
  int translated = 0;
  std::set<std::string> by;
};

std::unordered_map<std::string, WordSet> translations_in(const std::vector<Example>& examples) {
  std::map<std::string, Counts> counts;
  for (const Example& example : examples) {
    std::vector<Counts*> words;
    for (const std::string& word : example.source) words.push_back(&counts[word]);
    for (Counts* word : words) ++word->said;
    const bool whole =
        std::all_of(example.alignment.begin(), example.alignment.end(), [](int place) { return place < 0; });
    for (std::size_t place = 0; place < example.target.size(); ++place) {
      const int from = example.alignment[place];
      if (from >= 0) {
        Counts& word = *words[static_cast<std::size_t>(from)];
        ++word.translated;
        word.by.insert(example.target[place]);
      }
      // An expression is translated as a whole: bonjour is also what became of "good" in "good morning".
      if (whole) {
        for (Counts* word : words) word->by.insert(example.target[place]);
      }
    }
  }
  std::unordered_map<std::string, WordSet> translations;
  for (const auto& [word, count] : counts) {
    if (count.translated < (1 - seldom) * count.said) continue;
    for (const std::string& each : count.by) translations[word].insert(each);
  }
  return translations;
}

}  // namespace

std::vector<Example> made_as(const SeenWords& seen, std::vector<Example> examples) {
  std::erase_if(examples, [&](const Example& example) {
    return !seen.first_new(example.source).empty() ||
           !seen.untranslated(example.source, example.target).empty();
  });
  return examples;
}

SeenWords corpus_words(const std::vector<Example>& examples) {
  const auto tables = kinds_of_tables();
  SeenWords seen;
  const auto learn_kind = [&](const std::string& word) {
    if (is_number(word)) seen.kinds[word] = "number";
    const auto found = tables.find(word);
    if (found == tables.end()) return;
    std::string kind;
    for (const std::string& each : found->second) kind += (kind.empty() ? "" : "/") + each;
    seen.kinds[word] = kind;
  };
  for (const Example& example : examples) {
    for (const std::string& word : example.source) {
      if (!seen.kinds.contains(word)) learn_kind(word);
    }
    seen.add(example.source);
  }
  seen.translations = translations_in(examples);
  return seen;
}

}  // namespace headlight
