// The patterns with two nouns, either of which "it" can mean.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

// A main clause with two nouns, and where they stand.
struct TwoNouns {
  Phrase clause;
  int first = 0;
  int second = 0;
};

TwoNouns two_nouns(GrammarRandom& random, const Phrase& subject, Gender gender, const Verb& verb,
                   const Phrase& object, Tense tense) {
  TwoNouns nouns;
  nouns.clause = main_clause(random, subject, gender, verb, object, tense);
  nouns.first = subject.last_english();
  nouns.second = nouns.clause.last_english();
  return nouns;
}

// The clause, a conjunction, "it" and what is said of it, with the places for the measures.
Example with_reference(GrammarRandom& random, const TwoNouns& nouns, bool means_first, bool genders_differ,
                       Gender gender, const Phrase& said, std::string_view kind,
                       const std::string& combination) {
  Phrase phrase = nouns.clause;
  phrase.add(conjunction(random));
  Reference reference;
  reference.it = static_cast<int>(phrase.english.size());
  reference.pronoun = phrase.next_french();
  phrase.add(pronoun("it", gender)).add(said);
  reference.antecedent = means_first ? nouns.first : nouns.second;
  reference.other = means_first ? nouns.second : nouns.first;
  reference.cue = phrase.last_english();
  reference.genders_differ = genders_differ;
  Example example = finished(phrase, kind, combination);
  example.reference = reference;
  return example;
}

// A second noun for a sentence with `first`, of either gender. Were it mostly of the other gender, the model
// could read one noun alone and turn its gender round.
const Noun& second_noun(GrammarRandom& random, std::span<const Noun> nouns, const Noun& first) {
  while (true) {
    const Noun& second = random.pick(nouns);
    if (second.english != first.english) return second;
  }
}

}  // namespace

Example write_reference(GrammarRandom& random) {
  const Noun& animal = random.pick(animals());
  const Noun& place = second_noun(random, places(), animal);
  const bool means_animal = random.chance(50);
  const Tense tense{.present = random.chance(25), .negative = random.chance(65)};
  const bool place_first = random.chance(20);
  const Phrase animal_phrase = noun_phrase(random, animal, before_animals(), colours(), 25);
  const Phrase place_phrase = noun_phrase(random, place, before_places(), {}, 20);
  const TwoNouns nouns = place_first ? two_nouns(random, place_phrase, place.gender,
                                                 random.pick(place_animal_verbs()), animal_phrase, tense)
                                     : two_nouns(random, animal_phrase, animal.gender,
                                                 verb_for_place(random, place), place_phrase, tense);
  const Phrase said = means_animal ? said_of_animal(random, animal.gender, tense.present)
                                   : said_of_place(random, place.gender, place.traits, tense.present);
  return with_reference(random, nouns, means_animal != place_first, animal.gender != place.gender,
                        means_animal ? animal.gender : place.gender, said, "reference",
                        combined({animal.english, place.english, said.english.back()}));
}

Example write_same_class(GrammarRandom& random) {
  const Noun& attacker = random.pick(animals());
  const Noun& attacked = second_noun(random, animals(), attacker);
  const bool means_attacker = random.chance(50);
  const Tense tense{.present = random.chance(25), .negative = random.chance(35)};
  const Phrase subject = noun_phrase(random, attacker, before_animals(), colours(), 15);
  const Phrase object = noun_phrase(random, attacked, before_animals(), colours(), 15);
  const TwoNouns nouns =
      two_nouns(random, subject, attacker.gender, random.pick(animal_animal_verbs()), object, tense);
  const Adjective& reason =
      random.pick(means_attacker ? attacker_reasons(tense.negative) : attacked_reasons(tense.negative));
  const Gender gender = means_attacker ? attacker.gender : attacked.gender;
  return with_reference(random, nouns, means_attacker, attacker.gender != attacked.gender, gender,
                        described(random, reason, gender, tense.present), "same_class",
                        combined({attacker.english, attacked.english, reason.english}));
}

Example write_trophy(GrammarRandom& random) {
  static constexpr Verb kFit{"fit", "fitted", "fits", "rentré", "rentre", "in", "dans"};
  const Noun& object = random.pick(objects());
  const Noun& container = second_noun(random, containers(), object);
  const bool means_object = random.chance(50);
  const bool present = random.chance(70);
  const Phrase subject = noun_phrase(random, object, before_things(), colours(), 20);
  const Phrase place = noun_phrase(random, container, before_things(), colours(), 20);

  // French says "ne rentrait pas", a state, where the other verbs have "n'a pas traversé".
  TwoNouns nouns;
  nouns.clause = subject;
  const bool contracted = random.chance(50);
  if (present) nouns.clause.add_english(contracted ? "doesn't" : "does not");
  if (!present) nouns.clause.add_english(contracted ? "didn't" : "did not");
  nouns.clause.add_french("ne").add_pair(kFit.base, present ? kFit.present : "rentrait");
  nouns.clause.add_french("pas").add_english(kFit.preposition).add_french(kFit.french_preposition).add(place);
  nouns.first = subject.last_english();
  nouns.second = nouns.clause.last_english();

  const Adjective& reason = random.pick(means_object ? too_big() : too_small());
  const Gender gender = means_object ? object.gender : container.gender;
  return with_reference(random, nouns, means_object, object.gender != container.gender, gender,
                        described(random, reason, gender, present), "trophy",
                        combined({object.english, container.english, reason.english}));
}

}  // namespace headlight
