// What a class types, fitted to the words that a model knows.
#include "core/text/tokenizer.h"

#include <gtest/gtest.h>

#include "core/text/languages.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

const Vocabulary& in_one() {  // has contractions as one word
  static const Vocabulary vocabulary(
      {"the",  "animal",  "didn't",   "don't",     "isn't",   "can't", "won't",  "not",  "is",
       "am",   "i",       "it",       "are",       "you",     "two",   "twenty", "five", "color",
       "gray", "realize", "cafe",     "ice-cream", "so",      "good",  "going",  "to",   "have",
       "and",  "because", "football", "a",         "hundred", "."});
  return vocabulary;
}

const Vocabulary& in_two() {
  static const Vocabulary vocabulary(
      {"the", "is", "not", "can", "will", "did", "2", "colour", "café", "animal", "."});
  return vocabulary;
}

Words read_by(const std::string& typed, const Vocabulary& vocabulary = in_one()) {
  return understood(typed, vocabulary).words;
}

TEST(Understood, ContractionsAreAsTheModelHasThem) {
  EXPECT_EQ(read_by("It isn't"), (Words{"it", "isn't"}));
  EXPECT_EQ(read_by("It isn't", in_two()), (Words{"it", "is", "not"}));
  EXPECT_EQ(read_by("can't won't didn't", in_two()), (Words{"can", "not", "will", "not", "did", "not"}));
  EXPECT_EQ(read_by("mustn't", in_two()), (Words{"mustn't"}))
      << "of what the model does not know nothing is made";
}

TEST(Understood, AnApostropheMayBeMissing) {
  EXPECT_EQ(read_by("It didnt, I dont, you cant, it wont"),
            (Words{"it", "didn't", "i", "don't", "you", "can't", "it", "won't"}));
  EXPECT_EQ(read_by("im youre"), (Words{"i", "am", "you", "are"}));
  EXPECT_EQ(read_by("isnt", in_two()), (Words{"is", "not"}));
  const Vocabulary has_wont({"wont", "won't"});
  EXPECT_EQ(read_by("wont", has_wont), (Words{"wont"})) << "it is a word of its own";
  EXPECT_EQ(read_by("plant want"), (Words{"plant", "want"}));
}

TEST(Understood, NumbersAndSpellingsAreTheModels) {
  EXPECT_EQ(read_by("2"), (Words{"two"}));
  EXPECT_EQ(read_by("25"), (Words{"twenty", "five"}));
  EXPECT_EQ(read_by("100"), (Words{"a", "hundred"}));
  EXPECT_EQ(read_by("3 1992"), (Words{"3", "1992"}));
  EXPECT_EQ(read_by("two", in_two()), (Words{"2"}));
  EXPECT_EQ(read_by("colour grey realise café"), (Words{"color", "gray", "realize", "cafe"}));
  EXPECT_EQ(read_by("color cafe", in_two()), (Words{"colour", "café"}));
  EXPECT_EQ(read_by("ice cream icecream ice-cream"), (Words{"ice-cream", "ice-cream", "ice-cream"}));
  EXPECT_EQ(read_by("foot ball foot-ball"), (Words{"football", "football"}));
}

TEST(Understood, ChatsAndHeldLettersAreRead) {
  EXPECT_EQ(read_by("SOOOO gooood"), (Words{"so", "good"}));
  EXPECT_EQ(read_by("u r gonna cuz &"), (Words{"you", "are", "going", "to", "because", "and"}));
}

TEST(Understood, PicturesAreLeftOut) {
  EXPECT_EQ(read_by("The animal 😀. 👍🏽 The animal ☂!"),
            (Words{"the", "animal", ".", "the", "animal"}));
  EXPECT_THROW(read_by("😀 ☂"), NoWords);
}

TEST(Understood, WhatMayBeAMistakeStays) { EXPECT_EQ(read_by("teh anmial"), (Words{"teh", "anmial"})); }

TEST(Understood, SaysWhatItReadOtherwiseAndWhere) {
  const Understood said = understood("the animal didnt ☂ ice cream", in_one());
  ASSERT_EQ(said.taken.size(), 3U);
  EXPECT_EQ(said.taken[0].typed, "didnt");
  EXPECT_EQ(said.taken[0].read, "didn't");
  EXPECT_EQ(said.taken[0].place, 2);
  EXPECT_EQ(said.taken[1].read, "");
  EXPECT_EQ(said.taken[2].typed, "ice cream");
  EXPECT_EQ(said.taken[2].place, 3);
  EXPECT_TRUE(understood("The animal didn't!", in_one()).taken.empty());
}

TEST(Understood, ReadsItsOwnWordsAgain) {
  for (const char* typed : {"It isn't ice cream", "25 100 u didnt ☂ . foot ball", "a hundred twenty-five"}) {
    for (const Vocabulary* vocabulary : {&in_one(), &in_two()}) {
      const Words once = read_by(typed, *vocabulary);
      std::string line;
      for (const std::string& word : once) line += word + " ";
      EXPECT_EQ(read_by(line, *vocabulary), once) << typed;
    }
  }
}

}  // namespace
}  // namespace headlight
