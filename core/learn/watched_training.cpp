#include "core/learn/watched_training.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/learn/positions_evaluate.h"

namespace headlight {
namespace {

constexpr std::uint64_t watched_seed = 11;  // of the letters that are measured on: of no training step

MeasuredCurve curve_of(const char* name, const std::vector<WatchedScore>& scores,
                       double WatchedScore::*value) {
  MeasuredCurve curve{name, "step", {}};
  for (const WatchedScore& score : scores) {
    if (std::isfinite(score.*value))
      curve.points.push_back({static_cast<double>(score.step), score.*value, order_sequences});
  }
  return curve;
}

}  // namespace

PositionsRecipe watched_recipe() {
  PositionsRecipe recipe = positions_recipe(OrderTask::two_back, "rotary", 0);
  recipe.steps = watched_steps.back();
  return recipe;
}

std::string watched_name(int step) {
  char name[32];
  std::snprintf(name, sizeof name, "step_%03d", step);
  return name;
}

WatchedScore watched_score(const Labeller& model, const PositionsRecipe& recipe, int sequences) {
  Random random(watched_seed);
  WatchedScore score;
  std::vector<double> weights(static_cast<std::size_t>(recipe.model.encoder_heads));
  double asked = 0;
  for (int i = 0; i < sequences; ++i) {
    const OrderExample example = order_example(recipe.task, recipe.longest, random);
    const TracePtr trace = model.pass(example.letters);
    const Reading probabilities = trace->read("probabilities");
    for (int place = 0; place < recipe.longest; ++place) {
      const int wanted = example.wanted[static_cast<std::size_t>(place)];
      if (wanted < 0) continue;
      Eigen::Index most = 0;
      probabilities.view().map().row(place).maxCoeff(&most);
      score.held_out_loss -= std::log(static_cast<double>(probabilities(place, wanted)));
      score.accuracy += most == wanted ? 1 : 0;
      asked += 1;
    }
    const std::vector<HeadLooks> heads =
        head_looks(*trace, model.config(), recipe.task, first_scored(recipe.longest));
    for (std::size_t h = 0; h < weights.size(); ++h) weights[h] += heads[h].weight / sequences;
  }
  score.held_out_loss /= asked;
  score.accuracy /= asked;
  score.weight = *std::max_element(weights.begin(), weights.end());
  return score;
}

std::vector<Measure> evaluate_watched(const std::filesystem::path& folder) {
  std::vector<Measure> accuracies, weights;
  for (const int step : watched_steps) {
    const std::string name = watched_name(step);
    const OrderScore score =
        order_score(*Labeller::load(folder / name), watched_recipe().task, within_length);
    const bool last = step == watched_steps.back();
    accuracies.push_back({"accuracy_" + name, score.accuracy, "", last ? ">= 0.99" : ""});
    weights.push_back({"weight_" + name, score.weight, "", ""});
  }
  accuracies.insert(accuracies.end(), weights.begin(), weights.end());
  return accuracies;
}

Card watched_card(const std::filesystem::path& folder, const PositionsRecipe& recipe,
                  const std::vector<WatchedScore>& scores, double seconds) {
  Card card;
  card.name = "learning";
  card.title = "A small model at six steps of its training";
  card.origin = "trained";
  card.data =
      "Random letters A to Z. Every place answers with the letter two places before it. The curves are "
      "measured every " +
      std::to_string(measured_every) + " steps on " + std::to_string(order_sequences) + " sequences of " +
      std::to_string(recipe.longest) + " letters that no step had.";
  char text[512];
  std::snprintf(text, sizeof text,
                "%d steps of %d sequences of %d to %d letters, never the same twice; Adam (%.3g, %.3g), "
                "learning rate %.3g after %d steps of warm-up, then a cosine; no dropout, no label "
                "smoothing; %d pre-norm layer of %d heads, d_model %d, d_ff %d, GELU, rotary positions; seed "
                "%llu; %.1f seconds of processor time.",
                recipe.steps, recipe.batch, recipe.shortest, recipe.longest, recipe.beta_1, recipe.beta_2,
                recipe.peak_rate, recipe.warmup, recipe.model.encoder_layers, recipe.model.encoder_heads,
                recipe.model.d_model, recipe.model.d_ff, static_cast<unsigned long long>(recipe.seed),
                seconds);
  card.recipe = text;
  card.departs =
      "An encoder without a decoder: an answer at every place. One seed: another one learns at "
      "other steps.";
  card.limits =
      "One task that attention alone can solve. It shows how this model came to look two back, "
      "not that every head of every model learns so.";
  card.measures = evaluate_watched(folder);
  card.curves = {curve_of(curve_training_loss, scores, &WatchedScore::training_loss),
                 curve_of(curve_held_out_loss, scores, &WatchedScore::held_out_loss),
                 curve_of(curve_accuracy, scores, &WatchedScore::accuracy),
                 curve_of(curve_weight, scores, &WatchedScore::weight)};
  return card;
}

}  // namespace headlight
