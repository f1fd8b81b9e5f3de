// The sentences of the lectures: the agreement whose adjectives change places, and the three meanings of
// "bears".
#include <algorithm>
#include <array>

#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

template <typename T>
const T& one_of(GrammarRandom& random, const std::vector<const T*>& words) {
  return usual(random, std::span<const T* const>(words));
}

Example sensed(const Phrase& phrase, Sense sense, const std::string& combination) {
  Example example = finished(phrase, "bears", combination);
  const auto word = std::find(example.source.begin(), example.source.end(), "bears");
  if (word != example.source.end())
    example.sensed = Sensed{sense, static_cast<int>(word - example.source.begin())};
  return example;
}

// Half of the sentences are about bears, the others about their like.
const Noun& some_animals(GrammarRandom& random) {
  const Noun* noun = &lexicon().noun("bear");
  if (random.chance(50)) return *noun;
  do noun = &pick_noun(random, "animal");
  while (!noun->shows_plural());
  return *noun;
}
const Fixed& some_team(GrammarRandom& random) {
  static const Fixed kBears{"bears", "bears"};
  const auto& teams = lexicon().fixed("team");
  return random.chance(50) ? kBears
                           : teams[static_cast<std::size_t>(random.below(static_cast<int>(teams.size())))];
}

NounPhrase plural_of(const Noun& noun, bool with_article) {
  return with_article ? the(noun, true) : without_english_article(the(noun, true));
}

// i love bears
Example they_are_loved(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 5> kVerbs{"love", "hate", "like", "admire", "fear"};
  const Verb& verb = lexicon().verb(kVerbs[random.among({5, 3, 4, 1, 1})]);
  const Noun& animal = some_animals(random);
  const NounPhrase who = random.chance(65)
                             ? some_pronoun(random)
                             : some_noun(random, "person,relative", {.adjectives = 0, .generic = true});
  Deed deed;
  deed.verb = &verb;
  if (random.chance(15)) deed.negation = Negation::negated;
  Phrase phrase = clause(random, who, deed, {object(plural_of(animal, false), deed)});
  if (random.chance(20)) {
    const Adjective& reason = one_of(random, adjectives_with("animal_cause"));
    const NounPhrase they = pronoun("they", animal.gender);
    phrase.add_english("because").add_french("parce que");
    phrase.add(clause(random, they, being(Time::present), {{description(random, reason, they)}}));
  }
  return sensed(phrase, Sense::animal, combined({who.name, verb.base, animal.english_plural}));
}

// (the) bears eat honey; bears sleep in the forest; bears are strong
Example they_act(GrammarRandom& random) {
  const Noun& animal = some_animals(random);
  const NounPhrase they = plural_of(animal, random.chance(40));
  if (random.chance(35)) {
    const Adjective& adjective = one_of(random, adjectives_with("animal_cause"));
    return sensed(clause(random, they, being(Time::present), {{description(random, adjective, they)}}),
                  Sense::animal, combined({animal.english_plural, adjective.english}));
  }
  VerbUse use;
  // "Bears read" may be long ago.
  do use = some_verb_of(random, they);
  while (use.verb->past == use.verb->base);
  Deed deed;
  deed.verb = use.verb;
  std::string names = use.verb->base;
  std::vector<Complement> complements = filled(random, use, deed, they, names);
  if (random.chance(20)) complements.push_back(some_place_for(random, *use.verb));
  return sensed(clause(random, they, deed, complements), Sense::animal,
                combined({animal.english_plural, names}));
}

// she bears the pain (because she is brave)
Example someone_bears(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 6> kBearing{"accept", "refuse", "hate",
                                                            "avoid",  "feel",   "forget"};
  NounPhrase who = random.chance(40) ? pronoun(random.chance(50) ? "he" : "she")
                   : random.chance(20)
                       ? some_name(random)
                       : some_noun(random, "person,relative", {.plural = false, .adjectives = 0});
  const bool bears = random.chance(60);
  const Verb* verb = &lexicon().verb("bear");
  while (!bears && verb->base == "bear") verb = &lexicon().verb(kBearing[random.below(6)]);
  const Noun& burden = pick_noun(random, "burden");
  Deed deed;
  deed.verb = verb;
  Phrase phrase = clause(random, who, deed, {object(the(burden), deed)});
  if (random.chance(35)) {
    const NounPhrase again =
        who.noun == nullptr ? who : pronoun(who.gender == Gender::feminine ? "she" : "he");
    const Adjective& adjective = one_of(random, adjectives_with("animal_cause"));
    phrase.add(conjunction(random))
        .add(clause(random, again, being(Time::present), {{description(random, adjective, again)}}));
  }
  return sensed(phrase, Sense::verb, combined({who.name, verb->third, burden.english}));
}

// (the) bears won the game (in 1992); the eagles beat the bears
Example a_team_plays(GrammarRandom& random) {
  static const std::array kContests{Fixed{"won", "gagné"},        Fixed{"lost", "perdu"},
                                    Fixed{"played", "joué"},      Fixed{"started", "commencé"},
                                    Fixed{"finished", "terminé"}, Fixed{"dominated", "dominé"}};
  static const std::array kPrizes{Fixed{"won", "gagné"}, Fixed{"lost", "perdu"}, Fixed{"deserved", "mérité"}};
  static const std::array kDefeats{Fixed{"beat", "battu"}, Fixed{"defeated", "vaincu"},
                                   Fixed{"eliminated", "éliminé"}};
  const Fixed& team = some_team(random);
  const Fixed* opponent = &some_team(random);
  while (opponent->english == team.english) opponent = &some_team(random);
  const bool is_defeat = random.chance(35);
  const bool is_contest = random.chance(65);
  Phrase phrase;
  if (is_defeat || random.chance(40)) phrase.add_english("the");
  phrase.add_french("les").add_pair(team.english, team.french).add_french("ont");
  std::string combination;
  if (is_defeat) {
    const Fixed& verb = kDefeats[random.below(3)];
    phrase.add_pair(verb.english, verb.french).add_english("the").add_french("les");
    phrase.add_pair(opponent->english, opponent->french);
    combination = combined({team.english, verb.english, opponent->english});
  } else {
    const Fixed& verb = is_contest ? kContests[random.below(6)] : kPrizes[random.below(3)];
    const Noun& game = pick_noun(random, is_contest ? "contest" : "prize");
    phrase.add_pair(verb.english, verb.french).add(the(game).phrase);
    combination = combined({team.english, verb.english, game.english});
    if (is_contest && random.chance(25)) {
      phrase.add_english("against the").add_french("contre les");
      phrase.add_pair(opponent->english, opponent->french);
    }
  }
  if (random.chance(30)) phrase.add(date(random, random.chance(40)));
  return sensed(phrase, Sense::team, combination);
}

struct Opening {
  NounPhrase human, noun;
  bool present = false;
  Phrase clause;
  std::string names;
};

// A person does something to an animal, a place or a thing: there is one noun for "it".
Opening opening(GrammarRandom& random) {
  while (true) {
    Opening made;
    made.human = random.chance(12)
                     ? some_name(random)
                     : some_noun(random, "person,relative", {.plural = false, .adjectives = 10});
    const Noun& noun = pick_noun(random, "animal,place,thing,food,vehicle");
    if (!noun.can_be_it()) continue;
    const Noun& someone = lexicon().noun("woman");
    const VerbUse use =
        some_verb_between(random, made.human.noun->traits.has("name") ? someone : *made.human.noun, noun);
    if (use.verb == nullptr) continue;
    static constexpr std::array kDeterminers{Determiner::definite, Determiner::indefinite,
                                             Determiner::possessive};
    made.noun =
        noun_phrase(random, noun,
                    {.determiner = kDeterminers[random.among({7, 2, 1})], .plural = false, .adjectives = 15});
    const Deed deed = told(random, *use.verb, 45);
    made.present = deed.time == Time::present || deed.time == Time::progressive || deed.time == Time::future;
    made.clause = clause(random, made.human, deed, {slot_filled(use.frame->slots[0], made.noun, deed)});
    made.names = made.human.name + "|" + noun.english;
    return made;
  }
}

}  // namespace

Example write_pronoun(GrammarRandom& random) {
  Opening start = opening(random);
  const int die = random.below(100);
  Phrase phrase = start.clause;
  if (die < 14) {
    const NounPhrase who = some_pronoun(random);
    if (who.name != "it") {
      const Adjective& adjective = one_of(random, adjectives_with("animal_cause"));
      phrase.add(conjunction(random)).add(said_of(random, who, adjective, start.present).clause);
      return finished(phrase, "pronoun", combined({start.names, who.name, adjective.english}));
    }
  }
  if (die < 48) {
    const bool feminine = start.human.gender == Gender::feminine;
    const Said said = cause_of_animal(random, pronoun(feminine ? "she" : "he"), start.present);
    phrase.add(conjunction(random)).add(said.clause);
    return finished(phrase, "pronoun", combined({start.names, "person", said.word}));
  }
  if (die < 88) {
    const auto& suited = adjectives_of(*start.noun.noun);
    const Said said =
        said_of(random, pronoun("it", start.noun.gender), one_of(random, suited), start.present);
    phrase.add(conjunction(random)).add(said.clause);
    return finished(phrase, "pronoun", combined({start.names, "it", said.word}));
  }
  const Noun& weather = pick_noun(random, "weather");
  phrase.add_english("because of the").add_french("à cause de").add_french(definite(weather.gender, false));
  phrase.add_pair(weather.english, weather.french);
  return finished(phrase, "pronoun", combined({start.names, "of", weather.english}));
}

// ... because the street was too wide: the noun is said again, or another one.
Example write_noun_again(GrammarRandom& random) {
  while (true) {
    const Noun& subject = pick_noun(random, random.chance(70) ? "animal" : "person,relative");
    const Noun& second = pick_noun(random, random.chance(70) ? "place" : "thing,animal,food,vehicle");
    const VerbUse use = some_verb_between(random, subject, second);
    if (use.verb == nullptr) continue;
    const NounPhrase first =
        noun_phrase(random, subject, {.determiner = Determiner::definite, .adjectives = 15});
    const NounPhrase object =
        noun_phrase(random, second, {.determiner = Determiner::definite, .plural = false, .adjectives = 12});
    const Deed deed = told(random, *use.verb, 55);
    const bool present = deed.time != Time::past && deed.time != Time::was_doing;
    Phrase phrase = clause(random, first, deed, {slot_filled(use.frame->slots[0], object, deed)});
    const int die = random.below(100);
    const NounPhrase again = die < 45   ? the(second)
                             : die < 80 ? the(subject, first.plural)
                                        : the(pick_noun(random, "animal,place,person"));
    const auto& suited = adjectives_of(*again.noun);
    const Said said = said_of(random, again, one_of(random, suited), present);
    if (random.chance(10)) {
      Phrase front = Phrase().add_english("because").add_french("parce que").add(said.clause).add_french(",");
      phrase = front.add(phrase);
    } else {
      phrase.add(conjunction(random)).add(said.clause);
    }
    return finished(phrase, "noun_again", combined({subject.english, second.english, again.name, said.word}));
  }
}

Example write_agreement(GrammarRandom& random) {
  const Noun& document = pick_noun(random, "official");
  const Noun& institution = pick_noun(random, "institution");
  const bool has_origin = random.chance(80);
  const bool has_field = !has_origin || random.chance(80);
  const Adjective& origin = one_of(random, adjectives_with("origin"));
  const Adjective& field = one_of(random, adjectives_with("field"));

  NounPhrase subject = the(document);
  Phrase& about = subject.phrase;
  about.add_english("on the");
  const int origin_place = static_cast<int>(about.english.size());
  if (has_origin) about.add_english(origin.english);
  if (has_field) about.add_english(field.english);
  about.add_french("sur")
      .add_french(definite(institution.gender, false))
      .add_pair(institution.english, institution.french);
  const int field_place = about.last_english() - 1;
  if (has_field) about.add_french(agreeing(field, institution.gender, false, field_place));
  if (has_origin) about.add_french(agreeing(origin, institution.gender, false, origin_place));

  // "was signed" is "a été signé".
  const bool negative = random.chance(15);
  Phrase phrase = subject.phrase;
  phrase.add_english(negative ? (random.chance(50) ? "was not" : "wasn't") : "was")
      .add_french(negative ? "ne a pas été" : "a été");
  const Adjective& passive = one_of(random, adjectives_with("passive"));
  phrase.add_english(passive.english)
      .add_french(agreeing(passive, document.gender, false, phrase.last_english()));
  if (random.chance(22))
    phrase.add_english("by").add_french("par").add(the(pick_noun(random, "authority")).phrase);

  const int die = random.below(100);
  if (die < 85) {
    const Phrase when = date(random, die < 65);
    // A date in front moves everything else, so that places alone do not tell what a word is.
    phrase = random.chance(20) ? Phrase(when).add_french(",").add(phrase) : phrase.add(when);
  }
  return finished(phrase, "agreement",
                  combined({document.english, has_origin ? origin.english : "",
                            has_field ? field.english : "", institution.english}));
}

Example write_bears(GrammarRandom& random) {
  switch (random.among({28, 24, 23, 25})) {
    case 0:
      return they_are_loved(random);
    case 1:
      return they_act(random);
    case 2:
      return someone_bears(random);
    default:
      return a_team_plays(random);
  }
}

}  // namespace headlight::grammar
