// Questions, and clauses put together: and, when, that, who, than.
#include <array>

#include "core/grammar/kinds.h"

namespace headlight::grammar {
namespace {

struct Told {
  Phrase phrase;
  std::string names;
};

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

// A short clause: someone does or is something.
Told short_clause(GrammarRandom& random, const NounPhrase& subject) {
  if (random.chance(45)) {
    const Adjective& adjective = adjective_for(random, subject.noun);
    Deed deed = being(random.chance(55) ? Time::present : Time::past,
                      random.chance(18) ? Negation::negated : Negation::none);
    return {clause(random, subject, deed, {{description(random, adjective, subject)}}),
            subject.name + "|" + adjective.english};
  }
  const VerbUse use = some_verb_of(random, subject);
  const Deed deed = some_deed(random, *use.verb, subject);
  std::string names = subject.name + "|" + use.verb->base;
  const std::vector<Complement> complements = filled(random, use, deed, names);
  return {clause(random, subject, deed, complements), names};
}

}  // namespace

Example write_joined(GrammarRandom& random) {
  static const std::array kBetween{
      Fixed{"and", "et"},        Fixed{"but", "mais"}, Fixed{"because", "parce que"},
      Fixed{"when", "quand"},    Fixed{"so", "donc"},  Fixed{"if", "si"},
      Fixed{"or", "ou"},         Fixed{".", "."},      Fixed{"while", "pendant que"},
      Fixed{"since", "puisque"}, Fixed{"as", "car"}};
  const Fixed& between =
      kBetween[static_cast<std::size_t>(random.among({24, 14, 24, 10, 8, 6, 2, 12, 3, 5, 4}))];
  const NounPhrase subject = some_subject(random, "person,animal");
  const Told first = short_clause(random, subject);
  NounPhrase other = some_subject(random, "person,animal");
  // The same person again: tom is tired because he ran.
  if (subject.noun != nullptr && !subject.plural && random.chance(40)) {
    const bool person = subject.noun->is("person") || subject.noun->traits.has("name");
    other = pronoun(!person ? "it" : subject.gender == Gender::feminine ? "she" : "he", subject.gender);
  } else if (subject.noun != nullptr && subject.plural && random.chance(40)) {
    other = pronoun("they", subject.gender);
  } else if (other.name == "it" && subject.name != "it") {
    other = some_name(random);
  }
  const Told second = short_clause(random, other);
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
  return finished(phrase, "joined", first.names + "|" + second.names);
}

Example write_question(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 34) {
    NounPhrase subject =
        some_subject(random, random.chance(75) ? "person,animal" : "animal,thing,vehicle,place");
    const VerbUse use = some_verb_of(random, subject);
    const Deed deed = some_deed(random, *use.verb, subject, Form::question);
    std::string names = use.verb->base;
    return finished(clause(random, subject, deed, filled(random, use, deed, names)), "question",
                    combined({"yes", subject.name, names}));
  }
  if (die < 60) {
    static const std::array kAsked{Fixed{"where", "où"}, Fixed{"when", "quand"}, Fixed{"why", "pourquoi"},
                                   Fixed{"how", "comment"}};
    const Fixed& asked = kAsked[static_cast<std::size_t>(random.among({5, 3, 6, 3}))];
    NounPhrase subject = some_subject(random, "person,animal");
    if (random.chance(20) && asked.english == "why") {
      const Adjective& adjective = adjective_for(random, subject.noun);
      Deed deed = being(random.chance(60) ? Time::present : Time::past);
      deed.form = Form::question;
      return finished(clause(random, subject, deed, {{description(random, adjective, subject)}}, asked),
                      "question", combined({asked.english, subject.name, adjective.english}));
    }
    const VerbUse use = some_verb_of(random, subject);
    const Deed deed = some_deed(random, *use.verb, subject, Form::question);
    std::string names = use.verb->base;
    return finished(clause(random, subject, deed, filled(random, use, deed, names), asked), "question",
                    combined({asked.english, subject.name, names}));
  }
  if (die < 74) {
    // where is the cat, who is she, what is this: the verb comes first in French as well.
    static const std::array kAsked{Fixed{"where", "où"}, Fixed{"who", "qui"}, Fixed{"how", "comment"}};
    const int which = random.among({6, 3, 2});
    const bool past = random.chance(22);
    NounPhrase subject =
        which == 0 ? some_noun(random, "animal,person,relative,place,thing,vehicle,food,clothing,furniture",
                               {.adjectives = 20, .generic = true})
                   : some_noun(random, "person,relative", {.adjectives = 15, .generic = true});
    if (random.chance(22)) subject = some_name(random);
    const Fixed& asked = kAsked[static_cast<std::size_t>(which)];
    Phrase phrase = Phrase().add_english(asked.english).add_french(asked.french);
    phrase.add_english(past ? (subject.plural ? "were" : "was") : (subject.plural ? "are" : "is"));
    if (which == 2) {
      const Verb& go = lexicon().verb("go");
      phrase.add_french(conjugated(go, past ? Conjugation::imparfait : Conjugation::present, subject.form()));
    } else {
      phrase.add_french(conjugated(lexicon().verb("be"), past ? Conjugation::imparfait : Conjugation::present,
                                   subject.form()));
    }
    phrase.add(subject.phrase).add_french("?");
    return finished(phrase, "question", combined({asked.english, past ? "was" : "is", subject.name}));
  }
  if (die < 86) {
    // what does she eat: qu'est-ce que
    while (true) {
      NounPhrase subject = some_subject(random, "person,animal");
      const VerbUse use = some_verb_of(random, subject);
      if (use.frame->slots.size() != 1 || use.frame->slots[0].kind != Slot::Kind::noun ||
          !use.frame->slots[0].english.empty() || !use.frame->slots[0].french.empty())
        continue;
      const Deed deed = some_deed(random, *use.verb, subject, Form::question);
      Phrase phrase = clause(random, subject, deed, {}, {"what", "qu' est-ce que"});
      return finished(phrase, "question", combined({"what", subject.name, use.verb->base}));
    }
  }
  if (die < 94) {
    // who crossed the street: qui a traversé
    NounPhrase who;
    who.name = "who";
    who.phrase.add_english("who").add_french("qui");
    const VerbUse use = some_verb_of(random, who);
    Deed deed = some_deed(random, *use.verb, who);
    deed.adverb = nullptr;
    std::string names = use.verb->base;
    Phrase phrase = clause(random, who, deed, filled(random, use, deed, names));
    phrase.add_french("?");
    return finished(phrase, "question", combined({"who", names}));
  }
  // how many cats do you have
  NounPhrase subject = some_pronoun(random);
  Deed deed;
  deed.verb = &lexicon().verb("have");
  deed.form = Form::question;
  deed.time = random.chance(75) ? Time::present : Time::past;
  const Noun* noun = nullptr;
  while (noun == nullptr || noun->english_plural.empty())
    noun = &pick_noun(random, "animal,relative,thing,clothing,vehicle,document,food,time");
  Phrase phrase = Phrase().add_english("how many").add_french("combien de");
  phrase.add_pair(noun->english_plural, noun->in_french(true));
  phrase.add(clause(random, subject, deed));
  return finished(phrase, "question", combined({"how many", subject.name, noun->english}));
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
    if (random.chance(65)) {
      Deed deed = being(random.chance(40) ? Time::present : Time::past);
      return {clause(random, that, deed, {{description(random, adjective, that)}}), adjective.english};
    }
    const VerbUse use = some_verb_of(random, that);
    Deed deed = some_deed(random, *use.verb, that);
    std::string names = use.verb->base;
    return {clause(random, that, deed, filled(random, use, deed, names)), names};
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
  return finished(clause(random, whole, deed, filled(random, use, deed, names)), "relative",
                  combined({noun.english, inside.names, names}));
}

Example write_compared(GrammarRandom& random) {
  NounPhrase first = some_noun(random, "animal,person,relative,place,thing,food,vehicle",
                               {.adjectives = 5, .generic = true});
  const Adjective* adjective = &adjective_for(random, first.noun);
  if (random.chance(30)) first = some_pronoun(random);
  if (first.noun == nullptr) adjective = &adjective_for(random, nullptr);
  while (adjective->roles.has("nodegree") || adjective->roles.has("passive") ||
         adjective->roles.has("origin") || adjective->roles.has("field") || adjective->roles.has("colour"))
    adjective = &adjective_for(random, first.noun);
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
  if (die < 70) {
    if (short_form != nullptr) {
      what.phrase.add_english(short_form->english);
    } else {
      what.phrase.add_english("more").add_english(adjective->english);
    }
    if (!good) what.phrase.add_french("plus");
  } else {
    what.phrase.add_english("as").add_english(adjective->english).add_french("aussi");
  }
  const int place = what.phrase.last_english();
  if (good && die < 70) {
    what.phrase.add_french(
        FrenchWord{.word = std::string(first.gender == Gender::feminine ? "meilleure" : "meilleur") +
                           (first.plural_in_french ? " ##s" : ""),
                   .translates = place});
  } else {
    what.phrase.add_french(agreeing(*adjective, first.gender, first.plural_in_french, place));
  }
  what.phrase.add_english(die < 70 ? "than" : "as").add_french("que").add(after_preposition(second));
  Deed deed = being(random.chance(75) ? Time::present : Time::past,
                    random.chance(15) ? Negation::negated : Negation::none);
  return finished(clause(random, first, deed, {what}), "compared",
                  combined({first.name, adjective->english, second.name}));
}

}  // namespace headlight::grammar
