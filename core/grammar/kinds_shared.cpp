// What the kinds share: who does what, when and where.
#include <algorithm>
#include <array>

#include "core/grammar/kinds.h"

namespace headlight::grammar {
namespace {

bool is_simple(const Frame& frame) {
  return frame.slots.size() == 1 && frame.slots[0].kind == Slot::Kind::noun;
}

// Past and present look alike: i put, they hit.
bool looks_past(const Verb& verb, const NounPhrase& subject) {
  return verb.past == verb.base && !(subject.person == 3 && !subject.plural);
}

constexpr int kTries = 400;

// One that can follow "to", with at most one object, for a person.
VerbUse some_plain_verb(GrammarRandom& random) {
  while (true) {
    const Verb& verb = pick_verb(random);
    if (verb.frames.empty() || verb.reflexive) continue;
    const Frame& frame = random.pick(std::span<const Frame>(verb.frames));
    const Slot& slot = frame.slots.front();
    const bool plain =
        slot.kind == Slot::Kind::noun || (slot.kind == Slot::Kind::nothing && slot.english.empty());
    if (plain && frame.slots.size() == 1 && frame.subjects.front() == "person") return {&verb, &frame};
  }
}

}  // namespace

Example finished(const Phrase& phrase, std::string_view kind, const std::string& combination) {
  Example example;
  example.kind = kind;
  example.combination = combination;
  example.source = spoken(phrase.english);
  for (const FrenchWord& word : spoken(phrase.french)) {
    // A stem and its ending are two words of the corpus.
    const std::size_t blank = word.word.find(' ');
    example.target.push_back(word.word.substr(0, blank));
    example.alignment.push_back(word.translates);
    if (blank == word.word.npos) continue;
    example.target.push_back(word.word.substr(blank + 1));
    example.alignment.push_back(-1);
  }
  return example;
}

std::string combined(std::initializer_list<std::string_view> words) {
  std::string combination;
  for (const std::string_view word : words) {
    if (!combination.empty()) combination += '|';
    combination += word;
  }
  return combination;
}

const Fixed& pick_fixed(GrammarRandom& random, const std::string& table) {
  const auto& all = lexicon().fixed(table);
  return all[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
}

std::string classes_of(const std::vector<std::string>& classes) {
  std::string joined;
  for (const std::string& each : classes) joined += (joined.empty() ? "" : ",") + each;
  return joined;
}

bool takes(const std::vector<std::string>& classes, const Noun& noun) {
  return std::any_of(classes.begin(), classes.end(), [&](const std::string& each) { return noun.is(each); });
}

bool takes_plain_object(const VerbUse& use) {
  const std::vector<Slot>& slots = use.frame->slots;
  return slots.size() == 1 && slots[0].kind == Slot::Kind::noun && slots[0].english.empty() &&
         slots[0].french.empty();
}

NounPhrase some_subject(GrammarRandom& random, const std::string& classes) {
  const bool persons = classes.find("person") != classes.npos || classes == "any";
  if (persons) {
    const int die = random.below(100);
    if (die < 40) return some_pronoun(random);
    if (die < 49) return some_name(random);
    if (die < 51) return everyone(random);
  } else if (random.chance(12)) {
    return pronoun("it");
  }
  NounPhrase first = some_noun(random, classes, {.generic = true});
  if (!random.chance(5)) return first;
  const NounPhrase second = some_noun(random, classes, {.determiner = Determiner::definite, .adjectives = 0});
  return second.noun == first.noun ? first : joined(first, second);
}

const Adjective& adjective_for(GrammarRandom& random, const Noun* noun) {
  static const Noun kSomeone = [] {
    Noun someone;
    someone.traits = Traits({"person"});
    return someone;
  }();
  const auto& suited =
      lexicon().adjectives_of(noun == nullptr || noun->traits.has("name") ? kSomeone : *noun);
  return usual(random, std::span<const Adjective* const>(suited));
}

VerbUse some_verb_between(GrammarRandom& random, const Noun& subject, const Noun& object) {
  for (int tries = 0; tries < kTries; ++tries) {
    const Verb& verb = pick_verb(random);
    if (verb.frames.empty()) continue;
    const Frame& frame = random.pick(std::span<const Frame>(verb.frames));
    if (is_simple(frame) && takes(frame.subjects, subject) && takes(frame.slots[0].classes, object))
      return {&verb, &frame};
  }
  return {};
}

bool is_settled(const VerbUse& use, const Slot& slot, const NounPhrase& pronoun) {
  const bool thing = pronoun.name == "it" || pronoun.name == "they";
  const bool person = pronoun.name != "it";
  const auto could_be = [&](const Slot& other) {
    if (other.kind != Slot::Kind::noun || other.english != slot.english) return false;
    return std::any_of(other.classes.begin(), other.classes.end(), [&](const std::string& each) {
      return each == "any" || (person && each.starts_with("person")) ||
             (thing && !each.starts_with("person"));
    });
  };
  for (const Verb& verb : lexicon().verbs()) {
    if (verb.base != use.verb->base) continue;
    for (const Frame& frame : verb.frames) {
      if (&frame == use.frame) return true;
      // Of one verb only another preposition is another translation.
      const auto means_else = [&](const Slot& other) {
        return could_be(other) && (&verb != use.verb || other.french != slot.french);
      };
      if (std::any_of(frame.slots.begin(), frame.slots.end(), means_else)) return false;
    }
  }
  return true;
}

VerbUse some_verb_of(GrammarRandom& random, const NounPhrase& subject) {
  static const std::vector<std::string> kPersons{"person"};
  while (true) {
    const Verb& verb = pick_verb(random);
    if (verb.frames.empty()) continue;
    const Frame& frame = random.pick(std::span<const Frame>(verb.frames));
    const bool is_person = subject.noun == nullptr || subject.noun->traits.has("name");
    const bool suits =
        is_person ? std::any_of(frame.subjects.begin(), frame.subjects.end(),
                                [](const std::string& each) { return each == "person" || each == "any"; })
                  : takes(frame.subjects, *subject.noun);
    if (suits) return {&verb, &frame};
  }
}

Form statement_or_question(GrammarRandom& random, int percent_questions) {
  return random.chance(percent_questions) ? Form::question : Form::statement;
}

Deed told(GrammarRandom& random, const Verb& verb, int percent_negative) {
  Deed deed;
  deed.verb = &verb;
  deed.time = random.chance(75) ? Time::past : Time::present;
  if (random.chance(percent_negative)) deed.negation = Negation::negated;
  if (random.chance(18)) {
    static constexpr std::array kModals{Modal::can, Modal::could, Modal::want, Modal::going_to};
    deed.modal = kModals[static_cast<std::size_t>(random.among({3, 4, 3, 1}))];
    if (deed.modal == Modal::can) deed.time = Time::present;
    if (deed.modal == Modal::could) deed.time = Time::past;
  } else if (random.chance(8)) {
    deed.time = random.chance(50) ? Time::future : Time::progressive;
    if (verb.past_is_imparfait) deed.time = Time::present;
  }
  return deed;
}

Deed some_deed(GrammarRandom& random, const Verb& verb, const NounPhrase& subject, Form form) {
  static constexpr std::array kTimes{Time::present,     Time::past,      Time::future,
                                     Time::progressive, Time::was_doing, Time::perfect};
  static constexpr std::array kModals{Modal::can,      Modal::could,   Modal::must,
                                      Modal::should,   Modal::want,    Modal::would_like,
                                      Modal::going_to, Modal::have_to, Modal::would};
  static const std::array kAdverbs{Fixed{"always", "toujours"}, Fixed{"often", "souvent"},
                                   Fixed{"sometimes", "parfois"}, Fixed{"also", "aussi"}};
  Deed deed;
  deed.verb = &verb;
  deed.form = form;
  const bool is_be = verb.base == "be";
  deed.time = kTimes[static_cast<std::size_t>(random.among({30, 34, 9, 10, 6, 6}))];
  // "cats are interesting": an adjective
  static constexpr std::array<std::string_view, 6> kLasting{"wear",  "live",  "stand",
                                                            "think", "shine", "hope"};
  const bool lasts = std::find(kLasting.begin(), kLasting.end(), verb.base) != kLasting.end();
  const bool no_progressive = (verb.past_is_imparfait && !lasts) || lexicon().has_adjective(verb.ing);
  if (no_progressive && (deed.time == Time::progressive || deed.time == Time::was_doing))
    deed.time = Time::present;
  if (random.chance(is_be ? 0 : 30)) {
    deed.modal = kModals[static_cast<std::size_t>(random.among({7, 4, 5, 3, 7, 3, 4, 4, 4}))];
    const bool has_past =
        deed.modal == Modal::want || deed.modal == Modal::have_to || deed.modal == Modal::going_to;
    deed.time = has_past && random.chance(35) ? Time::past : Time::present;
    // "doesn't have to" is no "ne doit pas", and so is its question.
    if (deed.modal == Modal::have_to && form == Form::question) deed.modal = Modal::must;
  }
  if (random.chance(form == Form::question ? 6 : 26)) deed.negation = Negation::negated;
  if (form == Form::statement && random.chance(3)) deed.negation = Negation::never;
  if (deed.modal == Modal::have_to) deed.negation = Negation::none;
  // "i would like" is je voudrais.
  if (deed.modal == Modal::would && (verb.base == "like" || verb.base == "love")) deed.modal = Modal::can;
  if (deed.modal == Modal::would_like && deed.negation == Negation::never) deed.negation = Negation::none;
  if (form == Form::statement && deed.negation == Negation::none && deed.modal == Modal::none &&
      (deed.time == Time::present || deed.time == Time::past) && random.chance(7)) {
    deed.adverb = &kAdverbs[static_cast<std::size_t>(random.among({4, 4, 3, 2}))];
  }
  if (looks_past(verb, subject) && deed.time == Time::present && deed.modal == Modal::none &&
      deed.negation != Negation::negated && form == Form::statement) {
    deed.time = Time::past;
  }
  if (subject.denies) {
    deed.negation = Negation::elsewhere;
    deed.adverb = nullptr;
  }
  return deed;
}

Complement slot_filled(const Slot& slot, const NounPhrase& noun, const Deed& deed) {
  if (slot.english.empty() && slot.french.empty()) return object(noun, deed);
  return with_preposition(slot.english, slot.french, noun);
}

// "gives the dog the bone" for "gives the bone to the dog": French has one order.
Complement recipient_first(const Complement& given, const Complement& recipient) {
  Complement both;
  Phrase to = recipient.phrase;
  to.english.erase(to.english.begin());
  for (FrenchWord& word : to.french) {
    if (word.translates > 0) --word.translates;
  }
  const int recipient_at = both.phrase.add_english_of(to);
  const int given_at = both.phrase.add_english_of(given.phrase);
  both.phrase.add_french_of(given.phrase, given_at).add_french_of(to, recipient_at);
  return both;
}

std::vector<Complement> filled(GrammarRandom& random, const VerbUse& use, const Deed& deed,
                               std::string& names) {
  static constexpr std::array<std::string_view, 4> kLiking{"love", "like", "hate", "prefer"};
  const bool generic = std::find(kLiking.begin(), kLiking.end(), use.verb->base) != kLiking.end();
  std::vector<Complement> complements;
  for (const Slot& slot : use.frame->slots) {
    switch (slot.kind) {
      case Slot::Kind::nothing: {
        if (!slot.english.empty()) complements.push_back({Phrase().add_english(slot.english)});
        break;
      }
      case Slot::Kind::noun: {
        const std::string classes = classes_of(slot.classes);
        const bool persons = classes.find("person") != classes.npos || classes == "any";
        NounPhrase noun = some_noun(random, classes, {.generic = generic});
        if (generic && random.chance(25))
          noun =
              some_noun(random, classes, {.determiner = Determiner::bare, .adjectives = 10, .generic = true});
        // A liking is of all there are: "I don't like cats" keeps its les.
        if (generic && noun.indefinite)
          noun = some_noun(random, classes, {.determiner = Determiner::definite});
        if (persons && random.chance(18)) {
          const NounPhrase short_form = random.chance(60) ? some_pronoun(random) : some_name(random);
          if (short_form.noun != nullptr || is_settled(use, slot, short_form)) noun = short_form;
        }
        names += "|" + noun.name;
        if (noun.noun != nullptr && !noun.indefinite && random.chance(5)) {
          const NounPhrase second = some_noun(random, std::string(noun.noun->traits.first()),
                                              {.determiner = Determiner::definite, .adjectives = 0});
          // à la ville et à la rivière, but: dans la ville et la rivière
          if (second.noun != noun.noun && slot.french != "de")
            noun = joined(noun, second, slot.french == "à" ? "à" : "");
        }
        complements.push_back(slot_filled(slot, noun, deed));
        break;
      }
      case Slot::Kind::infinitive:
      case Slot::Kind::gerund: {
        const VerbUse inner = some_plain_verb(random);
        names += "|" + inner.verb->base;
        const std::vector<Complement> objects = filled(random, inner, Deed{inner.verb}, names);
        complements.push_back(
            infinitive(*inner.verb, slot.english, slot.french, slot.kind == Slot::Kind::gerund, objects));
        break;
      }
      case Slot::Kind::clause: {
        NounPhrase subject = some_subject(random, "person,animal");
        const auto& suited = lexicon().adjectives("animal_cause");
        const Adjective& adjective = usual(random, std::span<const Adjective* const>(suited));
        Complement made;
        made.phrase.add_english(random.chance(60) ? "that" : "").add_french("que");
        made.phrase.add(
            clause(random, subject, being(Time::present), {{description(random, adjective, subject)}}));
        names += "|" + adjective.english;
        complements.push_back(std::move(made));
        break;
      }
    }
  }
  static constexpr std::array<std::string_view, 12> kGiving{
      "give", "send", "show", "offer", "tell", "teach", "lend", "sell", "throw", "bring", "read", "write"};
  const bool gives = complements.size() == 2 && use.frame->slots[1].english == "to" &&
                     use.frame->slots[1].kind == Slot::Kind::noun &&
                     use.frame->slots[0].kind == Slot::Kind::noun && use.frame->slots[0].english.empty() &&
                     std::find(kGiving.begin(), kGiving.end(), use.verb->base) != kGiving.end();
  if (gives && complements[0].clitic.empty() && complements[1].clitic.empty() && random.chance(35))
    return {recipient_first(complements[0], complements[1])};
  return complements;
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
  };
  if (random.chance(14)) {
    // in france: en france; in canada: au canada; in paris: à paris
    Complement made;
    if (random.chance(45)) {
      const Fixed& fixed = pick_fixed(random, "place");
      made.phrase.add_english(fixed.english).add_french(fixed.french);
      return made;
    }
    const Noun& where = pick_noun(random, "country,city");
    const bool masculine = where.gender == Gender::masculine && !elides(where.french);
    made.phrase.add_english("in").add_french(where.is("city") ? "à" : masculine ? "au" : "en");
    made.phrase.add_pair(where.english, where.french);
    return made;
  }
  const Preposition& chosen =
      kPrepositions[static_cast<std::size_t>(random.among({10, 5, 3, 2, 3, 2, 4, 4}))];
  const std::string classes(chosen.classes);
  NounPhrase noun =
      chosen.english == "at"
          ? the(pick_noun(random, classes))
          : some_noun(random, classes,
                      {.determiner = random.chance(75) ? std::optional(Determiner::definite) : std::nullopt,
                       .adjectives = 12});
  if (chosen.english == "with" && random.chance(40))
    noun = random.chance(70) ? some_pronoun(random) : some_name(random);
  Complement made;
  made.phrase.add_english(chosen.english).add_french(chosen.french).add(after_preposition(noun));
  return made;
}

// at five o'clock, two days ago, for ten minutes, in three weeks
Phrase some_hours(GrammarRandom& random, bool past) {
  static constexpr std::array<std::string_view, 5> kUnits{"hour", "day", "week", "month", "minute"};
  const int number = random.among({2, 6, 5, 3, 3, 2, 2, 2, 1, 3, 1, 2}) + 1;
  const int how = random.among({4, past ? 4 : 0, 4, past ? 0 : 2});
  Phrase phrase;
  if (how == 0) {
    phrase.add_english("at").add_french("à").add(counted(number, lexicon().noun("hour")));
    phrase.english.back() = "o'clock";
    return phrase;
  }
  const Noun& unit = lexicon().noun(kUnits[static_cast<std::size_t>(random.among({4, 5, 3, 2, 2}))]);
  phrase.add_english(how == 2 ? "for" : how == 3 ? "in" : "");
  phrase.add_french(how == 1 ? "il y a" : how == 2 ? "pendant" : "dans");
  phrase.add(counted(number, unit));
  return phrase.add_english(how == 1 ? "ago" : "");
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

Phrase some_time(GrammarRandom& random, bool past) {
  if (random.chance(6)) return date(random, true);
  if (random.chance(12)) return some_hours(random, past);
  const Fixed& time = pick_fixed(random, "time");
  return Phrase().add_english(time.english).add_french(time.french);
}

Phrase conjunction(GrammarRandom& random) {
  // One word for one conjunction would make it the place where gender is gathered, instead of "it".
  static const std::array kConjunctions{Fixed{"because", "parce que"},
                                        Fixed{"since", "puisque"},
                                        Fixed{"as", "car"},
                                        Fixed{".", "."},
                                        Fixed{"and", "et"},
                                        Fixed{"but", "mais"}};
  const Fixed& chosen = kConjunctions[static_cast<std::size_t>(random.among({40, 16, 14, 16, 8, 6}))];
  return Phrase().add_english(chosen.english).add_french(chosen.french);
}

Said said_of(GrammarRandom& random, const NounPhrase& it, const Adjective& adjective, bool present) {
  Said said;
  said.clause = described(random, it, adjective, present);
  said.cue = said.clause.last_english();
  while (said.clause.english[static_cast<std::size_t>(said.cue)] != adjective.english) --said.cue;
  said.word = adjective.english;
  return said;
}

Said cause_of_animal(GrammarRandom& random, const NounPhrase& it, bool present) {
  const int die = random.below(100);
  const Time time = present ? Time::present : Time::past;
  if (die < 12) {
    const Fixed& state = pick_fixed(random, "avoir");
    static const std::array kDegrees{Fixed{"too", "trop"}, Fixed{"very", "très"}, Fixed{"", ""}};
    const Fixed& degree = kDegrees[static_cast<std::size_t>(random.among({4, 3, 3}))];
    Deed deed = being(time);
    deed.french = &lexicon().verb("have");
    Complement what;
    what.phrase.add_english(degree.english).add_french(degree.french).add_pair(state.english, state.french);
    Said said{clause(random, it, deed, {what}), 0, state.english};
    said.cue = said.clause.last_english();
    return said;
  }
  if (die < 26) {
    Deed deed;
    const Verb* wish = nullptr;
    while (wish == nullptr || wish->frames.empty() || wish->reflexive ||
           wish->frames.front().slots.front().kind != Slot::Kind::nothing ||
           !wish->frames.front().slots.front().english.empty() ||
           std::find(wish->frames.front().subjects.begin(), wish->frames.front().subjects.end(), "animal") ==
               wish->frames.front().subjects.end()) {
      wish = &pick_verb(random);
    }
    deed.verb = wish;
    deed.modal = Modal::want;
    deed.time = time;
    Said said{clause(random, it, deed), 0, wish->base};
    said.cue = said.clause.last_english();
    return said;
  }
  const auto& causes = lexicon().adjectives("animal_cause");
  Said said = said_of(random, it, usual(random, std::span<const Adjective* const>(causes)), present);
  // too tired to walk
  if (random.chance(8) && said.clause.english.size() >= 2 &&
      said.clause.english[said.clause.english.size() - 2] == "too") {
    const Fixed& wish = pick_fixed(random, "wish");
    said.clause.add_english("to").add_french("pour").add_pair(wish.english, wish.french);
  }
  return said;
}

Said cause_of_place(GrammarRandom& random, const NounPhrase& it, const Noun& place, bool present) {
  if (random.chance(15)) {
    const Noun& content = pick_noun(random, "content");
    const bool plural = !content.mass() && !content.english_plural.empty();
    Complement what;
    what.phrase.add_pair("full", it.gender == Gender::feminine ? "pleine" : "plein")
        .add_english("of")
        .add_french("de");
    what.phrase.add_pair(plural ? content.english_plural : content.english, content.in_french(plural));
    Said said{clause(random, it, being(present ? Time::present : Time::past), {what}), 0, content.english};
    said.cue = said.clause.last_english();
    return said;
  }
  const auto& causes = lexicon().adjectives("place_cause");
  while (true) {
    const Adjective& adjective = usual(random, std::span<const Adjective* const>(causes));
    if (adjective.suits(place)) return said_of(random, it, adjective, present);
  }
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

}  // namespace headlight::grammar
