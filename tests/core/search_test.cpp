// Going on word by word: beam search against all sentences there are, draws against their probabilities.
#include "core/models/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace headlight {
namespace {

constexpr int language_words = 4;
constexpr int end_word = 0;

// A little language: any beginning has its own distribution, the same every time.
NextWords language(std::uint32_t seed) {
  return [seed](std::span<const int> added) {
    std::uint32_t state = hash32(seed + 17);
    for (const int word : added) state = hash32(state ^ hash32(static_cast<std::uint32_t>(word) + 1));
    Random random(state);
    std::vector<float> p;
    float sum = 0;
    for (int w = 0; w < language_words; ++w) {
      p.push_back(static_cast<float>(0.05 + random.uniform()));
      sum += p.back();
    }
    for (float& each : p) each /= sum;
    return p;
  };
}

struct Best {
  double score = -1e30;
  std::vector<int> text;
};

// Of all texts that end, or have `most` words.
Best best_of_all(const NextWords& next, int most, double penalty) {
  Best best;
  std::vector<int> text;
  const std::function<void(double)> grow = [&](double sum) {
    const std::vector<float> p = next(text);
    for (int w = 0; w < language_words; ++w) {
      text.push_back(w);
      const double now = sum + std::log(static_cast<double>(p[static_cast<std::size_t>(w)]));
      const int length = static_cast<int>(text.size());
      if (w == end_word || length == most) {
        const double score = now / std::pow(length, penalty);
        if (score > best.score) best = {score, text};
      } else {
        grow(now);
      }
      text.pop_back();
    }
  };
  grow(0);
  return best;
}

std::vector<int> words_of(const std::vector<AddedWord>& added) {
  std::vector<int> text;
  for (const AddedWord& each : added) text.push_back(each.word);
  return text;
}

TEST(Search, AWideBeamFindsTheBestOfAllTexts) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    for (const double penalty : {0.0, 0.6, 1.0}) {
      const NextWords next = language(seed);
      const Best best = best_of_all(next, 4, penalty);
      // As wide as there are texts of three words.
      const BeamTree tree = beam_search(next, {.width = 64, .length_penalty = penalty}, {end_word, 4});
      ASSERT_FALSE(tree.finished.empty());
      const int found = tree.finished[0];
      EXPECT_NEAR(tree.nodes[static_cast<std::size_t>(found)].score, best.score, 1e-9) << seed;
      EXPECT_EQ(words_of(tree.path(found)), best.text) << seed << " " << penalty;
    }
  }
}

TEST(Search, ABeamOfOneIsGreedy) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const BeamTree tree = beam_search(language(seed), {.width = 1}, {end_word, 6});
    EXPECT_EQ(words_of(tree.path(tree.finished.at(0))), words_of(greedy(language(seed), {end_word, 6})));
  }
}

TEST(Search, TheTreeSaysWhatBecameOfEachBeginning) {
  using State = BeamNode::State;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Beam how{.width = 2, .shown = 3};
    const BeamTree tree = beam_search(language(seed), how, {end_word, 5});
    std::map<int, int> on;  // by depth, how many went on or ended
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
      const BeamNode& node = tree.nodes[i];
      const BeamNode& parent = tree.nodes[static_cast<std::size_t>(node.parent)];
      EXPECT_LT(node.parent, static_cast<int>(i));
      EXPECT_EQ(node.depth, parent.depth + 1);
      EXPECT_EQ(parent.state, State::open);
      EXPECT_NEAR(node.log_probability, parent.log_probability + std::log(node.probability), 1e-12);
      EXPECT_EQ(node.state == State::ended, node.word == end_word && node.state != State::pruned);
      EXPECT_EQ(node.beaten_by >= 0, node.state == State::pruned);
      if (node.beaten_by >= 0) {
        EXPECT_GE(tree.nodes[static_cast<std::size_t>(node.beaten_by)].score, node.score);
      }
      if (node.state != State::pruned) ++on[node.depth];
    }
    for (const auto& [depth, count] : on) EXPECT_LE(count, how.width) << depth;
  }
}

TEST(Search, CandidatesByHand) {
  const std::vector<float> p{0.1F, 0.4F, 0.0F, 0.3F, 0.2F};
  const std::vector<Candidate> all = candidates(p, {});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].word, 1);
  EXPECT_NEAR(all[0].drawn, 0.4, 1e-6);

  const std::vector<Candidate> two = candidates(p, {.top_k = 2});
  EXPECT_NEAR(two[0].drawn, 4.0 / 7, 1e-6);
  EXPECT_NEAR(two[1].drawn, 3.0 / 7, 1e-6);
  EXPECT_EQ(two[2].drawn, 0);

  // .4 and .3 have .7 of all; the next is needed for .75.
  const std::vector<Candidate> nucleus = candidates(p, {.top_p = 0.75});
  EXPECT_NEAR(nucleus[2].drawn, 2.0 / 9, 1e-6);
  EXPECT_EQ(nucleus[3].drawn, 0);

  const std::vector<Candidate> cold = candidates(p, {.temperature = 0.5});
  EXPECT_NEAR(cold[0].drawn, 0.16 / (0.16 + 0.09 + 0.04 + 0.01), 1e-6);
  // Nearly greedy, and no power vanishes.
  EXPECT_NEAR(candidates(p, {.temperature = 1e-4})[0].drawn, 1, 1e-6);
}

TEST(Search, RefusesWhatIsNoSampling) {
  const std::vector<float> p{1};
  EXPECT_THROW(candidates(p, {.temperature = 0}), std::invalid_argument);
  EXPECT_THROW(candidates(p, {.top_k = -1}), std::invalid_argument);
  EXPECT_THROW(candidates(p, {.top_p = 0}), std::invalid_argument);
  EXPECT_THROW(beam_search(language(0), {.width = 0}, {}), std::invalid_argument);
}

TEST(Search, TheSameSeedDrawsTheSameWords) {
  const auto drawn = [](std::uint64_t seed) { return words_of(sample(language(3), {}, seed, {{}, 30})); };
  EXPECT_EQ(drawn(5), drawn(5));
  EXPECT_NE(drawn(5), drawn(6));
  EXPECT_EQ(drawn(5).size(), 30U);
}

TEST(Search, DrawsGoOnBehindWordsThatWereDrawnBefore) {
  const NextWords next = language(3);
  const std::vector<int> all = words_of(sample(next, {}, 5, {{}, 12}));
  const std::vector<int> first(all.begin(), all.begin() + 4);
  const NextWords behind = [&](std::span<const int> added) {
    std::vector<int> words = first;
    words.insert(words.end(), added.begin(), added.end());
    return next(words);
  };
  const std::vector<int> rest = words_of(sample(behind, {}, 5, {{}, 8}, 4));
  EXPECT_TRUE(std::equal(rest.begin(), rest.end(), all.begin() + 4, all.end()));
}

// Pearson's chi-square over 20,000 first words: with 3 degrees of freedom 16.3 is exceeded once in a thousand
// times, and the seeds are fixed.
TEST(Search, DrawsAsOftenAsItSays) {
  constexpr int draws = 20000;
  for (const Sampling& how : {Sampling{}, Sampling{.temperature = 0.7}, Sampling{.top_k = 3},
                              Sampling{.temperature = 1.4, .top_p = 0.9}}) {
    const std::vector<Candidate> all = candidates(language(9)({}), how);
    std::map<int, int> seen;
    for (int i = 0; i < draws; ++i)
      ++seen[sample(language(9), how, hash32(static_cast<std::uint32_t>(i)), {{}, 1}).at(0).word];
    double chi_square = 0;
    for (const Candidate& each : all) {
      if (each.drawn == 0) {
        EXPECT_EQ(seen[each.word], 0);
        continue;
      }
      const double expected = draws * each.drawn;
      chi_square += (seen[each.word] - expected) * (seen[each.word] - expected) / expected;
    }
    EXPECT_LT(chi_square, 16.3) << how.temperature;
  }
}

}  // namespace
}  // namespace headlight
