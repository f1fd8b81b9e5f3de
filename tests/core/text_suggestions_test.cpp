// What is offered for a word that a model does not know, whatever its vocabulary is.
#include "core/text/encode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "core/text/thesaurus.h"
#include "tests/snapshot.h"

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

std::string first_offered(const std::string& word) {
  const Words words = offered(word);
  return words.empty() ? "" : words[0];
}

TEST(Suggestions, OtherFormsOfTheWordComeFirst) {
  EXPECT_EQ(offered("ate", 2), (Words{"eat", "eats"}));
  expect_answers(first_offered);
  EXPECT_EQ(suggestions(of_a_class(), "ate", 1)[0].why, "another form of the same word");
}

TEST(Suggestions, GoByMeaningInTheSameForm) {
  expect_answers(first_offered);
  EXPECT_EQ(suggestions(of_a_class(), "chicken", 1)[0].why, "“hen” is a kind of “chicken”");
}

TEST(Suggestions, OfWhatIsNoWordTheNearestInSpelling) {
  expect_answers(first_offered);
  EXPECT_EQ(first_offered("chiken"), "hen") << "of the word that was meant";
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

TEST(Suggestions, AreMadeForWhatIsOnlySpelledAndMayBeASlip) {
  Words words = of_a_class().words();
  for (const char letter : std::string("abcdefghijklmnopqrstuvwxyz")) {
    words.push_back(std::string(1, letter) + "##");
    words.push_back("##" + std::string(1, letter));
  }
  const Vocabulary spelling(words);
  const auto found = [&](const char* typed) {
    std::string line;
    for (const UnknownWord& each : spelled_words(spelling, typed, 4))
      line += each.word + " " + std::to_string(each.place) + " " + each.instead.front().word + ";";
    return line;
  };
  EXPECT_EQ(found("the chidlren walked"), "chidlren 1 children;");
  EXPECT_EQ(found("tehx the animl and chickens"), "animl 5 animal;chickens 13 hens;");
  EXPECT_EQ(found("the Animl and the ANIMLS"), "") << "they may be names";
  EXPECT_EQ(found("THE ANIML"), "animl 1 animal;");
  EXPECT_EQ(found("xqzw"), "") << "nothing is near";
  EXPECT_TRUE(spelled_words(of_a_class(), "the animl", 4).empty()) << "it does not spell";
}

TEST(WordForms, AreMadeByTheRules) {
  const auto is = [](const char* base, WordForm form) { return regular_forms(base, form).front(); };
  expect_said({is("cat", WordForm::s), is("city", WordForm::s), is("box", WordForm::s),
               is("play", WordForm::s), is("stop", WordForm::past), is("cry", WordForm::past),
               is("like", WordForm::ing), is("die", WordForm::ing), is("see", WordForm::ing),
               is("visit", WordForm::past), is("big", WordForm::more), is("happy", WordForm::most)});
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
  expect_answers([](const std::string& word) {
    const std::vector<Analysis> all = Meanings::shipped().analyses(word);
    return all.empty() ? std::string() : std::string(all[0].base);
  });
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
