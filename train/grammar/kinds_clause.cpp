// Someone who does something: clauses, passives, pronouns as objects, orders, nobody and nothing.
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "train/grammar/kinds.h"

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
    const bool named = has_adjective(use.verb->participle) || random.chance(65);
    const NounPhrase subject = noun_phrase(random, done_to, {.adjectives = 10, .generic = true});
    Deed deed =
        being(kTimes[random.among({70, 12, 9, 9})], random.chance(15) ? Negation::negated : Negation::none);
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
    const None& what = denies ? kNone[random.among({6, 3, 2})] : kSome[random.among({5, 3, 2, 4, 4})];
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

// What follows a verb: its frame filled with nouns, infinitives, clauses and the words of a habit.

namespace headlight::grammar {
namespace {

// One that can follow "to", with at most one object, for a person.
VerbUse some_plain_verb(GrammarRandom& random, bool reflexive) {
  while (true) {
    const Verb& verb = pick_verb(random);
    if (verb.frames.empty() || (verb.reflexive && !reflexive)) continue;
    const Frame& frame = random.pick(std::span<const Frame>(verb.frames));
    const Slot& slot = frame.slots.front();
    const bool plain = slot.kind == Slot::Kind::noun || slot.kind == Slot::Kind::fixed ||
                       (slot.kind == Slot::Kind::nothing && slot.english.empty());
    if (plain && frame.slots.size() == 1 && frame.subjects.front() == "person") return {&verb, &frame};
  }
}

bool translates_as_noun(const std::string& english, const std::string& french) {
  static const std::set<std::pair<std::string, std::string>> kPairs = [] {
    std::set<std::pair<std::string, std::string>> pairs;
    for (const Noun& noun : lexicon().nouns()) {
      pairs.emplace(noun.english, noun.french);
      pairs.emplace(noun.english_plural, noun.french_plural);
    }
    return pairs;
  }();
  return kPairs.contains({english, french});
}

// The words of a habit, where "one's" is my, his; "fier/fière" agrees; un, du, des are "de" under a negation.
Complement habit_words(const Slot& slot, const Deed& deed, const NounPhrase& subject) {
  const Possessive& own_of = possessive_of(subject);
  const bool everyone =
      subject.noun == nullptr && subject.clitic.empty() && subject.name.starts_with("every");
  Complement made;
  const Phrase said = Phrase().add_english(slot.english);
  for (const std::string& word : said.english) {
    if (word != "one's") {
      made.phrase.add_english(word);
    } else if (everyone) {
      made.phrase.add_english("their");
    } else {
      made.phrase.add_english(own_of.english);
    }
  }
  const auto translated = [&](const std::string& french) {
    for (std::size_t at = 0; at < made.phrase.english.size(); ++at) {
      if (translates_as_noun(made.phrase.english[at], french)) return static_cast<int>(at);
    }
    return -1;
  };
  const bool owns = slot.english.find("one's") != std::string::npos;
  static constexpr std::array<std::string_view, 3> kOwn{"son", "sa", "ses"};
  static constexpr std::array<std::string_view, 9> kTaking{
      "avoir", "faire", "prendre", "dire", "raconter", "regarder", "poser", "gagner", "attraper"};
  const bool partitive = deed.negative() && deed.verb != nullptr &&
                         std::find(kTaking.begin(), kTaking.end(), deed.verb->infinitive) != kTaking.end();
  std::vector<FrenchWord> words = Phrase().add_french(slot.french).french;
  for (std::size_t at = 0; at < words.size(); ++at) {
    FrenchWord& word = words[at];
    const auto own = std::find(kOwn.begin(), kOwn.end(), word.word);
    const std::size_t slash = word.word.find('/');
    if (owns && own != kOwn.end()) {
      const std::array<std::string_view, 3> forms{own_of.masculine, own_of.feminine, own_of.plural};
      made.phrase.add_french(forms[own - kOwn.begin()]);
      continue;
    }
    if (slash != std::string::npos) {
      const bool feminine = subject.gender == Gender::feminine;
      word.word = feminine ? word.word.substr(slash + 1) : word.word.substr(0, slash);
      const bool ends = word.word.ends_with('s') || word.word.ends_with('x');
      if (subject.plural_in_french && !ends) word.word += " ##s";
      made.phrase.add_french(word);
      continue;
    }
    if (at == 0 && partitive &&
        (word.word == "un" || word.word == "une" || word.word == "des" || word.word == "du")) {
      made.phrase.add_french("de");
      continue;
    }
    if (at == 0 && partitive && word.word == "de" && words.size() > 2 &&
        (words[1].word == "la" || words[1].word == "l'")) {
      made.phrase.add_french("de");
      ++at;
      continue;
    }
    const int place = translated(word.word);
    const bool taken =
        std::any_of(made.phrase.french.begin(), made.phrase.french.end(),
                    [&](const FrenchWord& each) { return place >= 0 && each.translates == place; });
    word.translates = taken ? -1 : place;
    made.phrase.add_french(word);
  }
  return made;
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

}  // namespace

Complement some_purpose(GrammarRandom& random, const NounPhrase& subject, std::string& names) {
  const bool without = random.chance(20);
  const VerbUse use = some_plain_verb(random, true);
  names += (without ? "|without|" : "|to|") + use.verb->base;
  const std::vector<Complement> objects = filled(random, use, Deed{.verb = use.verb}, subject, names);
  return infinitive(*use.verb, without ? "without" : "to", without ? "sans" : "pour", without, objects,
                    subject.form());
}

VerbUse some_habit(GrammarRandom& random) {
  const Verb& verb = random.pick(habits());
  return {&verb, &verb.frames.front()};
}

Complement slot_filled(const Slot& slot, const NounPhrase& noun, const Deed& deed) {
  if (slot.english.empty() && slot.french.empty()) return object(noun, deed);
  return with_preposition(slot.english, slot.french, noun);
}

std::vector<Complement> filled(GrammarRandom& random, const VerbUse& use, const Deed& deed,
                               const NounPhrase& subject, std::string& names) {
  static constexpr std::array<std::string_view, 4> kLiking{"love", "like", "hate", "prefer"};
  const bool is_habit = use.frame->slots.front().kind == Slot::Kind::fixed;
  const bool generic = is_habit || std::find(kLiking.begin(), kLiking.end(), use.verb->base) != kLiking.end();
  std::vector<Complement> complements;
  for (const Slot& slot : use.frame->slots) {
    switch (slot.kind) {
      case Slot::Kind::nothing: {
        if (!slot.english.empty()) complements.push_back({Phrase().add_english(slot.english)});
        break;
      }
      case Slot::Kind::fixed: {
        complements.push_back(habit_words(slot, deed, subject));
        names += "|" + (slot.english.empty() ? slot.french : slot.english);
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
        const bool receives = complements.size() == 1 && slot.english == "to" && slot.french == "à";
        if (persons && random.chance(receives ? 45 : 18)) {
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
        // Whose infinitive it is: i try to get up, but: i tell him to get up.
        const bool own = use.frame->slots.size() == 1 || is_habit;
        const VerbUse inner = [&] {
          while (true) {
            const VerbUse drawn = some_plain_verb(random, own);
            if (own || drawn.frame->slots.front().kind != Slot::Kind::fixed) return drawn;
          }
        }();
        names += "|" + inner.verb->base;
        const std::vector<Complement> objects =
            filled(random, inner, Deed{.verb = inner.verb}, subject, names);
        complements.push_back(infinitive(*inner.verb, slot.english, slot.french,
                                         slot.kind == Slot::Kind::gerund, objects, subject.form()));
        break;
      }
      case Slot::Kind::clause: {
        Complement made;
        made.phrase.add_english(random.chance(60) ? "that" : "").add_french("que");
        NounPhrase who = some_subject(random, "person,animal");
        while (who.name == "it") who = some_subject(random, "person,animal");
        const Told said = short_clause(random, who);
        made.phrase.add(said.phrase);
        names += "|" + said.names;
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
  if (gives && complements[0].clitic.empty() && !complements[1].clitic.empty() && random.chance(75)) {
    // give me the book
    complements[1].phrase.english.erase(complements[1].phrase.english.begin());
    std::swap(complements[0], complements[1]);
  }
  return complements;
}

}  // namespace headlight::grammar
