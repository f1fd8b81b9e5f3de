// Which words can stand in the same place of a sentence.
#include <algorithm>
#include <array>

#include "core/learn/words.h"

namespace headlight {
namespace {

using Words = std::vector<std::string_view>;

// Words that can replace each other, and after them those that fit the same place but say something else,
// such as the causes of a place for a cause of the animal.
struct Kind {
  Words own;
  Words partner = {};
};

template <typename T>
Words english(std::span<const T> words) {
  Words all;
  for (const T& word : words) all.push_back(word.english);
  return all;
}

Words verb_forms(std::span<const Verb> verbs, std::string_view Verb::*form, bool with_preposition) {
  Words kind;
  for (const Verb& verb : verbs) {
    if (verb.preposition.empty() != with_preposition) kind.push_back(verb.*form);
  }
  return kind;
}

Words plurals() {
  Words kind{"bears"};
  for (const Noun& noun : animals_in_numbers()) kind.push_back(noun.english_plural);
  return kind;
}

// Where a word has two kinds, the first that has it counts; so the order is from the usual to the special.
std::vector<Kind> make_kinds() {
  std::vector<Kind> kinds{
      {english(animals())},
      {english(places())},
      {english(animal_adjectives()), english(place_adjectives())},
      {english(place_adjectives()), english(animal_adjectives())},
      {english(objects())},
      {english(containers())},
      {english(too_big()), english(too_small())},
      {english(too_small()), english(too_big())},
      {english(neutral_adjectives())},
      {english(humans())},
      {english(relatives())},
      {english(professions())},
      {plurals()},
      {english(documents())},
      {english(origins())},
      {english(fields())},
      {english(institutions())},
      {english(authorities())},
      {english(passives())},
      {english(months())},
      {Words(years().begin(), years().end())},
      {english(burdens())},
      {english(contests()), english(prizes())},
      {english(teams())},
      {english(weathers())},
      {english(contents())},
      {english(foods())},
      {english(colours())},
      {english(before_animals())},
      {english(before_places())},
      {english(wishes())},
      {{"was", "seemed", "looked", "became", "remained"}},
      {{"is", "seems", "looks", "becomes", "remains"}},
      {{"because", "since", "as", "and", "but", "."}},
      {{"didn't", "doesn't"}},
      {{"too", "very", "so", "really"}},
      {{"i", "you", "he", "she", "we", "they"}},
  };
  for (const std::span<const Verb> verbs : {animal_place_verbs(), animal_animal_verbs(), place_animal_verbs(),
                                            human_thing_verbs(), human_animal_verbs()}) {
    for (const auto form : {&Verb::base, &Verb::past, &Verb::third}) {
      kinds.push_back({verb_forms(verbs, form, false)});
      kinds.push_back({verb_forms(verbs, form, true)});
    }
  }
  return kinds;
}

}  // namespace

std::vector<std::string> words_of_same_kind(std::string_view english) {
  static const std::vector<Kind> kinds = make_kinds();
  for (const Kind& kind : kinds) {
    if (std::find(kind.own.begin(), kind.own.end(), english) == kind.own.end()) continue;
    std::vector<std::string> others;
    for (const Words& words : {kind.own, kind.partner}) {
      for (const std::string_view word : words) {
        if (word != english) others.emplace_back(word);
      }
    }
    return others;
  }
  return {};
}

const Noun* noun_of_corpus(std::string_view english) {
  const std::array lists{animals(),   places(),    objects(),      containers(),  humans(),
                         relatives(), documents(), institutions(), authorities(), burdens(),
                         contests(),  prizes(),    weathers(),     foods(),       animals_in_numbers()};
  for (const std::span<const Noun> nouns : lists) {
    for (const Noun& noun : nouns) {
      if (noun.english == english || (!noun.english_plural.empty() && noun.english_plural == english))
        return &noun;
    }
  }
  return nullptr;
}

bool is_noun(std::string_view english) { return noun_of_corpus(english) != nullptr; }

}  // namespace headlight
