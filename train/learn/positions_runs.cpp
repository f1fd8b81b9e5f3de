#include "train/learn/positions_runs.h"

#include <algorithm>
#include <stdexcept>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/layers/layers.h"
#include "core/platform/paths.h"

namespace headlight {

namespace fs = std::filesystem;

namespace {

// What must be the same for two runs to be one: everything that decides the weights.
Json run_of(const PositionsRecipe& recipe) {
  return {{"model", parse_json(to_json(recipe.model))},
          {"task", name_of(recipe.task)},
          {"seed", recipe.seed},
          {"steps", recipe.steps},
          {"batch", recipe.batch},
          {"shortest", recipe.shortest},
          {"longest", recipe.longest},
          {"warmup", recipe.warmup},
          {"peak_rate", recipe.peak_rate},
          {"last_rate", recipe.last_rate},
          {"beta_1", recipe.beta_1},
          {"beta_2", recipe.beta_2},
          {"epsilon", recipe.epsilon},
          {"clip", recipe.clip},
          {"distances_rate", recipe.distances_rate},
          {"farthest_start", recipe.variant.farthest_start}};
}

}  // namespace

bool same_run(const PositionsRecipe& one, const PositionsRecipe& other) {
  return run_of(one) == run_of(other);
}

std::vector<PositionsRecipe> position_recipes(const std::optional<std::string>& task,
                                              const std::optional<std::string>& variant,
                                              const std::optional<std::uint64_t>& seed) {
  std::vector<OrderTask> tasks{OrderTask::two_back, OrderTask::third};
  if (task) tasks = {order_task(*task)};
  std::vector<PositionsVariant> variants(positions_variants().begin(), positions_variants().end());
  if (variant) variants = {positions_variant(*variant)};
  std::vector<std::uint64_t> seeds(position_seeds.begin(), position_seeds.end());
  if (seed) seeds = {*seed};
  std::vector<PositionsRecipe> recipes;
  for (const std::uint64_t each_seed : seeds) {
    for (const OrderTask each_task : tasks) {
      for (const PositionsVariant& each : variants) {
        if (each.promise(each_task)) recipes.push_back(positions_recipe(each_task, each.name, each_seed));
      }
    }
  }
  if (recipes.empty()) throw std::invalid_argument(*variant + " is not trained on the task " + *task);
  return recipes;
}

fs::path run_folder(const fs::path& folder, const PositionsRecipe& recipe) {
  return folder / "runs" / name_of(recipe.task) / recipe.variant.name / std::to_string(recipe.seed);
}

std::optional<PositionsRun> finished_run(const fs::path& folder, const PositionsRecipe& recipe) {
  const fs::path file = run_folder(folder, recipe) / "run.json";
  if (!fs::exists(file)) return std::nullopt;
  try {
    return read_json(read_text(file), [&](const Json& json) {
      if (member(json, "", "recipe") != run_of(recipe)) {
        throw FormatError(file, "belongs to another recipe", "remove its folder, or give its options");
      }
      PositionsRun run;
      std::vector<int> lengths;
      read_finite(member(json, "", "seconds"), "seconds", run.seconds);
      read_list(member(json, "", "scores"), "scores", run.scores,
                [&](const Json& one, const std::string& field, OrderScore& score) {
                  read(member(one, field, "length"), inside(field, "length"), lengths.emplace_back());
                  read_finite(member(one, field, "accuracy"), inside(field, "accuracy"), score.accuracy);
                  read_finite(member(one, field, "ahead"), inside(field, "ahead"), score.ahead);
                  read_finite(member(one, field, "weight"), inside(field, "weight"), score.weight);
                  read_finite(member(one, field, "peak"), inside(field, "peak"), score.peak);
                });
      if (!std::equal(lengths.begin(), lengths.end(), order_lengths.begin(), order_lengths.end())) {
        throw FormatError(file, "has scores for other lengths", "remove its folder");
      }
      return run;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "remove its folder");
  }
}

PositionsRun keep_run(const fs::path& folder, const PositionsTrainer& trainer, double seconds) {
  const PositionsRecipe& recipe = trainer.recipe();
  const fs::path own = run_folder(folder, recipe);
  const auto model = trainer.model();
  model->save(own);
  PositionsRun run{seconds, {}};
  Json json{{"recipe", run_of(recipe)}, {"seconds", seconds}};
  for (const int length : order_lengths) {
    const OrderScore score = order_score(*model, recipe.task, length);
    run.scores.push_back(score);
    json["scores"].push_back({{"length", length},
                              {"accuracy", score.accuracy},
                              {"ahead", score.ahead},
                              {"weight", score.weight},
                              {"peak", score.peak}});
  }
  // Last: it says that the run is complete.
  replace_file(own / "run.json", std::span<const char>(json.dump(2) + "\n"));
  return run;
}

// From finished runs to the models that are shipped and their card.

namespace fs = std::filesystem;

namespace {

// The runs of one task and variant, seed by seed.
struct Runs {
  std::vector<PositionsRecipe> recipes;
  std::vector<PositionsRun> runs;
};

// "relative_slow: 1 times the learning rate for the relative table; ..." Departing from the first recipe.
std::string all_departures(const std::vector<PositionsRecipe>& recipes) {
  std::vector<std::string_view> named;
  std::string text;
  for (const PositionsRecipe& recipe : recipes) {
    if (std::find(named.begin(), named.end(), recipe.variant.name) != named.end()) continue;
    named.push_back(recipe.variant.name);
    const std::string from = departures(recipe, recipes.front());
    if (!from.empty()) text += (text.empty() ? "" : "; ") + std::string(recipe.variant.name) + ": " + from;
  }
  return text;
}

// "seeds 0, 1 and 2"
std::string all_seeds(const std::vector<PositionsRecipe>& recipes) {
  std::vector<std::uint64_t> seeds;
  for (const PositionsRecipe& recipe : recipes) {
    if (std::find(seeds.begin(), seeds.end(), recipe.seed) == seeds.end()) seeds.push_back(recipe.seed);
  }
  std::string text = seeds.size() == 1 ? "seed " : "seeds ";
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (i > 0) text += i + 1 == seeds.size() ? " and " : ", ";
    text += std::to_string(seeds[i]);
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
  std::vector<double> values;
  for (const PositionsRun& run : group.runs) values.push_back(read(run));
  return spread_over(std::move(name), std::move(values));
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

Card card_of_runs(const std::vector<PositionsRecipe>& recipes, const std::string& shipped, double seconds) {
  CardNumbers numbers = positions_numbers(recipes.front(), seconds);
  numbers["within"] = std::to_string(within_length);
  numbers["beyond"] = std::to_string(beyond_length);
  numbers["first_scored"] = std::to_string(first_scored(beyond_length) + 1);
  numbers["slope"] = in_digits(static_cast<double>(slope_of_head(recipes.front().model, 0)));
  numbers["seeds"] = all_seeds(recipes);
  numbers["exceptions"] = all_departures(recipes);
  numbers["shipped"] = shipped;
  Card card = card_of_text("positions", numbers);
  card.name = "positions";
  return card;
}

}  // namespace

void check_shipping(const fs::path& folder, const std::vector<PositionsRecipe>& recipes) {
  std::error_code ignored;
  if (!fs::equivalent(folder, assets_folder() / "models" / "positions", ignored)) return;
  for (const PositionsRecipe& recipe : recipes) {
    if (same_run(recipe, positions_recipe(recipe.task, recipe.variant.name, recipe.seed))) continue;
    throw std::invalid_argument(folder.string() +
                                ": the shipped models are in this folder, and the recipe of " +
                                name_of(recipe.task) + "/" + std::string(recipe.variant.name) +
                                " is not theirs; give another folder with -o");
  }
}

Card ship_positions(const fs::path& folder, const std::vector<PositionsRecipe>& recipes) {
  check_shipping(folder, recipes);
  std::vector<Spread> spreads;
  std::string shipped;
  double seconds = 0;
  for (const Runs& group : grouped(folder, recipes)) {
    const std::string task = name_of(group.recipes[0].task);
    const std::string variant(group.recipes[0].variant.name);
    const std::size_t chosen = middle_run(group);
    load_model(run_folder(folder, group.recipes[chosen]), AnswerKind::labels)->save(folder / task / variant);
    if (!shipped.empty()) shipped += ", ";
    shipped.append(task).append("/").append(variant).append(" ");
    shipped += std::to_string(group.recipes[chosen].seed);
    for (const PositionsRun& run : group.runs) seconds += run.seconds / static_cast<double>(recipes.size());
    add_spreads(spreads, task, variant, group);
  }
  Card card = card_of_runs(recipes, shipped, seconds);
  card.spreads = std::move(spreads);
  card.measures = evaluate_positions(folder);
  save_card(card, folder);
  return card;
}

}  // namespace headlight
