// What one does every day, told, asked and ordered; the frames of every day beside it.
#include <array>

#include "core/grammar/kinds_frames.h"

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
  const Fixed& asked = kAsked[static_cast<std::size_t>(random.among({5, 4, 5, 4, 2, 2, 2, 12}))];
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

}  // namespace

Example write_daily(GrammarRandom& random) {
  switch (random.among({34, 16, 5, 5, 6, 5, 5, 5, 5, 7, 6, 12})) {
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
    default:
      return write_other_frame(random);
  }
}

}  // namespace headlight::grammar
