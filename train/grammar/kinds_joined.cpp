// Clauses put together: and, when, if, that, who.
#include <algorithm>
#include <array>

#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

// ... had a car, were tired: the past of a state, which French has in the imparfait.
Told supposed(GrammarRandom& random, const NounPhrase& subject) {
  if (random.chance(50)) {
    const Adjective& adjective = adjective_for(random, subject.noun);
    Told told{clause(random, subject, being(Time::past), {{description(random, adjective, subject)}}),
              subject.name + "|" + adjective.english};
    auto& words = told.phrase.english;
    if (random.chance(40)) std::replace(words.begin(), words.end(), std::string("was"), std::string("were"));
    return told;
  }
  static constexpr std::array<std::string_view, 3> kStates{"have", "want", "need"};
  Deed deed;
  deed.verb = &lexicon().verb(kStates[random.among({6, 1, 2})]);
  deed.time = Time::past;
  if (random.chance(15)) deed.negation = Negation::negated;
  const bool has = deed.verb->base == "have";
  const NounPhrase what =
      some_noun(random, has ? "animal,thing,food,drink,vehicle,clothing,place" : "person,animal",
                {.determiner = has ? Determiner::indefinite : Determiner::definite});
  const Complement object_or_de =
      deed.verb->base == "need" ? with_preposition("", "de", what) : object(what, deed);
  return {clause(random, subject, deed, {object_or_de}), subject.name + "|" + what.name};
}

// ... would be happy, would go to the beach
Told would_follow(GrammarRandom& random, const NounPhrase& subject) {
  if (random.chance(20)) {
    const Adjective& adjective = adjective_for(random, subject.noun);
    Deed deed = being(Time::present);
    deed.modal = Modal::would;
    return {clause(random, subject, deed, {{description(random, adjective, subject)}}),
            subject.name + "|" + adjective.english};
  }
  const VerbUse use = some_verb_of(random, subject);
  Deed deed;
  deed.verb = use.verb;
  // "I would like" is je voudrais.
  const bool likes = use.verb->base == "like" || use.verb->base == "love";
  deed.modal = likes ? Modal::can : Modal::would;
  if (random.chance(15)) deed.negation = Negation::negated;
  std::string names = subject.name + "|" + use.verb->base;
  const std::vector<Complement> complements = filled(random, use, deed, subject, names);
  return {clause(random, subject, deed, complements), names};
}

// it is raining, in the place of what someone does
Told weather_clause(GrammarRandom& random) {
  const Fixed& weather = pick_fixed(random, "weather");
  return {Phrase().add_english(weather.english).add_french(weather.french), weather.english};
}

// i know where he lives, she doesn't understand what we say, ask me why i am late
Example wondered(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 4> kVerbs{"know", "understand", "forget", "see"};
  const NounPhrase subject = some_subject(random, "person");
  Deed deed;
  deed.verb = &lexicon().verb(kVerbs[random.among({10, 3, 1, 1})]);
  deed.time = random.chance(70) ? Time::present : Time::past;
  if (deed.verb->base == "forget" || deed.verb->base == "see") deed.time = Time::past;
  deed.form = statement_or_question(random, 18);
  if (deed.form == Form::statement && random.chance(55)) deed.negation = Negation::negated;
  if (subject.denies) deed.negation = Negation::elsewhere;
  static const std::array kAsked{Fixed{"where", "où"},    Fixed{"why", "pourquoi"}, Fixed{"when", "quand"},
                                 Fixed{"how", "comment"}, Fixed{"if", "si"},        Fixed{"what", "ce que"},
                                 Fixed{"who", "qui"}};
  const Fixed& asked = kAsked[random.among({6, 4, 3, 3, 4, 6, 2})];
  Complement known;
  known.phrase.add_english(asked.english).add_french(asked.french);
  std::string names;
  if (asked.english == "who") {
    NounPhrase who;
    who.name = "who";
    const VerbUse use = some_verb_of(random, who);
    Deed inner = some_deed(random, *use.verb, who);
    inner.adverb = nullptr;
    names = use.verb->base;
    known.phrase.add(clause(random, who, inner, filled(random, use, inner, who, names)));
  } else if (asked.english == "what") {
    while (true) {
      const NounPhrase who = some_subject(random, "person");
      const VerbUse use = some_verb_of(random, who);
      if (who.denies || who.name == "it" || !takes_plain_object(use) ||
          !is_settled(use, use.frame->slots[0], pronoun("it")))
        continue;
      Deed inner = some_deed(random, *use.verb, who);
      inner.adverb = nullptr;
      known.phrase.add(clause(random, who, inner));
      names = combined({who.name, use.verb->base});
      break;
    }
  } else {
    NounPhrase who = some_subject(random, "person,animal");
    while (who.name == "it") who = some_subject(random, "person,animal");
    Told told = short_clause(random, who);
    known.phrase.add(told.phrase);
    names = told.names;
  }
  return finished(clause(random, subject, deed, {known}), "joined",
                  combined({subject.name, deed.verb->base, asked.english, names}));
}

// he was so tired that he slept
Example so_that(GrammarRandom& random) {
  const NounPhrase subject = some_subject(random, "person,animal");
  const Adjective* adjective = &adjective_for(random, subject.noun);
  while (adjective->roles.has("nodegree")) adjective = &adjective_for(random, subject.noun);
  Complement so;
  so.phrase.add_english("so").add_english(adjective->english).add_french("si");
  so.phrase.add_french(agreeing(*adjective, subject.gender, subject.plural_in_french, 1));
  Phrase phrase = clause(random, subject, being(random.chance(40) ? Time::present : Time::past), {so});
  phrase.add_english(random.chance(80) ? "that" : "").add_french("que");
  const bool again = subject.noun == nullptr && !subject.denies && random.chance(50);
  const Told then = short_clause(random, again ? subject : some_subject(random, "person,animal"));
  return finished(phrase.add(then.phrase), "joined",
                  combined({subject.name, adjective->english, then.names}));
}

}  // namespace

Example write_if(GrammarRandom& random) {
  const NounPhrase subject = some_subject(random, "person,animal");
  const Told first = supposed(random, subject);
  const NounPhrase other =
      random.chance(60) && subject.noun == nullptr ? subject : some_subject(random, "person,animal");
  const Told second = would_follow(random, other);
  Phrase phrase;
  if (random.chance(60)) {
    phrase.add_english("if").add_french("si").add(first.phrase).add_french(",").add(second.phrase);
  } else {
    phrase = second.phrase;
    phrase.add_english("if").add_french("si").add(first.phrase);
  }
  return finished(phrase, "if", first.names + "|" + second.names);
}

Example write_joined(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 5) return so_that(random);
  if (die < 17) return wondered(random);
  static const std::array kBetween{
      Fixed{"and", "et"},        Fixed{"but", "mais"}, Fixed{"because", "parce que"},
      Fixed{"when", "quand"},    Fixed{"so", "donc"},  Fixed{"if", "si"},
      Fixed{"or", "ou"},         Fixed{".", "."},      Fixed{"while", "pendant que"},
      Fixed{"since", "puisque"}, Fixed{"as", "car"}};
  const Fixed& between = kBetween[random.among({24, 14, 24, 10, 8, 6, 2, 12, 3, 5, 4})];
  const NounPhrase subject = some_subject(random, "person,animal");
  const bool outside = random.chance(5);
  const Told first = outside ? weather_clause(random) : short_clause(random, subject);
  NounPhrase other = some_subject(random, "person,animal");
  // The same person again: tom is tired because he ran.
  if (subject.noun != nullptr && !outside && !subject.plural && random.chance(40)) {
    const bool person = subject.noun->is("person") || subject.noun->traits.has("name");
    other = pronoun(!person ? "it" : subject.gender == Gender::feminine ? "she" : "he", subject.gender);
  } else if (subject.noun != nullptr && !outside && subject.plural && random.chance(40)) {
    other = pronoun("they", subject.gender);
  } else if (other.name == "it" && (outside || subject.name != "it")) {
    other = some_name(random);
  }
  const Told second = !outside && random.chance(6) ? weather_clause(random) : short_clause(random, other);
  Phrase phrase;
  const bool fronted =
      (between.english == "because" || between.english == "when" || between.english == "if") &&
      random.chance(22);
  if (fronted) {
    phrase.add_english(between.english)
        .add_french(between.french)
        .add(first.phrase)
        .add_french(",")
        .add(second.phrase);
  } else {
    phrase = first.phrase;
    phrase.add_english(between.english).add_french(between.french).add(second.phrase);
  }
  std::string names = first.names + "|" + second.names;
  if (random.chance(10)) {
    const Told third = short_clause(random, some_subject(random, "person,animal"));
    const bool but = random.chance(40);
    phrase.add_english(but ? "but" : "and").add_french(but ? "mais" : "et").add(third.phrase);
    names += "|" + third.names;
  }
  return finished(phrase, "joined", names);
}

Example write_relative(GrammarRandom& random) {
  NounPhrase subject = some_noun(random, random.chance(80) ? "animal,person" : "thing,vehicle,place",
                                 {.determiner = Determiner::definite, .adjectives = 8});
  const Noun& noun = *subject.noun;
  // that, which, who: a subject that agrees as the noun does.
  NounPhrase that = subject;
  that.phrase = Phrase();
  const bool person = noun.is("person");
  that.phrase.add_english(person && random.chance(75) ? "who"
                          : random.chance(70)         ? "that"
                                                      : "which")
      .add_french("qui");
  const Told inside = [&]() -> Told {
    const Adjective& adjective = adjective_for(random, &noun);
    if (random.chance(35)) {
      // the cake (that) the cat ate: le gâteau que le chat a mangé
      for (int tries = 0; tries < 60; ++tries) {
        const NounPhrase who = some_subject(random, "person,animal");
        const VerbUse use = some_verb_of(random, who);
        if (who.denies || !takes_plain_object(use) || !takes(use.frame->slots[0].classes, noun)) continue;
        Deed deed = some_deed(random, *use.verb, who);
        deed.adverb = nullptr;
        deed.before = &subject;
        Phrase phrase = Phrase().add_english(random.chance(60) ? "that" : "").add_french("que");
        return {phrase.add(clause(random, who, deed)), combined({who.name, use.verb->base})};
      }
    }
    if (random.chance(65)) {
      Deed deed = being(random.chance(40) ? Time::present : Time::past);
      return {clause(random, that, deed, {{description(random, adjective, that)}}), adjective.english};
    }
    const VerbUse use = some_verb_of(random, that);
    Deed deed = some_deed(random, *use.verb, that);
    std::string names = use.verb->base;
    return {clause(random, that, deed, filled(random, use, deed, that, names)), names};
  }();
  NounPhrase whole = subject;
  whole.phrase.add(inside.phrase);
  if (random.chance(35)) {
    // i see the cat that sleeps
    NounPhrase who = some_subject(random, "person");
    const VerbUse use = [&] {
      while (true) {
        const VerbUse found = some_verb_of(random, who);
        if (found.frame->slots.size() == 1 && found.frame->slots[0].kind == Slot::Kind::noun &&
            takes(found.frame->slots[0].classes, noun))
          return found;
      }
    }();
    const Deed deed = some_deed(random, *use.verb, who);
    return finished(clause(random, who, deed, {slot_filled(use.frame->slots[0], whole, deed)}), "relative",
                    combined({who.name, use.verb->base, noun.english, inside.names}));
  }
  if (random.chance(40)) {
    const Adjective& adjective = adjective_for(random, &noun);
    Phrase phrase = clause(random, whole, being(random.chance(50) ? Time::present : Time::past),
                           {{description(random, adjective, whole)}});
    return finished(phrase, "relative", combined({noun.english, inside.names, adjective.english}));
  }
  const VerbUse use = some_verb_of(random, subject);
  const Deed deed = some_deed(random, *use.verb, subject);
  std::string names = use.verb->base;
  return finished(clause(random, whole, deed, filled(random, use, deed, subject, names)), "relative",
                  combined({noun.english, inside.names, names}));
}

}  // namespace headlight::grammar

// Where and when, and whom one speaks to: what may stand behind a clause.

namespace headlight::grammar {

Phrase country_or_city(GrammarRandom& random, std::string_view preposition) {
  const Noun& where = pick_noun(random, "country,city");
  const bool with_article =
      where.gender == Gender::masculine && !is_elided_before(where.french) && !where.is("city");
  const std::string_view in = where.is("city") ? "à" : with_article ? "au" : "en";
  const std::string_view from = with_article ? "du" : "de";
  Phrase phrase = Phrase().add_english(preposition).add_french(preposition == "from" ? from : in);
  return phrase.add_pair(where.english, where.french);
}

Complement some_place(GrammarRandom& random) {
  struct Preposition {
    std::string_view english, french, classes;
  };
  static constexpr std::array kPrepositions{
      Preposition{"in", "dans", "place.inside,container"},
      Preposition{"on", "sur", "furniture"},
      Preposition{"under", "sous", "furniture"},
      Preposition{"behind", "derrière", "place,furniture,vehicle"},
      Preposition{"near", "près de", "place"},
      Preposition{"in front of", "devant", "place,furniture,vehicle"},
      Preposition{"at", "à", "place.at"},
      Preposition{"with", "avec", "person,animal"},
      Preposition{"with", "avec", "thing,food"},
      Preposition{"without", "sans", "person,animal,thing,food"},
      Preposition{"for", "pour", "person,animal,event"},
      Preposition{"next to", "à côté de", "place,furniture,person"},
      Preposition{"like", "comme", "person,animal"},
      Preposition{"around", "autour de", "place,furniture"},
      Preposition{"during", "pendant", "event"},
  };
  if (random.chance(14)) {
    if (random.chance(45)) {
      Complement made;
      const Fixed& fixed = pick_fixed(random, "place");
      made.phrase.add_english(fixed.english).add_french(fixed.french);
      return made;
    }
    return {country_or_city(random, "in")};
  }
  const Preposition& chosen = kPrepositions[random.among({10, 5, 3, 2, 3, 2, 4, 4, 2, 3, 3, 2, 1, 1, 1})];
  const std::string classes(chosen.classes);
  if (random.chance(3)) {
    // between the school and the station: entre l'école et la gare
    const NounPhrase one = the(pick_noun(random, "place,furniture"));
    const NounPhrase other = the(pick_noun(random, "place,furniture"));
    Complement between;
    between.phrase.add_english("between").add_french("entre").add(one.phrase);
    between.phrase.add_english("and").add_french("et").add(other.phrase);
    return between;
  }
  NounPhrase noun =
      chosen.english == "at"
          ? the(pick_noun(random, classes))
          : some_noun(random, classes,
                      {.determiner = random.chance(75) ? std::optional(Determiner::definite) : std::nullopt,
                       .adjectives = 12});
  const bool of_persons = chosen.classes.starts_with("person") && chosen.english != "like";
  if (of_persons && random.chance(40)) noun = random.chance(70) ? some_pronoun(random) : some_name(random);
  Complement made;
  made.phrase.add_english(chosen.english).add_french(chosen.french);
  if (chosen.english == "without" && noun.indefinite) {
    // without a hat: sans chapeau
    Phrase what = as_object(noun, true);
    what.french.erase(what.french.begin());
    made.phrase.add(what);
  } else {
    made.phrase.add(after_preposition(noun));
  }
  return made;
}

Complement some_place_for(GrammarRandom& random, const Verb& verb) {
  const auto means_more = [&](std::string_view preposition) {
    return std::any_of(lexicon().verbs().begin(), lexicon().verbs().end(), [&](const Verb& each) {
      return each.base == verb.base &&
             std::any_of(each.frames.begin(), each.frames.end(), [&](const Frame& frame) {
               return std::any_of(frame.slots.begin(), frame.slots.end(),
                                  [&](const Slot& slot) { return slot.english == preposition; });
             });
    });
  };
  while (true) {
    Complement place = some_place(random);
    if (!means_more(place.phrase.english.front())) return place;
  }
}

Phrase clock(GrammarRandom& random) {
  static const std::array kParts{Fixed{"half past", "et demie"}, Fixed{"a quarter past", "et quart"},
                                 Fixed{"quarter past", "et quart"}};
  Phrase hours = counted(1 + random.below(12), lexicon().noun("hour"));
  hours.english.pop_back();
  if (random.chance(45)) return hours.add_english("o'clock");
  for (FrenchWord& word : hours.french) {
    if (word.translates > 0) word.translates = -1;
  }
  if (random.chance(45)) return hours;
  const Fixed& part = kParts[random.among({6, 2, 2})];
  Phrase phrase = Phrase().add_english(part.english);
  return phrase.add(hours).add_french(part.french);
}

Phrase date(GrammarRandom& random, bool with_month) {
  Phrase phrase = Phrase().add_english("in").add_french("en");
  if (with_month) {
    const Noun& month = pick_noun(random, "month");
    phrase.add_pair(month.english, month.french);
  }
  const std::string year = std::to_string(1980 + random.below(50));
  return phrase.add_pair(year, year);
}

namespace {

// at five o'clock, two days ago, for ten minutes, in three weeks
Phrase some_hours(GrammarRandom& random, bool past) {
  static constexpr std::array<std::string_view, 5> kUnits{"hour", "day", "week", "month", "minute"};
  const int number = random.among({2, 6, 5, 3, 3, 2, 2, 2, 1, 3, 1, 2}) + 1;
  // "have slept for two hours" is no pendant: told_since has it.
  const int how = random.among({4, past ? 4 : 0, past ? 4 : 0, past ? 0 : 2});
  Phrase phrase;
  if (how == 0) return phrase.add_english("at").add_french("à").add(clock(random));
  const Noun& unit = lexicon().noun(kUnits[random.among({4, 5, 3, 2, 2})]);
  phrase.add_english(how == 2 ? "for" : how == 3 ? "in" : "");
  phrase.add_french(how == 1 ? "il y a" : how == 2 ? "pendant" : "dans");
  phrase.add(counted(number, unit));
  return phrase.add_english(how == 1 ? "ago" : "");
}

}  // namespace

Phrase some_time(GrammarRandom& random, bool past) {
  if (random.chance(6)) return date(random, true);
  if (random.chance(12)) return some_hours(random, past);
  const Fixed& time = pick_fixed(random, "time");
  return Phrase().add_english(time.english).add_french(time.french);
}

void add_ending(GrammarRandom& random, Phrase& phrase, bool past) {
  const bool asks = !phrase.french.empty() && phrase.french.back().word == "?";
  if (asks) phrase.french.pop_back();
  const int die = random.below(100);
  if (die < 76) {
    phrase.add(some_time(random, past));
  } else if (die < 88) {
    const Fixed& when = pick_fixed(random, past ? "when_past" : "when");
    phrase.add_english(when.english).add_french(when.french);
  } else {
    const Fixed& called = pick_fixed(random, "called");
    if (random.chance(30)) {
      Phrase first = Phrase().add_english(called.english).add_french(called.french).add_french(",");
      phrase = first.add(phrase);
    } else {
      phrase.add_english(called.english).add_french(called.french);
    }
  }
  if (asks) phrase.add_french("?");
}

}  // namespace headlight::grammar
