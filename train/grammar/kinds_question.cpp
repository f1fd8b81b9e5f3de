// Questions: yes or no, where, who, what, which, how many, whose.
#include <array>
#include <optional>

#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

FrenchWord quel(Gender gender, bool several) {
  const std::string word = gender == Gender::feminine ? "quelle" : "quel";
  return {several ? word + " ##s" : word};
}

// which book do you want, which books; the participle agrees: quelle maison est-ce qu'il a construite
Example which_noun(GrammarRandom& random) {
  while (true) {
    const NounPhrase subject = some_subject(random, "person,animal");
    const VerbUse use = some_verb_of(random, subject);
    if (subject.denies || !takes_plain_object(use)) continue;
    const Noun& noun = pick_noun(random, classes_of(use.frame->slots[0].classes));
    if (!noun.shows_plural()) continue;
    const bool several = random.chance(30);
    Deed deed = some_deed(random, *use.verb, subject, Form::question);
    deed.negation = Negation::none;
    const NounPhrase asked = the(noun, several);
    deed.before = &asked;
    Phrase phrase = Phrase()
                        .add_english(random.chance(75) ? "which" : "what")
                        .add_english(several ? noun.english_plural : noun.english)
                        .add_french(quel(noun.gender, several))
                        .add_french({.word = noun.in_french(several), .translates = 1});
    phrase.add(clause(random, subject, deed));
    return finished(phrase, "question", combined({"which", noun.english, subject.name, use.verb->base}));
  }
}

// Mostly with the first determiner.
NounPhrase the_or_my(GrammarRandom& random, const std::string& classes, Determiner mostly, Determiner also,
                     std::optional<bool> plural = {}) {
  return some_noun(random, classes,
                   {.determiner = random.chance(60) ? mostly : also, .plural = plural, .adjectives = 8});
}

// what color is the cat, how old is your cat, whose dog is this: de quelle couleur, quel âge, à qui
Example asked_of_noun(GrammarRandom& random) {
  enum class Asked { which, color, age, owner };
  const auto asked = static_cast<Asked>(random.among({5, 2, 2, 2}));
  if (asked == Asked::which) return which_noun(random);
  const bool past = random.chance(15);
  const NounPhrase subject = [&] {
    if (asked == Asked::color)
      return the_or_my(random, "animal,clothing,vehicle,furniture,thing", Determiner::definite,
                       Determiner::possessive);
    if (asked == Asked::owner) return the(pick_noun(random, "animal,clothing,vehicle,furniture,thing,place"));
    if (random.chance(35)) return some_name(random);
    return the_or_my(random, "person,relative,animal,place", Determiner::possessive, Determiner::definite,
                     false);
  }();
  const std::string_view is = past ? (subject.plural ? "were" : "was") : (subject.plural ? "are" : "is");
  const Verb& verb = lexicon().verb(asked == Asked::age ? "have" : "be");
  const std::string est =
      conjugated(verb, past ? Conjugation::imparfait : Conjugation::present, subject.form());
  Phrase phrase;
  if (asked == Asked::owner) {
    const Noun& noun = *subject.noun;
    phrase.add_english("whose").add_english(subject.plural ? noun.english_plural : noun.english);
    const int place = phrase.last_english();
    phrase.add_english(is);
    phrase.add_english(subject.plural ? "these" : "this").add_french("à qui").add_french(est);
    phrase.add_french(subject.plural_in_french          ? FrenchWord{"ces"}
                      : noun.gender == Gender::feminine ? FrenchWord{"cette"}
                                                        : FrenchWord{"ce", "cet"});
    phrase.add_french({.word = noun.in_french(subject.plural_in_french), .translates = place});
  } else {
    phrase.add_english(asked == Asked::color ? "what color" : "how old").add_english(is);
    phrase.add_french(asked == Asked::color ? "de quelle couleur" : "quel âge").add_french(est);
    phrase.add(subject.phrase);
  }
  return finished(phrase.add_french("?"), "question",
                  combined({phrase.english[0], phrase.english[1], past ? "was" : "is", subject.name}));
}

}  // namespace

Example write_question(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 34) {
    NounPhrase subject =
        some_subject(random, random.chance(75) ? "person,animal" : "animal,thing,vehicle,place");
    const VerbUse use = some_verb_of(random, subject);
    const Deed deed = some_deed(random, *use.verb, subject, Form::question);
    std::string names = use.verb->base;
    Phrase phrase = clause(random, subject, deed, filled(random, use, deed, subject, names));
    if (random.chance(14)) add_ending(random, phrase, deed.time == Time::past);
    return finished(phrase, "question", combined({"yes", subject.name, names}));
  }
  if (die < 60) {
    static const std::array kAsked{Fixed{"where", "où"}, Fixed{"when", "quand"}, Fixed{"why", "pourquoi"},
                                   Fixed{"how", "comment"}};
    const Fixed& asked = kAsked[random.among({5, 3, 6, 3})];
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
    return finished(clause(random, subject, deed, filled(random, use, deed, subject, names), asked),
                    "question", combined({asked.english, subject.name, names}));
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
    const Fixed& asked = kAsked[which];
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
      if (!takes_plain_object(use) || !is_settled(use, use.frame->slots[0], pronoun("it"))) continue;
      const Deed deed = some_deed(random, *use.verb, subject, Form::question);
      Phrase phrase = clause(random, subject, deed, {}, {"what", "qu' est-ce que"});
      if (random.chance(25)) add_ending(random, phrase, deed.time == Time::past);
      return finished(phrase, "question", combined({"what", subject.name, use.verb->base}));
    }
  }
  if (die < 92) {
    // who crossed the street: qui a traversé
    NounPhrase who;
    who.name = "who";
    who.phrase.add_english("who").add_french("qui");
    const VerbUse use = some_verb_of(random, who);
    Deed deed = some_deed(random, *use.verb, who);
    deed.adverb = nullptr;
    std::string names = use.verb->base;
    Phrase phrase = clause(random, who, deed, filled(random, use, deed, who, names));
    phrase.add_french("?");
    return finished(phrase, "question", combined({"who", names}));
  }
  if (random.chance(60)) return asked_of_noun(random);
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

}  // namespace headlight::grammar
