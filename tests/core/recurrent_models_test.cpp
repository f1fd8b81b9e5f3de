// Recurrent models as the stage knows them: what they have, how they are searched, and edits of what is
// gathered from all times.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/explain/confidence.h"
#include "core/explain/matrix_formulas.h"
#include "core/files/whole_file.h"
#include "core/layers/sites.h"
#include "core/models/outline.h"
#include "core/models/run.h"
#include "core/models/trace.h"
#include "core/tape/ops/ops.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

constexpr const char* attention_weights = "decoder.0.cross_attention.head.0.weights";

TEST(RecurrentModels, AnAnatomySaysWhatThereIs) {
  const Anatomy plain = tiny_recurrent(false).anatomy();
  EXPECT_TRUE(plain.recurrent());
  EXPECT_TRUE(plain.attentions.empty());
  EXPECT_EQ(plain.typed(), Stream::source);
  EXPECT_EQ(plain.first_states(), "encoder.0.states");
  const Anatomy looks = tiny_recurrent(true).anatomy();
  ASSERT_NE(looks.find(Attention::cross), nullptr);
  EXPECT_TRUE(looks.find(Attention::cross)->additive);
  EXPECT_TRUE(looks.stacks[0].recurrence->both_ways);
  EXPECT_EQ(looks.find(Attention::encoder), nullptr);
  const Anatomy characters = tiny_characters(RecurrentCell::rnn, 2).anatomy();
  EXPECT_EQ(characters.answer, AnswerKind::next_token);
  EXPECT_EQ(characters.stacks.size(), 1U);
  EXPECT_EQ(characters.stacks[0].layers, 2);
  EXPECT_FALSE(anatomy_of(TransformerConfig{.source_words = 3, .target_words = 3}).recurrent());
}

TEST(RecurrentModels, AnEditOfGatheredWeightsActsAtItsTime) {
  const Model model = tiny_recurrent(true);
  const std::vector<int> source = model.read("the animal was tired");
  const std::vector<int> target{2, 3, 4};
  std::vector<float> only(source.size(), 0.0F);
  only[2] = 1;
  const TracePtr plain = model.trace({.input = source, .words = target});
  const TracePtr edited = model.trace(
      {.input = source, .words = target, .edits = {{.path = attention_weights, .row = 1, .values = only}}});
  const Reading annotations = edited->read("encoder.0.annotations");
  const Reading context = edited->read("decoder.0.time.1.context");
  for (int d = 0; d < context.shape().cols; ++d) EXPECT_EQ(context(0, d), annotations(2, d));
  EXPECT_EQ(edited->read(attention_weights)(1, 2), 1);
  // Before it nothing changes, behind it everything may.
  EXPECT_EQ(edited->read("decoder.0.time.0.state").view().map(),
            plain->read("decoder.0.time.0.state").view().map());
  EXPECT_NE(edited->read("decoder.0.time.1.state").view().map(),
            plain->read("decoder.0.time.1.state").view().map());
  EXPECT_NE(edited->read("logits").view().map().row(3), plain->read("logits").view().map().row(3));
}

// Of each kind, what the rows of the gathered node are edited to is what a stacked node of these edits shows.
TEST(RecurrentModels, EditsOfGatheredNodesAreTheSameEditsOfTheirRows) {
  const Model model = tiny_recurrent(true);
  const std::vector<int> source = model.read(tired_sentence);
  const std::vector<int> target{2, 3, 4, 5};
  const TracePtr plain = model.trace({.input = source, .words = target});
  const std::vector<Edit> kinds{
      {.path = attention_weights, .values = {0.25F}},
      {.path = attention_weights, .kind = Edit::Kind::multiply, .values = {2}},
      {.path = attention_weights, .kind = Edit::Kind::swap, .row = 0, .col = 1, .other = 4},
      {.path = attention_weights, .col = 3, .values = {0}},
      {.path = attention_weights, .kind = Edit::Kind::causal, .row = 2}};
  for (const Edit& edit : kinds) {
    Matrix expected = plain->read(attention_weights).view().map();
    apply(edit, view(expected));
    const TracePtr edited = model.trace({.input = source, .words = target, .edits = {edit}});
    // The first time has nothing before it that could have changed.
    const int row = edit.row.value_or(0);
    if (row != 0 && edit.kind != Edit::Kind::causal) continue;
    EXPECT_EQ(edited->read(attention_weights).view().map().row(row), expected.row(row));
  }
}

TEST(RecurrentModels, CharactersAreReadOneByOne) {
  const Model model = tiny_characters();
  const TracePtr trace = model.trace({.text = "A  b\t?"});
  EXPECT_EQ(trace->words().target, (std::vector<std::string>{"a", "␣", "␣", "b", "␣", "?"}));
  EXPECT_THROW(model.read(""), std::invalid_argument);
  EXPECT_THROW(model.read(std::string(300, 'a')), std::invalid_argument);
  EXPECT_THROW(model.read("π"), std::invalid_argument);
}

// In letters, what came before is named so.
TEST(RecurrentModels, FormulasNameTheTimeBefore) {
  const TracePtr lstm = tiny_characters().trace({.text = "abc"});
  const auto letters = [](const TracePtr& trace, const char* path) {
    return equation_of(*trace, trace->at(path));
  };
  EXPECT_EQ(letters(lstm, "decoder.0.time.2.kept"), "kept_t = f_t ⊙ c_{t−1}");
  EXPECT_EQ(letters(lstm, "decoder.0.time.2.from_state"), "U h = h_{t−1} U + b_U");
  const TracePtr looks = tiny_recurrent(true).trace({.text = "the animal was"});
  EXPECT_EQ(letters(looks, "encoder.0.backwards.time.1.state"), "h_t = (1 − z_t) n_t + z_t ⊙ h_{t+1}");
  EXPECT_EQ(letters(looks, attention_weights), "A = α_1, …, α_T");
}

TEST(RecurrentLanes, SayWhereEachTimeLies) {
  const Model looks = tiny_recurrent(true);
  const TracePtr trace =
      looks.trace({.input = looks.read("the animal was tired"), .words = std::vector<int>{2, 3}});
  const std::vector<RecurrentLane> lanes = recurrent_lanes(*trace);
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(lanes[1].path, "encoder.0.backwards");
  EXPECT_TRUE(lanes[1].backwards);
  EXPECT_EQ(lanes[1].times, 4);
  EXPECT_EQ(lanes[2].times, 3);
  EXPECT_EQ(lanes[1].time_of("encoder.0.backwards.time.2.update_gate"), 2);
  EXPECT_EQ(lanes[0].time_of("encoder.0.backwards.time.2.update_gate"), -1);
  EXPECT_EQ(lanes[2].time_of("decoder.0.states"), -1);
  EXPECT_EQ(parts_of_cell(*trace, lanes[2]),
            (std::vector<std::string>{"reset_gate", "update_gate", "candidate", "state"}));
  EXPECT_EQ(bottleneck_of(*trace), "");
  const Model plain = tiny_recurrent(false);
  EXPECT_EQ(bottleneck_of(
                *plain.trace({.input = plain.read("the animal was tired"), .words = std::vector<int>{2}})),
            "encoder.0.time.3.state");
  EXPECT_TRUE(recurrent_lanes(*tiny_translator().trace({.text = "the animal"})).empty());
}

}  // namespace
}  // namespace headlight
