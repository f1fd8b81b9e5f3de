// The three meanings of "bears": the animals, the verb, the team. Other words take each of its places, and it
// takes several places in each meaning, so that only the context tells which one it is.
#include <algorithm>

#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

struct PluralVerb {
  std::string_view english, french;
  bool partitive = false;
};
constexpr PluralVerb kEating[] = {{"eat", "mangent", true},   {"want", "veulent", true},
                                  {"find", "trouvent", true}, {"seek", "cherchent", true},
                                  {"love", "aiment"},         {"smell", "sentent"}};
constexpr Fixed kLiving[] = {
    {"sleep", "dorment"}, {"live", "vivent"}, {"play", "jouent"}, {"walk", "marchent"}};

constexpr Fixed kBearing[] = {{"accepts", "accepte"}, {"refuses", "refuse"}, {"knows", "connaît"},
                              {"avoids", "évite"},    {"feels", "ressent"},  {"forgets", "oublie"}};

constexpr Fixed kContestVerbs[] = {{"won", "gagné"},        {"lost", "perdu"},       {"played", "joué"},
                                   {"started", "commencé"}, {"finished", "terminé"}, {"dominated", "dominé"}};
constexpr Fixed kPrizeVerbs[] = {{"won", "gagné"}, {"lost", "perdu"}, {"deserved", "mérité"}};
constexpr Fixed kDefeats[] = {{"beat", "battu"}, {"defeated", "vaincu"}, {"eliminated", "éliminé"}};

constexpr Noun kBears{"bear", "ours", Gender::masculine, 0, "bears", "ours"};
constexpr Fixed kBearsTeam{"bears", "bears"};
constexpr Fixed kBearsVerb{"bears", "supporte"};

Example sensed(const Phrase& phrase, Sense sense, const std::string& combination) {
  Example example = finished(phrase, "bears", combination);
  const auto word = std::find(example.source.begin(), example.source.end(), "bears");
  if (word != example.source.end()) {
    example.sensed = Sensed{sense, static_cast<int>(word - example.source.begin())};
  }
  return example;
}

// Half of the sentences are about bears, the others about their like.
const Noun& some_animals(GrammarRandom& random) {
  return random.chance(50) ? kBears : random.pick(animals_in_numbers());
}
const Fixed& some_team(GrammarRandom& random) {
  return random.chance(50) ? kBearsTeam : random.pick(teams());
}

struct Who {
  Phrase phrase;
  std::string_view name;
  Gender gender;
};

Who someone(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 40) {
    const Person& person = persons()[random.chance(50) ? 2 : 3];
    return {pronoun(person.english, person.gender), person.english, person.gender};
  }
  if (die < 75) {
    const Noun& human = random.pick(humans());
    return {the(human), human.english, human.gender};
  }
  const Noun& noun = random.pick(relatives());
  Phrase phrase = Phrase().add_english("my").add_french(noun.gender == Gender::masculine ? "mon" : "ma");
  return {phrase.add_pair(noun.english, noun.french), noun.english, noun.gender};
}

// i love bears; the girl sees bears; ... because they are strong
Example they_are_loved(GrammarRandom& random) {
  const Conjugated& verb = random.pick(conjugated_verbs());
  const Noun& animal = some_animals(random);
  Phrase phrase;
  std::string_view name;
  if (random.chance(60)) {
    const Person& person = random.pick(persons());
    const std::string_view form = form_for(verb, person);
    phrase.add_english(person.english).add_french(subject_before(person, form));
    phrase.add_pair(person.third ? verb.third : verb.base, form);
    name = person.english;
  } else {
    const Who who = someone(random);
    phrase = who.phrase;
    phrase.add_pair(verb.third, verb.forms[2]);
    name = who.name;
  }
  phrase.add_french(verb.partitive ? "des" : "les").add_pair(animal.english_plural, animal.french_plural);
  if (random.chance(25)) {
    const Adjective& reason = random.pick(animal_adjectives());
    phrase.add_english("because they are").add_french("parce qu'");
    phrase.add_french(animal.gender == Gender::masculine ? "ils sont" : "elles sont");
    phrase.add_pair(reason.english, plural(reason.form(animal.gender)));
  }
  return sensed(phrase, Sense::animal, combined({name, verb.base, animal.english_plural}));
}

// (the) bears eat honey; bears sleep in the forest; bears are strong
Example they_act(GrammarRandom& random) {
  const Noun& animal = some_animals(random);
  Phrase phrase;
  if (random.chance(40)) phrase.add_english("the");
  phrase.add_french("les").add_pair(animal.english_plural, animal.french_plural);
  const int die = random.below(100);
  if (die < 35) {
    const PluralVerb& verb = random.pick(kEating);
    const Noun& food = random.pick(foods());
    phrase.add_pair(verb.english, verb.french);
    phrase.add_french(verb.partitive ? partitive(food) : article(food.gender, food.french));
    phrase.add_pair(food.english, food.french);
  } else if (die < 60) {
    const Fixed& verb = random.pick(kLiving);
    const Noun* place = &random.pick(places());
    while ((place->traits & kInside) == 0 || (place->traits & kLand) == 0) place = &random.pick(places());
    phrase.add_pair(verb.english, verb.french).add_english("in").add_french("dans").add(the(*place));
  } else {
    const Adjective& adjective = random.pick(animal_adjectives());
    phrase.add_english("are").add_french("sont");
    phrase.add_pair(adjective.english, plural(adjective.form(animal.gender)));
  }
  return sensed(phrase, Sense::animal,
                combined({animal.english_plural, phrase.english.back(), die < 35 ? "food" : ""}));
}

// she bears the pain (because she is brave)
Example someone_bears(GrammarRandom& random) {
  const Who who = someone(random);
  const Fixed& verb = random.chance(55) ? kBearsVerb : random.pick(kBearing);
  const Noun& burden = random.pick(burdens());
  Phrase phrase = who.phrase;
  phrase.add_pair(verb.english, verb.french).add(the(burden));
  if (who.name != "child" && random.chance(40)) {
    const std::string_view word = who.gender == Gender::masculine ? "he" : "she";
    phrase.add(conjunction(random)).add(pronoun(word, who.gender));
    phrase.add(is(random.pick(animal_adjectives()), who.gender, true));
  }
  return sensed(phrase, Sense::verb, combined({who.name, verb.english, burden.english}));
}

// (the) bears won the game (in 1992); the eagles beat the bears
Example a_team_plays(GrammarRandom& random) {
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
    const Fixed& verb = random.pick(kDefeats);
    phrase.add_pair(verb.english, verb.french).add_english("the").add_french("les");
    phrase.add_pair(opponent->english, opponent->french);
    combination = combined({team.english, verb.english, opponent->english});
  } else {
    const Fixed& verb = is_contest ? random.pick(kContestVerbs) : random.pick(kPrizeVerbs);
    const Noun& game = random.pick(is_contest ? contests() : prizes());
    phrase.add_pair(verb.english, verb.french).add(the(game));
    combination = combined({team.english, verb.english, game.english});
    if (is_contest && random.chance(25)) {
      phrase.add_english("against the").add_french("contre les");
      phrase.add_pair(opponent->english, opponent->french);
    }
  }
  if (random.chance(30)) phrase.add(date(random, random.chance(40)));
  return sensed(phrase, Sense::team, combination);
}

}  // namespace

Example write_bears(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 28) return they_are_loved(random);
  if (die < 52) return they_act(random);
  if (die < 75) return someone_bears(random);
  return a_team_plays(random);
}

}  // namespace headlight
