// Training: the same recipe gives the same weights, an interrupted run the same as a whole one, and it
// learns.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/layers/recording.h"
#include "core/learn/training.h"
#include "core/tape/ops/ops.h"
#include "train/learn/evaluate.h"
#include "train/learn/picture_evaluate.h"
#include "train/learn/picture_training.h"
#include "train/learn/translator_training.h"

namespace headlight {
namespace {

std::shared_ptr<const Corpus> small_corpus() {
  static const auto corpus = std::make_shared<const Corpus>(make_corpus({.train = 1500, .held_out = 100}));
  return corpus;
}

TranslatorRecipe small_recipe(int steps) {
  TranslatorRecipe recipe;
  recipe.model.d_model = 32;
  recipe.model.d_ff = 32;
  recipe.corpus = {.train = 1500, .held_out = 100};
  recipe.steps = steps;
  recipe.warmup = 20;
  recipe.batch = 24;
  recipe.peak_rate = 4e-3;
  recipe.first_steps = 3;
  recipe.first_kinds = {"reference", "pronoun"};
  recipe.dropout_steps = 7;
  return recipe;
}

void expect_same(const Weights& a, const Weights& b) {
  for (std::size_t i = 0; i < a.count(); ++i) ASSERT_EQ(a.tensor(i), b.tensor(i)) << a.spec(i).name;
}

TEST(TranslatorTrainer, TheSameRecipeGivesTheSameWeights) {
  ShippedTranslatorTrainer first(small_recipe(6), small_corpus());
  ShippedTranslatorTrainer second(small_recipe(6), small_corpus());
  while (!first.done()) first.advance();
  while (!second.done()) second.advance();
  expect_same(first.model()->weights(), second.model()->weights());

  TranslatorRecipe other = small_recipe(6);
  other.seed = 1;
  ShippedTranslatorTrainer third(other, small_corpus());
  third.advance();
  EXPECT_NE(third.model()->weights()["source.embedding"], first.model()->weights()["source.embedding"]);
}

// Logits are the rows of a table; each place is asked for one answer.
Teaching rows_of_a_table() {
  return {{"tokens", "next"}, [](const Taping& taping, const Columns& columns) {
            LayerRecording layers(taping.tape, taping.weights, taping.dropout, taping.gradients);
            const auto column = [&](const char* path, const std::vector<int>& numbers) {
              const std::vector<float> values(numbers.begin(), numbers.end());
              return taping.tape.constant({path}, {values.data(), {static_cast<int>(values.size()), 1}});
            };
            const int tokens = column("tokens", columns[0]), next = column("next", columns[1]);
            const int logits = taping.tape.record({"logits"}, lookup(), {tokens, layers.parameter("table")});
            return taping.tape.record({"loss"}, cross_entropy(0), {logits, next});
          }};
}

// Texts of many lengths must not fill the memory with tapes.
TEST(ExampleTapes, KeepNoMoreThanFitAndLearnTheSame) {
  const Weights weights = Weights::random({{"table", {5, 5}, TensorSpec::Start::embedding}}, 3);
  const Teaching teaching = rows_of_a_table();
  ExampleTapes all(weights, 0, teaching), one(weights, 0, teaching, 1);
  for (const Columns& example :
       {Columns{{0}, {1}}, {{0, 2}, {1, 3}}, {{4, 1, 2}, {0, 3, 3}}, {{3}, {2}}, {{1, 4}, {2, 0}}})
    EXPECT_EQ(all.learn(example, 0.5F, 0), one.learn(example, 0.5F, 0));
  EXPECT_EQ(all.tapes(), 3U);
  EXPECT_EQ(one.tapes(), 1U);
  expect_same(all.gradients(), one.gradients());
}

// Threads that teach something.
std::atomic<int> teaching_threads = 0;

TEST(BatchTapes, TeachOnTheSameThreadsInEveryStep) {
  const Weights weights = Weights::random({{"table", {5, 5}, TensorSpec::Start::embedding}}, 3);
  Teaching teaching = rows_of_a_table();
  teaching.record = [record = teaching.record](const Taping& taping, const Columns& columns) {
    [[maybe_unused]] thread_local const int place = ++teaching_threads;
    return record(taping, columns);
  };
  teaching_threads = 0;
  BatchTapes tapes(weights, 0, teaching);
  // Each step is of a new length, so that both halves of it record it.
  Columns example{{}, {}};
  for (int step = 0; step < 8; ++step) {
    for (std::vector<int>& column : example) column.push_back(step % 5);
    tapes.learn({example, example}, 1, 0);
  }
  EXPECT_EQ(teaching_threads, 2);
}

// What is learned first decides what comes of the rest.
TEST(TranslatorTrainer, BeginsWithTheFirstKinds) {
  TranslatorRecipe all = small_recipe(4);
  all.first_steps = 0;
  ShippedTranslatorTrainer with(small_recipe(4), small_corpus());
  ShippedTranslatorTrainer without(all, small_corpus());
  with.advance();
  without.advance();
  EXPECT_NE(with.model()->weights()["source.embedding"], without.model()->weights()["source.embedding"]);
  TranslatorRecipe none = small_recipe(4);
  none.first_kinds = {"of no such kind"};
  EXPECT_THROW(ShippedTranslatorTrainer(none, small_corpus()), std::invalid_argument);
}

TEST(TranslatorTrainer, AnInterruptedRunEndsAsAWholeOne) {
  const TemporaryFolder folder;
  const std::string file = folder / "checkpoint";
  ShippedTranslatorTrainer whole(small_recipe(10), small_corpus());
  while (!whole.done()) whole.advance();

  // While the first kinds are learned, behind them, and where dropout ends.
  for (const int interrupted : {2, 4, 7, 8}) {
    ShippedTranslatorTrainer begun(small_recipe(10), small_corpus());
    for (int i = 0; i < interrupted; ++i) begun.advance();
    begun.save(file);
    ShippedTranslatorTrainer resumed(small_recipe(10), small_corpus());
    resumed.resume(file);
    EXPECT_EQ(resumed.step(), interrupted);
    while (!resumed.done()) resumed.advance();
    expect_same(whole.model()->weights(), resumed.model()->weights());
  }

  ShippedTranslatorTrainer resumed(small_recipe(10), small_corpus());
  TranslatorRecipe other = small_recipe(10);
  other.seed = 5;
  ShippedTranslatorTrainer stranger(other, small_corpus());
  EXPECT_THROW(stranger.resume(file), FormatError);
  EXPECT_EQ(seed_of_checkpoint(file), 0U);
  TensorFile stored = read_safetensors(file);
  for (const char* step : {"", "x", "-1", "11", "99999999999"}) {
    stored.metadata["step"] = step;
    write_safetensors(file, stored.tensors, stored.metadata);
    EXPECT_THROW(resumed.resume(file), FormatError) << step;
  }
  std::ofstream(file, std::ios::binary) << "damaged";
  EXPECT_THROW(resumed.resume(file), FormatError);
}

TEST(TranslatorTrainer, LearnsFromItsSentences) {
  ShippedTranslatorTrainer trainer(small_recipe(400), small_corpus());
  const double before = trainer.advance();
  double loss = before;
  while (!trainer.done()) loss = 0.9 * loss + 0.1 * trainer.advance();
  EXPECT_GT(before, 5.0);
  EXPECT_LT(loss, 0.6 * before);
}

// The head in which "it" looks at its noun forms or does not: the first steps show it.
struct Starts {
  std::vector<FirstLook> looks;
  int resumed_at = -1;

  // `until_seed` is interrupted behind its first step.
  Start start(const TranslatorRecipe& recipe, const std::string& checkpoint,
              std::uint64_t until_seed = 1000) {
    StartSteps steps;
    steps.run = [&, until_seed](ShippedTranslatorTrainer& trainer, int until) {
      while (trainer.step() < until) {
        trainer.advance();
        if (trainer.recipe().seed == until_seed) {
          trainer.save(checkpoint);
          return false;
        }
      }
      return true;
    };
    steps.resumed = [&](const ShippedTranslatorTrainer& trainer) { resumed_at = trainer.step(); };
    steps.looked = [&](const FirstLook& look) { looks.push_back(look); };
    return start_training(recipe, checkpoint, steps);
  }
};

TranslatorRecipe looking(double accuracy) {
  TranslatorRecipe recipe = small_recipe(5);
  recipe.look_step = 2;
  recipe.look_accuracy = accuracy;
  recipe.starts = 3;
  return recipe;
}

TEST(StartTraining, BeginsAgainWithTheNextSeedUntilTheHeadIsFound) {
  const TemporaryFolder folder;
  Starts contented;
  EXPECT_EQ(contented.start(looking(0), folder / "none").trainer->recipe().seed, 0U);
  ASSERT_EQ(contented.looks.size(), 1U);
  EXPECT_TRUE(contented.looks[0].found);
  EXPECT_GT(contented.looks[0].accuracy, 0);

  Starts never;
  const Start last = never.start(looking(1.5), folder / "none");
  EXPECT_EQ(last.trainer->recipe().seed, 2U) << "three starts";
  EXPECT_EQ(last.trainer->step(), 2);
  EXPECT_FALSE(last.interrupted);
  ASSERT_EQ(never.looks.size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(never.looks[i].seed, i);
    EXPECT_FALSE(never.looks[i].found);
    EXPECT_EQ(never.looks[i].again, i < 2);
  }
}

TEST(StartTraining, GoesOnFromALaterSeedAndLooksOnce) {
  const TemporaryFolder folder;
  const std::string file = folder / "checkpoint";
  Starts starts;
  const Start stopped = starts.start(looking(1.5), file, 1);
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_EQ(starts.looks.size(), 1U);
  const Start again = starts.start(looking(0), file);
  EXPECT_EQ(starts.resumed_at, 1);
  EXPECT_EQ(again.from, 1);
  EXPECT_EQ(again.trainer->recipe().seed, 1U);

  while (again.trainer->step() < 4) again.trainer->advance();
  again.trainer->save(file);
  starts.looks.clear();
  EXPECT_EQ(starts.start(looking(1.5), file).trainer->step(), 4);
  EXPECT_TRUE(starts.looks.empty()) << "behind the look";
}

TEST(TranslatorRecipe, TheRateRisesThenFalls) {
  TranslatorRecipe recipe;
  recipe.steps = 1000;
  recipe.warmup = 100;
  EXPECT_NEAR(recipe.rate(0), recipe.peak_rate / 100, 1e-9);
  EXPECT_NEAR(recipe.rate(99), recipe.peak_rate, 1e-9);
  EXPECT_NEAR(recipe.rate(999), recipe.peak_rate * recipe.last_rate, 1e-6);
  for (int step = 100; step < 999; ++step) EXPECT_LE(recipe.rate(step + 1), recipe.rate(step));
}

TEST(TranslatorRecipe, BeginsAnewToSettle) {
  TranslatorRecipe recipe;
  recipe.steps = 1000;
  recipe.warmup = 100;
  recipe.settle_steps = 80;
  EXPECT_EQ(recipe.settles_at(), 920);
  EXPECT_NEAR(recipe.rate(919), recipe.peak_rate * recipe.last_rate, 1e-6);
  EXPECT_NEAR(recipe.rate(929), recipe.settle_rate, 1e-9) << "an eighth of them goes up";
  EXPECT_NEAR(recipe.rate(999), recipe.settle_rate * recipe.last_rate, 1e-6);
  recipe.steps = 100;
  EXPECT_EQ(recipe.settles_at(), 90) << "a tenth at most";
}

// Scores that are not divided by sqrt(d_k) are what softmax is given. Where the queries begin shorter by just
// that, the model is the same function at the start.
TEST(TranslatorTrainer, WithoutTheDivisionScoresAreTakenAsTheyAre) {
  const auto trained = [](bool divided, bool short_queries, int steps) {
    TranslatorRecipe recipe = small_recipe(6);
    recipe.model.divided_scores = divided;
    recipe.short_queries = short_queries;
    ShippedTranslatorTrainer trainer(recipe, small_corpus());
    for (int i = 0; i < steps; ++i) trainer.advance();
    return trainer.model();
  };
  const auto trace_of = [](const ModelPtr& model) {
    return model->trace({.input = std::vector<int>{5, 3, 8, 4}, .words = std::vector<int>{2, 3}});
  };
  const TracePtr with = trace_of(trained(true, false, 0)), without = trace_of(trained(false, false, 0)),
                 shorter = trace_of(trained(false, true, 0));
  for (const std::string head : {"encoder.1.self_attention.head.1.", "decoder.0.self_attention.head.2.",
                                 "decoder.0.cross_attention.head.0."}) {
    EXPECT_GE(with->find(head + "scaled"), 0);
    EXPECT_EQ(without->find(head + "scaled"), -1);
    const auto apart = [&](const TracePtr& trace) {
      const Reading here = trace->read(head + "weights"), there = with->read(head + "weights");
      return (here.view().map() - there.view().map()).cwiseAbs().maxCoeff();
    };
    EXPECT_LT(apart(shorter), 1e-4F) << head;
    EXPECT_GT(apart(without), 0.01F) << head;
  }
  const std::string head = "encoder.1.self_attention.head.1.";
  const Reading scores = without->read(head + "scores"), weights = without->read(head + "weights");
  for (int row = 0; row < scores.shape().rows; ++row) {
    double sum = 0;
    for (int col = 0; col < scores.shape().cols; ++col)
      sum += std::exp(static_cast<double>(scores(row, col)));
    for (int col = 0; col < scores.shape().cols; ++col)
      EXPECT_NEAR(weights(row, col), std::exp(static_cast<double>(scores(row, col))) / sum, 1e-5);
  }
  EXPECT_NE(trained(false, false, 2)->weights()["source.embedding"],
            trained(true, false, 2)->weights()["source.embedding"]);
}

// A longer query is a lower temperature: the same row, sharper.
TEST(TranslatorTrainer, SharpensTheLastEncoderLayerBeforeItSettles) {
  TranslatorRecipe with = small_recipe(10);
  with.settle_steps = 1;
  with.settle_rate = 0;
  TranslatorRecipe without = with;
  with.sharpen = 2;
  ShippedTranslatorTrainer sharpened(with, small_corpus());
  ShippedTranslatorTrainer plain(without, small_corpus());
  while (!sharpened.done()) sharpened.advance();
  while (!plain.done()) plain.advance();
  for (std::size_t i = 0; i < plain.model()->weights().count(); ++i) {
    const auto model = plain.model(), other = sharpened.model();
    const std::string& name = model->weights().spec(i).name;
    const float times = name.starts_with("encoder.1.self_attention.query.") ? 2 : 1;
    EXPECT_TRUE(other->weights().tensor(i).isApprox(times * model->weights().tensor(i), 1e-5F)) << name;
  }
}

// Models that look at pictures learn from scenes drawn as it goes, and those shipped are as good as their
// cards say.

constexpr std::array shipped_captioners{"caption-rnn", "caption-attention", "caption-transformer"};

void expect_tensors_equal(const Weights& a, const Weights& b) {
  for (std::size_t i = 0; i < a.count(); ++i) ASSERT_EQ(a.tensor(i), b.tensor(i)) << a.spec(i).name;
}

double mean_loss_of_steps(Training& training, int steps) {
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum += training.advance();
  return sum / steps;
}

std::map<std::string, double> picture_card_figures(const std::string& name) {
  std::map<std::string, double> measured;
  for (const Measure& measure : load_card(model_folder(name)).measures)
    measured[measure.name] = measure.value;
  return measured;
}

TEST(CaptionTrainer, LearnsFromTheScenesItDraws) {
  for (const char* const name : shipped_captioners) {
    CaptionRecipe recipe = caption_recipe(name);
    recipe.steps = 80;
    recipe.warmup = 10;
    recipe.batch = 8;
    CaptionTrainer trainer(recipe);
    const double first = mean_loss_of_steps(trainer, 5);
    mean_loss_of_steps(trainer, 70);
    EXPECT_LT(mean_loss_of_steps(trainer, 5), 0.7 * first) << name;
    EXPECT_TRUE(trainer.done());
  }
}

TEST(CaptionTrainer, TheSameRecipeGivesTheSameWeights) {
  CaptionRecipe recipe = caption_recipe("caption-attention");
  recipe.steps = 3;
  recipe.batch = 4;
  CaptionTrainer first(recipe), second(recipe);
  mean_loss_of_steps(first, 3);
  mean_loss_of_steps(second, 3);
  expect_tensors_equal(first.weights(), second.weights());
  recipe.seed = 1;
  CaptionTrainer other(recipe);
  other.advance();
  EXPECT_NE(other.weights().tensor(0), first.weights().tensor(0));
}

// The tensors of an eye: the convolutions and what is added for the place of a cell.
std::vector<std::string> eye_of(const Model& model) {
  std::vector<std::string> names{"source.positions"};
  for (const TensorSpec& spec : features_tensors(model.config<RecurrentCaptionerConfig>().features))
    names.push_back(spec.name);
  return names;
}

TEST(CaptionTrainer, LeavesAnEyeThatWasTakenOverAsItIs) {
  CaptionRecipe recipe = caption_recipe("caption-rnn");
  recipe.steps = 3;
  recipe.batch = 8;
  CaptionTrainer trainer(recipe);
  const Matrix first = trainer.weights()["features.summary.weight"];
  mean_loss_of_steps(trainer, 3);
  const auto other = load_model(model_folder(recipe.eye), AnswerKind::caption);
  for (const std::string& name : eye_of(*other))
    EXPECT_EQ(trainer.weights()[name], other->weights()[name]) << name;
  EXPECT_NE(trainer.weights()["features.summary.weight"], first);
}

TEST(VisionTrainer, LearnsFromTheScenesItDraws) {
  VisionRecipe recipe = vision_recipe();
  recipe.steps = 120;
  recipe.warmup = 20;
  recipe.batch = 16;
  VisionTrainer trainer(recipe);
  const double first = mean_loss_of_steps(trainer, 10);
  mean_loss_of_steps(trainer, 100);
  EXPECT_LT(mean_loss_of_steps(trainer, 10), 0.98 * first);
}

TEST(ShippedCaptioners, AreAsGoodAsTheirCardsSay) {
  for (const std::string name : shipped_captioners) {
    const auto model = load_model(model_folder(name), AnswerKind::caption);
    const CaptionShares shares = caption_shares(*model, 150);
    const auto card = picture_card_figures(name);
    EXPECT_NEAR(shares.all().value(), card.at("exact_captions"), 0.08) << name;
    if (!card.contains("attention_in_box")) continue;
    EXPECT_GE(card.at("exact_captions"), 0.95) << name;
    EXPECT_GE(shares.in_box.value(), 0.9) << name;
    EXPECT_GE(shares.hiding.looked_at.value(), 0.85) << name;
    EXPECT_LE(shares.hiding.another.value(), 0.12) << name;
  }
}

// With one object the vector is enough; both have the same eye, so what fails with more stands behind it.
TEST(ShippedCaptioners, OneVectorHoldsLessOfMoreObjects) {
  const auto looking = load_model(model_folder("caption-attention"), AnswerKind::caption);
  const auto squeezed = load_model(model_folder("caption-rnn"), AnswerKind::caption);
  for (const std::string& name : eye_of(*looking))
    EXPECT_EQ(squeezed->weights()[name], looking->weights()[name]) << name;
  const auto card = picture_card_figures("caption-rnn");
  EXPECT_GE(card.at("exact_one_object"), 0.95);
  EXPECT_GT(card.at("exact_one_object"), card.at("exact_two_objects") + 0.05);
  EXPECT_GT(card.at("exact_two_objects"), card.at("exact_three_objects") + 0.05);
  EXPECT_LT(card.at("exact_three_objects"),
            picture_card_figures("caption-attention").at("exact_three_objects") - 0.15);
}

TEST(ShippedVisionTransformer, LooksAtTheRedObject) {
  const auto model = load_model(model_folder("vit"), AnswerKind::one_label);
  const Card card = load_card(model_folder("vit"));
  ASSERT_TRUE(card.reference_head);
  const AnswerShares shares = answer_shares(*model, *card.reference_head, 150);
  EXPECT_GE(shares.right.value(), 0.95);
  EXPECT_GE(shares.none.value(), 0.95);
  EXPECT_GE(shares.in_box.value(), 0.9);
  EXPECT_GE(shares.hiding.looked_at.value(), 0.9);
  EXPECT_LE(shares.hiding.another.value(), 0.1);
}

}  // namespace
}  // namespace headlight
