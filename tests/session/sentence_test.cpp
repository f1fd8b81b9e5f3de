// Replacing a word leaves the rest as it was typed.
#include "app/session/sentence.h"

#include <gtest/gtest.h>

#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(WithWord, KeepsWhatStandsAround) {
  EXPECT_EQ(with_word("The animal didn't cross the street.", 1, "cat", nullptr),
            "The cat didn't cross the street.");
  EXPECT_EQ(with_word("The animal didn't cross the street.", 5, "road", nullptr),
            "The animal didn't cross the road.");
  EXPECT_EQ(with_word("The  animal, it was tired", 1, "cat", nullptr), "The  cat, it was tired");
}

TEST(WithWord, LetsTheArticleFollow) {
  EXPECT_EQ(with_word("I saw a cat", 3, "owl", nullptr), "I saw an owl");
  EXPECT_EQ(with_word("An  owl slept", 1, "cat", nullptr), "A  cat slept");
  EXPECT_EQ(with_word("A cat slept", 1, "university", nullptr), "A university slept");
  EXPECT_EQ(with_word("It's a cat", 3, "hour", nullptr), "It's an hour");
  EXPECT_EQ(with_word("The cat slept", 1, "owl", nullptr), "The owl slept");
}

TEST(WithWord, KeepsACapital) {
  EXPECT_EQ(with_word("The animal slept", 0, "my", nullptr), "My animal slept");
}

TEST(WithWord, CountsAsTheModelReads) {
  // The full stop between the sentences is a word of its own.
  EXPECT_EQ(with_word("The dog slept. It was tired", 4, "she", nullptr), "The dog slept. She was tired");
}

TEST(WithWord, WritesAnewWhatIsNotOnePiece) {
  const std::vector<std::string> words = words_of("It's tired", nullptr);
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(with_word("It's tired", 1, "was", nullptr), "it was tired");
}

// The number of words is the model's: what stands on the stage, in the menu and in the trace.
TEST(WithWord, CountsAsThisModelReads) {
  const Model model = tiny_translator();
  const std::string typed = "The animal didnt cross \U0001f600 the STREEET!";
  EXPECT_EQ(words_of(typed, &model.tokenizer()).size(), model.read(typed).size());
  EXPECT_EQ(with_word(typed, 2, "was", &model.tokenizer()), "The animal was cross \U0001f600 the STREEET!");
  EXPECT_EQ(with_word(typed, 5, "animal", &model.tokenizer()),
            "The animal didnt cross \U0001f600 the Animal!");
  EXPECT_EQ(words_of("", &model.tokenizer()).size(), 0U);
}

TEST(WithWord, ChangesNothingOutside) {
  EXPECT_EQ(with_word("The animal", 2, "x", nullptr), "The animal");
  EXPECT_EQ(with_word("The animal", -1, "x", nullptr), "The animal");
  EXPECT_EQ(with_word("", 0, "x", nullptr), "");
  EXPECT_EQ(with_word("The animal", 0, "", nullptr), "The animal");
}

}  // namespace
}  // namespace headlight
