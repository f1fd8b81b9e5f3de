#include "core/learn/positions_runs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/files/file_error.h"
#include "core/files/replace_file.h"
#include "core/files/text.h"

namespace headlight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// What must be the same for two runs to be one: everything that decides the weights.
ordered_json run_of(const PositionsRecipe& recipe) {
  return {{"model", ordered_json::parse(to_json(recipe.model))},
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
    const ordered_json json = ordered_json::parse(read_text(file));
    if (json.at("recipe") != run_of(recipe)) {
      throw FormatError(file, "belongs to another recipe", "remove its folder, or give its options");
    }
    PositionsRun run;
    std::vector<int> lengths;
    json.at("seconds").get_to(run.seconds);
    for (const ordered_json& score : json.at("scores")) {
      lengths.push_back(score.at("length"));
      run.scores.push_back({.accuracy = score.at("accuracy"),
                            .ahead = score.at("ahead"),
                            .weight = score.at("weight"),
                            .peak = score.at("peak")});
    }
    if (!std::equal(lengths.begin(), lengths.end(), order_lengths.begin(), order_lengths.end())) {
      throw FormatError(file, "has scores of other lengths", "remove its folder");
    }
    return run;
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(file, error.what(), "remove its folder");
  }
}

PositionsRun keep_run(const fs::path& folder, const PositionsTrainer& trainer, double seconds) {
  const PositionsRecipe& recipe = trainer.recipe();
  const fs::path own = run_folder(folder, recipe);
  const auto model = trainer.model();
  model->save(own);
  PositionsRun run{seconds, {}};
  ordered_json json{{"recipe", run_of(recipe)}, {"seconds", seconds}};
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

}  // namespace headlight
