// The small model at six steps of its training, as it is shipped.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/learn/positions_training.h"

namespace headlight {
namespace {

TEST(ShippedLearning, LearnsToAnswerAndToLookTwoBackBetweenItsSteps) {
  const std::filesystem::path folder = model_folder("learning");
  const std::vector<Measure> measures = evaluate_watched(folder);
  ASSERT_EQ(measures.size(), 2 * watched_steps.size());
  for (std::size_t i = 1; i < watched_steps.size(); ++i)
    EXPECT_GE(measures[i].value, measures[i - 1].value - 0.02) << measures[i].name;
  EXPECT_LT(measures.front().value, 0.1) << "before any step it guesses";
  EXPECT_TRUE(measures[watched_steps.size() - 1].met()) << measures[watched_steps.size() - 1].value;
  EXPECT_LT(measures[watched_steps.size()].value, 0.15) << "and looks everywhere";
  EXPECT_GT(measures.back().value, 0.6);
  for (const Measure& measure : load_card(folder).measures) {
    const auto again = std::find_if(measures.begin(), measures.end(),
                                    [&](const Measure& each) { return each.name == measure.name; });
    ASSERT_NE(again, measures.end()) << measure.name;
    EXPECT_NEAR(measure.value, again->value, 1e-3) << measure.name;
  }
}

// What the card plots of the kept steps is what those weights give.
TEST(ShippedLearning, ItsCurvesAreThoseOfTheKeptWeights) {
  const std::filesystem::path folder = model_folder("learning");
  const Card card = load_card(folder);
  for (const int step : watched_steps) {
    const WatchedScore score = watched_score(*load_model(folder / watched_name(step), AnswerKind::labels),
                                             watched_recipe(), order_sequences);
    const auto check = [&](const char* name, double value) {
      const auto curve = std::find_if(card.curves.begin(), card.curves.end(),
                                      [&](const MeasuredCurve& each) { return each.name == name; });
      ASSERT_NE(curve, card.curves.end()) << name;
      const auto at = std::find_if(curve->points.begin(), curve->points.end(),
                                   [&](const auto& point) { return point.at == step; });
      ASSERT_NE(at, curve->points.end()) << name << " " << step;
      // The weights are kept in half precision.
      EXPECT_NEAR(at->value, value, 0.01) << name << " " << step;
    };
    check(curve_held_out_loss, score.held_out_loss);
    check(curve_accuracy, score.accuracy);
    check(curve_weight, score.weight);
  }
}

}  // namespace
}  // namespace headlight
