// Recurrent encoder-decoders: every named value and gradient against PyTorch's
// (tests/golden/make_recurrent_goldens.py), and a batch against its sentences alone.
#include "core/models/seq2seq.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/files/safetensors.h"
#include "core/learn/seq2seq_trainer.h"
#include "core/matrix/random_matrix.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

const Tensor& tensor_of(const TensorFile& file, const std::string& name) {
  const Tensor* stored = file.find(name);
  if (stored == nullptr) throw std::runtime_error("no " + name);
  return *stored;
}

void expect_close(ConstView ours, const Tensor& theirs, const std::string& name, double tolerance) {
  ASSERT_EQ(static_cast<std::size_t>(ours.shape.size()), theirs.data.size()) << name;
  for (std::size_t i = 0; i < theirs.data.size(); ++i)
    ASSERT_NEAR(ours.data[i], theirs.data[i], tolerance * std::max(1.0F, std::abs(theirs.data[i])))
        << name << ", number " << i;
}

std::vector<int> numbers_of(const TensorFile& file, const std::string& name) {
  std::vector<int> ids;
  for (const float id : tensor_of(file, name).data) ids.push_back(static_cast<int>(id));
  return ids;
}

struct Seq2Seq : testing::TestWithParam<const char*> {};

TEST_P(Seq2Seq, EveryValueAndGradientAgreesWithPyTorch) {
  const TensorFile file =
      read_safetensors(HEADLIGHT_SOURCE_DIR "/tests/golden/" + std::string(GetParam()) + ".safetensors");
  const Seq2SeqConfig config{
      .cell = file.metadata.at("cell") == "lstm" ? RecurrentCell::lstm : RecurrentCell::gru,
      .attention = file.metadata.at("attention") == "true",
      .embedding_in_annotation = file.metadata.contains("embedding_in_annotation"),
      .word_in_query = file.metadata.contains("word_in_query"),
      .d_embedding = std::stoi(file.metadata.at("embedding")),
      .d_encoder = std::stoi(file.metadata.at(file.metadata.contains("encoder") ? "encoder" : "state")),
      .d_state = std::stoi(file.metadata.at("state")),
      .source_words = static_cast<int>(tensor_of(file, "parameters.source.embedding").shape.at(0)),
      .target_words = static_cast<int>(tensor_of(file, "parameters.target.embedding").shape.at(0))};
  Weights weights = Weights::zeros(tensors_of(config));
  Weights gradients = Weights::zeros(tensors_of(config));
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const Tensor& stored = tensor_of(file, "parameters." + weights.spec(i).name);
    ASSERT_EQ(stored.data.size(), static_cast<std::size_t>(weights.tensor(i).size())) << weights.spec(i).name;
    std::copy(stored.data.begin(), stored.data.end(), weights.tensor(i).data());
  }

  Tape tape;
  LayerRecording recording(tape, weights, 0, &gradients);
  Seq2SeqRecording model(recording, config);
  model.read(numbers_of(file, "source.tokens"));
  const int logits = model.write(numbers_of(file, "target.tokens"));
  const std::vector<float> next = tensor_of(file, "next").data;
  const int wanted = tape.constant({"next"}, {next.data(), {static_cast<int>(next.size()), 1}});
  const int loss = tape.record({"loss"}, cross_entropy(0), {logits, wanted});
  tape.forward();
  int compared = 0;
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (node.kind == Node::Kind::parameter) continue;
    expect_close(tape.value(id), tensor_of(file, node.label.path), node.label.path, 1e-5);
    EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    ++compared;
  }
  int stored = 0;
  for (const NamedTensor& tensor : file.tensors)
    stored += tensor.name.starts_with("parameters.") || tensor.name.starts_with("gradients.") ? 0 : 1;
  EXPECT_EQ(compared, stored);

  tape.backward(loss);
  for (std::size_t i = 0; i < gradients.count(); ++i)
    expect_close(view(gradients.tensor(i)), tensor_of(file, "gradients." + gradients.spec(i).name),
                 gradients.spec(i).name, 3e-5);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Seq2Seq,
                         testing::Values("seq2seq_gru", "seq2seq_gru_attention", "seq2seq_lstm_attention"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Seq2SeqBatch, SentencesTogetherAreThoseAlone) {
  for (const bool attention : {false, true}) {
    const Seq2SeqConfig config{.attention = attention,
                               .d_embedding = 4,
                               .d_encoder = 5,
                               .d_state = 5,
                               .source_words = 9,
                               .target_words = 8};
    Random random(8);
    Weights weights = Weights::zeros(tensors_of(config));
    for (std::size_t i = 0; i < weights.count(); ++i)
      weights.tensor(i) = normal_matrix(weights.spec(i).shape.rows, weights.spec(i).shape.cols, random);
    const std::vector<std::vector<int>> sources{{1, 2, 3, 4}, {8, 7, 6, 5}, {0, 3, 0, 3}};
    const std::vector<std::vector<int>> targets{{0, 1, 2}, {0, 7, 6}, {0, 4, 4}};
    const auto logits_of = [&](const std::vector<std::size_t>& chosen) {
      std::vector<int> source;
      std::vector<int> target;
      for (std::size_t t = 0; t < sources[0].size(); ++t)
        for (const std::size_t s : chosen) source.push_back(sources[s][t]);
      for (std::size_t t = 0; t < targets[0].size(); ++t)
        for (const std::size_t s : chosen) target.push_back(targets[s][t]);
      Tape tape;
      LayerRecording recording(tape, weights);
      Seq2SeqRecording model(recording, config, static_cast<int>(chosen.size()));
      model.read(source);
      const int logits = model.write(target);
      tape.forward();
      return Matrix(tape.value(logits).map());
    };
    const Matrix together = logits_of({0, 1, 2});
    for (std::size_t s = 0; s < 3; ++s) {
      const Matrix alone = logits_of({s});
      for (int t = 0; t < 3; ++t)
        for (int w = 0; w < 8; ++w)
          EXPECT_NEAR(together(3 * t + static_cast<int>(s), w), alone(t, w), 2e-5) << attention;
    }
  }
}

Seq2SeqRecipe small_recipe(bool attention, int together) {
  Seq2SeqRecipe recipe = seq2seq_recipe(attention);
  recipe.model.d_embedding = 12;
  recipe.model.d_encoder = 16;
  recipe.model.d_state = 16;
  recipe.batch = 24;
  recipe.together = together;
  recipe.steps = 60;
  recipe.warmup = 5;
  recipe.peak_rate = 1e-2;
  return recipe;
}

// How many sentences share a tape is a matter of speed.
TEST(Seq2SeqTrainer, LearnsTheSameHoweverManyStandTogether) {
  const auto corpus = std::make_shared<const Corpus>(make_corpus({.train = 1500, .held_out = 20}));
  for (const bool attention : {false, true}) {
    Seq2SeqTrainer few(small_recipe(attention, 4), corpus);
    Seq2SeqTrainer many(small_recipe(attention, 8), corpus);
    const double first = few.advance();
    EXPECT_NEAR(many.advance(), first, 1e-4 * first);
    double last = first;
    while (!few.done()) last = few.advance();
    EXPECT_LT(last, 0.85 * first) << attention;
  }
}

}  // namespace
}  // namespace headlight
