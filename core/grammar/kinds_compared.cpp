// bigger than, as big as, the biggest.
#include <algorithm>
#include <array>

#include "core/grammar/kinds.h"

namespace headlight::grammar {
namespace {

// big: biggest; good: best; tired: most tired
std::string superlative(const Adjective& adjective) {
  if (adjective.english == "good") return "best";
  for (const Fixed& each : lexicon().fixed("comparative")) {
    if (each.french == adjective.english) return each.english.substr(0, each.english.size() - 2) + "est";
  }
  return "most " + adjective.english;
}

bool has_degrees(const Adjective& adjective) {
  constexpr std::array<std::string_view, 5> kWithout{"nodegree", "passive", "origin", "field", "colour"};
  return std::none_of(kWithout.begin(), kWithout.end(),
                      [&](std::string_view role) { return adjective.roles.has(role); });
}

FrenchWord better(Gender gender, bool several, int translates) {
  const std::string word = gender == Gender::feminine ? "meilleure" : "meilleur";
  return {.word = several ? word + " ##s" : word, .translates = translates};
}

// le plus grand, la meilleure; before a noun le plus vieil (animal)
Phrase most(const Adjective& adjective, Gender gender, bool several, int place) {
  Phrase phrase = Phrase().add_french(definite(gender, several));
  phrase.french.back().article = false;
  if (adjective.english == "good") return phrase.add_french(better(gender, several, place));
  return phrase.add_french("plus").add_french(agreeing(adjective, gender, several, place));
}

// tom is the tallest; this is the biggest dog in the world
Example with_superlative(GrammarRandom& random) {
  const NounPhrase subject = random.chance(25) ? some_pronoun(random)
                             : random.chance(25)
                                 ? some_name(random)
                                 : some_noun(random, "animal,person,relative,place,thing,food,vehicle",
                                             {.plural = false, .adjectives = 0});
  const bool is_someone = subject.noun == nullptr || subject.noun->traits.has("name");
  static constexpr std::array<std::string_view, 4> kSomeone{"student", "friend", "teacher", "player"};
  const Noun& noun = is_someone          ? lexicon().noun(kSomeone[static_cast<std::size_t>(random.below(4))])
                     : random.chance(60) ? *subject.noun
                                         : pick_noun(random, std::string(subject.noun->traits.first()));
  const Adjective* adjective = &adjective_for(random, &noun);
  while (!has_degrees(*adjective)) adjective = &adjective_for(random, &noun);
  const bool named = subject.noun != nullptr && random.chance(65);
  NounPhrase whose = named ? the(noun, subject.plural && noun.shows_plural()) : subject;
  std::string french = named ? noun.in_french(whose.plural_in_french) : "";
  if (named && is_someone && subject.gender == Gender::feminine && !noun.feminine.empty()) {
    // laura est l'amie la plus triste
    whose.gender = Gender::feminine;
    french = noun.feminine;
  }
  const std::string longest = superlative(*adjective);
  Complement what;
  what.phrase.add_english("the").add_english(longest);
  Phrase biggest = most(*adjective, whose.gender, whose.plural_in_french, what.phrase.last_english());
  if (!named) {
    what.phrase.add_french_of(biggest, 0);
  } else {
    what.phrase.add_english(whose.plural ? noun.english_plural : noun.english);
    const FrenchWord said{.word = french, .translates = what.phrase.last_english()};
    if (adjective->precedes) {
      const bool good = adjective->english == "good";
      if (whose.gender == Gender::masculine && !whose.plural_in_french && !good)
        biggest.french.back().before_vowel = adjective->before_vowel;
      what.phrase.add_french_of(biggest, 0).add_french(said);
    } else {
      what.phrase.add_french(definite(whose.gender, whose.plural_in_french))
          .add_french(said)
          .add_french_of(biggest, 0);
    }
  }
  if (random.chance(20)) what.phrase.add_english("in the world").add_french("du monde");
  const Deed deed = being(random.chance(75) ? Time::present : Time::past,
                          random.chance(12) ? Negation::negated : Negation::none);
  return finished(clause(random, subject, deed, {what}), "compared",
                  combined({subject.name, longest, noun.english}));
}

}  // namespace

Example write_compared(GrammarRandom& random) {
  if (random.chance(40)) return with_superlative(random);
  NounPhrase first = some_noun(random, "animal,person,relative,place,thing,food,vehicle",
                               {.adjectives = 5, .generic = true});
  const Adjective* adjective = &adjective_for(random, first.noun);
  if (random.chance(30)) first = some_pronoun(random);
  if (first.noun == nullptr) adjective = &adjective_for(random, nullptr);
  while (!has_degrees(*adjective)) adjective = &adjective_for(random, first.noun);
  NounPhrase second = random.chance(70)
                          ? some_noun(random,
                                      first.noun == nullptr ? "person,animal,relative"
                                                            : std::string(first.noun->traits.first()),
                                      {.adjectives = 5, .generic = true})
                      : random.chance(50) ? some_name(random)
                                          : some_pronoun(random);
  Complement what;
  const auto& comparatives = lexicon().fixed("comparative");
  const Fixed* short_form = nullptr;
  for (const Fixed& each : comparatives) {
    if (each.french == adjective->english) short_form = &each;
  }
  const int die = random.below(100);
  const bool good = adjective->english == "good";
  if (die < 60) {
    // much bigger: beaucoup plus grand
    if (!good && random.chance(12)) what.phrase.add_english("much").add_french("beaucoup");
    if (short_form != nullptr) {
      what.phrase.add_english(short_form->english);
    } else {
      what.phrase.add_english("more").add_english(adjective->english);
    }
    if (!good) what.phrase.add_french("plus");
  } else if (die < 72) {
    what.phrase.add_english("less").add_english(adjective->english).add_french("moins");
  } else {
    what.phrase.add_english("as").add_english(adjective->english).add_french("aussi");
  }
  const int place = what.phrase.last_english();
  if (good && die < 60) {
    what.phrase.add_french(better(first.gender, first.plural_in_french, place));
  } else {
    what.phrase.add_french(agreeing(*adjective, first.gender, first.plural_in_french, place));
  }
  what.phrase.add_english(die < 72 ? "than" : "as").add_french("que").add(after_preposition(second));
  Deed deed = being(random.chance(75) ? Time::present : Time::past,
                    random.chance(15) ? Negation::negated : Negation::none);
  return finished(clause(random, first, deed, {what}), "compared",
                  combined({first.name, adjective->english, second.name}));
}

}  // namespace headlight::grammar
