// Sentences that look like those with two nouns, but leave nothing to decide: other pronouns, nouns in the
// place of "it", causes that are no clause. They keep the model from reading the answer off the frame.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

struct Opening {
  const Noun& human;
  const Noun& noun;
  bool is_animal;
  bool present;
  Phrase clause;
};

Opening opening(GrammarRandom& random) {
  const Noun& human = random.pick(humans());
  const bool is_animal = random.chance(30);
  const Noun& noun = random.pick(is_animal ? animals() : places());
  const Tense tense{.present = random.chance(20), .negative = random.chance(50)};
  const Verb& verb = is_animal ? random.pick(human_animal_verbs()) : verb_for_place(random, noun);
  const Phrase object = is_animal ? noun_phrase(random, noun, before_animals(), colours(), 20)
                                  : noun_phrase(random, noun, before_places(), {}, 20);
  return {human, noun, is_animal, tense.present,
          main_clause(random, noun_phrase(random, human, before_humans(), {}, 15), human.gender, verb, object,
                      tense)};
}

Phrase said_of(GrammarRandom& random, const Noun& noun, bool is_animal, bool present) {
  return is_animal ? said_of_animal(random, noun.gender, present)
                   : said_of_place(random, noun.gender, noun.traits, present);
}

Example ended(const Opening& start, const Phrase& end, std::string_view pronoun) {
  const std::string combination =
      combined({start.human.english, start.noun.english, pronoun, end.english.back()});
  return finished(Phrase(start.clause).add(end), "pronoun", combination);
}

Example other_person(GrammarRandom& random, const Opening& start) {
  static constexpr int kOthers[] = {0, 1, 4, 5};  // i, you, we, they
  const Person& person = persons()[static_cast<std::size_t>(random.pick(kOthers))];
  const Adjective& adjective = random.pick(animal_adjectives());
  const std::string_view etait = start.present ? person.est : person.etait;
  Phrase end = conjunction_before_noun(random);
  end.add_english(person.english).add_english(start.present ? person.is : person.was);
  end.add_french(subject_before(person, etait)).add_french(etait);
  end.add_pair(adjective.english, person.plural ? plural(adjective.masculine) : adjective.masculine);
  return ended(start, end, person.english);
}

Example human_pronoun(GrammarRandom& random, const Opening& start) {
  const std::string_view word = start.human.gender == Gender::masculine ? "he" : "she";
  Phrase end = conjunction(random).add(pronoun(word, start.human.gender));
  return ended(start, end.add(said_of_animal(random, start.human.gender, start.present)), word);
}

Example only_noun(GrammarRandom& random, const Opening& start) {
  Phrase end = conjunction(random).add(pronoun("it", start.noun.gender));
  if (random.chance(40)) {
    end.add(is(random.pick(neutral_adjectives()), start.noun.gender, start.present));
  } else {
    end.add(said_of(random, start.noun, start.is_animal, start.present));
  }
  return ended(start, end, "it");
}

Example because_of(GrammarRandom& random, const Opening& start) {
  const Noun& weather = random.pick(weathers());
  Phrase end;
  end.add_english("because of the").add_french("à cause").add_french(partitive(weather));
  return ended(start, end.add_pair(weather.english, weather.french), "of");
}

Example noun_again(GrammarRandom& random, const Opening& start) {
  const bool is_animal = random.chance(50);
  const Noun& noun = random.pick(is_animal ? animals() : places());
  Phrase end = conjunction_before_noun(random).add(the(noun));
  return ended(start, end.add(said_of(random, noun, is_animal, start.present)), noun.english);
}

}  // namespace

Example write_pronoun(GrammarRandom& random) {
  const Opening start = opening(random);
  const int die = random.below(100);
  if (die < 15) return other_person(random, start);
  // A child is he or she: English would leave French nothing certain.
  if (die < 49 && start.human.english != "child") return human_pronoun(random, start);
  if (die < 79) return only_noun(random, start);
  if (die < 89) return because_of(random, start);
  return noun_again(random, start);
}

}  // namespace headlight
