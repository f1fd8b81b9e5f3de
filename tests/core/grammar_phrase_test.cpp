#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/learn/grammar_clauses.h"
#include "core/text/french.h"

namespace headlight {
namespace {

const Noun& noun(std::span<const Noun> nouns, std::string_view english) {
  return *std::find_if(nouns.begin(), nouns.end(), [&](const Noun& word) { return word.english == english; });
}

std::string french(const Phrase& phrase) { return join_french(phrase.french); }

// The French of `noun` with `adjective` before it.
std::string with(const Noun& word, std::string_view adjective) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    GrammarRandom random(seed);
    const Phrase phrase = noun_phrase(random, word, before_places(), before_animals(), 100);
    if (phrase.english[1] == adjective && phrase.alignment.back() == 2) return french(phrase);
  }
  return "never written";
}

TEST(FrenchArticles, ElideBeforeVowelsAndMuteH) {
  EXPECT_EQ(french(the(noun(animals(), "animal"))), "l'animal");
  EXPECT_EQ(french(the(noun(animals(), "squirrel"))), "l'écureuil");
  EXPECT_EQ(french(the(noun(animals(), "swallow"))), "l'hirondelle");
  EXPECT_EQ(french(the(noun(animals(), "hippopotamus"))), "l'hippopotame");
  EXPECT_EQ(french(the(noun(places(), "island"))), "l'île");
  EXPECT_EQ(french(the(noun(places(), "hotel"))), "l'hôtel");
  EXPECT_EQ(french(the(noun(humans(), "man"))), "l'homme");
  EXPECT_EQ(french(the(noun(humans(), "heroine"))), "l'héroïne");
  EXPECT_EQ(french(the(noun(objects(), "clock"))), "l'horloge");
}

TEST(FrenchArticles, StayBeforeAspiratedH) {
  EXPECT_EQ(french(the(noun(animals(), "owl"))), "le hibou");
  EXPECT_EQ(french(the(noun(animals(), "hedgehog"))), "le hérisson");
  EXPECT_EQ(french(the(noun(animals(), "hamster"))), "le hamster");
  EXPECT_EQ(french(the(noun(humans(), "hero"))), "le héros");
  EXPECT_EQ(french(the(noun(places(), "hamlet"))), "le hameau");
  EXPECT_EQ(french(the(noun(places(), "hangar"))), "le hangar");
  EXPECT_EQ(french(the(noun(objects(), "harp"))), "la harpe");
  EXPECT_EQ(french(the(noun(burdens(), "shame"))), "la honte");
}

TEST(FrenchAdjectives, ChangeBeforeVowels) {
  EXPECT_EQ(with(noun(animals(), "bird"), "old"), "le vieil oiseau");
  EXPECT_EQ(with(noun(animals(), "owl"), "old"), "le vieux hibou");
  EXPECT_EQ(with(noun(places(), "street"), "old"), "la vieille rue");
  EXPECT_EQ(with(noun(places(), "hotel"), "new"), "le nouvel hôtel");
  EXPECT_EQ(with(noun(places(), "hotel"), "beautiful"), "le bel hôtel");
  EXPECT_EQ(with(noun(places(), "avenue"), "new"), "la nouvelle avenue");
  EXPECT_EQ(with(noun(places(), "park"), "new"), "le nouveau parc");
  EXPECT_EQ(with(noun(humans(), "man"), "old"), "le vieil homme");
  EXPECT_EQ(with(noun(humans(), "hero"), "old"), "le vieux héros");
}

TEST(FrenchNegation, Elides) {
  EXPECT_EQ(negation("est"), "n'");
  EXPECT_EQ(negation("évite"), "n'");
  EXPECT_EQ(negation("traverse"), "ne");
  EXPECT_EQ(negation("suis"), "ne");
}

TEST(FrenchPartitive, AgreesAndElides) {
  EXPECT_EQ(partitive(noun(foods(), "honey")), "du");
  EXPECT_EQ(partitive(noun(foods(), "meat")), "de la");
  EXPECT_EQ(partitive(noun(foods(), "water")), "de l'");
  EXPECT_EQ(partitive(noun(foods(), "grass")), "de l'");
}

TEST(FrenchPlural, AddsNothingToSAndX) {
  EXPECT_EQ(plural("fatigué"), "fatigués");
  EXPECT_EQ(plural("heureux"), "heureux");
  EXPECT_EQ(plural("épais"), "épais");
}

TEST(MainClause, AgreesWithEtre) {
  const Verb& enter = *std::find_if(animal_place_verbs().begin(), animal_place_verbs().end(),
                                    [](const Verb& verb) { return verb.base == "enter"; });
  GrammarRandom random(1);
  const Noun& cow = noun(animals(), "cow");
  const Noun& dog = noun(animals(), "dog");
  const Phrase park = the(noun(places(), "park"));
  EXPECT_EQ(french(main_clause(random, the(cow), cow.gender, enter, park, {.negative = true})),
            "la vache n'est pas entrée dans le parc");
  EXPECT_EQ(french(main_clause(random, the(dog), dog.gender, enter, park, {})),
            "le chien est entré dans le parc");
  EXPECT_EQ(
      french(main_clause(random, the(dog), dog.gender, enter, park, {.present = true, .negative = true})),
      "le chien n'entre pas dans le parc");
}

TEST(Phrase, AddsAlignmentsAtTheirPlaces) {
  Phrase phrase = the(noun(animals(), "dog"));
  phrase.add(the(noun(animals(), "cow")));
  EXPECT_EQ(phrase.alignment, (std::vector<int>{-1, 1, -1, 3}));
  EXPECT_EQ(phrase.last_english(), 3);
}

TEST(Lexicon, IsWide) {
  EXPECT_GE(animals().size(), 45U);
  EXPECT_GE(places().size(), 45U);
  EXPECT_GE(animal_adjectives().size(), 30U);
  EXPECT_GE(place_adjectives().size(), 30U);
  EXPECT_GE(animal_place_verbs().size(), 20U);
}

// Two words of one list must not share their English, or one sentence had two translations.
TEST(Lexicon, HasNoWordTwiceInAList) {
  for (const auto nouns :
       {animals(), places(), objects(), containers(), humans(), relatives(), documents(), institutions(),
        authorities(), burdens(), contests(), prizes(), weathers(), foods()}) {
    std::set<std::string_view> seen;
    for (const Noun& word : nouns) EXPECT_TRUE(seen.insert(word.english).second) << word.english;
  }
}

TEST(Lexicon, TellsCausesOfAnimalsFromCausesOfPlaces) {
  std::set<std::string_view> of_animals;
  for (const Adjective& adjective : animal_adjectives()) of_animals.insert(adjective.english);
  for (const Adjective& adjective : place_adjectives()) EXPECT_FALSE(of_animals.contains(adjective.english));
  for (const bool negative : {false, true}) {
    for (const auto reasons : {attacker_reasons(negative), attacked_reasons(negative)}) {
      for (const Adjective& reason : reasons)
        EXPECT_TRUE(of_animals.contains(reason.english)) << reason.english;
    }
  }
}

// One side of a reason must not depend on the negation, or "it" needed more than the reason to be understood.
TEST(Lexicon, KeepsAttackerAndAttackedApart) {
  std::set<std::string_view> attackers;
  for (const bool negative : {false, true}) {
    for (const Adjective& reason : attacker_reasons(negative)) attackers.insert(reason.english);
  }
  for (const bool negative : {false, true}) {
    for (const Adjective& reason : attacked_reasons(negative))
      EXPECT_FALSE(attackers.contains(reason.english));
  }
}

}  // namespace
}  // namespace headlight
