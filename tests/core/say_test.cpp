// Sentences with named places.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/figure/palette.h"
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

TEST(Say, ListsEndWithAndOrWithOr) {
  std::vector<std::string> things;
  EXPECT_EQ(with_and(things), "");
  things.emplace_back("cat");
  EXPECT_EQ(with_and(things), "cat");
  things.emplace_back("dog");
  EXPECT_EQ(with_or(things), "cat or dog");
  things.emplace_back("bird");
  EXPECT_EQ(with_and(things), "cat, dog and bird");
}

TEST(Say, SentencesStandOneAfterTheOther) { EXPECT_EQ(paragraph({"One.", "", "Two."}), "One. Two."); }

TEST(Say, WhatIsToldKeepsItsColours) {
  const RichText text =
      told("{word} gets {n}", {{"word", word_run("it", Role::weights)}, {"n", std::string("2")}});
  EXPECT_EQ(text.plain(), "it gets 2");
  ASSERT_EQ(text.runs.size(), 2U) << "a plain value is set as the sentence around it";
  EXPECT_EQ(text.runs[0].role, Role::weights);
  EXPECT_EQ(text.runs[1].text, " gets 2");
}

}  // namespace
}  // namespace headlight
