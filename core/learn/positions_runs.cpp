#include "core/learn/positions_runs.h"

#include <algorithm>
#include <stdexcept>

#include "core/files/file_error.h"
#include "core/files/json_fields.h"
#include "core/files/replace_file.h"
#include "core/files/text.h"

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
        throw FormatError(file, "has scores of other lengths", "remove its folder");
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

}  // namespace headlight
