// The kinds with two nouns, either of which "it" can mean.
#include <algorithm>
#include <array>
#include <optional>

#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

// A main clause with two nouns, and where they stand.
struct TwoNouns {
  Phrase clause;
  NounPhrase first, second;
  int first_place = 0, second_place = 0;
  bool present = false;
};

// Singular, so that "it" can mean it; mostly "the".
NounPhrase candidate(GrammarRandom& random, const Noun& noun, int adjectives = 18) {
  static constexpr std::array kDeterminers{Determiner::definite, Determiner::indefinite,
                                           Determiner::possessive, Determiner::demonstrative};
  const Determiner determiner = kDeterminers[random.among({84, 5, 6, 5})];
  return noun_phrase(random, noun, {.determiner = determiner, .plural = false, .adjectives = adjectives});
}

// A verb with its object, whatever the tables say of it.
const Frame& direct_object() {
  static const Frame frame{{}, {{Slot::Kind::noun, "", "", {}}}};
  return frame;
}

TwoNouns two_nouns(GrammarRandom& random, const NounPhrase& subject, const VerbUse& use,
                   const NounPhrase& object, const Deed& deed) {
  TwoNouns nouns{clause(random, subject, deed, {slot_filled(use.frame->slots[0], object, deed)}), subject,
                 object};
  nouns.first_place = subject.head;
  // The object ends the clause; what it is of may follow it: a bowl of pizza.
  nouns.second_place =
      static_cast<int>(nouns.clause.english.size() - object.phrase.english.size()) + object.head;
  nouns.present = deed.time == Time::present || deed.time == Time::progressive || deed.time == Time::future;
  return nouns;
}

// The object is drawn first. Said apart, since compilers differ in which argument of a call they compute
// first.
TwoNouns two_candidates(GrammarRandom& random, const Noun& subject, const VerbUse& use, const Noun& object,
                        const Deed& deed) {
  const NounPhrase drawn = candidate(random, object);
  return two_nouns(random, candidate(random, subject), use, drawn, deed);
}

// The clause, a conjunction, "it" and what is said of it; or the reason first. `said` gets the pronoun.
template <typename Cause>
Example with_reference(GrammarRandom& random, const TwoNouns& nouns, bool means_first, std::string_view kind,
                       Cause said) {
  const Gender gender = means_first ? nouns.first.gender : nouns.second.gender;
  const Said cause = said(pronoun("it", gender));
  Phrase phrase;
  int nouns_at = 0;
  int cause_at = 0;
  if (random.chance(7)) {
    phrase.add_english("because").add_french("parce que");
    cause_at = 1;
    phrase.add(cause.clause).add_french(",");
    nouns_at = phrase.add_english_of(nouns.clause);
    phrase.add_french_of(nouns.clause, nouns_at);
  } else {
    phrase = nouns.clause;
    phrase.add(conjunction(random));
    cause_at = static_cast<int>(phrase.english.size());
    phrase.add(cause.clause);
  }
  const std::string& first = nouns.first.name;
  Example example = finished(phrase, kind, combined({first, nouns.second.name, cause.word}));
  Reference reference;
  reference.it = cause_at;
  reference.antecedent = nouns_at + (means_first ? nouns.first_place : nouns.second_place);
  reference.other = nouns_at + (means_first ? nouns.second_place : nouns.first_place);
  reference.cue = cause_at + cause.cue;
  reference.genders_differ = nouns.first.gender != nouns.second.gender;
  for (const FrenchWord& word : spoken(phrase.french)) {
    if (word.answer) break;
    reference.pronoun += 1 + static_cast<int>(std::count(word.word.begin(), word.word.end(), ' '));
  }
  example.reference = reference;
  return example;
}

const Noun& noun_for_it(GrammarRandom& random, const std::string& classes) {
  while (true) {
    const Noun& noun = pick_noun(random, classes);
    if (noun.can_be_it()) return noun;
  }
}

const Noun& other_noun(GrammarRandom& random, const std::string& classes, const Noun& first) {
  while (true) {
    const Noun& second = noun_for_it(random, classes);
    if (second.english != first.english) return second;
  }
}

const Adjective& pick_adjective(GrammarRandom& random, const std::string& role) {
  const auto& adjectives = adjectives_with(role);
  return usual(random, std::span<const Adjective* const>(adjectives));
}

// One that can be said of `noun` and not of `other`, which no other French word for it can either: a short
// meeting is courte, a short man petit. Nothing where they share all.
const Adjective* only_of(GrammarRandom& random, const Noun& noun, const Noun& other) {
  const auto& suited = adjectives_of(noun);
  for (int tries = 0; tries < 40 && !suited.empty(); ++tries) {
    const Adjective* adjective = &usual(random, std::span<const Adjective* const>(suited));
    if (!can_be(adjective->english, other) && !adjective->roles.has("passive") &&
        !adjective->roles.has("origin") && !adjective->roles.has("field") && !adjective->roles.has("colour"))
      return adjective;
  }
  return nullptr;
}

}  // namespace

Example write_reference(GrammarRandom& random) {
  while (true) {
    const Noun& animal = noun_for_it(random, "animal");
    const Noun& place = noun_for_it(random, "place");
    const bool means_animal = random.chance(50);
    const bool place_first = random.chance(20);
    const VerbUse use =
        place_first ? some_verb_between(random, place, animal) : some_verb_between(random, animal, place);
    if (use.verb == nullptr) continue;
    const Deed deed = told(random, *use.verb, 60);
    const NounPhrase first = candidate(random, place_first ? place : animal);
    const NounPhrase second = candidate(random, place_first ? animal : place);
    const TwoNouns nouns = two_nouns(random, first, use, second, deed);
    return with_reference(random, nouns, means_animal != place_first, "reference", [&](const NounPhrase& it) {
      return means_animal ? cause_of_animal(random, it, nouns.present)
                          : cause_of_place(random, it, place, nouns.present);
    });
  }
}

Example write_same_class(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 6> kVerbs{"chase", "attack", "follow",
                                                          "catch", "bite",   "push"};
  const Noun& attacker = noun_for_it(random, "animal");
  const Noun& attacked = other_noun(random, "animal", attacker);
  const bool means_attacker = random.chance(50);
  const Verb& verb = lexicon().verb(kVerbs[random.below(6)]);
  Deed deed;
  deed.verb = &verb;
  deed.time = random.chance(25) ? Time::present : Time::past;
  if (random.chance(35)) deed.negation = Negation::negated;
  const TwoNouns nouns = two_candidates(random, attacker, {&verb, &direct_object()}, attacked, deed);
  const Adjective& reason = means_attacker
                                ? pick_adjective(random, deed.negative() ? "holds_back" : "attacks")
                                : pick_adjective(random, deed.negative() ? "feared" : "attacked");
  return with_reference(random, nouns, means_attacker, "same_class",
                        [&](const NounPhrase& it) { return said_of(random, it, reason, nouns.present); });
}

Example write_fit(GrammarRandom& random) {
  static const Frame kIn{{}, {{Slot::Kind::noun, "in", "dans", {}}}};
  static const Frame kInto{{}, {{Slot::Kind::noun, "into", "dans", {}}}};
  const Noun& thing = noun_for_it(random, "object");
  const Noun& container = other_noun(random, "container", thing);
  const bool means_thing = random.chance(50);
  Deed deed;
  deed.verb = &lexicon().verb("fit");
  deed.negation = Negation::negated;
  deed.time = random.chance(65) ? Time::present : random.chance(80) ? Time::past : Time::future;
  if (random.chance(10)) {
    deed.modal = Modal::can;
    deed.time = Time::present;
  }
  // A state: "didn't fit" is "ne rentrait pas".
  const bool past = deed.time == Time::past;
  const NounPhrase object = candidate(random, container);
  const VerbUse use{deed.verb, random.chance(88) ? &kIn : &kInto};
  TwoNouns nouns = two_nouns(random, candidate(random, thing), use, object, deed);
  nouns.present = !past;
  const Adjective& reason = pick_adjective(random, means_thing ? "too_big" : "too_small");
  return with_reference(random, nouns, means_thing, "fit",
                        [&](const NounPhrase& it) { return said_of(random, it, reason, nouns.present); });
}

Example write_pair(GrammarRandom& random) {
  static const std::string kSubjects = "animal,thing,food,vehicle,furniture,place";
  while (true) {
    const Noun& subject = noun_for_it(random, random.chance(60) ? "animal" : kSubjects);
    const Noun& second =
        other_noun(random, "animal,thing,food,drink,clothing,furniture,vehicle,plant,place,body", subject);
    const VerbUse use = some_verb_between(random, subject, second);
    if (use.verb == nullptr) continue;
    const bool means_first = random.chance(50);
    const Adjective* cue = only_of(random, means_first ? subject : second, means_first ? second : subject);
    if (cue == nullptr) continue;
    const Deed deed = told(random, *use.verb, 40);
    const TwoNouns nouns = two_candidates(random, subject, use, second, deed);
    return with_reference(random, nouns, means_first, "pair",
                          [&](const NounPhrase& it) { return said_of(random, it, *cue, nouns.present); });
  }
}

Example write_made_of(GrammarRandom& random) {
  // Of what the one was made that broke the other, and of what the broken one.
  static const std::array kHard{Fixed{"steel", "acier"}, Fixed{"iron", "fer"}, Fixed{"metal", "métal"},
                                Fixed{"stone", "pierre"}, Fixed{"concrete", "béton"}};
  static const std::array kWeak{Fixed{"wood", "bois"}, Fixed{"glass", "verre"}, Fixed{"paper", "papier"},
                                Fixed{"plastic", "plastique"}, Fixed{"cardboard", "carton"}};
  const Noun& breaker = noun_for_it(random, "object,vehicle,furniture");
  const Noun& broken = other_noun(random, "furniture,object,container", breaker);
  const bool means_breaker = random.chance(50);
  Deed deed;
  deed.verb = &lexicon().verb("break");
  deed.time = Time::past;
  TwoNouns nouns = two_candidates(random, breaker, {deed.verb, &direct_object()}, broken, deed);
  return with_reference(random, nouns, means_breaker, "made_of", [&](const NounPhrase& it) {
    const Fixed& material = (means_breaker ? kHard : kWeak)[random.below(5)];
    Complement what;
    what.phrase.add_english("made of")
        .add_french(it.gender == Gender::feminine ? "faite" : "fait")
        .add_french("de");
    what.phrase.add_pair(material.english, material.french);
    Said said{clause(random, it, being(Time::past), {what}), 0, material.english};
    said.cue = said.clause.last_english();
    return said;
  });
}

Example write_ambiguous(GrammarRandom& random) {
  while (true) {
    const Noun& subject = noun_for_it(random, random.chance(70) ? "animal" : "thing,vehicle");
    const Noun& second = other_noun(random, random.chance(70) ? "place" : "thing,animal,food", subject);
    const VerbUse use = some_verb_between(random, subject, second);
    if (use.verb == nullptr) continue;
    const Adjective* cue = nullptr;
    for (int tries = 0; tries < 40 && cue == nullptr; ++tries) {
      const Adjective& adjective = *adjectives_of(
          subject)[static_cast<std::size_t>(random.below(static_cast<int>(adjectives_of(subject).size())))];
      if (adjective.suits(second) && !adjective.roles.has("animal_cause") &&
          !adjective.roles.has("place_cause"))
        cue = &adjective;
    }
    if (cue == nullptr) continue;
    const Deed deed = told(random, *use.verb, 50);
    const TwoNouns nouns = two_candidates(random, subject, use, second, deed);
    Example example =
        with_reference(random, nouns, random.chance(50), "ambiguous",
                       [&](const NounPhrase& it) { return said_of(random, it, *cue, nouns.present); });
    example.reference.reset();
    return example;
  }
}

// Both in the plural; "they" is ils or elles.
Example write_they(GrammarRandom& random) {
  while (true) {
    const Noun& animal = pick_noun(random, random.chance(70) ? "animal" : "person");
    const Noun& place = pick_noun(random, "place");
    const VerbUse use = some_verb_between(random, animal, place);
    if (use.verb == nullptr || !animal.shows_plural() || !place.shows_plural()) continue;
    const bool means_animal = random.chance(60);
    const bool both = means_animal ? random.chance(40) : true;
    const NounPhrase first =
        noun_phrase(random, animal, {.determiner = Determiner::definite, .plural = true, .adjectives = 12});
    const NounPhrase second =
        noun_phrase(random, place, {.determiner = Determiner::definite, .plural = both, .adjectives = 12});
    const Deed deed = told(random, *use.verb, 55);
    Phrase phrase = clause(random, first, deed, {slot_filled(use.frame->slots[0], second, deed)});
    const bool present = deed.time != Time::past && deed.time != Time::was_doing;
    NounPhrase they = pronoun("they", means_animal ? first.gender : second.gender);
    Said cause =
        means_animal ? said_of(random, they, pick_adjective(random, "animal_cause"), present) : Said{};
    if (!means_animal) {
      const Adjective* adjective = nullptr;
      while (adjective == nullptr || !adjective->suits(place))
        adjective = &pick_adjective(random, "place_cause");
      cause = said_of(random, they, *adjective, present);
    }
    phrase.add(conjunction(random)).add(cause.clause);
    return finished(phrase, "they", combined({animal.english, place.english, cause.word}));
  }
}

// dog bites man: no articles, as in a newspaper.
Example write_headline(GrammarRandom& random) {
  while (true) {
    const Noun& subject = pick_noun(random, "animal,person,animal");
    const Noun& second = pick_noun(random, "person,animal");
    const VerbUse use = some_verb_between(random, subject, second);
    if (use.verb == nullptr || subject.english == second.english || subject.only_plural || second.only_plural)
      continue;
    const NounPhrase first = without_english_article(the(subject));
    const NounPhrase object = without_english_article(the(second));
    Deed deed;
    deed.verb = use.verb;
    if (random.chance(30)) deed.time = Time::past;
    return finished(clause(random, first, deed, {slot_filled(use.frame->slots[0], object, deed)}), "headline",
                    combined({subject.english, use.verb->base, second.english}));
  }
}

// Winograd's own: the verb of the reason tells who "they" are.
Example write_refused(GrammarRandom& random) {
  const auto several = [&](const std::string& classes) {
    while (true) {
      const Noun& noun = random.chance(35) ? lexicon().noun(random.chance(50) ? "councilman" : "demonstrator")
                                           : pick_noun(random, classes);
      if (noun.shows_plural()) return the(noun, true);
    }
  };
  const NounPhrase first = several("person");
  const NounPhrase second = several("person");
  const bool means_first = random.chance(50);
  const Noun& thing = random.chance(50) ? lexicon().noun("permit") : pick_noun(random, "object");
  NounPhrase given =
      noun_phrase(random, thing, {.determiner = Determiner::indefinite, .plural = false, .adjectives = 0});
  // refused the demonstrators a permit: a refusé un permis aux manifestants
  Phrase phrase;
  const bool city = random.chance(40);
  NounPhrase who = first;
  if (city && first.noun->english == "councilman") {
    who.phrase = Phrase()
                     .add_english("the city")
                     .add_french(definite(Gender::masculine, true))
                     .add_pair("councilmen", "conseillers");
    who.phrase.add_french({.word = "municipaux", .translates = 1});
  }
  const Verb& verb = lexicon().verb("refuse");
  Complement to;
  const int second_at = to.phrase.add_english_of(second.phrase);
  const int given_at = to.phrase.add_english_of(given.phrase);
  to.phrase.add_french_of(given.phrase, given_at).add_french("à").add_french_of(second.phrase, second_at);
  Deed deed;
  deed.verb = &verb;
  deed.time = Time::past;
  phrase = clause(random, who, deed, {to});
  const NounPhrase they = pronoun("they", means_first ? first.gender : second.gender);
  Deed reason;
  reason.verb = &lexicon().verb(means_first ? "fear" : "advocate");
  reason.time = Time::past;
  const Noun& what = random.chance(60) ? lexicon().noun("violence") : pick_noun(random, "abstract");
  Complement feared;
  feared.phrase.add_french(definite(what.gender, false)).add_pair(what.english, what.french);
  const bool mass = what.english_plural.empty();
  if (!mass) feared = object(the(what), reason);
  phrase.add(conjunction(random)).add(clause(random, they, reason, {feared}));
  return finished(phrase, "refused", combined({first.name, second.name, thing.english, reason.verb->base}));
}

// What lies above is moved first, and not what lies below.
Example write_moved(GrammarRandom& random) {
  const auto bag = [&] {
    NounPhrase made =
        random.chance(45) ? the(lexicon().noun("bag")) : the(noun_for_it(random, "container,object"));
    if (random.chance(55)) {
      const Noun& content = random.chance(30) ? lexicon().noun("potato") : pick_noun(random, "food");
      const bool plural = !content.mass() && content.shows_plural();
      made.phrase.add_english("of").add_french("de").add_pair(
          plural ? content.english_plural : content.english, content.in_french(plural));
      made.name += content.english;
    } else if (random.chance(40)) {
      made = the(noun_for_it(random, "food"));
    }
    return made;
  };
  const NounPhrase first = bag();
  const NounPhrase second = bag();
  const bool above = random.chance(50);
  Phrase phrase = first.phrase;
  phrase.add_english("was").add_french("a été");
  phrase.add_english(random.chance(60) ? "placed" : "put");
  phrase.add_french(
      {.word = first.gender == Gender::feminine ? "placée" : "placé", .translates = phrase.last_english()});
  phrase.add_english(above ? "above" : "below")
      .add_french(above ? "au-dessus de" : "au-dessous de")
      .add(second.phrase);
  const Gender gender = above ? first.gender : second.gender;
  phrase.add_english("so").add_french("donc");
  phrase.add_english_of(pronoun("it").phrase);
  phrase.add_english("had to be moved first")
      .add_french(gender == Gender::feminine ? "elle" : "il")
      .add_french("devait être");
  phrase.add_french(
      {.word = gender == Gender::feminine ? "déplacée" : "déplacé", .translates = phrase.last_english() - 1});
  phrase.add_french("en premier");
  return finished(phrase, "moved", combined({first.name, second.name, above ? "above" : "below"}));
}

// the animal was too tired so it didn't cross the street
Example write_so(GrammarRandom& random) {
  while (true) {
    const Noun& animal = pick_noun(random, "animal");
    const Noun& place = pick_noun(random, "place");
    const VerbUse use = some_verb_between(random, animal, place);
    if (use.verb == nullptr) continue;
    const NounPhrase first = candidate(random, animal);
    const NounPhrase second = candidate(random, place);
    const Adjective& reason = pick_adjective(random, "animal_cause");
    const bool present = random.chance(30);
    Phrase phrase = described(random, random.chance(75) ? first : pronoun("it"), reason, present);
    const bool named = phrase.english.front() != "it";
    phrase.add_english("so").add_french("donc");
    Deed deed = told(random, *use.verb, 70);
    const NounPhrase again = pronoun("it", named ? animal.gender : Gender::masculine);
    phrase.add(clause(random, again, deed, {slot_filled(use.frame->slots[0], second, deed)}));
    return finished(phrase, "so",
                    combined({animal.english, place.english, reason.english, named ? "noun" : "it"}));
  }
}

}  // namespace headlight::grammar
