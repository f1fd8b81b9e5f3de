// What is offered for a word that a model does not know, whatever its vocabulary is.
#include "core/text/encode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/files/read_file.h"
#include "core/platform/paths.h"
#include "core/text/thesaurus.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

const Vocabulary& of_a_class() {
  static const Vocabulary vocabulary({"<s>",   "</s>",     ".",      "the",     "animal", "annual",  "are",
                                      "hate",  "eat",      "eats",   "ate_not", "hen",    "hens",    "bird",
                                      "birds", "children", "mother", "bread",   "food",   "because", "friend",
                                      "big",   "bigger",   "who",    "he",      "she",    "is",      "two",
                                      "ten",   "1980",     "from",   "walked",  "walk",   "drank",   "cat"});
  return vocabulary;
}

Words offered(const std::string& word, int count = 4) {
  Words words;
  for (const Suggestion& each : suggestions(of_a_class(), word, count)) {
    EXPECT_FALSE(each.why.empty()) << each.word;
    words.push_back(each.word);
  }
  return words;
}

bool first(const std::string& word, const std::string& expected) {
  const Words words = offered(word);
  return !words.empty() && words[0] == expected;
}

TEST(Suggestions, OtherFormsOfTheWordComeFirst) {
  EXPECT_EQ(offered("ate", 2), (Words{"eat", "eats"}));
  EXPECT_TRUE(first("eating", "eat"));
  EXPECT_TRUE(first("walks", "walk"));
  EXPECT_TRUE(first("biggest", "big"));
  EXPECT_TRUE(first("child", "children"));
  EXPECT_EQ(suggestions(of_a_class(), "ate", 1)[0].why, "another form of the same word");
}

TEST(Suggestions, GoByMeaningInTheSameForm) {
  EXPECT_TRUE(first("chicken", "hen"));
  EXPECT_TRUE(first("chickens", "hens"));
  EXPECT_TRUE(first("mum", "mother"));
  EXPECT_TRUE(first("pizza", "bread"));
  EXPECT_TRUE(first("strolled", "walked"));
  EXPECT_TRUE(first("enormous", "big"));
  EXPECT_TRUE(first("whom", "who"));
  EXPECT_TRUE(first("tom", "he"));
  EXPECT_TRUE(first("eleven", "ten"));
  EXPECT_EQ(suggestions(of_a_class(), "chicken", 1)[0].why, "“hen” is a kind of “chicken”");
}

TEST(Suggestions, OfWhatIsNoWordTheNearestInSpelling) {
  EXPECT_TRUE(first("anmial", "animal"));
  EXPECT_TRUE(first("becuase", "because"));
  EXPECT_TRUE(first("freind", "friend"));
  EXPECT_TRUE(first("teh", "the"));
  EXPECT_TRUE(first("thecat", "the cat"));
  EXPECT_TRUE(first("chiken", "hen")) << "of the word that was meant";
  EXPECT_TRUE(first("'s", "is"));
  EXPECT_EQ(suggestions(of_a_class(), "anmial", 1)[0].why, "similar in spelling");
}

TEST(Suggestions, OfferNothingRatherThanNonsense) {
  EXPECT_TRUE(offered("xqzjk").empty());
  EXPECT_TRUE(offered("steel").empty()) << "an English word that nothing known is near to";
  EXPECT_EQ(offered("form"), (Words{"from"}));
  EXPECT_TRUE(offered("20").empty() || offered("20")[0] != "1980");
  EXPECT_EQ(offered("1979"), (Words{"1980"}));
  EXPECT_TRUE(offered("99999999999999999999").empty());
  EXPECT_TRUE(offered(std::string(19'000, 'x')).empty());
  EXPECT_TRUE(offered("ate", 0).empty());
}

TEST(Suggestions, AreKnownOfferedOnceAndFew) {
  for (const std::string_view word : Meanings::shipped().words()) {
    const std::vector<Suggestion> all = suggestions(of_a_class(), word, 4);
    std::set<std::string> once;
    EXPECT_LE(all.size(), 4U);
    for (const Suggestion& each : all) {
      EXPECT_TRUE(once.insert(each.word).second) << word;
      if (each.word.find(' ') == std::string::npos) {
        EXPECT_TRUE(of_a_class().id(each.word).has_value()) << word;
      }
    }
  }
}

TEST(WordForms, AreMadeByTheRules) {
  const auto is = [](const char* base, WordForm form) { return regular_forms(base, form).front(); };
  EXPECT_EQ(is("cat", WordForm::s), "cats");
  EXPECT_EQ(is("city", WordForm::s), "cities");
  EXPECT_EQ(is("box", WordForm::s), "boxes");
  EXPECT_EQ(is("play", WordForm::s), "plays");
  EXPECT_EQ(is("stop", WordForm::past), "stopped");
  EXPECT_EQ(is("cry", WordForm::past), "cried");
  EXPECT_EQ(is("like", WordForm::ing), "liking");
  EXPECT_EQ(is("die", WordForm::ing), "dying");
  EXPECT_EQ(is("see", WordForm::ing), "seeing");
  EXPECT_EQ(is("visit", WordForm::past), "visited");
  EXPECT_EQ(is("big", WordForm::more), "bigger");
  EXPECT_EQ(is("happy", WordForm::most), "happiest");
}

TEST(Meanings, TheShippedTableIsWhole) {
  const std::string text = read_text(assets_folder() / "words" / "meanings.tsv");
  EXPECT_LT(text.size(), 500'000U);
  EXPECT_GT(Meanings::shipped().words().size(), 6'000U);
  std::set<std::string> seen;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    const std::string line = text.substr(at, end - at);
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), 2) << line;
    EXPECT_TRUE(seen.insert(line).second) << line;
    at = end + 1;
  }
}

TEST(Meanings, KnowWhatAWordIsAFormOf) {
  const auto base = [](const char* word) {
    const std::vector<Analysis> all = Meanings::shipped().analyses(word);
    return all.empty() ? "" : all[0].base;
  };
  EXPECT_EQ(base("ate"), "eat");
  EXPECT_EQ(base("mice"), "mouse");
  EXPECT_EQ(base("travelled"), "travel");
  EXPECT_EQ(base("bigger"), "big");
  EXPECT_EQ(base("ladies"), "lady");
  EXPECT_EQ(base("anmial"), "");
}

TEST(Meanings, TakeAnyText) {
  for (const char* text :
       {"", "\n\n", "a", "a\t", "a\tn", "a\t\t\t", "\tn\tx", "a\tn.\tx", "a\tnx\ty", "a\tn\t= < b "}) {
    const Meanings meanings(text);
    meanings.analyses("a");
    meanings.near("a", 'n');
  }
}

}  // namespace
}  // namespace headlight
