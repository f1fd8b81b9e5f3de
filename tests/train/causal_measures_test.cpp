// How much of the pronoun the named heads of the shipped translator carry.
#include "train/learn/causal_measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/model.h"

namespace headlight {
namespace {

TEST(HeadsCarryThePronoun, OverHeldOutPairs) {
  const ModelPtr model = load_model(HEADLIGHT_SOURCE_DIR "/assets/models/translator");
  const std::vector<ExchangedCue> pairs = exchanged_cues(model->source(), model->target(), 60);
  ASSERT_GE(pairs.size(), 50U);
  const HeadsCarry carry = heads_carry(*model, {"encoder", "self_attention", 3, 0}, pairs);
  EXPECT_GE(carry.pairs, 40);
  EXPECT_GE(carry.named, 0.9);
  EXPECT_LE(std::fabs(carry.others), 0.35);
  RecordProperty("named", std::to_string(carry.named));
}

}  // namespace
}  // namespace headlight
