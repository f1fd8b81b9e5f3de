#include "core/learn/letters_training.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "core/learn/card_text.h"
#include "core/learn/positions_task.h"
#include "core/models/run.h"
#include "core/models/transformer.h"
#include "core/text/say.h"

namespace headlight {

Teaching letters_teaching(const TransformerConfig& config, bool random_start) {
  std::vector<ExampleConstant> constants{"source.tokens", "next"};
  if (random_start) constants.emplace_back("source.places");
  return {std::move(constants), [config, random_start](const Taping& taping, const Columns& example) {
            Recording recording(taping.tape, config, taping.weights, taping.dropout, taping.gradients);
            const std::span<const int> places =
                random_start ? std::span<const int>(example[2]) : std::span<const int>();
            const int encoded = record_encoder(recording, example[0], {.places = places});
            return record_loss(recording, record_logits(recording, encoded), example[1], 0);
          }};
}

Weights letters_first_weights(const TransformerConfig& config, std::uint64_t seed) {
  Weights weights = Weights::random(config, seed);
  weights["source.embedding"] *= std::sqrt(static_cast<float>(config.embedding_size()));
  if (weights.has("source.positions")) {
    weights["source.positions"] *= 0.5F * std::sqrt(static_cast<float>(config.d_model));
  }
  return weights;
}

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
  model.position_columns = variant.columns;
  model.causal_encoder = variant.causal;
  return recipe;
}

PositionsTrainer::PositionsTrainer(const PositionsRecipe& recipe)
    : recipe_(recipe), random_(1000 + recipe_.seed) {
  recipe_.model.check();
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = std::string(name_of(recipe_.task)) + std::string(recipe_.variant.name) + ";" +
                key_of({recipe_.batch, recipe_.shortest, recipe_.longest, recipe_.variant.farthest_start}) +
                std::to_string(recipe_.seed),
         .words = {letter_vocabulary(), letter_vocabulary()},
         .teaching = letters_teaching(recipe_.model, recipe_.variant.farthest_start > 0)},
        with_equal_heads(letters_first_weights(recipe_.model, recipe_.seed), recipe_.model,
                         recipe_.equal_heads));
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

namespace {

// How much of a head's weights lies on the right places.
HeadLooks looks(ConstView weights, std::span<const int> right) {
  HeadLooks sum;
  int scored = 0;
  for (int i = 0; i < std::min(weights.shape.rows, static_cast<int>(right.size())); ++i) {
    const int place = right[i];
    if (place < 0 || place >= weights.shape.cols) continue;
    Eigen::Index most = 0;
    weights.map().row(i).maxCoeff(&most);
    sum.weight += static_cast<double>(weights(i, place));
    sum.peak += most == place ? 1 : 0;
    ++scored;
  }
  const double share = scored > 0 ? 1.0 / scored : std::numeric_limits<double>::quiet_NaN();
  sum.weight *= share;
  sum.peak *= share;
  return sum;
}

// Of every place from `first` on.
std::vector<int> right_places(OrderTask task, int first, int length) {
  std::vector<int> right;
  for (int i = 0; i < length; ++i) right.push_back(i < first ? -1 : right_place(task, i));
  return right;
}

}  // namespace

int first_scored(int length) { return length > within_length ? within_length : 2; }

std::vector<HeadLooks> head_looks(const Trace& trace, const TransformerConfig& config,
                                  std::span<const int> right) {
  std::vector<HeadLooks> heads;
  for (int layer = 0; layer < config.encoder_layers; ++layer) {
    for (int head = 0; head < config.encoder_heads; ++head) {
      const Reading weights = trace.read(head_path("encoder", layer, "self_attention", head, "weights"));
      heads.push_back(looks(weights.view(), right));
      heads.back().layer = layer;
      heads.back().head = head;
    }
  }
  return heads;
}

std::vector<HeadLooks> head_looks(const Trace& trace, const TransformerConfig& config, OrderTask task,
                                  int first) {
  const int length = trace.tape().node(trace.at("probabilities")).shape.rows;
  return head_looks(trace, config, right_places(task, first, length));
}

HeadLooks best_head(const std::vector<HeadLooks>& heads) {
  return *std::max_element(heads.begin(), heads.end(),
                           [](const auto& a, const auto& b) { return a.weight < b.weight; });
}

std::string measure_name(OrderTask task, std::string_view what, std::string_view variant) {
  std::string name = name_of(task);
  name.append("_").append(what).append("_").append(variant);
  return name;
}

namespace {

constexpr std::uint64_t watched_seed = 11;  // of the letters that are measured on: of no training step

}  // namespace

PositionsRecipe watched_recipe() {
  PositionsRecipe recipe = positions_recipe(OrderTask::two_back, "rotary", 0);
  recipe.steps = 240;
  return recipe;
}

WatchedScore letters_score(const Model& model, std::span<const LettersAsked> sequences) {
  WatchedScore score;
  std::vector<HeadLooks> heads;
  double asked = 0;
  for (const LettersAsked& example : sequences) {
    const TracePtr trace = model.trace({.input = example.letters});
    const Reading probabilities = trace->read("probabilities");
    for (std::size_t place = 0; place < example.wanted.size(); ++place) {
      const int wanted = example.wanted[place];
      if (wanted < 0) continue;
      const auto row = static_cast<int>(place);
      Eigen::Index most = 0;
      probabilities.view().map().row(row).maxCoeff(&most);
      score.held_out_loss -= std::log(static_cast<double>(probabilities(row, wanted)));
      score.accuracy += most == wanted ? 1 : 0;
      asked += 1;
    }
    std::vector<HeadLooks> seen = head_looks(*trace, model.config(), example.right);
    for (std::size_t h = 0; h < heads.size(); ++h) {
      seen[h].weight += heads[h].weight;
      seen[h].peak += heads[h].peak;
    }
    heads = std::move(seen);
  }
  score.held_out_loss /= asked;
  score.accuracy /= asked;
  for (HeadLooks& head : heads) {
    head.weight /= static_cast<double>(sequences.size());
    head.peak /= static_cast<double>(sequences.size());
  }
  score.head = best_head(heads);
  score.heads = std::move(heads);
  return score;
}

WatchedScore watched_score(const Model& model, const PositionsRecipe& recipe, int sequences) {
  Random random(watched_seed);
  const std::vector<int> right = right_places(recipe.task, first_scored(recipe.longest), recipe.longest);
  std::vector<LettersAsked> asked;
  for (int i = 0; i < sequences; ++i) {
    OrderExample example = order_example(recipe.task, recipe.longest, random);
    asked.push_back({std::move(example.letters), std::move(example.wanted), right});
  }
  return letters_score(model, asked);
}

void add_sizes(const TransformerConfig& model, CardNumbers& numbers) {
  numbers["layers"] = std::to_string(model.encoder_layers);
  numbers["heads"] = std::to_string(model.encoder_heads);
  numbers["d_model"] = std::to_string(model.d_model);
  numbers["d_ff"] = std::to_string(model.d_ff);
}

CardNumbers positions_numbers(const PositionsRecipe& recipe, double seconds) {
  char one_decimal[32];
  std::snprintf(one_decimal, sizeof one_decimal, "%.1f", seconds);
  CardNumbers numbers = numbers_of_training(recipe, recipe.seed, seconds, 0);
  numbers["seconds"] = one_decimal;
  numbers["sequences"] = std::to_string(order_sequences);
  numbers["batch"] = std::to_string(recipe.batch);
  numbers["shortest"] = std::to_string(recipe.shortest);
  numbers["longest"] = std::to_string(recipe.longest);
  add_sizes(recipe.model, numbers);
  return numbers;
}

RepeatsRecipe repeats_recipe() {
  const PositionsRecipe usual = positions_recipe(OrderTask::two_back, "rotary", 0);
  RepeatsRecipe recipe;
  static_cast<Optimization&>(recipe) = usual;
  recipe.steps = 600;
  recipe.model = usual.model;
  recipe.model.encoder_layers = 2;
  recipe.model.causal_encoder = true;
  return recipe;
}

LettersAsked repeated_letters(int different, Random& random) {
  std::vector<int> all(static_cast<std::size_t>(letter_count));
  std::iota(all.begin(), all.end(), 0);
  LettersAsked made;
  for (int i = 0; i < different; ++i) std::swap(all[i], all[i + random.below(letter_count - i)]);
  for (int i = 0; i < 2 * different; ++i) {
    const bool asked = i >= different && i < 2 * different - 1;
    made.letters.push_back(all[i % different]);
    made.right.push_back(asked ? i - different + 1 : -1);
    made.wanted.push_back(asked ? all[i - different + 1] : -1);
  }
  return made;
}

RepeatsTrainer::RepeatsTrainer(const RepeatsRecipe& recipe) : recipe_(recipe), random_(1000 + recipe_.seed) {
  recipe_.model.check();
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = "repeats;" + key_of({recipe_.batch, recipe_.fewest, recipe_.most}) +
                std::to_string(recipe_.seed),
         .words = {letter_vocabulary(), letter_vocabulary()},
         .teaching = letters_teaching(recipe_.model)},
        with_equal_heads(letters_first_weights(recipe_.model, recipe_.seed), recipe_.model,
                         recipe_.equal_heads));
}

Batch RepeatsTrainer::next_batch() {
  const int different = recipe_.fewest + random_.below(recipe_.most - recipe_.fewest + 1);
  Batch batch;
  for (int i = 0; i < recipe_.batch; ++i) {
    LettersAsked example = repeated_letters(different, random_);
    batch.asked += different - 1;
    batch.examples.push_back({std::move(example.letters), std::move(example.wanted)});
  }
  return batch;
}

WatchedScore repeats_score(const Model& model, const RepeatsRecipe& recipe, int sequences) {
  constexpr std::uint64_t seed = 11;  // of no training's letters
  Random random(seed);
  std::vector<LettersAsked> asked;
  for (int i = 0; i < sequences; ++i) asked.push_back(repeated_letters(recipe.most, random));
  return letters_score(model, asked);
}

}  // namespace headlight
