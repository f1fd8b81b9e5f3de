// From finished runs to the models that are shipped and their card.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "core/learn/positions_runs.h"

namespace headlight {

namespace fs = std::filesystem;

namespace {

// The runs of one task and variant, seed by seed.
struct Runs {
  std::vector<PositionsRecipe> recipes;
  std::vector<PositionsRun> runs;
};

// "relative_slow: the relative table at 1 times the rate; ..."
std::string all_departures() {
  std::string text;
  for (const PositionsVariant& variant : positions_variants()) {
    const std::string from = departures(variant);
    if (!from.empty()) text += (text.empty() ? "" : "; ") + std::string(variant.name) + ": " + from;
  }
  return text;
}

// In the order of the recipes.
std::vector<Runs> grouped(const fs::path& folder, const std::vector<PositionsRecipe>& recipes) {
  std::vector<Runs> groups;
  for (const PositionsRecipe& recipe : recipes) {
    std::optional<PositionsRun> run = finished_run(folder, recipe);
    if (!run) throw std::invalid_argument("not yet trained: " + run_folder(folder, recipe).string());
    const auto same = [&](const Runs& group) {
      return group.recipes[0].task == recipe.task && group.recipes[0].variant.name == recipe.variant.name;
    };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(groups.end(), Runs{});
    group->recipes.push_back(recipe);
    group->runs.push_back(std::move(*run));
  }
  return groups;
}

std::size_t middle_run(const Runs& group) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < group.runs.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return group.runs[a].scores.back().accuracy < group.runs[b].scores.back().accuracy;
  });
  return order[order.size() / 2];
}

template <typename Read>
Spread spread_of(std::string name, const Runs& group, Read read) {
  Spread spread{std::move(name), static_cast<int>(group.runs.size()), 0, read(group.runs[0]),
                read(group.runs[0])};
  for (const PositionsRun& run : group.runs) {
    const double value = read(run);
    spread.mean += value / spread.runs;
    spread.least = std::min(spread.least, value);
    spread.most = std::max(spread.most, value);
  }
  return spread;
}

// "within", "24", "32", "beyond"
std::string length_name(int length) {
  if (length == within_length) return "within";
  return length == beyond_length ? "beyond" : std::to_string(length);
}

void add_spreads(std::vector<Spread>& spreads, const std::string& task, const std::string& variant,
                 const Runs& group) {
  const auto add = [&](const std::string& what, std::size_t length, double OrderScore::*value) {
    spreads.push_back(spread_of(task + what + "_" + length_name(order_lengths[length]) + "_" + variant, group,
                                [&](const PositionsRun& run) { return run.scores[length].*value; }));
  };
  for (std::size_t l = 0; l < order_lengths.size(); ++l) add("", l, &OrderScore::accuracy);
  for (const std::size_t l : {std::size_t{0}, order_lengths.size() - 1})
    add("_weight", l, &OrderScore::weight);
  for (const std::size_t l : {std::size_t{0}, order_lengths.size() - 1}) add("_peak", l, &OrderScore::peak);
}

std::string recipe_text(const PositionsRecipe& recipe, const std::string& shipped, double seconds) {
  char text[640];
  std::snprintf(
      text, sizeof text,
      "%d steps of %d sequences, all of one length from %d to %d, never the same twice; Adam (%.3g, "
      "%.3g), learning rate %.3g after %d steps of warm-up, then a cosine, %.3g times that for the "
      "relative table; gradient length at most %.2g; no dropout; %d pre-norm layer of %d heads, "
      "d_model %d, d_ff %d, GELU; seeds 0, 1 and 2, %.1f seconds of processor time a run. Departing "
      "from it, ",
      recipe.steps, recipe.batch, recipe.shortest, recipe.longest, recipe.beta_1, recipe.beta_2,
      recipe.peak_rate, recipe.warmup, recipe.distances_rate, recipe.clip, recipe.model.encoder_layers,
      recipe.model.encoder_heads, recipe.model.d_model, recipe.model.d_ff, seconds);
  return text + all_departures() + ". Shipped is the seed in the middle by its accuracy beyond: " + shipped;
}

}  // namespace

Card ship_positions(const fs::path& folder, const std::vector<PositionsRecipe>& recipes,
                    const Progress& progress) {
  Card card;
  card.name = "positions";
  card.title = "Small models for the kinds of positions";
  card.origin = "trained";
  card.data =
      "Random letters A to Z. In two_back every place answers with the letter two places before it, in third "
      "every "
      "place with the third letter. Measured on 400 new sequences a length: within is 16 letters, beyond is "
      "48, of "
      "which only the places 17 to 48 are scored; bag is the best guess of one who sees which letters there "
      "are but "
      "not their order.";
  card.departs =
      "Encoders without a decoder: an output at every place. Kinds of positions that the paper does not "
      "have, and "
      "the paper's own appended to the letter instead of added to it.";
  card.limits =
      "Two tasks, chosen to disagree: no kind is better in general. One layer; with more, kinds that know "
      "distances "
      "find the third letter too. A weight on the right place is no proof that the model uses it, nor the "
      "other way "
      "round.";
  std::string shipped;
  double seconds = 0;
  for (const Runs& group : grouped(folder, recipes)) {
    const std::string task = name_of(group.recipes[0].task);
    const std::string variant(group.recipes[0].variant.name);
    const std::size_t chosen = middle_run(group);
    Labeller::load(run_folder(folder, group.recipes[chosen]))->save(folder / task / variant);
    shipped += (shipped.empty() ? "" : ", ") + task + "/" + variant + " " +
               std::to_string(group.recipes[chosen].seed);
    for (const PositionsRun& run : group.runs) seconds += run.seconds / static_cast<double>(recipes.size());
    add_spreads(card.spreads, task, variant, group);
  }
  card.recipe = recipe_text(recipes.front(), shipped + ".", seconds);
  card.measures = evaluate_positions(folder, progress);
  save_card(card, folder);
  return card;
}

}  // namespace headlight
