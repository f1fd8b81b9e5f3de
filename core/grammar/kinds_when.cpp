// Where and when, and whom one speaks to: what may stand behind a clause.
#include <algorithm>
#include <array>

#include "core/grammar/kinds.h"

namespace headlight::grammar {

Phrase country_or_city(GrammarRandom& random, std::string_view preposition) {
  const Noun& where = pick_noun(random, "country,city");
  const bool with_article = where.gender == Gender::masculine && !elides(where.french) && !where.is("city");
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
  const Preposition& chosen =
      kPrepositions[static_cast<std::size_t>(random.among({10, 5, 3, 2, 3, 2, 4, 4, 2, 3, 3, 2, 1, 1, 1}))];
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
  const Fixed& part = kParts[static_cast<std::size_t>(random.among({6, 2, 2}))];
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
  const Noun& unit = lexicon().noun(kUnits[static_cast<std::size_t>(random.among({4, 5, 3, 2, 2}))]);
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
