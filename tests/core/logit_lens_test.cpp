// What the layers say: the last one says what the model says.
#include "core/models/logit_lens.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/read_trace.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

void expect_the_last_is_the_answer(const LogitLens& lens, const Trace& trace) {
  const Reading probabilities = trace.read("probabilities");
  const LogitLens::Layer& last = lens.layers.back();
  ASSERT_EQ(static_cast<int>(last.words.size()), probabilities.shape().rows);
  ASSERT_EQ(lens.tokens.size(), last.words.size());
  for (std::size_t place = 0; place < last.words.size(); ++place) {
    for (const Candidate& each : last.words[place])
      EXPECT_NEAR(each.probability, static_cast<double>(probabilities(static_cast<int>(place), each.word)),
                  1e-6);
  }
}

TEST(LogitLens, OfTheLastLayerIsTheAnswer) {
  const Model pre = tiny_language_model();
  const TracePtr text = pre.trace({.text = "the animal was too"});
  const LogitLens lens = logit_lens(pre.config(), pre.weights(), *text, 5);
  ASSERT_EQ(lens.layers.size(), 4U) << "the input and three layers";
  EXPECT_EQ(lens.layers.front().path, input_of(*text, text->anatomy().stacks.back()));
  expect_the_last_is_the_answer(lens, *text);

  const Model post = tiny_translator();
  const TracePtr translation = post.trace({.text = tired_sentence});
  expect_the_last_is_the_answer(logit_lens(post.config(), post.weights(), *translation, 5), *translation);
}

// By hand: the normalized stream times the embedding.
TEST(LogitLens, OfTheInputIsItsStreamTimesTheOutput) {
  const Model model = tiny_language_model();
  const TracePtr trace = model.trace({.text = "the animal"});
  const LogitLens lens = logit_lens(model.config(), model.weights(), *trace, 3);
  const Reading stream = trace->read(lens.layers.front().path);
  const auto tensor = [&](const std::string& name) { return view(model.weights()[name]); };
  const ConstView gain = tensor("decoder.normalized.gain");
  const ConstView bias = tensor("decoder.normalized.bias");
  const ConstView words = tensor("target.embedding");
  const ConstView shift = tensor("output.bias");
  const int size = stream.shape().cols;
  double mean = 0;
  double square = 0;
  for (int i = 0; i < size; ++i) mean += static_cast<double>(stream(1, i)) / size;
  for (int i = 0; i < size; ++i) square += std::pow(static_cast<double>(stream(1, i)) - mean, 2) / size;
  std::vector<double> logits;
  for (int w = 0; w < words.shape.rows; ++w) {
    double logit = static_cast<double>(shift(0, w));
    for (int i = 0; i < size; ++i) {
      const double x = (static_cast<double>(stream(1, i)) - mean) /
                       std::sqrt(square + static_cast<double>(model.config().norm_epsilon));
      logit += (x * static_cast<double>(gain(0, i)) + static_cast<double>(bias(0, i))) *
               static_cast<double>(words(w, i));
    }
    logits.push_back(logit);
  }
  double sum = 0;
  for (const double each : logits) sum += std::exp(each);
  for (const Candidate& each : lens.layers.front().words[1])
    EXPECT_NEAR(each.probability, std::exp(logits[static_cast<std::size_t>(each.word)]) / sum, 1e-5);
}

}  // namespace
}  // namespace headlight
