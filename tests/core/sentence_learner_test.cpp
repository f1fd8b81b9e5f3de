// A sentence as it is taught: its loss, the gradient of every weight, and steps against it.
#include "core/learn/gradient_descent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/matrix/random.h"
#include "core/models/run.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

struct LearnerCase {
  const char* name;
  ModelPtr model;
  const char* typed;
  std::vector<int> answer;
};

// Without the corner of a ReLU, at which a slope depends on how far the weight is moved.
ModelPtr smooth_translator() {
  return std::make_shared<const Model>(
      tiny_translator({.d_model = 16, .d_ff = 24, .feed_forward = FeedForward::gelu}));
}
ModelPtr undivided_translator() {
  return std::make_shared<const Model>(tiny_translator(
      {.d_model = 16, .d_ff = 24, .feed_forward = FeedForward::gelu, .divided_scores = false}));
}
ModelPtr smooth_language_model() {
  return std::make_shared<const Model>(tiny_language_model({.d_model = 12,
                                                            .d_ff = 10,
                                                            .decoder_layers = 2,
                                                            .decoder_heads = 3,
                                                            .head_size = 5,
                                                            .norm_place = NormPlace::pre,
                                                            .feed_forward = FeedForward::gelu}));
}

// One of every family that writes from text.
std::vector<LearnerCase> learner_cases() {
  return {{"translator", smooth_translator(), "the animal was tired", {2, 3, 10}},
          {"without the division", undivided_translator(), "the animal was tired", {2, 3, 10}},
          {"language model", smooth_language_model(), "the animal was tired", {}},
          {"recurrent", std::make_shared<const Model>(tiny_recurrent(false)), "the animal was", {8, 9}},
          {"with attention", std::make_shared<const Model>(tiny_recurrent(true)), "the animal was", {8}},
          {"characters", std::make_shared<const Model>(tiny_characters()), "tired", {}}};
}

double loss_now(const SentenceLearner& learner, const TrainingExample& taught, float smoothing) {
  Tape tape;
  const int loss = learner.record(tape, taught, smoothing);
  tape.forward();
  return static_cast<double>(tape.value(loss)(0, 0)) / taught.asked();
}

TEST(SentenceLearner, OfALongTextTheBeginningIsTaught) {
  const SentenceLearner learner(smooth_language_model());
  const TrainingExample whole = learner.example(
      "the animal didn't cross the street because it was too tired because it was too wide", {});
  EXPECT_EQ(learner.beginning(whole), whole);
  const auto bytes = [&](const TrainingExample& taught) {
    Tape tape;
    learner.record(tape, taught);
    return 2 * bytes_of_all(tape);
  };
  const std::int64_t half = bytes(whole) / 2;
  const TrainingExample part = learner.beginning(whole, half);
  EXPECT_GT(part.asked(), 2);
  EXPECT_LT(part.asked(), whole.asked());
  EXPECT_LE(bytes(part), half);
  EXPECT_TRUE(std::equal(part.next.begin(), part.next.end(), whole.next.begin()));
  EXPECT_EQ(learner.beginning(whole, 1).asked(), 2) << "never nothing";
  const SentenceLearner translator(smooth_translator());
  const TrainingExample sentence = translator.example("the animal was tired", std::vector<int>{2, 3, 10});
  EXPECT_EQ(translator.beginning(sentence, 1), sentence);
}

TEST(SentenceLearner, EveryPlaceIsGivenTheRightBeginning) {
  const SentenceLearner learner(std::make_shared<const Model>(tiny_translator()));
  const TrainingExample taught = learner.example("the animal was tired", std::vector<int>{2, 3, 10});
  EXPECT_EQ(taught.given, (std::vector<int>{0, 2, 3, 10}));
  EXPECT_EQ(taught.next, (std::vector<int>{2, 3, 10, 1}));
  EXPECT_EQ(taught.read.size(), 4U);
  EXPECT_EQ(taught.asked(), 4);
  const SentenceLearner going_on(std::make_shared<const Model>(tiny_language_model()));
  const TrainingExample own = going_on.example("the animal was tired", {});
  EXPECT_TRUE(own.read.empty());
  EXPECT_EQ(std::vector<int>(own.given.begin() + 1, own.given.end()),
            std::vector<int>(own.next.begin(), own.next.end() - 1));
  EXPECT_EQ(own.asked(), 3) << "this vocabulary has no end that could be asked for";
}

// The loss is what the probabilities say, and label smoothing mixes in the mean over all words.
TEST(SentenceLearner, TheLossIsMinusTheLogarithmOfTheRightWordsProbability) {
  for (const LearnerCase& family : learner_cases()) {
    const SentenceLearner learner(family.model);
    const TrainingExample taught = learner.example(family.typed, family.answer);
    const TracePtr trace = learner.trace(taught);
    const Reading probabilities = trace->read("probabilities");
    const std::vector<WordLoss> words = word_losses(probabilities.view(), taught);
    ASSERT_EQ(std::ssize(words), taught.asked()) << family.name;
    double sum = 0, smoothed = 0;
    for (const WordLoss& word : words) {
      sum += word.nats;
      EXPECT_NEAR(word.nats, -std::log(static_cast<double>(probabilities(word.place, word.next))), 1e-6);
      EXPECT_GE(word.best_probability, word.probability);
      double all = 0;
      for (int j = 0; j < probabilities.shape().cols; ++j)
        all -= std::log(static_cast<double>(probabilities(word.place, j)));
      smoothed += 0.8 * word.nats + 0.2 * all / probabilities.shape().cols;
    }
    EXPECT_NEAR(trace->read("loss")(0, 0), sum, 1e-4) << family.name;
    EXPECT_NEAR(loss_now(learner, taught, 0.2F) * taught.asked(), smoothed, 1e-3) << family.name;
  }
}

// p - y: what the lab shows as the gradient of the logits is what the tape's backward pass gives.
TEST(SentenceLearner, TheGradientOfTheLogitsIsWhatWasSaidLessWhatIsRight) {
  for (const LearnerCase& family : learner_cases()) {
    for (const float smoothing : {0.0F, 0.1F}) {
      const SentenceLearner learner(family.model);
      const TrainingExample taught = learner.example(family.typed, family.answer);
      Tape tape;
      const int loss = learner.record(tape, taught, smoothing);
      tape.forward();
      tape.backward(loss);
      const ConstView gradient = tape.gradient(*tape.find("logits"));
      const ConstView probabilities = tape.value(*tape.find("probabilities"));
      const int count = probabilities.shape.cols;
      for (const WordLoss& word : word_losses(probabilities, taught)) {
        for (int j = 0; j < count; ++j) {
          const float wanted = smoothing / static_cast<float>(count) + (j == word.next ? 1 - smoothing : 0);
          EXPECT_NEAR(gradient(word.place, j), probabilities(word.place, j) - wanted, 1e-5) << family.name;
        }
      }
    }
  }
}

// Every tensor of every family, at its largest gradient and at cells drawn.
TEST(SentenceLearner, EveryGradientIsTheSlopeThatMovingTheWeightMeasures) {
  Random random(3);
  for (const LearnerCase& family : learner_cases()) {
    SentenceLearner learner(family.model);
    const TrainingExample taught = learner.example(family.typed, family.answer);
    double mean = 0;
    const Weights gradient = gradient_of(learner, taught, 0.1F, &mean);
    EXPECT_NEAR(mean, loss_now(learner, taught, 0.1F), 1e-5) << family.name;
    for (std::size_t i = 0; i < gradient.count(); ++i) {
      const Matrix& tensor = gradient.tensor(i);
      Eigen::Index row = 0, col = 0;
      tensor.cwiseAbs().maxCoeff(&row, &col);
      for (int round = 0; round < 3; ++round) {
        float& weight = learner.weights().tensor(i)(row, col);
        const float before = weight;
        constexpr float moved = 2e-3F;
        weight = before + moved;
        const double up = loss_now(learner, taught, 0.1F);
        weight = before - moved;
        const double down = loss_now(learner, taught, 0.1F);
        weight = before;
        const double slope = (up - down) / (2 * static_cast<double>(moved));
        EXPECT_NEAR(tensor(row, col), slope, 2e-3 + 0.03 * std::fabs(slope))
            << family.name << " " << gradient.spec(i).name << "[" << row << ", " << col << "]";
        row = random.below(static_cast<int>(tensor.rows()));
        col = random.below(static_cast<int>(tensor.cols()));
      }
    }
  }
}

TEST(SentenceLearner, SmallStepsLowerTheLossAndTheModelStaysAsItWas) {
  for (const LearnerCase& family : learner_cases()) {
    const Matrix before = family.model->weights().tensor(0);
    SentenceLearner learner(family.model);
    const TrainingExample taught = learner.example(family.typed, family.answer);
    double last = loss_now(learner, taught, 0);
    for (int step = 0; step < 4; ++step) {
      descend(learner.weights(), gradient_of(learner, taught, 0), 0.02);
      const double now = loss_now(learner, taught, 0);
      EXPECT_LT(now, last) << family.name << " step " << step;
      last = now;
    }
    EXPECT_EQ(family.model->weights().tensor(0), before) << family.name;
    // What was learned is in the model that is made of it, and measured the same way there.
    const SentenceLearner again(learner.model());
    EXPECT_NEAR(loss_now(again, taught, 0), last, 1e-6) << family.name;
    SentenceTapes tapes(learner, {taught, taught});
    EXPECT_NEAR(tapes.measure().nats, last, 1e-5) << family.name;
    descend(learner.weights(), gradient_of(learner, taught, 0), 0.02);
    EXPECT_LT(tapes.measure().nats, last) << "the tapes read the weights as they are now";
    EXPECT_EQ(tapes.measure().words, 2 * taught.asked());
  }
}

TEST(SentenceLearner, AModelWithFewWordsHasNoHeldOutSentences) {
  const SentenceLearner learner(std::make_shared<const Model>(tiny_translator()));
  EXPECT_TRUE(held_out_examples(learner, 5).empty());
  SentenceTapes none(learner, {});
  EXPECT_EQ(none.measure().words, 0);
}

TEST(SentenceLearner, PiecesAreNamedAsTheyAreShown) {
  const ModelPtr model = load_model(HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/gpt2");
  const SentenceLearner learner(model);
  const TracePtr trace = learner.trace(learner.example("the animal was", {}), 0);
  for (const auto* list : {&trace->words().target, &trace->words().next}) {
    for (const std::string& word : *list) EXPECT_EQ(word.find("Ġ"), std::string::npos) << word;
  }
  EXPECT_EQ(trace->words().target, model->trace({.text = "the animal was"})->words().target);
}

}  // namespace
}  // namespace headlight
