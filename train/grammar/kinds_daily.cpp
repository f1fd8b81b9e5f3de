// What one does every day, told, asked and ordered; the frames of every day beside it.
#include <array>
#include <span>

#include "train/grammar/kinds.h"

namespace headlight::grammar {

NounPhrase someone(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 20) return some_name(random);
  if (die < 40)
    return some_noun(random, "relative,person", {.determiner = Determiner::possessive, .adjectives = 8});
  while (true) {
    NounPhrase who = some_pronoun(random);
    if (who.name != "it") return who;
  }
}

// Mostly "you": what a class asks.
NounPhrase someone_asked(GrammarRandom& random) {
  return random.chance(55) ? pronoun("you") : someone(random);
}

Phrase asked_politely(GrammarRandom& random, Phrase phrase) {
  if (!random.chance(30)) return phrase;
  const bool asks = phrase.french.back().word == "?";
  if (asks) phrase.french.pop_back();
  phrase.add_english("please").add_french("s'il te plaît");
  return asks ? phrase.add_french("?") : phrase;
}

namespace {

// what time do you get up, who do you play with, do you take a shower every day
Example asked_habit(GrammarRandom& random) {
  static const std::array kAsked{Fixed{"where", "où"},
                                 Fixed{"when", "quand"},
                                 Fixed{"what time", "à quelle heure"},
                                 Fixed{"why", "pourquoi"},
                                 Fixed{"how often", "à quelle fréquence"},
                                 Fixed{"who", "avec qui"},
                                 Fixed{"how", "comment"},
                                 Fixed{"", ""}};
  const Fixed& asked = kAsked[random.among({5, 4, 5, 4, 2, 2, 2, 12})];
  const NounPhrase subject = someone_asked(random);
  const VerbUse use = random.chance(60) ? some_habit(random) : some_verb_of(random, subject);
  Deed deed = some_deed(random, *use.verb, subject, Form::question);
  std::string names = use.verb->base;
  std::vector<Complement> complements = filled(random, use, deed, subject, names);
  if (asked.english == "who") complements.push_back({Phrase().add_english("with")});
  Phrase phrase = clause(random, subject, deed, complements, asked);
  if (random.chance(25)) add_ending(random, phrase, deed.time == Time::past);
  if ((deed.modal == Modal::can || deed.modal == Modal::could) && asked.english.empty())
    phrase = asked_politely(random, phrase);
  return finished(phrase, "daily", combined({asked.english, subject.name, names}));
}

Example told_habit(GrammarRandom& random) {
  const NounPhrase subject = random.chance(30) ? pronoun("i") : someone(random);
  const VerbUse use = some_habit(random);
  if (random.chance(10)) {
    Deed order;
    order.verb = use.verb;
    order.form = Form::order;
    const NounPhrase who = pronoun(random.chance(15) ? "we" : "you");
    if (random.chance(35)) order.negation = Negation::negated;
    std::string names = use.verb->base;
    Phrase phrase = clause(random, who, order, filled(random, use, order, who, names));
    if (random.chance(20)) add_ending(random, phrase, false);
    return finished(asked_politely(random, phrase), "daily", combined({who.name, "order", names}));
  }
  const Deed deed = some_deed(random, *use.verb, subject);
  std::string names = use.verb->base;
  Phrase phrase = clause(random, subject, deed, filled(random, use, deed, subject, names));
  if (random.chance(45) && deed.behind.empty()) add_ending(random, phrase, deed.time == Time::past);
  return finished(phrase, "daily", combined({subject.name, names}));
}

// for two years, since monday: depuis
Phrase since_when(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 4> kUnits{"month", "week", "day", "hour"};
  const int die = random.below(100);
  if (die < 50) {
    // depuis deux ans, and not: années
    static const Noun kYear = [] {
      Noun year = lexicon().noun("year");
      year.gender = Gender::masculine;
      year.french = "an";
      year.french_plural = "ans";
      return year;
    }();
    const Noun& other = lexicon().noun(kUnits[random.among({3, 3, 3, 3})]);
    const Noun& unit = random.chance(30) ? kYear : other;
    const int number = random.among({2, 6, 5, 3, 3, 2, 1, 1, 1, 3}) + 1;
    return Phrase().add_english("for").add_french("depuis").add(counted(number, unit));
  }
  Phrase phrase = Phrase().add_english("since").add_french("depuis");
  if (die < 70) {
    const Noun& day = pick_noun(random, random.chance(70) ? "day" : "month");
    return phrase.add_pair(day.english, day.french);
  }
  if (die < 82) {
    const std::string year = std::to_string(1990 + random.below(36));
    return phrase.add_pair(year, year);
  }
  static const std::array kSince{Fixed{"yesterday", "hier"},
                                 Fixed{"this morning", "ce matin"},
                                 Fixed{"noon", "midi"},
                                 Fixed{"last week", "la semaine dernière"},
                                 Fixed{"last year", "l' année dernière"},
                                 Fixed{"last month", "le mois dernier"}};
  const Fixed& then = random.pick(std::span<const Fixed>(kSince));
  return phrase.add_english(then.english).add_french(then.french);
}

// she has lived here for two years, i have been waiting since noon, how long have you been sick: what lasts
// is in the present in French.
Example told_since(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 8> kLasting{"live",  "work",  "wait", "study",
                                                            "learn", "sleep", "play", "walk"};
  const bool asks = random.chance(25);
  const NounPhrase subject = asks ? someone_asked(random) : someone(random);
  Deed deed;
  std::vector<Complement> complements;
  std::string names;
  if (random.chance(30)) {
    const Adjective& adjective = adjective_for(random, subject.noun);
    deed = being(Time::present);
    deed.modal = Modal::since;
    complements.push_back({random.chance(75) ? description(random, adjective, subject) : Phrase()});
    if (complements.back().phrase.english.empty()) complements.back() = some_place(random);
    names = complements.back().phrase.english.back();
  } else if (random.chance(15)) {
    deed.verb = &lexicon().verb("have");
    deed.modal = Modal::since;
    const NounPhrase what = some_noun(random, "animal,vehicle,thing,clothing", {.adjectives = 15});
    complements.push_back(object(what, deed));
    names = "have|" + what.name;
  } else {
    deed.verb = &lexicon().verb(random.pick(std::span<const std::string_view>(kLasting)));
    deed.modal = random.chance(65) ? Modal::since_doing : Modal::since;
    const VerbUse use{deed.verb, &random.pick(std::span<const Frame>(deed.verb->frames))};
    if (use.frame->subjects.front().find("person") == std::string::npos) return told_since(random);
    names = deed.verb->base;
    if (deed.verb->base == "live" && random.chance(30)) {
      complements.push_back({Phrase().add_english("here").add_french("ici")});
    } else {
      complements = filled(random, use, deed, subject, names);
    }
  }
  if (asks) {
    deed.form = Form::question;
    static const Fixed kHowLong{"how long", "depuis combien de temps"};
    return finished(clause(random, subject, deed, complements, kHowLong), "daily",
                    combined({"how long", subject.name, names}));
  }
  const Phrase since = since_when(random);
  complements.push_back({since});
  return finished(clause(random, subject, deed, complements), "daily",
                  combined({subject.name, "since", names, since.english.back()}));
}

}  // namespace

Example write_daily(GrammarRandom& random) {
  switch (random.among({34, 16, 5, 5, 6, 5, 5, 5, 5, 7, 6, 15, 6})) {
    case 0:
      return told_habit(random);
    case 1:
      return asked_habit(random);
    case 2:
      return write_favorite(random);
    case 3:
      return write_has_got(random);
    case 4:
      return write_would_like(random);
    case 5:
      return write_wants_to_be(random);
    case 6:
      return write_asked_of(random);
    case 7:
      return write_of_oneself(random);
    case 8:
      return write_this_or_that(random);
    case 9:
      return write_it_is(random);
    case 10:
      return write_someone_is(random);
    case 11:
      return write_other_frame(random);
    default:
      return told_since(random);
  }
}

}  // namespace headlight::grammar
