// Scores taken apart add up again; and the same weights with other positions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/labs/model_positions.h"
#include "core/matrix/random.h"
#include "core/models/logit_lens.h"
#include "core/models/trace.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TransformerConfig tiny_config(Positions positions) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.positions = positions;
  return config;
}

// Random weights leave the biases at 0: these have some.
ModelPtr with_biases(const TransformerConfig& config, std::uint64_t seed) {
  const Model tiny = tiny_translator(config);
  Weights weights = tiny.weights();
  Random random(seed);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    if (weights.spec(i).name.ends_with(".bias")) {
      for (Eigen::Index j = 0; j < weights.tensor(i).size(); ++j)
        weights.tensor(i).data()[j] = static_cast<float>(random.normal());
    }
  }
  return std::make_shared<const Model>(tiny.config(), weights, tiny.words());
}

TEST(ScoreParts, AddUpToTheModelsScores) {
  for (const Positions kind : {Positions::sinusoidal, Positions::learned}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const auto model = with_biases(tiny_config(kind), seed);
      const std::vector<int> source = model->read(tired_sentence);
      const TracePtr whole = model->trace({.input = source});
      for (int head = 0; head < model->config().encoder_heads; ++head) {
        const TracePtr parts = record_score_parts(model, source, head);
        const std::string block = "encoder.0.self_attention.head." + std::to_string(head) + ".";
        const auto scores = whole->read(block + "scores");
        const auto sum = parts->read(block + "parts_sum");
        for (int i = 0; i < scores.shape().rows; ++i) {
          for (int j = 0; j < scores.shape().cols; ++j) EXPECT_NEAR(sum(i, j), scores(i, j), 1e-4);
        }
        const ScoreShares shares =
            measure_score_parts(*parts, head_path("encoder", 0, "self_attention", head, ""));
        EXPECT_LT(shares.error, 1e-4);
        double all = 0;
        for (const double share : shares.share) all += share;
        EXPECT_NEAR(all, 1, 1e-5);
        EXPECT_GT(shares.size[4], 0.01);  // the biases are there
      }
    }
  }
}

TEST(ScoreParts, AreTheProductsTheyAreCalled) {
  const auto model = with_biases(tiny_config(Positions::sinusoidal), 9);
  const std::vector<int> source = model->read(tired_sentence);
  const TracePtr parts = record_score_parts(model, source, 1);
  const Weights& weights = model->weights();
  const Matrix q = weights["encoder.0.self_attention.query.weight"].middleCols(8, 8);
  const Matrix k = weights["encoder.0.self_attention.key.weight"].middleCols(8, 8);
  const Matrix word = parts->read("source.scaled").view().map();
  const Matrix place = parts->read("source.positions").view().map();
  const std::string block = "encoder.0.self_attention.head.1.";
  const auto expect = [&](const char* part, const Matrix& a, const Matrix& b) {
    const Matrix expected = (a * q) * (b * k).transpose();
    const Matrix found = parts->read(block + part).view().map();
    EXPECT_LT((expected - found).cwiseAbs().maxCoeff(), 1e-4F) << part;
  };
  expect("content_content", word, word);
  expect("content_position", word, place);
  expect("position_content", place, word);
  expect("position_position", place, place);
}

TEST(ScoreParts, AreRefusedWhereThereAreNone) {
  TransformerConfig pre = tiny_config(Positions::sinusoidal);
  pre.norm_place = NormPlace::pre;
  EXPECT_NE(no_score_parts(pre), "");
  const auto without = std::make_shared<const Model>(tiny_translator(tiny_config(Positions::none)));
  EXPECT_THROW(record_score_parts(without, without->read("animal"), 0), std::invalid_argument);
}

TEST(Orthogonality, OfRandomVectorsIsWhatTheFormulaExpects) {
  EXPECT_NEAR(random_cosine(2), 2 / std::numbers::pi, 1e-9);
  EXPECT_NEAR(random_cosine(3), 0.5, 1e-9);
  for (const int dimensions : {3, 16, 64}) {
    Random random(static_cast<std::uint64_t>(dimensions));
    Matrix a(150, dimensions), b(150, dimensions);
    for (Matrix* each : {&a, &b}) {
      for (Eigen::Index i = 0; i < each->size(); ++i) each->data()[i] = static_cast<float>(random.normal());
    }
    const Orthogonality found = orthogonality(view(a), view(b));
    EXPECT_NEAR(found.mean, random_cosine(dimensions), 0.05 * random_cosine(dimensions));
    EXPECT_LE(found.largest, 1 + 1e-6);
  }
}

TEST(OtherPositions, BackwardsNothingChangesWithoutThem) {
  for (const Positions kind : {Positions::sinusoidal, Positions::learned}) {
    const auto model = with_biases(tiny_config(kind), 3);
    const std::vector<int> source = model->read(tired_sentence);
    const auto without = with_positions(*model, Positions::none);
    for (const double change : changes_when_reversed(*without, source)) EXPECT_LT(change, 1e-4);
    double most = 0;
    for (const double change : changes_when_reversed(*model, source)) most = std::max(most, change);
    EXPECT_GT(most, 0.05);
  }
}

TEST(OtherPositions, TablesThatWereNeverLearnedAreRefused) {
  const Model model = tiny_translator();
  EXPECT_THROW(with_positions(model, Positions::learned), std::invalid_argument);
  EXPECT_THROW(with_positions(model, Positions::relative), std::invalid_argument);
  for (const Positions kind : {Positions::none, Positions::alibi, Positions::rotary}) {
    const TracePtr trace = with_positions(model, kind)->trace({.text = tired_sentence});
    const TracePtr usual = model.trace({.text = tired_sentence});
    const std::string path = "encoder.0.self_attention.head.0.weights";
    EXPECT_GT((trace->read(path).view().map() - usual->read(path).view().map()).cwiseAbs().maxCoeff(), 1e-3F);
  }
}

TEST(OtherPositions, VectorsOfWordsDoNotKnowTheirPlace) {
  const Model model = tiny_translator();
  const std::vector<int> source = model.read("the animal the");
  const HeadVectors vectors = vectors_of_words(model, source, 1);
  EXPECT_EQ(vectors.queries.row(0), vectors.queries.row(2));
  EXPECT_NE(vectors.keys.row(0), vectors.keys.row(1));
  EXPECT_EQ(vectors.keys.cols(), 8);
}

// What the layers say: the last one says what the model says.

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

// Models from disk: their last layer says what they say, and of a long text the last places alone are asked.
TEST(LogitLens, OfModelsFromDisk) {
  const std::filesystem::path folders = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";
  for (const char* name : {"gpt2", "llama", "llama_31", "qwen2", "bert", "distilbert"}) {
    const ModelPtr model = load_model(folders / name);
    std::vector<int> ids;
    for (int i = 0; i < 20; ++i) ids.push_back(5 + 7 * i);
    const TracePtr trace = model->trace({.input = ids});
    const LogitLens lens = logit_lens(*model->transformer(), model->weights(), *trace, 3);
    ASSERT_EQ(lens.layers.size(), 3U) << name << ": the input and two layers";
    expect_the_last_is_the_answer(lens, *trace);
    const LogitLens one = logit_lens(*model->transformer(), model->weights(), *trace, 3, {4});
    ASSERT_EQ(one.places, std::vector<int>{4});
    for (std::size_t layer = 0; layer < 3; ++layer)
      EXPECT_EQ(one.layers[layer].words[0][0].word, lens.layers[layer].words[4][0].word) << name;
  }
}

TEST(LogitLens, OfALongTextTheLastPlaces) {
  const Model model = tiny_language_model({.d_model = 12,
                                           .d_ff = 10,
                                           .decoder_layers = 1,
                                           .decoder_heads = 3,
                                           .max_tokens = 128,
                                           .norm_place = NormPlace::pre});
  std::vector<int> ids(most_lens_places + 7, 2);
  const TracePtr trace = model.trace({.input = ids});
  const LogitLens lens = logit_lens(model.config(), model.weights(), *trace, 3);
  EXPECT_EQ(lens.tokens.size(), static_cast<std::size_t>(most_lens_places));
  EXPECT_EQ(lens.places.front(), 7);
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
