// What follows a verb: its frame filled with nouns, infinitives, clauses and the words of a habit.
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/grammar/kinds.h"

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
      made.phrase.add_french(forms[static_cast<std::size_t>(own - kOwn.begin())]);
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
  const Verb& verb = random.pick(lexicon().habits());
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
