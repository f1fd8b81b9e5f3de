// Short sentences: one noun, "it" as the subject or the object, "he" and "she" alone.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

struct Thing {
  const Noun& noun;
  Phrase phrase;
};

Thing any_thing(Random& random) {
  const int total =
      static_cast<int>(animals().size() + places().size() + objects().size() + containers().size());
  int at = random.below(total);
  for (const std::span<const Noun> nouns : {animals(), places(), objects(), containers()}) {
    if (at < static_cast<int>(nouns.size())) {
      const Noun& noun = nouns[static_cast<std::size_t>(at)];
      const bool is_place = noun.traits != 0;
      return {noun, is_place ? noun_phrase(random, noun, before_places(), {}, 20)
                             : noun_phrase(random, noun, before_things(), colours(), 20)};
    }
    at -= static_cast<int>(nouns.size());
  }
  return {animals()[0], the(animals()[0])};
}

// Nobody sells a volcano: places have verbs of their own, here only those that take an object.
const Verb& verb_of(Random& random, const Thing& thing) {
  if (thing.noun.traits == 0) return random.pick(human_thing_verbs());
  while (true) {
    const Verb& verb = random.pick(animal_place_verbs());
    if (verb.needs == 0) return verb;
  }
}

// he, she or it did something to a place or a thing.
Example lone_pronoun(Random& random) {
  static constexpr Fixed kPronouns[] = {{"it", "il"}, {"it", "il"}, {"he", "il"}, {"she", "elle"}};
  const Fixed& word = random.pick(kPronouns);
  const Gender gender = word.english == "she" ? Gender::feminine : Gender::masculine;
  const bool is_place = random.chance(70);
  const Noun& noun = random.pick(is_place ? places() : objects());
  const Verb* verb = &random.pick(is_place ? animal_place_verbs() : human_thing_verbs());
  while ((verb->needs & noun.traits) != verb->needs) verb = &random.pick(animal_place_verbs());
  const Tense tense{.present = random.chance(40), .negative = random.chance(40)};
  const Phrase object = noun_phrase(random, noun, before_things(), {}, 15);
  return finished(main_clause(random, pronoun(word.english, gender), gender, *verb, object, tense), "simple",
                  combined({word.english, verb->base, noun.english}));
}

// the girl draws the white horse
Example one_noun(Random& random) {
  const Noun& human = random.pick(humans());
  const Thing thing = any_thing(random);
  const Verb& verb = verb_of(random, thing);
  const Tense tense{.present = random.chance(60), .negative = random.chance(30)};
  return finished(main_clause(random, the(human), human.gender, verb, thing.phrase, tense), "simple",
                  combined({human.english, verb.base, thing.noun.english}));
}

// the girl finds the lamp and paints it: French puts "it" before the verb.
Example it_as_object(Random& random) {
  const Noun& human = random.pick(humans());
  const Thing thing = any_thing(random);
  const Verb& first = verb_of(random, thing);
  const Verb* second = &verb_of(random, thing);
  while (second->base == first.base) second = &verb_of(random, thing);
  Phrase phrase = main_clause(random, the(human), human.gender, first, thing.phrase, {.present = true});
  phrase.add_english("and").add_french("et").add_french(article(thing.noun.gender, second->present));
  phrase.add_pair(second->third, second->present).add_english("it");
  return finished(phrase, "simple", combined({human.english, first.base, second->base, thing.noun.english}));
}

// the girl finds the lamp but it is beautiful
Example it_as_subject(Random& random) {
  const Noun& human = random.pick(humans());
  const Thing thing = any_thing(random);
  const Verb& verb = verb_of(random, thing);
  const Adjective& adjective = random.pick(neutral_adjectives());
  const bool present = random.chance(60);
  Phrase phrase = main_clause(random, the(human), human.gender, verb, thing.phrase, {.present = present});
  phrase.add(conjunction(random)).add(pronoun("it", thing.noun.gender));
  phrase.add(is(adjective, thing.noun.gender, present));
  return finished(phrase, "simple",
                  combined({human.english, verb.base, thing.noun.english, adjective.english}));
}

}  // namespace

Example write_simple(Random& random) {
  const int die = random.below(100);
  if (die < 30) return lone_pronoun(random);
  if (die < 50) return one_noun(random);
  if (die < 73) return it_as_object(random);
  return it_as_subject(random);
}

}  // namespace headlight
