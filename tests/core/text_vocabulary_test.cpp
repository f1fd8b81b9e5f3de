#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/encode.h"
#include "core/text/tokenizer.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

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
  try {
    const Vocabulary twice({"a", "b", "a"});
    ADD_FAILURE() << "no error";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("\"a\""), std::string::npos);
  }
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
