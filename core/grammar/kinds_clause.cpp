// Someone who does something: clauses, passives, pronouns as objects, orders, nobody and nothing.
#include <algorithm>
#include <array>

#include "core/grammar/kinds.h"

namespace headlight::grammar {

Example write_clause(GrammarRandom& random) {
  NounPhrase subject = random.chance(72) ? some_subject(random, "person,animal")
                                         : some_subject(random, "animal,thing,vehicle,place,food,weather");
  const VerbUse use = some_verb_of(random, subject);
  Deed deed = some_deed(random, *use.verb, subject);
  std::string names = use.verb->base;
  std::vector<Complement> complements = filled(random, use, deed, subject, names);
  if (random.chance(18)) complements.push_back(some_place_for(random, *use.verb));
  const bool has_object = use.frame->slots.size() == 1 && use.frame->slots[0].kind == Slot::Kind::noun;
  if (has_object && subject.name != "it" && deed.behind.empty() && random.chance(6)) {
    // i used my dictionary to translate this: pour traduire
    complements.push_back(some_purpose(random, subject, names));
  }
  Phrase phrase = clause(random, subject, deed, complements);
  if (deed.behind.empty() && random.chance(4)) {
    add_ending(random, phrase, deed.time == Time::past);
  } else if (random.chance(12)) {
    const Phrase when = some_time(random, deed.time == Time::past);
    if (random.chance(20)) {
      Phrase first = when;
      phrase = first.add_french(",").add(phrase);
    } else {
      phrase.add(when);
    }
  }
  return finished(phrase, "clause", combined({subject.name, names}));
}

// the mouse was eaten by the cat: a été mangée
Example write_passive(GrammarRandom& random) {
  static const Verb kBeDone = [] {
    Verb be = lexicon().verb("be");
    be.past_is_imparfait = false;
    return be;
  }();
  static const std::string kNouns = "animal,person,thing,food,place,vehicle";
  static constexpr std::array kTimes{Time::past, Time::present, Time::future, Time::perfect};
  while (true) {
    const Noun& doer = pick_noun(random, random.chance(70) ? "person,animal" : kNouns);
    const Noun& done_to = pick_noun(random, kNouns);
    const VerbUse use = some_verb_between(random, doer, done_to);
    if (use.verb == nullptr || use.verb->with_etre || use.verb->past_is_imparfait ||
        !use.verb->companion.empty() || !use.frame->slots[0].english.empty() ||
        !use.frame->slots[0].french.empty())
      continue;
    // "was injured" is a state: était blessé.
    const bool named = lexicon().has_adjective(use.verb->participle) || random.chance(65);
    const NounPhrase subject = noun_phrase(random, done_to, {.adjectives = 10, .generic = true});
    Deed deed = being(kTimes[static_cast<std::size_t>(random.among({70, 12, 9, 9}))],
                      random.chance(15) ? Negation::negated : Negation::none);
    deed.form = statement_or_question(random, 8);
    deed.french = &kBeDone;
    Complement done;
    done.phrase.add_english(use.verb->participle)
        .add_french(
            {.word = participle(*use.verb, subject.gender, subject.plural_in_french), .translates = 0});
    if (named) {
      done.phrase.add_english("by").add_french("par").add(
          noun_phrase(random, doer, {.adjectives = 8}).phrase);
    }
    return finished(clause(random, subject, deed, {done}), "passive",
                    combined({subject.name, use.verb->base, named ? doer.english : ""}));
  }
}

// me, him, it, them before the French verb.
Example write_clitic(GrammarRandom& random) {
  const Form form = statement_or_question(random, 12);
  while (true) {
    NounPhrase subject = some_subject(random, "person");
    const VerbUse use = some_verb_of(random, subject);
    if (use.frame->slots.front().kind != Slot::Kind::noun) continue;
    const Slot& slot = use.frame->slots.back();
    // No "tell the hunter them".
    if (use.frame->slots.size() == 2 && slot.english.empty()) continue;
    const std::string classes = classes_of(slot.classes);
    const bool persons = classes.find("person") != classes.npos || classes == "any";
    const bool things = classes != "person";
    NounPhrase what = persons && (!things || random.chance(70)) ? some_pronoun(random)
                                                                : pronoun(random.chance(60) ? "it" : "they");
    if (what.name == subject.name || (what.name == "we" && subject.name == "i") ||
        (what.name == "i" && subject.name == "we"))
      continue;
    if (!slot.french.empty() && slot.french != "à") continue;
    if (slot.french == "à" && what.name == "it") continue;
    if (!is_settled(use, slot, what)) continue;
    Deed deed = some_deed(random, *use.verb, subject, form);
    std::string names = use.verb->base;
    std::vector<Complement> complements;
    const bool gives = use.frame->slots.size() == 2 && slot.english == "to" && slot.french == "à" &&
                       use.frame->slots.front().english.empty() && use.frame->slots.front().french.empty();
    if (gives && random.chance(60)) {
      // he gives it to her: il le lui donne
      const NounPhrase it = pronoun(random.chance(70) ? "it" : "they");
      if (!is_settled(use, use.frame->slots.front(), it)) continue;
      complements.push_back(object(it, deed));
      names += "|" + it.name;
    } else if (use.frame->slots.size() == 2) {
      // he gives her the book: only "to" here.
      NounPhrase given = some_noun(random, classes_of(use.frame->slots.front().classes), {.adjectives = 10});
      complements.push_back(slot_filled(use.frame->slots.front(), given, deed));
      names += "|" + given.name;
    }
    complements.push_back(slot_filled(slot, what, deed));
    Phrase phrase = clause(random, subject, deed, complements);
    if (deed.behind.empty() && random.chance(18)) add_ending(random, phrase, deed.time == Time::past);
    return finished(phrase, "clitic", combined({subject.name, names, what.name}));
  }
}

Example write_order(GrammarRandom& random) {
  const NounPhrase who = pronoun(random.chance(10) ? "we" : "you");
  while (true) {
    const VerbUse use = some_verb_of(random, who);
    if (use.verb->past_is_imparfait) continue;
    Deed deed;
    deed.verb = use.verb;
    deed.form = Form::order;
    if (random.chance(who.plural ? 15 : 32)) deed.negation = Negation::negated;
    std::string names = use.verb->base;
    std::vector<Complement> complements = filled(random, use, deed, who, names);
    // "help me": one clitic, and no "help you".
    const bool odd = std::any_of(complements.begin(), complements.end(), [&who](const Complement& each) {
      return each.clitic == "te" || (who.plural && (each.clitic == "me" || each.clitic == "nous"));
    });
    if (odd) continue;
    if (random.chance(14)) complements.push_back(some_place_for(random, *use.verb));
    const bool please = random.chance(8);
    Phrase phrase = clause(random, who, deed, complements);
    if (!deed.negative() && !who.plural && random.chance(12)) {
      // sit down and be quiet
      const Fixed& then = pick_fixed(random, "order");
      phrase.add_english("and").add_english(then.english).add_french("et").add_french(then.french);
      return finished(phrase, "order", combined({"order", names, then.english}));
    }
    if (please) phrase.add_english("please").add_french("s'il te plaît");
    if (!please && random.chance(12)) add_ending(random, phrase, false);
    return finished(phrase, "order", combined({who.plural ? "let us" : "order", names}));
  }
}

// nobody saw it; i saw nothing; i didn't see anybody; something fell
Example write_nobody(GrammarRandom& random) {
  struct None {
    std::string_view plain, denied, french;  // "nothing", or "anything" where the verb is denied
    bool thing;
    bool before_participle;  // n'a rien vu, but: n'a vu personne
  };
  static constexpr std::array kNone{None{"nothing", "anything", "rien", true, true},
                                    None{"nobody", "anybody", "personne", false, false},
                                    None{"no one", "anyone", "personne", false, false}};
  static constexpr std::array kSome{None{"something", "", "quelque chose", true, false},
                                    None{"someone", "", "quelqu'un", false, false},
                                    None{"somebody", "", "quelqu'un", false, false},
                                    None{"this", "", "ça", true, false}, None{"that", "", "ça", true, false}};
  while (true) {
    const NounPhrase subject = some_subject(random, "person,person,animal");
    const VerbUse use = some_verb_of(random, subject);
    if (subject.denies || !takes_plain_object(use)) continue;
    const Slot& slot = use.frame->slots[0];
    const std::string classes = classes_of(slot.classes);
    const bool persons = classes.find("person") != classes.npos || classes == "any";
    const bool things = classes != "person" && classes != "person,animal";
    const bool denies = random.chance(70);
    const None& what = denies ? kNone[static_cast<std::size_t>(random.among({6, 3, 2}))]
                              : kSome[static_cast<std::size_t>(random.among({5, 3, 2, 4, 4}))];
    if (what.thing ? !things : !persons) continue;
    if (!is_settled(use, slot, pronoun(what.thing ? "it" : "he"))) continue;
    Deed deed = some_deed(random, *use.verb, subject);
    deed.negation = Negation::none;
    deed.adverb = nullptr;
    deed.behind = {};
    Complement object;
    object.phrase.add_english(what.plain);
    if (denies) {
      const bool is_denied = random.chance(55);
      if (is_denied) object.phrase = Phrase().add_english(what.denied);
      deed.negation = is_denied ? Negation::negated : Negation::elsewhere;
      deed.denied_with = what.before_participle ? what.french : "";
    }
    if (!denies || !what.before_participle) object.phrase.add_french(what.french);
    return finished(clause(random, subject, deed, {object}), "nobody",
                    combined({subject.name, use.verb->base, what.plain}));
  }
}

}  // namespace headlight::grammar
