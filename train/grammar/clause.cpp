#include "train/grammar/clause.h"

#include <algorithm>
#include <array>

namespace headlight::grammar {
namespace {

// English without contractions or with: "did not", "didn't".
struct Auxiliary {
  std::string_view plain, contracted;
};
constexpr std::array kContracted{
    Auxiliary{"do", "don't"},       Auxiliary{"does", "doesn't"},     Auxiliary{"did", "didn't"},
    Auxiliary{"will", "won't"},     Auxiliary{"can", "can't"},        Auxiliary{"could", "couldn't"},
    Auxiliary{"must", "mustn't"},   Auxiliary{"should", "shouldn't"}, Auxiliary{"is", "isn't"},
    Auxiliary{"are", "aren't"},     Auxiliary{"was", "wasn't"},       Auxiliary{"were", "weren't"},
    Auxiliary{"would", "wouldn't"}, Auxiliary{"have", "haven't"},     Auxiliary{"has", "hasn't"},
    Auxiliary{"had", "hadn't"},
};

bool is_third(const NounPhrase& subject) { return subject.person == 3 && !subject.plural; }

std::string_view to_be(const NounPhrase& subject, bool past) {
  const bool plural = subject.plural || subject.person == 2;
  if (past) return plural ? "were" : "was";
  if (subject.person == 1 && !subject.plural) return "am";
  return plural ? "are" : "is";
}

// The English words of a verb: the auxiliary that a question puts before the subject, and the rest.
struct English {
  std::string auxiliary;  // empty: the verb alone
  std::string modal;      // want to, have to ...: between the auxiliary and the verb
  std::string main;       // empty for "is", "was", which are auxiliaries themselves
};

std::string_view to_do(const NounPhrase& subject, bool past) {
  if (past) return "did";
  return is_third(subject) ? "does" : "do";
}

// "wants", or "does want" where a negation or a question needs it.
void finite(English& english, const NounPhrase& subject, bool supported, bool past, std::string_view base,
            std::string_view third, std::string_view preterite, std::string English::*place) {
  if (supported) english.auxiliary = to_do(subject, past);
  english.*place = supported ? base : past ? preterite : is_third(subject) ? third : base;
}

English english_verb(const NounPhrase& subject, const Deed& deed) {
  const Verb& verb = *deed.verb;
  const bool is_be = verb.base == "be";
  const bool past = deed.time == Time::past || deed.time == Time::was_doing;
  const bool supported = deed.negation == Negation::negated || deed.form == Form::question;
  English english;
  english.main = verb.base;
  switch (deed.modal) {
    case Modal::can:
      english.auxiliary = "can";
      return english;
    case Modal::could:
      english.auxiliary = "could";
      return english;
    case Modal::must:
      english.auxiliary = "must";
      return english;
    case Modal::should:
      english.auxiliary = "should";
      return english;
    case Modal::would:
      english.auxiliary = "would";
      return english;
    case Modal::would_like:
      english.auxiliary = "would";
      english.modal = "like to";
      return english;
    case Modal::going_to:
      english.auxiliary = to_be(subject, past);
      english.modal = "going to";
      return english;
    case Modal::want:
      finite(english, subject, supported, past, "want", "wants", "wanted", &English::modal);
      english.modal += " to";
      return english;
    case Modal::have_to:
      finite(english, subject, supported, past, "have", "has", "had", &English::modal);
      english.modal += " to";
      return english;
    case Modal::used_to:
      english.modal = "used to";
      return english;
    case Modal::got:
      english.auxiliary = is_third(subject) ? "has" : "have";
      english.main = "got";
      return english;
    case Modal::will_can:
      english.auxiliary = "will";
      english.modal = "be able to";
      return english;
    case Modal::will_must:
      english.auxiliary = "will";
      english.modal = "have to";
      return english;
    case Modal::since:
      english.auxiliary = is_third(subject) ? "has" : "have";
      english.main = verb.participle;
      return english;
    case Modal::since_doing:
      english.auxiliary = is_third(subject) ? "has" : "have";
      english.modal = "been";
      english.main = verb.ing;
      return english;
    case Modal::just:
      english.auxiliary = is_third(subject) ? "has" : "have";
      english.modal = "just";
      english.main = verb.participle;
      return english;
    case Modal::none:
      break;
  }
  switch (deed.time) {
    case Time::future:
      english.auxiliary = "will";
      break;
    case Time::perfect:
      english.auxiliary = is_third(subject) ? "has" : "have";
      english.main = verb.participle;
      break;
    case Time::had:
      english.auxiliary = "had";
      english.main = verb.participle;
      break;
    case Time::progressive:
    case Time::was_doing:
      english.auxiliary = to_be(subject, past);
      english.main = is_be ? "being" : verb.ing;
      break;
    case Time::present:
    case Time::past:
      if (is_be) {
        english.auxiliary = to_be(subject, past);
        english.main.clear();
      } else {
        finite(english, subject, supported, past, verb.base, verb.third, verb.past, &English::main);
      }
      break;
  }
  return english;
}

std::string negated(GrammarRandom& random, const std::string& auxiliary) {
  const auto found = std::find_if(kContracted.begin(), kContracted.end(),
                                  [&](const Auxiliary& each) { return each.plain == auxiliary; });
  if (found != kContracted.end() && random.chance(60)) return std::string(found->contracted);
  return auxiliary + " not";
}

// The French verb that carries time and person, and the infinitive or participle behind it.
struct FrenchVerb {
  std::string finite;
  std::string second = {};  // parti, partir; empty in simple tenses
  bool second_is_infinitive = false;
  bool is_modal = false;                // the finite verb is peut, veut ...
  std::string_view before_second = {};  // venir de partir
};

FrenchVerb french_verb(const NounPhrase& subject, const Deed& deed,
                       const std::vector<Complement>& complements) {
  const Verb& verb = deed.french != nullptr ? *deed.french : *deed.verb;
  const int person = subject.form();
  const bool past = deed.time == Time::past || deed.time == Time::was_doing;
  const auto modal = [&](std::string_view name, Conjugation conjugation) {
    return FrenchVerb{conjugated(lexicon().verb(name), conjugation, person), verb.infinitive, true, true};
  };
  const Conjugation now = past ? Conjugation::imparfait : Conjugation::present;
  switch (deed.modal) {
    case Modal::can:
      return modal("can", Conjugation::present);
    case Modal::could:
      // "could you help me" asks, and does not tell of the past.
      return modal("can", deed.form == Form::question ? Conjugation::conditional : Conjugation::imparfait);
    case Modal::must:
      return modal("must", Conjugation::present);
    case Modal::should:
      return modal("must", Conjugation::conditional);
    case Modal::want:
      return modal("want", now);
    case Modal::would:
      return {conjugated(verb, Conjugation::conditional, person)};
    case Modal::would_like:
      return modal("want", Conjugation::conditional);
    case Modal::going_to:
      return modal("go", now);
    case Modal::have_to:
      return modal("must", now);
    case Modal::used_to:
      return {conjugated(verb, Conjugation::imparfait, person)};
    case Modal::will_can:
      return modal("can", Conjugation::future);
    case Modal::will_must:
      return modal("must", Conjugation::future);
    case Modal::since:
    case Modal::since_doing:
      return {conjugated(verb, Conjugation::present, person)};
    case Modal::just: {
      FrenchVerb venir = modal("come", Conjugation::present);
      venir.before_second = "de";
      return venir;
    }
    case Modal::got:
    case Modal::none:
      break;
  }
  switch (deed.time) {
    case Time::present:
    case Time::progressive:
      return {conjugated(verb, Conjugation::present, person)};
    case Time::was_doing:
      return {conjugated(verb, Conjugation::imparfait, person)};
    case Time::future:
      return {conjugated(verb, Conjugation::future, person)};
    case Time::past:
    case Time::perfect:
    case Time::had:
      break;
  }
  if (verb.past_is_imparfait && deed.time == Time::past)
    return {conjugated(verb, Conjugation::imparfait, person)};
  const Verb& helper = lexicon().verb(verb.with_etre ? "be" : "have");
  Gender gender = Gender::masculine;
  bool plural = false;
  if (verb.with_etre && verb.agrees) {
    gender = subject.gender;
    plural = subject.plural_in_french;
  }
  for (const Complement& each : complements) {
    if (each.clitic.empty() || !each.direct || verb.with_etre) continue;
    gender = each.gender;
    plural = each.plural;
  }
  if (deed.before != nullptr && !verb.with_etre) {
    gender = deed.before->gender;
    plural = deed.before->plural_in_french;
  }
  const Conjugation helps = deed.time == Time::had ? Conjugation::imparfait : Conjugation::present;
  return {conjugated(helper, helps, person), participle(verb, gender, plural)};
}

std::string_view reflexive_for(int person) {
  constexpr std::array<std::string_view, 6> kReflexive{"me", "te", "se", "nous", "vous", "se"};
  return kReflexive[person];
}

// il me le donne, il le lui donne
int rank_of(std::string_view clitic) {
  if (clitic == "lui" || clitic == "leur") return 2;
  return clitic == "le" || clitic == "la" || clitic == "les" ? 1 : 0;
}

void add_clitics(Phrase& phrase, const Verb& verb, int person, const std::vector<Complement>& complements) {
  if (verb.reflexive) phrase.add_french(reflexive_for(person));
  for (int rank = 0; rank < 3; ++rank) {
    for (const Complement& each : complements) {
      if (rank_of(each.clitic) == rank) phrase.add_french(each.clitic);
    }
  }
}

// Sleep: dors; let's sleep: dormons.
std::string imperative(const Verb& verb, bool let_us) {
  if (let_us) {
    if (verb.infinitive == "être") return "soyons";
    if (verb.infinitive == "avoir") return "ayons";
    return conjugated(verb, Conjugation::present, 3);
  }
  std::string form = verb.present[1];
  if (form.ends_with("es") || form == "vas") form.pop_back();
  if (verb.infinitive == "être") form = "sois";
  if (verb.infinitive == "avoir") form = "aie";
  return form;
}

void add_french_order(Phrase& phrase, const Deed& deed, const std::vector<Complement>& complements, int place,
                      bool let_us) {
  const Verb& verb = *deed.verb;
  const FrenchWord form{.word = imperative(verb, let_us), .translates = place};
  if (deed.negative()) {
    phrase.add_french("ne");
    add_clitics(phrase, verb, let_us ? 3 : 1, complements);
    phrase.add_french(form)
        .add_french(deed.negation == Negation::never ? "jamais" : "pas")
        .add_french(verb.companion);
    return;
  }
  phrase.add_french(form).add_french(verb.companion);
  if (verb.reflexive) phrase.add_french(let_us ? "-nous" : "-toi");
  for (const Complement& each : complements) {
    if (!each.clitic.empty())
      phrase.add_french(FrenchWord{"-" + (each.clitic == "me" ? "moi" : each.clitic)});
  }
}

void add_french_verb(Phrase& phrase, const NounPhrase& subject, const Deed& deed,
                     const std::vector<Complement>& complements, int main_place, int modal_place) {
  const Verb& verb = deed.french != nullptr ? *deed.french : *deed.verb;
  const FrenchVerb french = french_verb(subject, deed, complements);
  if (deed.negative()) phrase.add_french("ne");
  if (!french.is_modal) add_clitics(phrase, verb, subject.form(), complements);
  const bool simple = french.second.empty();
  phrase.add_french({.word = french.finite,
                     .translates = french.is_modal ? modal_place
                                   : simple        ? main_place
                                                   : -1});
  if (deed.negation == Negation::never) {
    phrase.add_french("jamais");
  } else if (deed.negative()) {
    phrase.add_french(deed.denied_with);
  }
  if (deed.adverb != nullptr) phrase.add_french(deed.adverb->french);
  phrase.add_french(french.before_second);
  if (french.is_modal) add_clitics(phrase, verb, subject.form(), complements);
  if (!simple) phrase.add_french({.word = french.second, .translates = main_place});
  phrase.add_french(verb.companion);
}

}  // namespace

std::string conjugated(const Verb& verb, Conjugation conjugation, int person) {
  const auto at = static_cast<std::size_t>(person);
  // Most verbs are met too seldom in these forms for a word of their own: a stem and an ending.
  const bool whole = verb.frames.empty() || verb.infinitive == "avoir" || verb.infinitive == "vouloir" ||
                     verb.infinitive == "aller";
  const std::string_view joint = whole ? "" : " ##";
  if (conjugation == Conjugation::present) {
    const std::string& form = verb.present[at];
    if (whole) return form;
    if (person == 1) return in_pieces(form, verb.present[0]);
    const std::string stem = verb.imparfait.substr(0, verb.imparfait.size() - 3);
    return person == 3 && form == stem + "ons" ? stem + " ##ons" : form;
  }
  if (conjugation == Conjugation::future) {
    constexpr std::array<std::string_view, 6> kFuture{"ai", "as", "a", "ons", "ez", "ont"};
    return verb.future.substr(0, verb.future.size() - 1) + std::string(joint) + std::string(kFuture[at]);
  }
  constexpr std::array<std::string_view, 6> kPast{"ais", "ais", "ait", "ions", "iez", "aient"};
  std::string stem = conjugation == Conjugation::imparfait
                         ? verb.imparfait.substr(0, verb.imparfait.size() - 3)
                         : verb.future.substr(0, verb.future.size() - 1);
  if (kPast[at].starts_with('i')) {
    // mangeait, mangions; commençait, commencions
    if (stem.ends_with("ge")) stem.pop_back();
    if (stem.ends_with("ç")) stem.replace(stem.size() - std::string_view("ç").size(), stem.npos, "c");
  }
  return stem + std::string(joint) + std::string(kPast[at]);
}

std::string participle(const Verb& verb, Gender gender, bool plural) {
  // "pris" has no other plural.
  const bool many = plural && (gender == Gender::feminine || !verb.pp.ends_with('s'));
  if (gender == Gender::feminine) return verb.pp + (many ? " ##es" : " ##e");
  return verb.pp + (many ? " ##s" : "");
}

Phrase clause(GrammarRandom& random, const NounPhrase& subject, const Deed& told,
              const std::vector<Complement>& complements, const Fixed& asked) {
  Deed deed = told;
  if (subject.denies) {
    deed.negation = Negation::elsewhere;
    deed.denied_with = "";
    deed.adverb = nullptr;
  }
  Phrase phrase;
  int main_place = -1;
  int modal_place = -1;
  int subject_place = -1;
  phrase.add_english(asked.english);
  const bool let_us = deed.form == Form::order && subject.plural;
  if (deed.form == Form::order) {
    if (let_us) {
      phrase.add_english("let's").add_english(deed.negative() ? "not" : "");
    } else if (deed.negation == Negation::negated) {
      phrase.add_english(random.chance(70) ? "don't" : "do not");
    }
    if (deed.negation == Negation::never) phrase.add_english("never");
    phrase.add_english(deed.verb->base);
    main_place = phrase.last_english();
  } else {
    const English english = english_verb(subject, deed);
    std::string auxiliary = english.auxiliary;
    if (deed.negation == Negation::negated) auxiliary = negated(random, auxiliary);
    const auto adverb = [&] {
      if (deed.negation == Negation::never) phrase.add_english("never");
      if (deed.adverb != nullptr) phrase.add_english(deed.adverb->english);
    };
    if (deed.form == Form::question) {
      // "does he not": only contracted forms go before the subject.
      const std::size_t blank = auxiliary.find(' ');
      phrase.add_english(auxiliary.substr(0, blank));
      modal_place = phrase.last_english();
      subject_place = phrase.add_english_of(subject.phrase);
      if (blank != auxiliary.npos) phrase.add_english("not");
    } else {
      subject_place = phrase.add_english_of(subject.phrase);
      phrase.add_english(auxiliary);
      if (!auxiliary.empty()) modal_place = static_cast<int>(phrase.english.size()) - 1;
      if (auxiliary.ends_with(" not")) --modal_place;
    }
    adverb();
    if (!english.modal.empty()) {
      modal_place = static_cast<int>(phrase.english.size());
      phrase.add_english(english.modal);
    }
    main_place = english.main.empty() ? modal_place : static_cast<int>(phrase.english.size());
    phrase.add_english(english.main);
    // "is", "was": no content word of their own.
    if (deed.verb->base == "be") main_place = -1;
  }
  std::vector<int> places;
  places.reserve(complements.size());
  for (const Complement& each : complements) places.push_back(phrase.add_english_of(each.phrase));
  phrase.add_english(deed.behind);

  if (deed.form == Form::order) {
    add_french_order(phrase, deed, complements, main_place, let_us);
  } else {
    phrase.add_french(asked.french);
    // "qui" is the subject itself: no est-ce que.
    if (deed.form == Form::question && !asked.french.ends_with("que")) phrase.add_french("est-ce que");
    phrase.add_french_of(subject.phrase, subject_place);
    add_french_verb(phrase, subject, deed, complements, main_place, modal_place);
  }
  for (std::size_t i = 0; i < complements.size(); ++i) phrase.add_french_of(complements[i].phrase, places[i]);
  if (deed.form == Form::question) phrase.add_french("?");
  return phrase;
}

Complement object(const NounPhrase& noun, const Deed& deed) {
  Complement made;
  made.gender = noun.gender;
  made.plural = noun.plural_in_french;
  if (noun.is_pronoun()) {
    made.phrase.add_english(noun.object);
    made.clitic = noun.clitic;
  } else {
    made.phrase = as_object(noun, deed.negative());
    if (deed.form == Form::question && noun.indefinite && made.phrase.english.front() == "some")
      made.phrase.english.front() = "any";
  }
  return made;
}

Complement with_preposition(std::string_view english, std::string_view french, const NounPhrase& noun) {
  Complement made;
  made.phrase.add_english(english);
  const Phrase what = after_preposition(noun);
  const bool is_person = noun.is_pronoun() && noun.name != "it";
  if (french == "à" && is_person) {
    // me, te, nous stand for "to" as well; le and la become lui, les becomes leur.
    made.clitic = noun.person < 3 ? noun.clitic : noun.plural ? "leur" : "lui";
    made.direct = false;
    made.phrase.add_english(noun.object);
    return made;
  }
  if (french.empty() && noun.is_pronoun()) {
    made.clitic = noun.clitic;
    made.gender = noun.gender;
    made.plural = noun.plural_in_french;
    made.phrase.add_english(noun.object);
    return made;
  }
  made.phrase.add_french(french).add(what);
  return made;
}

Complement infinitive(const Verb& verb, std::string_view english, std::string_view french, bool gerund,
                      const std::vector<Complement>& complements, int person) {
  Complement made;
  made.phrase.add_english(english).add_english(gerund ? verb.ing : verb.base);
  const int place = made.phrase.last_english();
  std::vector<int> places;
  places.reserve(complements.size());
  for (const Complement& each : complements) places.push_back(made.phrase.add_english_of(each.phrase));
  made.phrase.add_french(french);
  add_clitics(made.phrase, verb, person, complements);
  made.phrase.add_french({.word = verb.infinitive, .translates = place}).add_french(verb.companion);
  for (std::size_t i = 0; i < complements.size(); ++i)
    made.phrase.add_french_of(complements[i].phrase, places[i]);
  return made;
}

Phrase description(GrammarRandom& random, const Adjective& adjective, const NounPhrase& noun) {
  static const std::array kDegrees{Fixed{"too", "trop"},
                                   Fixed{"very", "très"},
                                   Fixed{"so", "si"},
                                   Fixed{"really", "vraiment"},
                                   Fixed{"very very", "très très"},
                                   Fixed{"quite", "assez"},
                                   Fixed{"a bit", "un peu"},
                                   Fixed{"a little", "un peu"},
                                   Fixed{"extremely", "extrêmement"},
                                   Fixed{"completely", "complètement"},
                                   Fixed{"almost", "presque"},
                                   Fixed{"enough", "assez"}};
  Phrase made;
  const int which = random.among({34, 14, 6, 6, 2, 3, 2, 2, 1, 1, 1, 2, 33});
  std::string_view behind;
  if (which < static_cast<int>(kDegrees.size()) && !adjective.roles.has("nodegree")) {
    const Fixed& degree = kDegrees[which];
    // big enough: assez grand
    if (degree.english == "enough") behind = degree.english;
    made.add_english(behind.empty() ? degree.english : "").add_french(degree.french);
  }
  made.add_english(adjective.english);
  made.add_french(agreeing(adjective, noun.gender, noun.plural_in_french, made.last_english()));
  return made.add_english(behind);
}

Deed being(Time time, Negation negation) {
  Deed deed;
  deed.verb = &lexicon().verb("be");
  deed.time = time;
  deed.negation = negation;
  return deed;
}

Phrase described(GrammarRandom& random, const NounPhrase& subject, const Adjective& adjective, bool present,
                 bool negative) {
  static constexpr std::array<std::string_view, 4> kLinks{"seem", "look", "become", "remain"};
  Deed deed = being(present ? Time::present : Time::past, negative ? Negation::negated : Negation::none);
  if (random.chance(30)) deed.verb = &lexicon().verb(kLinks[random.below(4)]);
  return clause(random, subject, deed, {{description(random, adjective, subject)}});
}

}  // namespace headlight::grammar
