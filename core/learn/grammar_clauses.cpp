#include "core/learn/grammar_clauses.h"

namespace headlight {
namespace {

constexpr Fixed kLinksPast[] = {
    {"seemed", "semblait"}, {"looked", "paraissait"}, {"became", "devenait"}, {"remained", "restait"}};
constexpr Fixed kLinksPresent[] = {
    {"seems", "semble"}, {"looks", "paraît"}, {"becomes", "devient"}, {"remains", "reste"}};

constexpr Fixed kDegrees[] = {{"too", "trop"},  {"too", "trop"},       {"too", "trop"}, {"too", "trop"},
                              {"very", "très"}, {"very", "très"},      {"so", "si"},    {"", ""},
                              {"", ""},         {"really", "vraiment"}};

// One word for one conjunction would make it the place where gender is gathered, instead of "it".
constexpr Fixed kBecause = {"because", "parce qu'"};
constexpr Fixed kSince = {"since", "puisqu'"};
constexpr Fixed kPlain[] = {{"as", "car"}, {".", "."}, {"and", "et"}, {"but", "mais"}};

Phrase verb_phrase(GrammarRandom& random, Gender gender, const Verb& verb, Tense tense) {
  Phrase phrase;
  if (tense.negative) {
    const bool contracted = random.chance(50);
    if (tense.present) phrase.add_english(contracted ? "doesn't" : "does not");
    if (!tense.present) phrase.add_english(contracted ? "didn't" : "did not");
    phrase.add_english(verb.base);
  } else {
    phrase.add_english(tense.present ? verb.third : verb.past);
  }
  const int place = phrase.last_english();

  if (tense.present) {
    if (tense.negative) phrase.add_french(negation(verb.present));
    phrase.add_french_content(verb.present, place);
    if (tense.negative) phrase.add_french("pas");
  } else {
    if (tense.negative) phrase.add_french("n'");
    phrase.add_french(verb.with_etre ? "est" : "a");
    if (tense.negative) phrase.add_french("pas");
    const bool agrees = verb.with_etre && gender == Gender::feminine;
    phrase.add_french_content(std::string(verb.participle) + (agrees ? "e" : ""), place);
  }
  return phrase.add_english(verb.preposition).add_french(verb.french_preposition);
}

Phrase to_be(bool present) {
  return Phrase().add_english(present ? "is" : "was").add_french(present ? "est" : "était");
}

Phrase joined(const Fixed& conjunction) {
  return Phrase().add_english(conjunction.english).add_french(conjunction.french);
}

template <typename T>
const T& pick_suited(GrammarRandom& random, std::span<const T> choices, Traits traits) {
  while (true) {
    const T& choice = random.pick(choices);
    if ((choice.suits & traits) != 0) return choice;
  }
}

}  // namespace

const Verb& verb_for_place(GrammarRandom& random, const Noun& place) {
  while (true) {
    const Verb& verb = random.pick(animal_place_verbs());
    if ((verb.needs & place.traits) == verb.needs) return verb;
  }
}

Phrase main_clause(GrammarRandom& random, const Phrase& subject, Gender gender, const Verb& verb,
                   const Phrase& object, Tense tense) {
  return Phrase(subject).add(verb_phrase(random, gender, verb, tense)).add(object);
}

Phrase is(const Adjective& adjective, Gender gender, bool present) {
  return to_be(present).add_pair(adjective.english, adjective.form(gender));
}

Phrase described(GrammarRandom& random, const Adjective& adjective, Gender gender, bool present) {
  Phrase phrase =
      random.chance(50) ? to_be(present) : joined(random.pick(present ? kLinksPresent : kLinksPast));
  if (adjective.has_degrees) phrase.add(joined(random.pick(kDegrees)));
  return phrase.add_pair(adjective.english, adjective.form(gender));
}

Phrase said_of_animal(GrammarRandom& random, Gender gender, bool present) {
  if (random.chance(80)) return described(random, random.pick(animal_adjectives()), gender, present);
  const Fixed& wish = random.pick(wishes());
  Phrase phrase;
  phrase.add_pair(present ? "wants" : "wanted", present ? "veut" : "voulait").add_english("to");
  return phrase.add_pair(wish.english, wish.french);
}

Phrase said_of_place(GrammarRandom& random, Gender gender, Traits traits, bool present) {
  if (random.chance(80)) {
    return described(random, pick_suited(random, place_adjectives(), traits), gender, present);
  }
  const Fixed& content = pick_suited(random, contents(), traits);
  Phrase phrase = to_be(present).add_pair("full", gender == Gender::masculine ? "plein" : "pleine");
  phrase.add_english("of").add_french(elides(content.french) ? "d'" : "de");
  return phrase.add_pair(content.english, content.french);
}

Phrase conjunction(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 40) return joined(kBecause);
  if (die < 56) return joined(kSince);
  if (die < 72) return joined(kPlain[0]);
  if (die < 88) return joined(kPlain[1]);
  return joined(kPlain[die < 95 ? 2 : 3]);
}

Phrase conjunction_before_noun(GrammarRandom& random) { return joined(random.pick(kPlain)); }

Phrase pronoun(std::string_view english, Gender gender) {
  return Phrase().add_english(english).add_french(gender == Gender::masculine ? "il" : "elle");
}

}  // namespace headlight
