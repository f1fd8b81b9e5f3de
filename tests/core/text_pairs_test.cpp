// Which word stands for which.
#include "core/text/word_pairs.h"

#include <gtest/gtest.h>

namespace headlight {
namespace {

using Words = std::vector<std::string>;
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

TEST(JointLabel, WritesWhatIsCommonOnce) {
  EXPECT_EQ(joint_label("it", "it"), "it");
  EXPECT_EQ(joint_label("tired", "wide"), "tired | wide");
  EXPECT_EQ(joint_label("qu' → il", "qu' → elle"), "qu' → il | elle");
  EXPECT_EQ(joint_label("il → était", "elle → était"), "il | elle → était");
  EXPECT_EQ(joint_label("new", "new york"), "new | new york");
  EXPECT_EQ(joint_label("a → b", "c → d"), "a → b | c → d");
}

}  // namespace
}  // namespace headlight
