// Runs of the small models of positions: kept, found again, and shipped over no others.
#include <gtest/gtest.h>

#include "core/files/whole_file.h"
#include "train/learn/positions_runs.h"

namespace headlight {
namespace {

PositionsRecipe short_recipe(std::string_view kind, int steps) {
  PositionsRecipe recipe = positions_recipe(OrderTask::two_back, kind, 0);
  recipe.steps = steps;
  recipe.batch = 32;
  return recipe;
}

// A finished run stands for its recipe alone, and comes back with all its scores.
TEST(PositionsRuns, ComeBackForTheirOwnRecipeAlone) {
  const TemporaryFolder folder;
  PositionsRecipe recipe = short_recipe("alibi", 1);
  recipe.batch = 2;
  PositionsTrainer trainer(recipe);
  trainer.advance();
  EXPECT_FALSE(finished_run(folder.path(), recipe));
  const PositionsRun kept = keep_run(folder.path(), trainer, 0.5);
  const std::optional<PositionsRun> read = finished_run(folder.path(), recipe);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->seconds, 0.5);
  ASSERT_EQ(read->scores.size(), order_lengths.size());
  for (std::size_t i = 0; i < read->scores.size(); ++i) {
    EXPECT_EQ(read->scores[i].accuracy, kept.scores[i].accuracy);
    EXPECT_EQ(read->scores[i].ahead, kept.scores[i].ahead);
    EXPECT_EQ(read->scores[i].weight, kept.scores[i].weight);
    EXPECT_EQ(read->scores[i].peak, kept.scores[i].peak);
  }
  EXPECT_GT(read->scores.back().ahead, 0);
  const auto changed = [&](auto change) {
    PositionsRecipe other = recipe;
    change(other);
    EXPECT_FALSE(same_run(recipe, other));
    EXPECT_THROW(finished_run(folder.path(), other), FormatError);
  };
  changed([](PositionsRecipe& other) { other.clip = 2; });
  changed([](PositionsRecipe& other) { other.beta_1 = 0.8; });
  changed([](PositionsRecipe& other) { other.beta_2 = 0.99; });
  changed([](PositionsRecipe& other) { other.epsilon = 1e-8; });
  changed([](PositionsRecipe& other) { other.batch = 3; });
  changed([](PositionsRecipe& other) { other.model.position_slope = 0.5F; });

  const auto file = run_folder(folder.path(), recipe) / "run.json";
  std::string text = read_text(file);
  const std::string was = "\"length\": 24";
  text.replace(text.find(was), was.size(), "\"length\": 25");
  replace_file(file, std::span<const char>(text));
  EXPECT_THROW(finished_run(folder.path(), recipe), FormatError);
}

TEST(PositionsCard, OtherRecipesAreNotShippedOverTheShippedModels) {
  const std::vector<PositionsRecipe> own = position_recipes({}, {}, {});
  std::vector<PositionsRecipe> other = own;
  other[3].steps = 10;
  const TemporaryFolder folder;
  EXPECT_NO_THROW(check_shipping(model_folder("positions"), own));
  EXPECT_NO_THROW(check_shipping(folder.path(), other));
  try {
    check_shipping(model_folder("positions"), other);
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("models/positions"), std::string::npos) << line;
    EXPECT_NE(line.find(std::string(other[3].variant.name)), std::string::npos) << line;
    EXPECT_NE(line.find("-o"), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace headlight
