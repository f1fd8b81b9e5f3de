// Counting three words: probabilities that add up to one, and what follows from the counts by hand.
#include "core/learn/causal_training.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headlight {
namespace {

std::vector<Continuation> sentences() {
  std::vector<Continuation> all;
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    std::vector<int> sentence;
    for (int w = 2 + random.below(4); w > 0; --w) sentence.push_back(2 + random.below(6));
    all.push_back(continuation_of(std::move(sentence)));
  }
  return all;
}

TEST(Trigram, AddsUpToOneBehindEveryContext) {
  const std::vector<Continuation> all = sentences();
  const Trigram model(all, 9);
  // Seen contexts, unseen ones, and a word that was never seen (8).
  for (int before = 0; before < 9; ++before) {
    for (int last = 0; last < 9; ++last) {
      double sum = 0;
      for (int word = 0; word < 9; ++word) sum += model.probability(before, last, word);
      EXPECT_NEAR(sum, 1, 1e-9) << before << " " << last;
    }
  }
}

TEST(Trigram, FollowsFromTheCounts) {
  // <s> 2 3 </s> twice, <s> 2 4 </s> once.
  const std::vector<Continuation> all{continuation_of({2, 3}), continuation_of({2, 3}),
                                      continuation_of({2, 4})};
  const Trigram model(all, 5);
  // Behind <s> 2: 3 twice, 4 once. One word later the same two, each in one context; before any, one context
  // for 2, 3 and 4, two for </s> (behind 3 and behind 4).
  const double none = (1 - 0.75 + 0.75 * 4 / 5) / 5;
  const double one = (1 - 0.75 + 0.75 * 2 * none) / 2;
  EXPECT_NEAR(model.probability(0, 2, 3), (2 - 0.75 + 0.75 * 2 * one) / 3, 1e-12);
}

TEST(Trigram, PerplexityIsTheGeometricMeanOfWhatIsAsked) {
  const std::vector<Continuation> all{continuation_of({2, 3})};
  const Trigram model(all, 4);
  const double product = model.probability(0, 0, 2) * model.probability(0, 2, 3) * model.probability(2, 3, 1);
  EXPECT_NEAR(perplexity(model, all), std::pow(product, -1.0 / 3), 1e-9);
}

}  // namespace
}  // namespace headlight
