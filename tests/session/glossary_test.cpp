// The glossary: how its file is read, what it says, and that every place it names is there.
#include "app/lessons/glossary.h"

#include <gtest/gtest.h>

#include "app/session/results.h"
#include "core/files/whole_file.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

Glossary parsed(const std::string& text, std::vector<Problem>& problems) {
  return parse_glossary(text, "g.md", problems);
}

std::vector<int> lines_of(const std::vector<Problem>& problems) {
  std::vector<int> lines;
  lines.reserve(problems.size());
  for (const Problem& problem : problems) lines.push_back(problem.line);
  return lines;
}

constexpr const char* small_glossary =
    "# Words\n\nHow it is written.\n\n## Attention\n\n### causal mask\n\n- also: look-ahead mask, causal\n"
    "- see: lab masks\n\nNobody looks ahead.\n\n### $W^O$\n\n- also: output projection\n- said: mixes, last "
    "one\n\nMixes the "
    "heads.\n\n"
    "### mask\n\nTakes scores out.\n\n### $T$\n\nHow many.\n";

TEST(Glossary, ReadsWordsWithNamesPlaceAndSentence) {
  std::vector<Problem> problems;
  const Glossary glossary = parsed(small_glossary, problems);
  ASSERT_TRUE(problems.empty()) << to_string(problems[0]);
  ASSERT_EQ(glossary.terms().size(), 4U);
  const Term& term = glossary.terms()[0];
  EXPECT_EQ(term.name, "causal mask");
  EXPECT_EQ(term.group, "Attention");
  EXPECT_EQ(term.also, (std::vector<std::string>{"look-ahead mask", "causal"}));
  EXPECT_EQ(plain_text(term.text), "Nobody looks ahead.");
  EXPECT_EQ(term.see.kind, See::Kind::lab);
  EXPECT_EQ(term.see.name, "masks");
  EXPECT_EQ(glossary.terms()[1].said, (std::vector<std::string>{"mixes", "last one"}));
  EXPECT_EQ(glossary.find("last one"), nullptr) << "it is no name";
}

TEST(Glossary, FindsASpellingAPluralAndANumberedName) {
  std::vector<Problem> problems;
  const Glossary glossary = parsed(small_glossary, problems);
  for (const char* name : {"W^O", "WO", "w_o", "Output projection", "output-projection"}) {
    ASSERT_NE(glossary.find(name), nullptr) << name;
    EXPECT_EQ(glossary.find(name)->name, "W^O");
  }
  EXPECT_EQ(glossary.find("Masks")->name, "mask");
  EXPECT_EQ(glossary.find("mask_2")->name, "mask");
  EXPECT_EQ(glossary.find("T")->name, "T");
  EXPECT_EQ(glossary.find("t"), nullptr) << "a small letter is another symbol";
  EXPECT_EQ(glossary.find(""), nullptr);
  EXPECT_EQ(glossary.find("mas"), nullptr);
}

TEST(Glossary, FindsTheLongestNameInAText) {
  std::vector<Problem> problems;
  const Glossary glossary = parsed(small_glossary, problems);
  const std::string text = "A look–ahead mask, head.1.masks and the mask × W^O";
  std::vector<std::string> found;
  for (const TermPlace& place : glossary.places_in(text))
    found.push_back(text.substr(place.begin, place.end - place.begin));
  EXPECT_EQ(found, (std::vector<std::string>{"look–ahead mask", "masks", "mask", "W^O"}));
  EXPECT_TRUE(glossary.places_in("\xE2\x80").empty()) << "a sign that is cut off";
}

TEST(Glossary, SaysWhatIsWrongAndWhere) {
  std::vector<Problem> problems;
  parsed(
      "### early\n\nX.\n\n## G\n\n### one\n\n- see: cellar\n- like: this\n\n### two\n\nA.\n\nB.\n\n### "
      "One\n\nC.\n",
      problems);
  EXPECT_EQ(lines_of(problems), (std::vector<int>{1, 9, 10, 7, 16, 18}));
  problems.clear();
  parsed("## G\n\n### one\n\n- see: lesson it second\n\nA.\n", problems);
  EXPECT_EQ(lines_of(problems), (std::vector<int>{5}));
}

TEST(Glossary, IsBounded) {
  std::vector<Problem> problems;
  parsed("## G\n\n### " + std::string(100, 'x') + "\n\n" + std::string(5000, 'y') + "\n", problems);
  ASSERT_EQ(problems.size(), 3U);
  for (const Problem& problem : problems) EXPECT_LT(problem.what.size(), 200U);
  std::string many = "## G\n";
  for (std::size_t i = 0; i < 2 * most_terms; ++i) many += "\n### w" + std::to_string(i) + "x\n\nS.\n";
  problems.clear();
  EXPECT_LE(parsed(many, problems).terms().size(), most_terms + 1);
  EXPECT_EQ(problems.size(), 1U);
}

TEST(ShippedGlossary, HasNothingWrongAndManyWords) {
  std::vector<Problem> problems;
  const Glossary glossary = parse_glossary(read_text(glossary_file()), glossary_file(), problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  EXPECT_GE(glossary.terms().size(), 70U);
  for (const Term& term : glossary.terms()) EXPECT_TRUE(plain_text(term.text).ends_with(".")) << term.name;
}

TEST(ShippedGlossary, KnowsTheWordsOfTheField) {
  expect_answers([](const std::string& word) {
    const Term* term = shipped_glossary().find(word);
    return term == nullptr ? std::string() : term->name;
  });
}

TEST(ShippedGlossary, EveryPlaceItNamesIsThere) {
  const ResultsPtr results = compute(Session{}, nullptr);
  ASSERT_TRUE(results->error.empty()) << results->error;
  int places = 0;
  for (const Term& term : shipped_glossary().terms()) {
    if (term.see.kind == See::Kind::nowhere) continue;
    ++places;
    EXPECT_FALSE(actions_to(term.see, *results).empty())
        << glossary_file() << ":" << term.see.line << ": " << term.name << ": " << to_string(term.see);
  }
  EXPECT_GT(places, 70);
}

TEST(ShippedGlossary, AStepThatIsNotThereIsNoPlace) {
  EXPECT_TRUE(actions_to({See::Kind::step, "encoder.9.residual_1"}, *compute(Session{}, nullptr)).empty());
  EXPECT_TRUE(actions_to({See::Kind::lesson, "nosuch"}, Results{}).empty());
  EXPECT_TRUE(actions_to({See::Kind::lesson, "it", 0, 99}, Results{}).empty());
  EXPECT_TRUE(actions_to({See::Kind::view, "cellar"}, Results{}).empty());
}

}  // namespace
}  // namespace headlight
