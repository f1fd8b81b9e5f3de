// Models that look at pictures learn from scenes drawn as it goes, and those shipped are as good as their
// cards say.
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "core/learn/picture_evaluate.h"
#include "core/learn/picture_training.h"

namespace headlight {
namespace {

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
