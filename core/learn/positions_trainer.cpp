#include "core/learn/positions_trainer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "core/models/transformer.h"

namespace headlight {

namespace {

// Letters in columns: those read, those wanted, and with a random start where they stand.
Teaching labelling(const TransformerConfig& config, bool random_start) {
  std::vector<TaughtConstant> constants{"source.tokens", "next"};
  if (random_start) constants.emplace_back("source.places");
  return {std::move(constants), [config, random_start](const Taping& taping, const Columns& example) {
            Recording recording(taping.tape, config, taping.weights, taping.dropout, taping.gradients);
            const std::span<const int> places =
                random_start ? std::span<const int>(example[2]) : std::span<const int>();
            const int encoded = record_encoder(recording, example[0], {.places = places});
            return record_loss(recording, record_logits(recording, encoded), example[1], 0);
          }};
}

// The vectors of letters and of learned places start as large as the sinusoids beside them (normal(0, 1) and
// normal(0, 1/2)); in a pre-norm model that is not scaled, small ones would first have to grow.
Weights first_weights(const TransformerConfig& config, std::uint64_t seed) {
  Weights weights = Weights::random(config, seed);
  weights["source.embedding"] *= std::sqrt(static_cast<float>(config.embedding_size()));
  if (weights.has("source.positions")) {
    weights["source.positions"] *= 0.5F * std::sqrt(static_cast<float>(config.d_model));
  }
  return weights;
}

std::string key_of_run(const PositionsRecipe& recipe) {
  std::string text =
      to_json(recipe.model) + std::string(name_of(recipe.task)) + std::string(recipe.variant.name) + ";";
  for (const int number : {recipe.batch, recipe.shortest, recipe.longest, recipe.variant.farthest_start})
    text += std::to_string(number) + ";";
  return text + std::to_string(recipe.seed);
}

}  // namespace

PositionsRecipe positions_recipe(OrderTask task, std::string_view name, std::uint64_t seed) {
  const PositionsVariant& variant = positions_variant(name);
  PositionsRecipe recipe;
  recipe.task = task;
  recipe.variant = variant;
  recipe.seed = seed;
  recipe.steps = variant.steps;
  recipe.distances_rate = variant.distances_rate;
  recipe.warmup = 50;
  recipe.peak_rate = 3e-3;
  TransformerConfig& model = recipe.model;
  model.d_model = 48;
  model.d_ff = 96;
  model.encoder_layers = variant.layers;
  model.encoder_heads = variant.heads;
  model.decoder_layers = 0;
  model.source_words = model.target_words = letter_count;
  model.max_tokens = 64;
  model.norm_place = NormPlace::pre;
  model.feed_forward = FeedForward::gelu;
  model.scaled_embedding = false;
  model.tied_output = false;
  model.positions = variant.positions;
  model.position_one_sided = variant.one_sided;
  model.causal_encoder = variant.causal;
  return recipe;
}

std::string departures(const PositionsRecipe& recipe, const PositionsRecipe& usual) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  const auto number = [](double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.3g", value);
    return std::string(digits);
  };
  const TransformerConfig& model = recipe.model;
  if (const int layers = model.encoder_layers; layers != usual.model.encoder_layers)
    add(std::to_string(layers) + (layers == 1 ? " layer" : " layers"));
  if (const int heads = model.encoder_heads; heads != usual.model.encoder_heads)
    add(std::to_string(heads) + (heads == 1 ? " head" : " heads"));
  if (model.position_one_sided != usual.model.position_one_sided)
    add("every other head looks back only and the rest ahead only");
  if (model.causal_encoder != usual.model.causal_encoder) add("causal");
  if (recipe.steps != usual.steps) add(std::to_string(recipe.steps) + " steps");
  if (recipe.distances_rate != usual.distances_rate)
    add(number(recipe.distances_rate) + " times the learning rate for the relative table");
  if (const int farthest = recipe.variant.farthest_start; farthest != usual.variant.farthest_start)
    add("first positions from 0 to " + std::to_string(farthest));
  return text;
}

PositionsTrainer::PositionsTrainer(const PositionsRecipe& recipe)
    : recipe_(recipe), random_(1000 + recipe_.seed) {
  recipe_.model.check();
  begin({recipe_, recipe_.seed, key_of_run(recipe_),
         labelling(recipe_.model, recipe_.variant.farthest_start > 0)},
        first_weights(recipe_.model, recipe_.seed));
}

Batch PositionsTrainer::next_batch() {
  const int length = recipe_.shortest + random_.below(recipe_.longest - recipe_.shortest + 1);
  const int farthest = recipe_.variant.farthest_start;
  std::vector<int> places(static_cast<std::size_t>(length));
  std::iota(places.begin(), places.end(), farthest > 0 ? random_.below(farthest + 1) : 0);
  Batch batch;
  for (int i = 0; i < recipe_.batch; ++i) {
    OrderExample example = order_example(recipe_.task, length, random_);
    batch.asked += static_cast<double>(length - std::count(example.wanted.begin(), example.wanted.end(), -1));
    batch.examples.push_back({std::move(example.letters), std::move(example.wanted)});
    if (farthest > 0) batch.examples.back().push_back(places);
  }
  return batch;
}

std::shared_ptr<const Labeller> PositionsTrainer::model() const {
  return std::make_shared<const Labeller>(recipe_.model, weights(), letter_vocabulary());
}

}  // namespace headlight
