#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/text/languages.h"
#include "tests/snapshot.h"
#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

std::string line(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// "english / french" as a person reads them.
std::string both(const Phrase& phrase) {
  const Example example = finished(phrase, "test", "");
  return line(example.source) + " / " + join_french(example.target);
}

std::string french(const NounPhrase& noun) { return join_french(finished(noun.phrase, "", "").target); }
std::string french_noun(const std::string& noun) { return french(the(lexicon().noun(noun))); }

// A noun phrase with this adjective, drawn until it comes.
NounPhrase with(std::string_view noun, std::string_view adjective, bool plural = false,
                Determiner determiner = Determiner::definite) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    GrammarRandom random(seed);
    NounPhrase made = noun_phrase(random, lexicon().noun(noun),
                                  {.determiner = determiner, .plural = plural, .adjectives = 100});
    // The determiner, the adjective and the noun.
    const bool plain = made.head <= 2;
    if (plain && made.head > 0 && made.phrase.english[static_cast<std::size_t>(made.head) - 1] == adjective)
      return made;
  }
  ADD_FAILURE() << adjective << " " << noun << " never came";
  return the(lexicon().noun(noun));
}

struct Said {
  Time time = Time::present;
  Negation negation = Negation::none;
  Form form = Form::statement;
  Modal modal = Modal::none;
};

// With contractions written out, whatever is drawn.
std::string written_out(std::string text) {
  for (const char* word : {"did", "does", "do", "is", "are", "was", "were", "could", "must"}) {
    const std::string contracted = std::string(word) + "n't";
    if (const std::size_t at = text.find(contracted); at != text.npos)
      text.replace(at, contracted.size(), std::string(word) + " not");
  }
  return text;
}

std::string does(const NounPhrase& who, std::string_view verb, const Said& said,
                 const std::vector<NounPhrase>& objects = {}) {
  GrammarRandom random(1);
  Deed deed;
  deed.verb = &lexicon().verb(verb);
  deed.time = said.time;
  deed.negation = said.negation;
  deed.form = said.form;
  deed.modal = said.modal;
  std::vector<Complement> complements;
  complements.reserve(objects.size());
  for (const NounPhrase& each : objects) complements.push_back(object(each, deed));
  return written_out(both(clause(random, who, deed, complements)));
}

const Noun& noun(std::string_view english) { return lexicon().noun(english); }

TEST(FrenchArticles, ElideBeforeVowelsAndMuteH) { expect_answers(french_noun); }

TEST(FrenchArticles, StayBeforeAspiratedH) { expect_answers(french_noun); }

// the small white dog: one before the noun and one behind it
TEST(FrenchAdjectives, StandOnBothSidesOfTheNoun) {
  GrammarRandom random(3);
  std::set<std::string> seen;
  for (int i = 0; i < 20000; ++i) {
    const NounPhrase made =
        noun_phrase(random, lexicon().noun("cow"),
                    {.determiner = Determiner::definite, .plural = false, .adjectives = 100});
    if (made.phrase.english.size() != 4) continue;
    if (made.phrase.english[1] == "small" && made.phrase.english[2] == "white") {
      EXPECT_EQ(french(made), "la petite vache blanche");
      seen.insert("small white");
    }
    if (made.phrase.english[1] == "beautiful" && made.phrase.english[2] == "black") {
      EXPECT_EQ(french(made), "la belle vache noire");
      seen.insert("beautiful black");
    }
    EXPECT_NE(made.phrase.english[2], "small") << "that one comes first in both languages";
  }
  EXPECT_EQ(seen.size(), 2U);
}

TEST(FrenchAdjectives, ChangeBeforeVowelsAndAgree) {
  expect_said({french(with("bird", "old")), french(with("owl", "old")), french(with("street", "old")),
               french(with("hotel", "new")), french(with("bird", "black")),
               french(with("cow", "black", true)), french(with("cat", "big", true, Determiner::indefinite))});
  // Behind the verb it stays what it is.
  GrammarRandom random(1);
  for (const Adjective& adjective : lexicon().adjectives()) {
    if (adjective.english != "old") continue;
    Phrase said = Phrase().add_french(agreeing(adjective, Gender::masculine, false, -1)).add_french("et");
    EXPECT_EQ(join_french(finished(said, "", "").target), "vieux et");
  }
}

TEST(FrenchDeterminers, AgreeWithTheNoun) {
  GrammarRandom random(3);
  const auto said = [&](std::string_view word, Determiner determiner, bool plural) {
    return both(noun_phrase(random, noun(word), {.determiner = determiner, .plural = plural, .adjectives = 0})
                    .phrase);
  };
  expect_said({said("cat", Determiner::indefinite, false), said("island", Determiner::indefinite, false),
               said("cat", Determiner::indefinite, true), said("water", Determiner::indefinite, false),
               said("bread", Determiner::bare, false)});
  std::set<std::string> amounts;
  for (int i = 0; i < 200; ++i) {
    amounts.insert(said("cat", Determiner::many, true));
    amounts.insert(said("water", Determiner::many, false));
    amounts.insert(said("sheep", Determiner::all, true));
  }
  for (const char* each :
       {"many cats / beaucoup de chats", "a few cats / quelques chats", "too much water / trop d'eau",
        "both sheep / les deux moutons", "all the sheep / tous les moutons"}) {
    EXPECT_TRUE(amounts.contains(each)) << each;
  }
  expect_said(
      {both(counted(1, noun("hour"))), both(counted(12, noun("day"))),
       both(noun_phrase(random, noun("france")).phrase), both(noun_phrase(random, noun("paris")).phrase)},
      "2");
}

TEST(Clause, HasEveryTime) {
  const NounPhrase animal = the(noun("animal"));
  const NounPhrase street = the(noun("street"));
  expect_said({does(animal, "cross", {Time::past, Negation::negated}, {street}),
               does(animal, "cross", {}, {street}), does(animal, "cross", {Time::future}, {street}),
               does(animal, "cross", {Time::progressive}, {street}),
               does(animal, "cross", {Time::was_doing}, {street}),
               does(animal, "cross", {Time::past, Negation::never}, {street}),
               does(animal, "cross", {Time::perfect, Negation::never}, {street}),
               does(pronoun("we"), "cross", {Time::perfect, Negation::none, Form::question}, {street})});
}

TEST(Clause, HasEveryModal) {
  const NounPhrase we = pronoun("we");
  const NounPhrase cake = the(noun("cake"));
  const auto said = [&](Modal modal, Time time = Time::present) {
    return does(we, "eat", {.time = time, .modal = modal}, {cake});
  };
  expect_said({said(Modal::can), said(Modal::could), said(Modal::must), said(Modal::should),
               said(Modal::want, Time::past), said(Modal::would), said(Modal::would_like),
               said(Modal::going_to), said(Modal::have_to)});
}

TEST(Clause, AgreesAfterEtreAndWithAnObjectInFront) {
  expect_said({does(the(noun("girl"), true), "arrive", {Time::past}),
               does(pronoun("she"), "fall", {Time::past, Negation::negated})});
  const NounPhrase her = pronoun("she");
  expect_said(
      {does(pronoun("i"), "see", {Time::past}, {her}), does(pronoun("i"), "love", {}, {pronoun("you")}),
       does(pronoun("they"), "know", {Time::present, Negation::negated}, {pronoun("we")}).substr(0, 20),
       does(pronoun("she"), "eat", {.modal = Modal::can}, {pronoun("it")})},
      "2");
}

TEST(Clause, DeniesSomethingIndefiniteWithDe) {
  GrammarRandom random(1);
  const NounPhrase cat = noun_phrase(
      random, noun("cat"), {.determiner = Determiner::indefinite, .plural = false, .adjectives = 0});
  expect_said({does(pronoun("i"), "have", {Time::present, Negation::negated}, {cat})});
  const NounPhrase water =
      noun_phrase(random, noun("water"), {.determiner = Determiner::indefinite, .adjectives = 0});
  expect_said({does(pronoun("he"), "drink", {Time::past, Negation::negated}, {water})}, "2");
}

TEST(Clause, AsksAndOrders) {
  expect_said(
      {does(the(noun("animal")), "cross", {Time::past, Negation::none, Form::question},
            {the(noun("street"))}),
       does(pronoun("he"), "sleep", {.form = Form::question}),
       does(pronoun("you"), "open", {.form = Form::order}, {the(noun("door"))}),
       does(pronoun("you"), "help", {.form = Form::order}, {pronoun("i")}),
       does(pronoun("you"), "eat", {.negation = Negation::negated, .form = Form::order}, {the(noun("cake"))}),
       does(pronoun("we"), "eat", {.form = Form::order}, {the(noun("cake"))}),
       does(pronoun("we"), "hurry", {.negation = Negation::negated, .form = Form::order})});
}

TEST(Clause, DeniesWithNobodyAndNothing) {
  GrammarRandom random(1);
  Deed deed;
  deed.verb = &lexicon().verb("see");
  deed.time = Time::past;
  NounPhrase nobody;
  do nobody = everyone(random);
  while (nobody.name != "nobody");
  expect_said({both(clause(random, nobody, deed, {object(the(noun("cat")), deed)}))});
  deed.negation = Negation::elsewhere;
  deed.denied_with = "rien";
  expect_said({both(clause(random, pronoun("i"), deed, {{Phrase().add_english("nothing")}}))}, "2");
}

TEST(Clause, AgreesWithAnObjectThatAPronounStandsFor) {
  GrammarRandom random(1);
  const NounPhrase house = the(noun("house"));
  Deed deed;
  deed.verb = &lexicon().verb("build");
  deed.time = Time::past;
  deed.before = &house;
  const Phrase built =
      Phrase(house.phrase).add_english("that").add_french("que").add(clause(random, pronoun("he"), deed));
  EXPECT_EQ(both(built), "the house that he built / la maison qu'il a construite");
}

TEST(Clause, PutsTwoPronounsInTheirOrder) {
  const auto gives_it_to = [](std::string_view whom) {
    GrammarRandom random(1);
    Deed deed;
    deed.verb = &lexicon().verb("give");
    return both(clause(random, pronoun("he"), deed,
                       {object(pronoun("it"), deed), with_preposition("to", "à", pronoun(whom))}));
  };
  expect_said({gives_it_to("she"), gives_it_to("i")});
}

TEST(Clause, SaysToBeHungryWithToHave) {
  GrammarRandom random(1);
  Deed deed = being(Time::past);
  deed.french = &lexicon().verb("have");
  const Phrase hungry = Phrase().add_pair("hungry", "faim");
  EXPECT_EQ(both(clause(random, pronoun("she"), deed, {{hungry}})), "she was hungry / elle avait faim");
}

TEST(Conjugation, DerivesWhatTheTablesLeaveOut) {
  const auto form = [](std::string_view base, Conjugation conjugation, int person) {
    return join_french({conjugated(lexicon().verb(base), conjugation, person)});
  };
  expect_said(
      {form("be", Conjugation::imparfait, 3), form("must", Conjugation::conditional, 2),
       form("want", Conjugation::future, 0), form("eat", Conjugation::imparfait, 3),
       form("eat", Conjugation::imparfait, 2), participle(lexicon().verb("eat"), Gender::feminine, true),
       form("eat", Conjugation::present, 3), lexicon().noun("cat").in_french(true),
       lexicon().noun("horse").in_french(true), participle(lexicon().verb("take"), Gender::masculine, true)});
}

TEST(JoinFrench, JoinsPiecesAndClitics) {
  expect_said({join_french({"elle", "traverser", "##a", "la", "rue", "?"}), join_french({"aide", "-moi"})});
}

TEST(Lexicon, EveryWordIsWhole) {
  for (const Noun& noun : lexicon().nouns()) {
    EXPECT_FALSE(noun.traits.first().empty()) << noun.english;
    EXPECT_TRUE(noun.is_compound() || noun.french.find(' ') == noun.french.npos) << noun.french;
    EXPECT_TRUE(noun.english_plural.empty() || !noun.french_plural.empty()) << noun.english;
  }
  for (const Adjective& adjective : lexicon().adjectives()) {
    EXPECT_FALSE(adjective.of.words().empty()) << adjective.english;
    EXPECT_FALSE(adjective.roles.has("animal_cause") && adjective.roles.has("place_cause"))
        << adjective.english << " tells nothing";
  }
  for (const Verb& verb : lexicon().verbs()) {
    for (const std::string& form : verb.present) EXPECT_FALSE(form.empty()) << verb.base;
    EXPECT_TRUE(verb.imparfait.ends_with("ait")) << verb.base;
    EXPECT_TRUE(verb.future.ends_with("a")) << verb.base;
    for (const Frame& frame : verb.frames) {
      for (const Slot& slot : frame.slots) {
        EXPECT_TRUE(slot.kind != Slot::Kind::noun || !lexicon().nouns(classes_of(slot.classes)).empty())
            << verb.base;
      }
    }
  }
}

TEST(EverydaySentences, HaveNoTwoTranslations) {
  std::map<std::string, std::string> translations;
  GrammarRandom random(99);
  for (int i = 0; i < 100000; ++i) {
    const Example example = write_sentence(random);
    if (example.kind == "ambiguous") continue;
    const auto [found, is_new] = translations.emplace(line(example.source), line(example.target));
    ASSERT_TRUE(is_new || found->second == line(example.target)) << found->first;
  }
}

TEST(EverydaySentences, ElideAndContractEverywhere) {
  static const std::set<std::string> full{"le",    "la",      "je", "ne", "que", "de",
                                          "parce", "puisque", "me", "te", "se"};
  GrammarRandom random(7);
  for (int i = 0; i < 50000; ++i) {
    const Example example = write_sentence(random);
    const std::vector<std::string>& words = example.target;
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      // "de les voir" is right: there "les" is a pronoun.
      const bool infinitive =
          at + 2 < words.size() && (words[at + 2].ends_with("r") || words[at + 2].ends_with("re"));
      const std::string two = words[at] + " " + words[at + 1];
      ASSERT_FALSE(!infinitive && (two == "à les" || two == "de les")) << line(words);
      ASSERT_FALSE(two == "de des" || two == "de de") << line(words);
      if (!full.contains(words[at])) continue;
      for (const char* vowel : {"a", "e", "i", "u", "â", "é", "ê", "î", "ô", "œ"}) {
        ASSERT_FALSE(words[at + 1].starts_with(vowel)) << line(words);
      }
    }
    ASSERT_NE(words.back().back(), '\'') << line(words);
  }
}

TEST(EverydaySentences, PointAtTheRightWords) {
  std::map<std::string, const Noun*> nouns;
  for (const Noun& each : lexicon().nouns()) nouns.emplace(each.english, &each);
  GrammarRandom random(5);
  int references = 0;
  for (int i = 0; i < 20000; ++i) {
    const Example example = write_sentence(random);
    ASSERT_EQ(example.alignment.size(), example.target.size());
    std::set<int> places;
    for (const int place : example.alignment) {
      if (place < 0) continue;
      ASSERT_LT(place, static_cast<int>(example.source.size())) << line(example.source);
      ASSERT_TRUE(places.insert(place).second) << line(example.source);
      ASSERT_NE(example.source[static_cast<std::size_t>(place)], "the") << line(example.source);
    }
    if (!example.reference) continue;
    ++references;
    const Reference& reference = *example.reference;
    const auto source = [&](int place) { return example.source.at(static_cast<std::size_t>(place)); };
    ASSERT_EQ(source(reference.it), "it");
    const Noun* antecedent = nouns.at(source(reference.antecedent));
    ASSERT_EQ(example.target.at(static_cast<std::size_t>(reference.pronoun)),
              antecedent->gender == Gender::masculine ? "il" : "elle")
        << line(example.source) << line(example.target);
    ASSERT_EQ(reference.genders_differ, antecedent->gender != nouns.at(source(reference.other))->gender);
    ASSERT_GT(reference.cue, reference.it);
  }
  EXPECT_GT(references, 4000);
}

// What a class types, word for word: drawn until it comes. "kind:english|french", what the two sentences
// hold.
TEST(EverydaySentences, HaveWhatAClassTypes) {
  expect_answers([](const std::string& wanted) -> std::string {
    const std::size_t colon = wanted.find(':'), bar = wanted.find('|');
    const std::string name = wanted.substr(0, colon), english = wanted.substr(colon + 1, bar - colon - 1);
    const auto kind =
        std::find_if(kinds().begin(), kinds().end(), [&](const Kind& other) { return other.name == name; });
    if (kind == kinds().end()) return "no such kind";
    GrammarRandom random(4);
    int found = 0;
    for (int i = 0; i < 20000 && found < 3; ++i) {
      const Example example = kind->write(random);
      if (line(example.source).find(english) == std::string::npos) continue;
      ++found;
      if (join_french(example.target).find(wanted.substr(bar + 1)) == std::string::npos)
        return line(example.source) + " / " + join_french(example.target);
    }
    return found > 0 ? "so it is" : "never came";
  });
}

TEST(EverydaySentences, AreOfEveryKind) {
  std::map<std::string, int> counts;
  GrammarRandom random(6);
  for (int i = 0; i < 20000; ++i) ++counts[write_sentence(random).kind];
  for (const Kind& kind : kinds()) {
    const int count = counts[std::string(kind.name)];
    // A kind of share 0 is written only where a training names it.
    if (kind.share == 0)
      EXPECT_EQ(count, 0) << kind.name;
    else
      EXPECT_GT(count, 50) << kind.name;
  }
}

}  // namespace
}  // namespace headlight::grammar
