// What a model keeps of the words it learned from: what is new is found, said and kept.
#include "core/models/seen_words.h"

#include <gtest/gtest.h>

#include "core/explain/confidence.h"
#include "core/grammar/kinds.h"
#include "core/learn/corpus.h"
#include "core/models/certainty.h"

namespace headlight {
namespace {

using Words = std::vector<std::string>;

SeenWords two_sentences() {
  SeenWords seen;
  seen.kinds = {{"dog", "noun"}, {"cat", "noun"}, {"sleeps", "verb-s"}, {"sees", "verb-s"}};
  seen.add({"the", "dog", "sleeps"});
  seen.add({"the", "dog", "sees", "the", "cat", "too"});
  seen.translations = {{"dog", {"chien"}}, {"sleeps", {"dort", "dormir"}}};
  return seen;
}

TEST(SeenWords, FindTheFirstNeighboursThatNeverWere) {
  const SeenWords seen = two_sentences();
  EXPECT_TRUE(seen.first_new({"the", "dog", "sleeps"}).empty());
  EXPECT_TRUE(seen.first_new({"the", "cat", "sees", "the", "dog", "sleeps"}).empty()) << "kinds, not words";
  EXPECT_EQ(seen.first_new({"dog", "sleeps"}), (std::vector<int>{-1, 0})) << "none began so";
  EXPECT_EQ(seen.first_new({"the", "dog"}), (std::vector<int>{1, 2})) << "none ended so";
  EXPECT_EQ(seen.first_new({"the", "dog", "the", "cat"}), (std::vector<int>{1, 2}));
  EXPECT_EQ(seen.first_new({"the", "bird", "sleeps"}), (std::vector<int>{0, 1})) << "a word nobody met";
}

TEST(SeenWords, MissTheirTranslations) {
  const SeenWords seen = two_sentences();
  const Words source{"the", "dog", "sleeps"};
  EXPECT_TRUE(seen.untranslated(source, {"le", "chien", "dort"}).empty());
  EXPECT_TRUE(seen.untranslated(source, {"le", "chien", "dormir"}).empty()) << "either will do";
  EXPECT_EQ(seen.untranslated(source, {"le", "chat", "dort"}), std::vector<int>{1});
  EXPECT_EQ(seen.untranslated(source, {}), (std::vector<int>{1, 2})) << "\"the\" may go without";
}

TEST(SeenWords, AreReadAsTheyWereWritten) {
  const SeenWords seen = two_sentences();
  const SeenWords read = seen_words_from_json(to_json(seen));
  EXPECT_EQ(read.kinds, seen.kinds);
  EXPECT_EQ(read.after, seen.after);
  EXPECT_EQ(read.translations, seen.translations);
  for (const char* wrong : {"{", "{}", R"({"kinds": {}})", R"({"kinds": {"noun": 3}, "after": {}})"})
    EXPECT_THROW(seen_words_from_json(wrong), std::invalid_argument) << wrong;
}

TEST(SeenWords, AreDoubtsThatAreSaidInWords) {
  const Calibration calibration{.seen = std::make_shared<const SeenWords>(two_sentences())};
  const auto said = [&](const Words& source, const Words& target) {
    Certainty certainty;
    certainty.doubts = doubts_of({}, source, target, &calibration);
    Trace::Words words;
    words.source = source;
    return reasons_of(certainty, words);
  };
  EXPECT_EQ(said({"the", "dog", "sleeps"}, {"le", "chien", "dort"}), "");
  EXPECT_EQ(said({"the", "dog", "the"}, {"le", "chien"}), "“dog the” is new to it");
  EXPECT_EQ(said({"dog", "sleeps"}, {"chien", "dort"}), "a sentence that begins with “dog” is new to it");
  EXPECT_EQ(said({"the", "dog"}, {"chat"}),
            "a sentence that ends with “dog” is new to it; “dog” is not translated");
}

TEST(CorpusWords, KnowTheKindsOfTheTables) {
  Example example;
  example.source = {"the", "dog", "crossed", "7", "streets"};
  example.target = {"le", "chien", "a", "traversé", "7", "rue", "##s"};
  example.alignment = {-1, 1, -1, 2, 3, 4, -1};
  const SeenWords seen = corpus_words({example});
  EXPECT_EQ(seen.kind_of("dog"), "noun");
  EXPECT_EQ(seen.kind_of("streets"), "plural");
  EXPECT_EQ(seen.kind_of("7"), "number");
  EXPECT_EQ(seen.kind_of("the"), "the") << "a word of grammar is its own kind";
  EXPECT_FALSE(seen.first_new({"the", "dog", "crossed", "streets"}).empty());
  EXPECT_EQ(seen.translations.at("streets"), WordSet{"rue"});
  EXPECT_FALSE(seen.translations.contains("the"));
}

TEST(CorpusWords, TakeAnExpressionAsAWhole) {
  Example day;
  day.source = {"good", "dogs"};
  day.target = {"bon", "##s", "chien", "##s"};
  day.alignment = {0, -1, 1, -1};
  Example greeting;
  greeting.source = {"good", "morning"};
  greeting.target = {"bonjour"};
  greeting.alignment = {-1};
  std::vector<Example> learned(20, day);
  learned.push_back(greeting);
  const SeenWords seen = corpus_words(learned);
  EXPECT_EQ(seen.translations.at("good"), (WordSet{"bon", "bonjour"}));
  EXPECT_EQ(seen.translations.at("dogs"), WordSet{"chien"});
  EXPECT_FALSE(seen.translations.contains("morning")) << "it was never translated alone";
}

// New sentences are new combinations of words, hardly ever of kinds, and translated they miss nothing.
// What a grammar that has grown writes besides is no measure of a model that learned before.
TEST(CorpusWords, LeaveOutWhatTheCorpusNeverHad) {
  Example sleeps;
  sleeps.source = {"the", "dog", "sleeps"};
  sleeps.target = {"le", "chien", "dort"};
  sleeps.alignment = {-1, 1, 2};
  const SeenWords seen = corpus_words(std::vector<Example>(20, sleeps));
  Example other_word = sleeps;
  other_word.target = {"le", "toutou", "dort"};
  Example other_order = sleeps;
  other_order.source = {"sleeps", "the", "dog"};
  other_order.alignment = {-1, 2, 0};
  const std::vector<Example> left = made_as(seen, {other_word, sleeps, other_order});
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].target, sleeps.target);
}

TEST(CorpusWords, HoldMostOfWhatTheGrammarWrites) {
  GrammarRandom random(11);
  std::vector<Example> learned;
  learned.reserve(40000);
  for (int i = 0; i < 40000; ++i) learned.push_back(grammar::write_sentence(random));
  const SeenWords seen = corpus_words(learned);
  int unknown = 0, missing = 0;
  for (int i = 0; i < 2000; ++i) {
    const Example other = grammar::write_sentence(random);
    unknown += seen.first_new(other.source).empty() ? 0 : 1;
    missing += seen.untranslated(other.source, other.target).empty() ? 0 : 1;
  }
  EXPECT_LT(unknown, 200);
  EXPECT_LT(missing, 100);
}

}  // namespace
}  // namespace headlight
