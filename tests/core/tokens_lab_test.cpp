// Texts as tokenizers cut them, and byte pairs learned from a text.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/labs/byte_pair_learning.h"
#include "core/text/cut_words.h"
#include "core/text/tokenizers/piece_models.h"
#include "core/text/tokenizers/subwords.h"

namespace headlight {
namespace {

TEST(PieceLabels, AreWhatAPersonReads) {
  const auto spaced = [](const char* text) { return piece_label(text, PiecesSay::space_before); };
  EXPECT_EQ(spaced(" the"), "the");
  EXPECT_EQ(spaced("mal"), "·mal");
  EXPECT_EQ(spaced("21"), "·21");
  EXPECT_EQ(spaced("."), ".");
  EXPECT_EQ(spaced(" ("), "␣(");
  EXPECT_EQ(spaced(" "), "␣");
  EXPECT_EQ(spaced("  the"), "␣␣the");
  EXPECT_EQ(spaced("\n\n"), "↵↵");
  EXPECT_EQ(spaced(" Łódź"), "Łódź");
  EXPECT_EQ(spaced("狗"), "狗") << "it is written without spaces";
  EXPECT_EQ(spaced("<0xE7>"), "‹E7›");
  EXPECT_EQ(spaced("<0xE7><0x8B>"), "‹E7 8B›");
  EXPECT_EQ(spaced(" <0xE7>"), "␣‹E7›");
  EXPECT_EQ(spaced("<|endoftext|>"), "<|endoftext|>");
  EXPECT_EQ(piece_label("##ing", PiecesSay::mark_within), "·ing");
  EXPECT_EQ(piece_label("##", PiecesSay::mark_within), "##");
  EXPECT_EQ(piece_label("the", PiecesSay::mark_within), "the");
  EXPECT_EQ(bytes_text("狗"), "E7 8B 97");
}

// By counting all pairs of the text anew in every step, in strings.
std::vector<std::pair<std::string, int>> learned_slowly(std::vector<std::vector<std::string>> words,
                                                        int most) {
  std::vector<std::pair<std::string, int>> steps;
  while (static_cast<int>(steps.size()) < most) {
    std::map<std::pair<std::string, std::string>, int> counts;
    for (const auto& word : words)
      for (std::size_t i = 0; i + 1 < word.size(); ++i) ++counts[{word[i], word[i + 1]}];
    const auto best = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
      return a.second < b.second;  // the first of the largest
    });
    if (best == counts.end() || best->second < 2) break;
    const auto [left, right] = best->first;
    steps.emplace_back(left + right, best->second);
    for (auto& word : words) {
      for (std::size_t i = 0; i + 1 < word.size(); ++i) {
        if (word[i] != left || word[i + 1] != right) continue;
        word[i] += right;
        word.erase(word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
  }
  return steps;
}

TEST(BytePairLearning, JoinsTheMostFrequentPairAgainAndAgain) {
  const std::string text =
      "low low low low low lower lower newest newest newest newest newest newest widest "
      "widest widest";
  std::vector<std::vector<std::string>> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 0 || text[i] == ' ') words.emplace_back();
    words.back().push_back(text[i] == ' ' ? "Ġ" : std::string(1, text[i]));
  }
  const auto slowly = learned_slowly(words, 20);
  const LearnedPairs learned = learn_byte_pairs(text, 20);
  ASSERT_EQ(learned.steps.size(), slowly.size());
  for (std::size_t i = 0; i < slowly.size(); ++i) {
    EXPECT_EQ(learned.tokenizer->vocabulary().word(256 + static_cast<int>(i)), slowly[i].first) << i;
    EXPECT_EQ(learned.steps[i].count, slowly[i].second) << i;
  }
  EXPECT_EQ(learned.words, 16);
  EXPECT_EQ(learned.steps.front().count, 9) << "e before s: newest six times, widest three times";
  int tokens = static_cast<int>(text.size());
  for (const LearnedPair& step : learned.steps) {
    EXPECT_LT(step.tokens, tokens);
    tokens = step.tokens;
  }
  EXPECT_EQ(static_cast<int>(learned.tokenizer->pieces(text).size()), tokens)
      << "the tokenizer cuts the text as learning left it";
}

TEST(BytePairLearning, NothingOfATextIsUnknown) {
  const LearnedPairs learned = learn_byte_pairs("the dog and the cat, the dogs and the cats", 50);
  const std::string typed = "the 狗 and Łódź 🙂";
  const std::vector<CutToken> tokens = cut_text(*learned.tokenizer, typed);
  std::string bytes;
  for (const CutToken& token : tokens) {
    EXPECT_FALSE(token.unknown) << token.label;
    bytes += (bytes.empty() ? "" : " ") + token.bytes;
  }
  EXPECT_EQ(bytes, bytes_text(typed)) << "every byte, once, in order";
  EXPECT_EQ(tokens.front().label, "the");
  EXPECT_TRUE(std::any_of(tokens.begin(), tokens.end(), [](const CutToken& each) { return each.of_bytes; }));
  EXPECT_EQ(counts_of(tokens).tokens, static_cast<int>(tokens.size()));
  EXPECT_EQ(letters_in(typed), 16);
}

TEST(CutText, TokensAreCountedWithThoseThatWereAdded) {
  const TokenCounts counts = counts_of({{.label = "[CLS]", .token = "[CLS]", .added = true},
                                        {.label = "the", .token = "the"},
                                        {.label = "the", .token = "the"},
                                        {.label = "[SEP]", .token = "[SEP]", .added = true}});
  EXPECT_EQ(counts.tokens, 4);
  EXPECT_EQ(counts.added, 2);
  EXPECT_EQ(counts.of_text(), 2);
  EXPECT_EQ(counts.distinct, 3);
}

TEST(BytePairLearning, AWordIsJoinedStepByStep) {
  const LearnedPairs learned = learn_byte_pairs("newest newest newest widest widest", 6);
  const auto words = learned.tokenizer->words("newest");
  const std::vector<JoinedStep> steps = joined_steps(*learned.tokenizer, words.front());
  ASSERT_GT(steps.size(), 1U);
  EXPECT_EQ(steps.front().pieces.size(), 6U);
  EXPECT_EQ(steps.front().place, -1);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].pieces.size() + 1, steps[i - 1].pieces.size());
    EXPECT_GE(steps[i].place, 0);
  }
  EXPECT_EQ(steps.back().pieces.size(), learned.tokenizer->pieces("newest").size());
}

TEST(BytePairLearning, AsksForAWord) {
  EXPECT_THROW(learn_byte_pairs("", 10), std::invalid_argument);
  EXPECT_TRUE(learn_byte_pairs("abc", 10).steps.empty()) << "no pair is there twice";
}

}  // namespace
}  // namespace headlight
