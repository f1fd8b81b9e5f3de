// What has to wait for what, counted on the tapes of recurrent models and of a Transformer.
#include <gtest/gtest.h>

#include <numeric>

#include "core/explain/dependencies.h"
#include "core/models/card.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

std::vector<int> counted_from(int first, int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<int> downwards(int count) {
  std::vector<int> numbers = counted_from(1, count);
  return {numbers.rbegin(), numbers.rend()};
}

const std::vector<int> five{0, 1, 2, 3, 4}, three{2, 3, 4};

TEST(DependentSteps, ARecurrentModelReadsAndWritesOneByOne) {
  const TracePtr trace = tiny_recurrent(false).trace({.input = five, .words = three});
  for (const TokensGiven given : {TokensGiven::all, TokensGiven::read}) {
    const DependentSteps steps = dependent_steps(*trace, given);
    ASSERT_EQ(steps.lanes.size(), 2U);
    EXPECT_EQ(steps.lanes[0].at, counted_from(1, 5));
    EXPECT_EQ(steps.lanes[1].at, counted_from(6, 4)) << "<s> and three words";
    EXPECT_EQ(steps.reading, 5);
    EXPECT_EQ(steps.all, 9);
  }
}

TEST(DependentSteps, BothDirectionsAreReadAtOnce) {
  const TracePtr trace = tiny_recurrent(true).trace({.input = five, .words = three});
  const DependentSteps steps = dependent_steps(*trace, TokensGiven::all);
  ASSERT_EQ(steps.lanes.size(), 3U);
  EXPECT_EQ(steps.lanes[0].at, counted_from(1, 5));
  EXPECT_TRUE(steps.lanes[1].backwards);
  EXPECT_EQ(steps.lanes[1].at, downwards(5));
  EXPECT_EQ(steps.lanes[2].at, counted_from(6, 4));
  EXPECT_EQ(steps.reading, 5);
}

TEST(DependentSteps, ATransformerWaitsForLayersAndInWritingForWords) {
  const Model model = tiny_translator();
  const int layers = model.config().encoder_layers, above = model.config().decoder_layers;
  const TracePtr trace = model.trace({.input = five, .words = three});
  const DependentSteps learning = dependent_steps(*trace, TokensGiven::all);
  EXPECT_EQ(learning.reading, layers);
  EXPECT_EQ(learning.all, layers + above);
  for (int layer = 0; layer < layers; ++layer)
    EXPECT_EQ(learning.lanes[static_cast<std::size_t>(layer)].at, std::vector<int>(5, layer + 1));
  EXPECT_EQ(learning.lanes.back().at, std::vector<int>(4, layers + above));
  const DependentSteps writing = dependent_steps(*trace, TokensGiven::read);
  EXPECT_EQ(writing.reading, layers);
  EXPECT_EQ(writing.all, layers + 4 * above);
  for (int word = 0; word < 4; ++word)
    EXPECT_EQ(writing.lanes.back().at[static_cast<std::size_t>(word)], layers + (word + 1) * above);
}

// The layer above needs of the one below the same time alone, not all of it.
TEST(DependentSteps, StackedCellsFollowOneAnother) {
  const TracePtr trace = tiny_characters(RecurrentCell::rnn, 2).trace({.input = five});
  const DependentSteps steps = dependent_steps(*trace, TokensGiven::read);
  ASSERT_EQ(steps.lanes.size(), 2U);
  EXPECT_EQ(steps.lanes[0].at, counted_from(1, 5));
  EXPECT_EQ(steps.lanes[1].at, counted_from(2, 5));
  EXPECT_EQ(steps.reading, 6);
}

TEST(DependentSteps, OfTheShippedTranslatorsByTheirConfigs) {
  for (const char* name : {"seq2seq", "seq2seq-attention", "translator"}) {
    const ModelPtr model = load_model(model_folder(name));
    const TracePtr trace = model->trace({.text = tired_sentence});
    const DependentSteps steps = dependent_steps(*trace, TokensGiven::read);
    const auto words = static_cast<int>(trace->words().source.size());
    const StackInfo& reads = trace->anatomy().stacks.front();
    EXPECT_EQ(steps.reading, reads.recurrence ? words : reads.layers) << name;
    EXPECT_EQ(steps.all, steps.reading + static_cast<int>(trace->words().target.size())) << name;
  }
}

}  // namespace
}  // namespace headlight
