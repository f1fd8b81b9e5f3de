// What a model says it has is what its traces hold.
#include "core/models/anatomy.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

// The weights of every head, as the anatomy names them, and as the trace has them.
void expect_every_head(const Trace& trace) {
  std::set<std::string> named;
  for (const AttentionHeads& each : trace.anatomy().attentions) {
    for (int layer = 0; layer < each.layers(); ++layer) {
      for (int head = 0; head < each.in(layer); ++head)
        named.insert(each.info().path(layer, head, "weights"));
    }
  }
  std::set<std::string> recorded;
  for (const int step : trace.steps()) {
    const std::string& path = trace.label(step).path;
    const Place place = place_of(path);
    if (place.head && place.part == "weights") recorded.insert(path);
  }
  EXPECT_EQ(named, recorded);
}

// The steps of every layer of every stack lie in it, and its last sub-layer is the last there is.
void expect_every_layer(const Trace& trace) {
  for (const StackInfo& stack : trace.anatomy().stacks) {
    const std::string layer = std::string(stack.name) + ".";
    const std::string residual = ".residual_" + std::to_string(trace.anatomy().sub_layers(stack.name));
    for (int l = 0; l < stack.layers; ++l)
      EXPECT_GE(trace.find(layer + std::to_string(l) + residual), 0) << layer << l << residual;
    EXPECT_LT(trace.find(layer + std::to_string(stack.layers) + residual), 0);
    const int more = trace.anatomy().sub_layers(stack.name) + 1;
    EXPECT_LT(trace.find(layer + "0.residual_" + std::to_string(more)), 0);
    EXPECT_GE(trace.find(std::string(stack.input) + ".embedded"), 0);
    EXPECT_FALSE(trace.tokens(stack.stream).empty());
  }
}

TEST(Anatomy, SaysWhatATraceHolds) {
  TransformerConfig odd{.d_model = 24, .d_ff = 8, .encoder_layers = 3, .encoder_heads = 3};
  odd.decoder_layers = 2;
  odd.decoder_heads = 2;
  odd.cross_heads = 6;
  for (const TransformerConfig& config : {TransformerConfig{.d_model = 16, .d_ff = 24}, odd}) {
    const TracePtr trace = tiny_translator(config).trace({.text = "the animal was tired"});
    expect_every_head(*trace);
    expect_every_layer(*trace);
    EXPECT_EQ(trace->anatomy().answer, AnswerKind::translation);
  }
  const Model labeller = tiny_labeller();
  const TracePtr trace = labeller.trace({.input = labeller.read("abc")});
  expect_every_head(*trace);
  expect_every_layer(*trace);
  EXPECT_EQ(trace->anatomy().answer, AnswerKind::labels);
  EXPECT_EQ(trace->anatomy().find(Attention::cross), nullptr);
  EXPECT_EQ(trace->anatomy().heads(Attention::decoder, 0), 0);
  const Model language = tiny_language_model();
  const TracePtr next = language.trace({.input = language.read("it was")});
  expect_every_head(*next);
  expect_every_layer(*next);
  EXPECT_EQ(next->anatomy().answer, AnswerKind::next_token);
  EXPECT_EQ(next->anatomy().typed(), Stream::target);
  EXPECT_EQ(next->anatomy().find(Attention::cross), nullptr);
  EXPECT_EQ(next->anatomy().find(Attention::encoder), nullptr);
}

// Who asks and who is asked, as the axes of the weights say.
TEST(Anatomy, TheStreamsAreThoseOfTheWeights) {
  const TracePtr trace = tiny_translator().trace({.text = "the animal was tired"});
  for (const AttentionHeads& each : trace->anatomy().attentions) {
    const Label& weights = trace->label(trace->at(each.info().path(0, 0, "weights")));
    EXPECT_EQ(info(weights.rows).stream, each.info().asks);
    EXPECT_EQ(info(weights.cols).stream, each.info().asked);
    EXPECT_EQ(attention_of(each.info().stack, each.info().part), each.id);
    const Reading read = trace->read(each.info().path(0, 0, "weights"));
    EXPECT_EQ(read(0, read.shape().cols - 1) == 0, each.causal);
  }
}

TEST(Anatomy, CountsHeadsOfLayersThatHaveNotEquallyMany) {
  const AttentionHeads heads{Attention::encoder, {3, 1, 4}};
  EXPECT_EQ(heads.count(), 8);
  int number = 0;
  for (int layer = 0; layer < heads.layers(); ++layer) {
    for (int head = 0; head < heads.in(layer); ++head, ++number) {
      EXPECT_EQ(heads.number_of({layer, head}), number);
      const AttentionHeads::Place place = heads.place_of(number);
      EXPECT_EQ(place.layer, layer);
      EXPECT_EQ(place.head, head);
    }
  }
  EXPECT_EQ(heads.place_of(-5).layer, 0);
  EXPECT_EQ(heads.place_of(99).layer, 2);
  EXPECT_EQ(heads.place_of(99).head, 3);
  EXPECT_EQ(heads.in(3), 0);
}

TEST(Anatomy, AStackAloneStandsForItsAttentionOnItself) {
  EXPECT_EQ(attention_of("encoder", ""), Attention::encoder);
  EXPECT_EQ(attention_of("decoder", ""), Attention::decoder);
  EXPECT_EQ(attention_of("decoder", "cross_attention"), Attention::cross);
}

}  // namespace
}  // namespace headlight
