#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/languages.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

TEST(EnglishWords, LowersAndSplits) {
  EXPECT_EQ(english_words("The animal didn't cross"), (Words{"the", "animal", "didn't", "cross"}));
  EXPECT_EQ(english_words("  the\tanimal \n  slept\u00a0well "), (Words{"the", "animal", "slept", "well"}));
  EXPECT_EQ(english_words("ÉTÉ Œuvre"), (Words{"été", "œuvre"}));
}

TEST(EnglishWords, ComposesAccents) { EXPECT_EQ(english_words("cafe\u0301"), (Words{"caf\u00e9"})); }

TEST(EnglishWords, StraightensApostrophes) {
  EXPECT_EQ(english_words("It didn’t, it doesn‘t"), (Words{"it", "didn't", "it", "doesn't"}));
  EXPECT_EQ(english_words("the ‘animal’ and the 'street'"), (Words{"the", "animal", "and", "the", "street"}));
}

TEST(EnglishWords, KeepsFullStopsInsideOnly) {
  EXPECT_EQ(english_words("He left. She stayed."), (Words{"he", "left", ".", "she", "stayed"}));
  EXPECT_EQ(english_words("He left!? She stayed..."), (Words{"he", "left", ".", "she", "stayed"}));
  EXPECT_EQ(english_words("... he left ."), (Words{"he", "left"}));
  EXPECT_EQ(english_words("it was 3.14"), (Words{"it", "was", "3.14"}));
}

TEST(EnglishWords, DropsCommasAndQuotes) {
  EXPECT_EQ(english_words("\"In August 1992, (the) law\""), (Words{"in", "august", "1992", "the", "law"}));
  EXPECT_EQ(english_words("the cat – a semi-final - slept"),
            (Words{"the", "cat", "a", "semi-final", "slept"}));
}

TEST(EnglishWords, TakesContractionsApartButNotThoseWithNot) {
  EXPECT_EQ(english_words("it did not"), (Words{"it", "did", "not"}));
  EXPECT_EQ(english_words("it did n't, it ca n't, it can n't"),
            (Words{"it", "didn't", "it", "can't", "it", "can't"}));
  EXPECT_EQ(english_words("I'm"), (Words{"i", "am"}));
  EXPECT_EQ(english_words("it's; they’re"), (Words{"it", "is", ".", "they", "are"}));
  EXPECT_EQ(english_words("It isn't, WON'T"), (Words{"it", "isn't", "won't"}));
  EXPECT_EQ(english_words("cannot"), (Words{"can", "not"}));
  EXPECT_EQ(english_words("I'll he'd we've"), (Words{"i", "will", "he", "would", "we", "have"}));
  EXPECT_EQ(english_words("shouldn't've"), (Words{"shouldn't", "have"}));
  EXPECT_EQ(english_words("Let's go"), (Words{"let's", "go"}));
  EXPECT_EQ(english_words("five o'clock"), (Words{"five", "o'clock"}));
}

TEST(EnglishWords, KnowsWhatIsShortForIs) {
  EXPECT_EQ(english_words("that's what's there's"), (Words{"that", "is", "what", "is", "there", "is"}));
  EXPECT_EQ(english_words("the dog's tail"), (Words{"the", "dog", "'s", "tail"}));
  EXPECT_EQ(english_words("the dogs' tail"), (Words{"the", "dogs", "tail"}));
  EXPECT_EQ(english_words("it's been"), (Words{"it", "has", "been"}));
  EXPECT_EQ(english_words("you'd better"), (Words{"you", "had", "better"}));
}

TEST(EnglishWords, ReadsWhatIsTypedAsPhonesAndBooksDo) {
  EXPECT_EQ(english_words("The cat... slept"), (Words{"the", "cat", "slept"}));
  EXPECT_EQ(english_words("The cat slept… It was tired"),
            (Words{"the", "cat", "slept", ".", "it", "was", "tired"}));
  EXPECT_EQ(english_words("Mr. Smith’s cat—the *old* one--slept :-)"),
            (Words{"mr", "smith", "'s", "cat", "the", "old", "one", "slept"}));
  EXPECT_EQ(english_words("the U.S.A. is big"), (Words{"the", "u.s.a", "is", "big"}));
  EXPECT_EQ(english_words("1,000 ｃａｔｓ！"), (Words{"1000", "cats"}));
  EXPECT_EQ(english_words("tired.It slept"), (Words{"tired", ".", "it", "slept"}));
}

TEST(EnglishWords, DropsNoWordAndPutsPicturesApart) {
  EXPECT_EQ(english_words("the § cat☂"), (Words{"the", "§", "cat", "☂"}));
  EXPECT_EQ(english_words("😀😀cat"), (Words{"😀😀", "cat"}));
}

void expect_error(const std::string& typed, const std::string& part) {
  try {
    english_words(typed);
    ADD_FAILURE() << "no error for " << typed;
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
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
    std::string line;
    for (const std::string& word : words) line += word + " ";
    EXPECT_EQ(english_words(line), words) << typed;
  }
}

TEST(JoinFrench, ElidesAndStops) {
  EXPECT_EQ(join_french({"l'", "animal", "n'", "a", "pas"}), "l'animal n'a pas");
  EXPECT_EQ(join_french({"il", "dort", ".", "elle", "court"}), "il dort. elle court");
  EXPECT_EQ(join_french({}), "");
}

}  // namespace
}  // namespace headlight
