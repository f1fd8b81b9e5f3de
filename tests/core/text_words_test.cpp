#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/english.h"
#include "core/text/french.h"

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

TEST(EnglishWords, TakesContractionsAsTheCorpusHasThem) {
  EXPECT_EQ(english_words("it did not"), (Words{"it", "did", "not"}));
  EXPECT_EQ(english_words("it did n't"), (Words{"it", "didn't"}));
  EXPECT_EQ(english_words("it does n't"), (Words{"it", "doesn't"}));
  EXPECT_EQ(english_words("I'm"), (Words{"i", "am"}));
  EXPECT_EQ(english_words("it's; they’re"), (Words{"it", "is", ".", "they", "are"}));
  EXPECT_EQ(english_words("she wasn't, was n't"), (Words{"she", "was", "not", "was", "not"}));
  EXPECT_EQ(english_words("cannot"), (Words{"can", "not"}));
}

TEST(EnglishWords, DropsNoWord) { EXPECT_EQ(english_words("the § cat☂"), (Words{"the", "§", "cat☂"})); }

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
  const Words words = english_words("The animal didn't cross the street. It was too tired.");
  std::string line;
  for (const std::string& word : words) line += word + " ";
  EXPECT_EQ(english_words(line), words);
}

TEST(JoinFrench, ElidesAndStops) {
  EXPECT_EQ(join_french({"l'", "animal", "n'", "a", "pas"}), "l'animal n'a pas");
  EXPECT_EQ(join_french({"il", "dort", ".", "elle", "court"}), "il dort. elle court");
  EXPECT_EQ(join_french({}), "");
}

}  // namespace
}  // namespace headlight
