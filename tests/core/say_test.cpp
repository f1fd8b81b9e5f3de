// Sentences with named places.
#include <gtest/gtest.h>

#include "core/text/say.h"

namespace headlight {
namespace {

TEST(Say, PlacesHaveNamesAndOneIsNotSeveral) {
  EXPECT_EQ(say("{word} gets {weight} of {query}", {{"query", "it"}, {"word", "animal"}, {"weight", "0.6"}}),
            "animal gets 0.6 of it");
  const auto counted = [](int n) {
    return say(several(n, "{n} weight", "{n} weights"), {{"n", std::to_string(n)}});
  };
  EXPECT_EQ(counted(1), "1 weight");
  EXPECT_EQ(counted(0), "0 weights");
  EXPECT_EQ(say("a {brace} stays"), "a {brace} stays");
  EXPECT_EQ(joined({"one", "", "two"}), "one, two");
}

}  // namespace
}  // namespace headlight
