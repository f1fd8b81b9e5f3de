// bigger than, as big as, the biggest.
#include <algorithm>
#include <array>

#include "train/grammar/kinds.h"

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
  const Noun& noun = is_someone          ? lexicon().noun(kSomeone[random.below(4)])
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
  static const std::array kOfAll{
      Fixed{"in the world", "du monde"},       Fixed{"of all", "de tous"},
      Fixed{"of my life", "de ma vie"},        Fixed{"in the class", "de la classe"},
      Fixed{"in the family", "de la famille"}, Fixed{"of the year", "de l' année"},
      Fixed{"in my family", "de ma famille"},  Fixed{"in the school", "de l' école"},
      Fixed{"on the team", "de l' équipe"}};
  if (random.chance(40)) {
    const Fixed& all = kOfAll[random.among({8, 1, 2, 4, 1, 1, 2, 1, 1})];
    what.phrase.add_english(all.english).add_french(all.french);
  }
  const Deed deed = being(random.chance(75) ? Time::present : Time::past,
                          random.chance(12) ? Negation::negated : Negation::none);
  if (named && !is_someone && !whose.plural_in_french && !whose.plural && random.chance(25)) {
    // this is the biggest dog in the world: c'est
    NounPhrase this_one;
    this_one.name = "this";
    this_one.phrase.add_english(random.chance(45)   ? "this"
                                : random.chance(50) ? "it"
                                                    : "that")
        .add_french("ce");
    return finished(clause(random, this_one, deed, {what}), "compared",
                    combined({"this", longest, noun.english}));
  }
  return finished(clause(random, subject, deed, {what}), "compared",
                  combined({subject.name, longest, noun.english}));
}

// mine, yours: le mien, la tienne, les leurs, as the noun that they stand for
Phrase owned_one(GrammarRandom& random, const NounPhrase& noun) {
  struct Owner {
    std::string_view english, masculine, feminine;
  };
  static constexpr std::array kOwners{Owner{"mine", "mien", "mienne"}, Owner{"yours", "tien", "tienne"},
                                      Owner{"his", "sien", "sienne"},  Owner{"hers", "sien", "sienne"},
                                      Owner{"ours", "nôtre", "nôtre"}, Owner{"theirs", "leur", "leur"}};
  if (random.chance(30)) {
    // than this one: celui-ci
    const bool far = random.chance(60);
    const bool feminine = noun.gender == Gender::feminine;
    const std::string french = noun.plural_in_french ? (feminine ? "celles" : "ceux")
                               : feminine            ? "celle"
                                                     : "celui";
    return Phrase()
        .add_english(noun.plural ? (far ? "those ones" : "these ones") : (far ? "that one" : "this one"))
        .add_french(french + (far ? "-là" : "-ci"));
  }
  const Owner& owner = kOwners[random.among({6, 4, 2, 2, 3, 2})];
  const std::string one(noun.gender == Gender::feminine ? owner.feminine : owner.masculine);
  Phrase phrase =
      Phrase().add_english(owner.english).add_french(definite(noun.gender, noun.plural_in_french));
  return phrase.add_french({.word = noun.plural_in_french ? one + " ##s" : one, .translates = 0});
}

// tom runs faster than you, she sings better than her brother, we eat more than them
Example done_better(GrammarRandom& random) {
  static const std::array kHow{Fixed{"faster than", "plus vite que"},
                               Fixed{"better than", "mieux que"},
                               Fixed{"more than", "plus que"},
                               Fixed{"less than", "moins que"},
                               Fixed{"as fast as", "aussi vite que"},
                               Fixed{"as well as", "aussi bien que"},
                               Fixed{"slower than", "plus lentement que"},
                               Fixed{"as much as", "autant que"}};
  const Fixed& how = kHow[random.among({5, 5, 4, 2, 2, 2, 1, 1})];
  const NounPhrase subject = some_subject(random, "person,animal");
  const VerbUse use = [&] {
    while (true) {
      const VerbUse drawn = some_verb_of(random, subject);
      const Slot& slot = drawn.frame->slots.front();
      const bool alone = slot.kind == Slot::Kind::nothing && slot.english.empty();
      const bool plays = drawn.verb->base == "play" && (slot.french == "de" || slot.french == "à");
      if (drawn.frame->slots.size() == 1 && (alone || plays)) return drawn;
    }
  }();
  Deed deed = some_deed(random, *use.verb, subject);
  deed.behind = {};
  std::string names = use.verb->base;
  std::vector<Complement> complements = filled(random, use, deed, subject, names);
  const NounPhrase other = random.chance(50) ? some_pronoun(random)
                           : random.chance(30)
                               ? some_name(random)
                               : some_noun(random, "person,animal,relative", {.adjectives = 5});
  complements.push_back(
      {Phrase().add_english(how.english).add_french(how.french).add(after_preposition(other))});
  return finished(clause(random, subject, deed, complements), "compared",
                  combined({subject.name, names, how.english, other.name}));
}

// more girls than boys, as many cats as dogs
Example more_of_them(GrammarRandom& random) {
  static const std::array kMore{Fixed{"more", "plus de"}, Fixed{"fewer", "moins de"},
                                Fixed{"as many", "autant de"}};
  const int which = random.among({6, 2, 2});
  const Fixed& more = kMore[which];
  const auto counted_noun = [&](const std::string& classes) -> const Noun& {
    while (true) {
      const Noun& noun = pick_noun(random, classes);
      if (noun.shows_plural() && !noun.mass()) return noun;
    }
  };
  const Noun& first = counted_noun("animal,person,thing,food,clothing,document,vehicle");
  const Noun& second = counted_noun(std::string(first.traits.first()));
  Complement what;
  what.phrase.add_english(more.english)
      .add_french(more.french)
      .add_pair(first.english_plural, first.in_french(true));
  what.phrase.add_english(which == 2 ? "as" : "than").add_french("que de");
  what.phrase.add_pair(second.english_plural, second.in_french(true));
  if (random.chance(45)) {
    Phrase there = Phrase().add_english("there are").add_french("il y a").add(what.phrase);
    if (random.chance(60)) there.add(some_place(random).phrase);
    return finished(there, "compared", combined({"there", more.english, first.english, second.english}));
  }
  const NounPhrase subject = some_subject(random, "person");
  Deed has;
  has.verb = &lexicon().verb("have");
  has.time = random.chance(75) ? Time::present : Time::past;
  return finished(clause(random, subject, has, {what}), "compared",
                  combined({subject.name, more.english, first.english, second.english}));
}

}  // namespace

Example write_compared(GrammarRandom& random) {
  const int sort = random.below(100);
  if (sort < 14) return done_better(random);
  if (sort < 20) return more_of_them(random);
  if (sort < 50) return with_superlative(random);
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
  what.phrase.add_english(die < 72 ? "than" : "as").add_french("que");
  if (first.noun != nullptr && !first.noun->traits.has("name") && random.chance(14)) {
    what.phrase.add(owned_one(random, first));
  } else {
    what.phrase.add(after_preposition(second));
  }
  Deed deed = being(random.chance(75) ? Time::present : Time::past,
                    random.chance(15) ? Negation::negated : Negation::none);
  return finished(clause(random, first, deed, {what}), "compared",
                  combined({first.name, adjective->english, second.name}));
}

}  // namespace headlight::grammar
