#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/encode.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/word_pairs.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

std::string in_a_line(const Words& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::string english(const std::string& typed) { return in_a_line(english_words(typed)); }

TEST(EnglishWords, LowersAndSplits) {
  expect_answers(english);
  EXPECT_EQ(english_words("  the\tanimal \n  slept\u00a0well "), (Words{"the", "animal", "slept", "well"}));
}

TEST(EnglishWords, ComposesAccents) { EXPECT_EQ(english_words("cafe\u0301"), (Words{"caf\u00e9"})); }

TEST(EnglishWords, StraightensApostrophes) { expect_answers(english); }

TEST(EnglishWords, KeepsFullStopsInsideOnly) { expect_answers(english); }

TEST(EnglishWords, DropsCommasAndQuotes) { expect_answers(english); }

TEST(EnglishWords, TakesContractionsApartButNotThoseWithNot) { expect_answers(english); }

TEST(EnglishWords, KnowsWhatIsShortForIs) { expect_answers(english); }

TEST(EnglishWords, ReadsWhatIsTypedAsPhonesAndBooksDo) { expect_answers(english); }

TEST(EnglishWords, DropsNoWordAndPutsPicturesApart) { expect_answers(english); }

void expect_error(const std::string& typed, const std::string& part) {
  const std::string message = thrown_by<std::invalid_argument>([&] { english_words(typed); });
  EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(EnglishWords, RefusesWhatHasNoWord) {
  for (const char* typed : {"", "   ", "\t\n", ".", "?!", "\"\"", "- '"}) expect_error(typed, "no word");
}

TEST(EnglishWords, RefusesWhatIsTooLong) {
  std::string typed;
  while (typed.size() < longest_sentence) typed += "cat ";
  EXPECT_EQ(english_words(typed).size(), longest_sentence / 4);
  expect_error(typed + "dog", "at most " + std::to_string(longest_sentence));
  expect_error(std::string(4'000'000, 'x'), "4000000 bytes");
}

TEST(EnglishWords, RefusesWhatIsNotUtf8) {
  expect_error("the \xff cat", "byte 4");
  expect_error("caf\xc3", "byte 3");
  expect_error("\xed\xa0\x80", "UTF-8");  // half of a surrogate pair
}

TEST(EnglishWords, ReadsItsOwnWordsAgain) {
  for (const char* typed : {"The animal didn't cross the street. It was too tired.",
                            "let's see the dog's tail", "it's been 1,000 days :)", "U.S.A. Mr. X",
                            "'s n't 'd", "☂ n't cat☂n't", "a's's 'm", "it's n't", "-'s *=3* :D", "can n't"}) {
    const Words words = english_words(typed);
    EXPECT_EQ(english_words(in_a_line(words)), words) << typed;
  }
}

TEST(JoinFrench, ElidesAndStops) {
  expect_said(
      {join_french({"l'", "animal", "n'", "a", "pas"}), join_french({"il", "dort", ".", "elle", "court"})});
  EXPECT_EQ(join_french({}), "");
}

// What messages repeat of what was typed or stored.

TEST(InQuotes, LeavesWordsAsTheyAre) { expect_said({printable("l'été, naïve – ☂"), in_quotes("animal")}); }

TEST(InQuotes, WritesOutWhatATerminalObeys) {
  EXPECT_EQ(printable("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u0085"), "\\u0085") << "a control character of Unicode";
  EXPECT_EQ(printable("\u202Egnp.exe"), "\\u202egnp.exe") << "writes backwards";
  EXPECT_EQ(printable("\u2028"), "\\u2028") << "ends the line";
}

TEST(InQuotes, WritesOutBytesThatAreNoText) {
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("caf\xc3"), "caf\\xc3");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(InQuotes, ShortensByLetters) {
  expect_said({shortened("éééé", 3), shortened("ééé", 3)});
  EXPECT_EQ(in_quotes(std::string(4'000'000, 'x')), '"' + std::string(60, 'x') + "...\"");
}

TEST(Nearest, AnythingCanBeCompared) {
  EXPECT_EQ(edit_distance("\xff", "\xff"), 0);
  EXPECT_GT(edit_distance(std::string(4'000'000, 'x'), std::string(4'000'000, 'y')), 50);
  const Vocabulary vocabulary({"animal", "street"});
  try {
    encode(vocabulary, {std::string(4'000'000, 'x') + "\x1b"});
    ADD_FAILURE() << "an unknown word was taken";
  } catch (const UnknownWord& error) {
    EXPECT_LT(std::string(error.what()).size(), 300U);
  }
}

TEST(Nearest, ANameIsMeantWhereMostOfItsLettersStand) {
  const std::vector<std::string> names{"figure", "trace", "models"};
  EXPECT_EQ(nearest_name("figur", names), "figure");
  EXPECT_EQ(nearest_name("tarce", names), "trace");
  EXPECT_EQ(nearest_name("models", names), "models");
  EXPECT_EQ(nearest_name("xyzzy", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(4'000'000, 'x'), names), std::nullopt);
  EXPECT_EQ(nearest_name("a", {"b", "c"}), "b") << "the first of those that are equally near";
}

// Which word stands for which.

using Pairs = std::vector<WordPair>;

TEST(PairWords, PairsRunsOfEqualLengthOnly) {
  EXPECT_EQ(pair_words(Words{"a", "x", "y", "b"}, Words{"a", "u", "v", "b"}),
            (Pairs{{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(pair_words(Words{"a", "x", "b"}, Words{"a", "u", "v", "b"}),
            (Pairs{{0, 0}, {1, std::nullopt}, {std::nullopt, 1}, {std::nullopt, 2}, {2, 3}}));
  EXPECT_EQ(pair_words(Words{"x"}, Words{"u", "v"}),
            (Pairs{{0, std::nullopt}, {std::nullopt, 0}, {std::nullopt, 1}}));
  EXPECT_TRUE(pair_words(Words{}, Words{}).empty());
}

// One word more or less in pieces: the words decide what stands for what, and the last pieces belong
// together.
TEST(PairWords, PiecesArePairedByTheirWords) {
  const PieceWords one{.word_of = {0, 1, 1, 2}, .words = {"The", "exhausted", "dog"}};
  const PieceWords other{.word_of = {0, 1, 2, 2, 2}, .words = {"The", "exhausted", "dog"}};
  EXPECT_EQ(pair_pieces(one, other),
            (Pairs{{0, 0}, {1, std::nullopt}, {2, 1}, {std::nullopt, 2}, {std::nullopt, 3}, {3, 4}}));
  const PieceWords third{.word_of = {0, 1, 1, 1, 2}, .words = {"The", "overtired", "dog"}};
  EXPECT_EQ(pair_pieces(one, third), (Pairs{{0, 0}, {1, 1}, {std::nullopt, 2}, {2, 3}, {3, 4}}));
  const PieceWords longer{.word_of = {0, 1}, .words = {"The", "The"}};
  EXPECT_EQ(pair_pieces(longer, PieceWords{}), (Pairs{{0, std::nullopt}, {1, std::nullopt}}));
  // Words beside pieces.
  EXPECT_EQ(pairs_of(Words{"The", "exhausted", "dog"}, nullptr, Words{"The", "␣ex", "hausted", "␣dog"}, &one),
            (Pairs{{0, 0}, {std::nullopt, 1}, {1, 2}, {2, 3}}));
}

TEST(PairWords, AVocabularyKnowsWhereWordsBegin) {
  const Vocabulary by_space({"<s>", "aThe", "aex", "hausted", "."}, {"<s>", "The", " ex", "hausted", "."});
  EXPECT_EQ(by_space.words_of_pieces(std::vector<int>{0, 1, 2, 3, 4}),
            (PieceWords{.word_of = {0, 1, 2, 2, 2}, .words = {"<s>", "The", "exhausted."}}));
  const Vocabulary by_mark({"[CLS]", "ex", "##hausted", "."}, {"[CLS]", "ex", "##hausted", "."});
  EXPECT_EQ(by_mark.words_of_pieces(std::vector<int>{0, 1, 2, 3}),
            (PieceWords{.word_of = {0, 1, 1, 2}, .words = {"[CLS]", "exhausted", "."}}));
  EXPECT_FALSE(Vocabulary({"the", "dog"}).words_of_pieces(std::vector<int>{0, 1}));
}

TEST(JointLabel, WritesWhatIsCommonOnce) {
  expect_said({joint_label("it", "it"), joint_label("tired", "wide"), joint_label("qu' → il", "qu' → elle"),
               joint_label("il → était", "elle → était"), joint_label("new", "new york")});
  EXPECT_EQ(joint_label("a → b", "c → d"), "a → b | c → d");
}

// What a class types, fitted to the words that a model knows.

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
  return normalize(typed, vocabulary).words;
}

std::string model_words(const std::string& typed) { return in_a_line(read_by(typed)); }

TEST(NormalizedText, ContractionsAreAsTheModelHasThem) {
  EXPECT_EQ(read_by("It isn't"), (Words{"it", "isn't"}));
  EXPECT_EQ(read_by("It isn't", in_two()), (Words{"it", "is", "not"}));
  EXPECT_EQ(read_by("can't won't didn't", in_two()), (Words{"can", "not", "will", "not", "did", "not"}));
  EXPECT_EQ(read_by("mustn't", in_two()), (Words{"mustn't"}))
      << "of what the model does not know nothing is made";
}

TEST(NormalizedText, AnApostropheMayBeMissing) {
  expect_answers(model_words);
  EXPECT_EQ(read_by("isnt", in_two()), (Words{"is", "not"}));
  const Vocabulary has_wont({"wont", "won't"});
  EXPECT_EQ(read_by("wont", has_wont), (Words{"wont"})) << "it is a word of its own";
}

TEST(NormalizedText, NumbersAndSpellingsAreTheModels) {
  expect_answers(model_words);
  EXPECT_EQ(read_by("two", in_two()), (Words{"2"}));
  EXPECT_EQ(read_by("color cafe", in_two()), (Words{"colour", "café"}));
}

TEST(NormalizedText, ChatsAndHeldLettersAreRead) { expect_answers(model_words); }

// A vocabulary that spells numbers digit by digit.
const Vocabulary& spelling() {
  static const Vocabulary vocabulary({"it",  "costs", "euro", "euros", "percent", "out",    "of",      "plus",
                                      "is",  "1",     "##1",  "1##",   "2##",     "##2",    "5##",     "##5",
                                      "5",   "##0",   "0",    "##.",   "class",   "the",    "degrees", "2",
                                      "##/", "€##",   "€",    "%",     ".",       "dollars"});
  return vocabulary;
}

TEST(NormalizedText, SignsAreReadAsTheyAreSaid) {
  expect_answers([](const std::string& typed) { return in_a_line(read_by(typed, spelling())); });
  const NormalizedText said = normalize("it costs 15€ it", spelling());
  ASSERT_EQ(said.taken.size(), 1U);
  EXPECT_EQ(said.taken[0].read, "15 euros");
  EXPECT_EQ(said.taken[0].place, 2);
  EXPECT_EQ(said.taken[0].tokens, 3);
  // Without the word a sign stays: a model may spell it.
  EXPECT_EQ(read_by("2£", spelling()), (Words{"2£"}));
}

TEST(NormalizedText, PicturesAreLeftOut) {
  EXPECT_EQ(read_by("The animal 😀. 👍🏽 The animal ☂!"),
            (Words{"the", "animal", ".", "the", "animal"}));
  EXPECT_THROW(read_by("😀 ☂"), NoWords);
}

TEST(NormalizedText, WhatMayBeAMistakeStays) { EXPECT_EQ(read_by("teh anmial"), (Words{"teh", "anmial"})); }

TEST(NormalizedText, SaysWhatItReadOtherwiseAndWhere) {
  const NormalizedText said = normalize("the animal didnt ☂ ice cream", in_one());
  ASSERT_EQ(said.taken.size(), 3U);
  expect_said({said.taken[0].typed, said.taken[0].read});
  EXPECT_EQ(said.taken[0].place, 2);
  EXPECT_EQ(said.taken[1].read, "");
  EXPECT_EQ(said.taken[2].typed, "ice cream");
  EXPECT_EQ(said.taken[2].place, 3);
  EXPECT_TRUE(normalize("The animal didn't!", in_one()).taken.empty());
}

TEST(NormalizedText, ReadsItsOwnWordsAgain) {
  for (const char* typed : {"It isn't ice cream", "25 100 u didnt ☂ . foot ball", "a hundred twenty-five"}) {
    for (const Vocabulary* vocabulary : {&in_one(), &in_two()}) {
      const Words once = read_by(typed, *vocabulary);
      EXPECT_EQ(read_by(in_a_line(once), *vocabulary), once) << typed;
    }
  }
}

const Vocabulary& small() {
  static const Vocabulary vocabulary(
      {"<s>", "</s>", ".", "animal", "animals", "annual", "cat", "car", "été", "street"});
  return vocabulary;
}

TEST(Vocabulary, NumbersWordsFromZero) {
  EXPECT_EQ(small().size(), 10);
  EXPECT_EQ(small().id("<s>"), 0);
  EXPECT_EQ(small().id("été"), 8);
  EXPECT_EQ(small().id("dog"), std::nullopt);
  for (int id = 0; id < small().size(); ++id) EXPECT_EQ(small().id(small().word(id)), id);
  EXPECT_THROW(static_cast<void>(small().word(10)), std::out_of_range);
  EXPECT_EQ(Vocabulary().size(), 0);
}

TEST(Vocabulary, RefusesAWordTwice) {
  expect_said({thrown_by<std::invalid_argument>([] { Vocabulary({"a", "b", "a"}); })});
}

TEST(EditDistance, CountsLetters) {
  EXPECT_EQ(edit_distance("animal", "animal"), 0);
  EXPECT_EQ(edit_distance("animl", "animal"), 1);    // dropped
  EXPECT_EQ(edit_distance("annimal", "animal"), 1);  // added
  EXPECT_EQ(edit_distance("anomal", "animal"), 1);   // changed
  EXPECT_EQ(edit_distance("anmial", "animal"), 1);   // swapped
  EXPECT_EQ(edit_distance("ete", "été"), 2);         // letters, not bytes
  EXPECT_EQ(edit_distance("", "cat"), 3);
  EXPECT_EQ(edit_distance("cat", ""), 3);
}

TEST(NearestWords, OffersTheNearestFirst) {
  EXPECT_EQ(nearest_words(small(), "animl", 1), (Words{"animal"}));
  EXPECT_EQ(nearest_words(small(), "ca", 2), (Words{"cat", "car"}));  // a tie: the vocabulary's order
  EXPECT_EQ(nearest_words(small(), "cbt", 1), (Words{"cat"}));
  EXPECT_EQ(nearest_words(small(), "animols", 2), (Words{"animals", "animal"}));
}

TEST(NearestWords, NeverOffersSpecialWords) {
  const Words all = nearest_words(small(), "s", 100);
  EXPECT_EQ(all.size(), 7U);
  for (const std::string& word : all) EXPECT_TRUE(word.front() != '<' && word != ".");
  EXPECT_TRUE(nearest_words(small(), "cat", 0).empty());
}

TEST(Encode, NumbersEachWord) {
  EXPECT_EQ(encode(small(), {"cat", "street", "cat"}), (std::vector<int>{6, 9, 6}));
  EXPECT_TRUE(encode(small(), {}).empty());
}

TEST(Encode, NamesTheSignThatCannotBeSpelled) {
  const std::string said = thrown_by<UnknownWord>([&] { encode(spelling(), {"it", "zoe@mail.com", "2#"}); });
  expect_said({said});
  try {
    encode(spelling(), {"x#"});
    ADD_FAILURE() << "no error";
  } catch (const UnknownWord& unknown) {
    EXPECT_EQ(unknown.sign, "#");
    EXPECT_TRUE(unknown.instead.empty());
  }
}

TEST(Encode, NamesTheUnknownWord) {
  try {
    encode(small(), {"cat", "animl", "dgo"});
    ADD_FAILURE() << "no error";
  } catch (const UnknownWord& unknown) {
    EXPECT_EQ(unknown.word, "animl");
    EXPECT_EQ(unknown.place, 1);
    ASSERT_FALSE(unknown.instead.empty());
    EXPECT_EQ(unknown.instead.front().word, "animal");
    const std::string message = unknown.what();
    EXPECT_NE(message.find("\"animl\" (word 2)"), std::string::npos) << message;
    EXPECT_NE(message.find("try animal"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace headlight
