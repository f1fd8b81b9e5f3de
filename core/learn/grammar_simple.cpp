// Short sentences: one noun or one clause, "it" as the subject or the object, persons alone.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

enum class Class { animal, place, object, container };

struct Thing {
  const Noun& noun;
  Class of;
  Phrase phrase;
};

Thing thing_of(GrammarRandom& random, Class of) {
  switch (of) {
    case Class::animal: {
      const Noun& noun = random.pick(animals());
      return {noun, of, noun_phrase(random, noun, before_animals(), colours(), 20)};
    }
    case Class::place: {
      const Noun& noun = random.pick(places());
      return {noun, of, noun_phrase(random, noun, before_places(), {}, 20)};
    }
    case Class::object:
    case Class::container:
      break;
  }
  const Noun& noun = random.pick(of == Class::object ? objects() : containers());
  return {noun, of, noun_phrase(random, noun, before_things(), colours(), 20)};
}

Thing any_thing(GrammarRandom& random) {
  static constexpr Class kClasses[] = {Class::animal, Class::place, Class::object, Class::container};
  return thing_of(random, random.pick(kClasses));
}

// Nobody sells a volcano: what a human does with it depends on what it is.
const Verb& human_verb(GrammarRandom& random, const Thing& thing) {
  if (thing.of == Class::animal) return random.pick(human_animal_verbs());
  if (thing.of != Class::place) return random.pick(human_thing_verbs());
  while (true) {
    const Verb& verb = random.pick(animal_place_verbs());
    if (verb.needs == 0) return verb;
  }
}

// The street is too wide. The cat was not happy.
Example statement(GrammarRandom& random) {
  const bool is_animal = random.chance(50);
  const Thing thing = thing_of(random, is_animal ? Class::animal : Class::place);
  const Gender gender = thing.noun.gender;
  const bool present = random.chance(50);
  Phrase phrase = thing.phrase;
  if (random.chance(30)) {
    const Adjective& adjective = random.pick(is_animal ? animal_adjectives() : neutral_adjectives());
    phrase.add_english(present ? "is not" : "was not").add_french(present ? "n' est pas" : "n' était pas");
    phrase.add_pair(adjective.english, adjective.form(gender));
  } else {
    phrase.add(is_animal ? said_of_animal(random, gender, present)
                         : said_of_place(random, gender, thing.noun.traits, present));
  }
  return finished(phrase, "simple", combined({"statement", thing.noun.english, phrase.english.back()}));
}

// The dog crossed the street. The dog chased the cat.
Example clause(GrammarRandom& random) {
  const Thing subject = thing_of(random, Class::animal);
  const Thing object = thing_of(random, random.chance(70) ? Class::place : Class::animal);
  const Verb& verb =
      object.of == Class::place ? verb_for_place(random, object.noun) : random.pick(animal_animal_verbs());
  const Tense tense{.present = random.chance(30), .negative = random.chance(50)};
  return finished(main_clause(random, subject.phrase, subject.noun.gender, verb, object.phrase, tense),
                  "simple", combined({subject.noun.english, verb.base, object.noun.english}));
}

// he, she or it did something to a place or a thing.
Example lone_pronoun(GrammarRandom& random) {
  static constexpr Fixed kPronouns[] = {{"it", "il"}, {"it", "il"}, {"he", "il"}, {"she", "elle"}};
  const Fixed& word = random.pick(kPronouns);
  const Gender gender = word.english == "she" ? Gender::feminine : Gender::masculine;
  const Thing thing =
      thing_of(random, word.english == "it" || random.chance(40) ? Class::place : Class::object);
  const Verb& verb =
      thing.of == Class::place ? verb_for_place(random, thing.noun) : random.pick(human_thing_verbs());
  const Tense tense{.present = random.chance(40), .negative = random.chance(40)};
  return finished(main_clause(random, pronoun(word.english, gender), gender, verb, thing.phrase, tense),
                  "simple", combined({word.english, verb.base, thing.noun.english}));
}

// i, you, we and they did something (because we were tired).
Example person_did(GrammarRandom& random) {
  static constexpr std::size_t kOthers[] = {0, 1, 4, 5};
  const Person& person = persons()[random.pick(kOthers)];
  const Thing thing = any_thing(random);
  const Verb& verb = human_verb(random, thing);
  Phrase phrase = Phrase().add_english(person.english);
  if (random.chance(50)) {
    phrase.add_english(random.chance(50) ? "didn't" : "did not").add_english(verb.base);
    phrase.add_french(person.french).add_french("n'").add_french(person.a).add_french("pas");
  } else {
    phrase.add_english(verb.past).add_french(subject_before(person, person.a)).add_french(person.a);
  }
  phrase.add_french_content(verb.participle, phrase.last_english()).add(thing.phrase);
  if (random.chance(40)) {
    const Adjective& reason = random.pick(animal_adjectives());
    phrase.add_english("because").add_english(person.english).add_english(person.was).add_french("parce");
    phrase.add_french(elides(person.french) ? "qu'" : "que");
    phrase.add_french(subject_before(person, person.etait)).add_french(person.etait);
    phrase.add_pair(reason.english, person.plural ? plural(reason.masculine) : reason.masculine);
  }
  return finished(phrase, "simple", combined({person.english, verb.base, thing.noun.english}));
}

// i love the old cat, we see the queen
Example person_does(GrammarRandom& random) {
  const Person& person = random.pick(persons());
  const Conjugated& verb = random.pick(conjugated_verbs());
  const bool is_animal = random.chance(60);
  const Noun& noun = random.pick(is_animal ? animals() : humans());
  const std::string_view form = form_for(verb, person);
  Phrase phrase = Phrase().add_english(person.english).add_french(subject_before(person, form));
  phrase.add_pair(person.third ? verb.third : verb.base, form);
  phrase.add(is_animal ? noun_phrase(random, noun, before_animals(), colours(), 25)
                       : noun_phrase(random, noun, before_humans(), {}, 25));
  return finished(phrase, "simple", combined({person.english, verb.base, noun.english}));
}

// the girl draws the white horse
Example one_noun(GrammarRandom& random) {
  const Noun& human = random.pick(humans());
  const Thing thing = any_thing(random);
  const Verb& verb = human_verb(random, thing);
  const Tense tense{.present = random.chance(60), .negative = random.chance(30)};
  const Phrase subject = noun_phrase(random, human, before_humans(), {}, 20);
  return finished(main_clause(random, subject, human.gender, verb, thing.phrase, tense), "simple",
                  combined({human.english, verb.base, thing.noun.english}));
}

// the girl finds the lamp and paints it: French puts "it" before the verb.
Example it_as_object(GrammarRandom& random) {
  const Noun& human = random.pick(humans());
  const Thing thing = any_thing(random);
  const Verb& first = human_verb(random, thing);
  const Verb* second = &human_verb(random, thing);
  while (second->base == first.base) second = &human_verb(random, thing);
  Phrase phrase = main_clause(random, the(human), human.gender, first, thing.phrase, {.present = true});
  phrase.add_english("and").add_french("et").add_french(article(thing.noun.gender, second->present));
  phrase.add_pair(second->third, second->present).add_english("it");
  return finished(phrase, "simple", combined({human.english, first.base, second->base, thing.noun.english}));
}

// the girl finds the lamp but it is beautiful
Example it_as_subject(GrammarRandom& random) {
  const Noun& human = random.pick(humans());
  const Thing thing = any_thing(random);
  const Verb& verb = human_verb(random, thing);
  const Adjective& adjective = random.pick(neutral_adjectives());
  const bool present = random.chance(60);
  Phrase phrase = main_clause(random, the(human), human.gender, verb, thing.phrase, {.present = present});
  phrase.add(conjunction(random)).add(pronoun("it", thing.noun.gender));
  phrase.add(is(adjective, thing.noun.gender, present));
  return finished(phrase, "simple",
                  combined({human.english, verb.base, thing.noun.english, adjective.english}));
}

}  // namespace

Example write_simple(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 11) return statement(random);
  if (die < 22) return clause(random);
  if (die < 38) return lone_pronoun(random);
  if (die < 51) return person_did(random);
  if (die < 64) return person_does(random);
  if (die < 73) return one_noun(random);
  if (die < 87) return it_as_object(random);
  return it_as_subject(random);
}

}  // namespace headlight
