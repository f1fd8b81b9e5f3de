// Recurrent encoder-decoders: every named value and gradient against PyTorch's
// (tests/golden/make_recurrent_goldens.py), and a batch against its sentences alone.
#include "core/models/seq2seq.h"

#include <gtest/gtest.h>

#include "core/files/whole_file.h"
#include "core/matrix/random.h"
#include "core/models/outline.h"
#include "tests/core/recurrent_golden.h"
#include "train/learn/seq2seq_training.h"

namespace headlight {
namespace {

struct Seq2Seq : testing::TestWithParam<const char*> {};

TEST_P(Seq2Seq, EveryValueAndGradientAgreesWithPyTorch) {
  const TensorFile file = recurrent_golden(GetParam());
  const Seq2SeqConfig config{
      .cell = file.metadata.at("cell") == "lstm" ? RecurrentCell::lstm : RecurrentCell::gru,
      .attention = file.metadata.at("attention") == "true",
      .embedding_in_annotation = file.metadata.contains("with_words"),
      .word_in_query = file.metadata.contains("with_words"),
      .tied_output = file.metadata.contains("tied_output"),
      .d_embedding = std::stoi(file.metadata.at("embedding")),
      .d_encoder = std::stoi(file.metadata.at(file.metadata.contains("encoder") ? "encoder" : "state")),
      .d_state = std::stoi(file.metadata.at("state")),
      .source_words = static_cast<int>(tensor_of(file, "parameters.source.embedding").shape.at(0)),
      .target_words = static_cast<int>(tensor_of(file, "parameters.target.embedding").shape.at(0))};
  expect_as_in(file, tensors_of(config), [&](LayerRecording& recording) {
    Seq2SeqRecording model(recording, config);
    model.read(numbers_of(file, "source.tokens"));
    return model.write(numbers_of(file, "target.tokens"));
  });
}

INSTANTIATE_TEST_SUITE_P(Kinds, Seq2Seq,
                         testing::Values("seq2seq_gru", "seq2seq_gru_attention", "seq2seq_lstm_attention",
                                         "seq2seq_gru_words", "seq2seq_gru_tied"),
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
  recipe.model.d_embedding = 16;
  recipe.embedding_rate = 1;
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

void expect_same_weights(const Weights& one, const Weights& other) {
  for (std::size_t i = 0; i < one.count(); ++i) ASSERT_EQ(one.tensor(i), other.tensor(i)) << one.spec(i).name;
}

TEST(Seq2SeqTrainer, GoesOnFromACheckpointAsIfItHadNotStopped) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "checkpoint.safetensors";
  const auto corpus = std::make_shared<const Corpus>(make_corpus({.train = 1500, .held_out = 20}));
  Seq2SeqRecipe recipe = small_recipe(true, 8);
  recipe.steps = 6;
  Seq2SeqTrainer whole(recipe, corpus);
  while (!whole.done()) whole.advance();
  Seq2SeqTrainer first(recipe, corpus);
  for (int i = 0; i < 3; ++i) first.advance();
  first.save(file);
  Seq2SeqTrainer second(recipe, corpus);
  second.resume(file);
  EXPECT_EQ(second.step(), 3);
  while (!second.done()) second.advance();
  expect_same_weights(whole.weights(), second.weights());
  recipe.model.word_in_query = false;
  EXPECT_THROW(Seq2SeqTrainer(recipe, corpus).resume(file), FormatError);
}

// A folder says what it is, and is read as it was written.
TEST(Seq2SeqFolder, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  const auto corpus = std::make_shared<const Corpus>(make_corpus({.train = 1500, .held_out = 20}));
  const Seq2SeqFiles model = Seq2SeqTrainer(small_recipe(true, 8), corpus).model();
  write_model(folder.path(), model.config, model.weights, model.words);
  EXPECT_EQ(outline_of(folder.path())->family(), Seq2SeqConfig::family);
  const auto read = read_model<Seq2SeqConfig>(folder.path());
  EXPECT_EQ(read.config, model.config);
  EXPECT_EQ(read.words.target.words(), model.words.target.words());
  expect_same_weights(read.weights, model.weights);
  EXPECT_THROW(read_config(folder.path()), FormatError) << "it is no Transformer's";
}

TEST(Seq2SeqFolder, SaysWhichFieldIsWrong) {
  const std::string right = to_json(Seq2SeqConfig{.source_words = 5, .target_words = 6});
  const auto complaint = [&](const std::string& from, const std::string& to) {
    std::string text = right;
    text.replace(text.find(from), from.size(), to);
    try {
      config_from_json<Seq2SeqConfig>(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint("gru", "gru"), "");
  EXPECT_NE(complaint("\"gru\"", "\"gated\"").find("\"cell\""), std::string::npos);
  EXPECT_NE(complaint("\"seq2seq\"", "\"characters\"").find("\"family\""), std::string::npos);
  EXPECT_NE(complaint("\"d_state\": 128", "\"d_state\": 0").find("\"d_state\""), std::string::npos);
  EXPECT_NE(complaint("\"d_state\"", "\"d_states\"").find("\"d_state\""), std::string::npos);
  EXPECT_NE(complaint("\"word_in_query\": false", "\"word_in_query\": true").find("\"word_in_query\""),
            std::string::npos);
}

TEST(ExactByLength, CountsShortAndLongSentencesApart) {
  ExactByLength lengths;
  for (int i = 0; i < 4; ++i) lengths.add(longest_short, i > 0);
  for (int i = 0; i < 4; ++i) lengths.add(shortest_long, i > 2);
  lengths.add(shortest_long - 1, true);
  EXPECT_DOUBLE_EQ(lengths.share(), 5.0 / 9);
  EXPECT_DOUBLE_EQ(lengths.share_of_short(), 0.75);
  EXPECT_DOUBLE_EQ(lengths.share_of_long(), 0.25);
  const MeasuredCurve curve = lengths.curve(exact_by_length, 2);
  ASSERT_EQ(curve.points.size(), 2U) << "one sentence makes no share";
  EXPECT_EQ(curve.points[1].at, shortest_long);
  EXPECT_EQ(curve.points[1].count, 4);
  EXPECT_DOUBLE_EQ(curve.points[1].value, 0.25);
}

// What a card says of a model that knows nothing, by the names that it has to have.
TEST(Seq2SeqCard, MeasuresByItsNames) {
  const auto corpus = std::make_shared<const Corpus>(make_corpus({.train = 1500, .held_out = 30}));
  for (const bool attention : {false, true}) {
    const Seq2SeqTrainer trainer(small_recipe(attention, 8), corpus);
    const Card card = seq2seq_card(trainer.model(), trainer.recipe(), *corpus, 90);
    ASSERT_EQ(card.measures.size(), attention ? 7U : 4U);
    EXPECT_EQ(card.measures[0].name, "exact_translation");
    EXPECT_EQ(card.measures[0].value, 0);
    ASSERT_EQ(card.curves.size(), 1U);
    const Card read = card_from_json(to_json(card));
    EXPECT_EQ(to_json(read), to_json(card));
    EXPECT_EQ(read.curves[0].name, exact_by_length);
  }
}

}  // namespace
}  // namespace headlight
