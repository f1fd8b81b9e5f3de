#include "train/learn/positions_scores.h"

#include <algorithm>
#include <array>

#include "core/models/run.h"
#include "core/models/transformer.h"
#include "core/text/say.h"

namespace headlight {

std::string departures(const PositionsRecipe& recipe, const PositionsRecipe& usual) {
  std::string text;
  const auto add = [&](const std::string& what) { text = joined({text, what}); };
  const TransformerConfig& model = recipe.model;
  if (const int layers = model.encoder_layers; layers != usual.model.encoder_layers)
    add(say(several(layers, "{n} layer", "{n} layers"), {{"n", std::to_string(layers)}}));
  if (const int heads = model.encoder_heads; heads != usual.model.encoder_heads)
    add(say(several(heads, "{n} head", "{n} heads"), {{"n", std::to_string(heads)}}));
  if (model.position_one_sided != usual.model.position_one_sided)
    add(say("every other head looks back only and the rest ahead only"));
  if (model.causal_encoder != usual.model.causal_encoder) add(say("causal"));
  if (model.position_columns != usual.model.position_columns)
    add(say("the position in the first number of the vector alone"));
  if (recipe.steps != usual.steps) add(say("{n} steps", {{"n", std::to_string(recipe.steps)}}));
  if (recipe.distances_rate != usual.distances_rate)
    add(say("{n} times the learning rate for the relative table", {{"n", in_digits(recipe.distances_rate)}}));
  if (const int farthest = recipe.variant.farthest_start; farthest != usual.variant.farthest_start)
    add(say("first positions from 0 to {last}", {{"last", std::to_string(farthest)}}));
  return text;
}

namespace {

// Other letters than any training run's, the same for every model.
constexpr std::uint64_t evaluation_seed = 7;

// Adds up over the scored places of fresh sequences: f(example, place).
template <typename F>
void for_each_sequence(OrderTask task, int length, int sequences, F f) {
  Random random(evaluation_seed + static_cast<std::uint64_t>(length) * 100);
  for (int i = 0; i < sequences; ++i) f(order_example(task, length, random));
}

double share_right(const std::vector<int>& answers, const OrderExample& example, int first) {
  int right = 0;
  const int length = static_cast<int>(answers.size());
  for (int i = first; i < length; ++i) {
    right += answers[i] == example.wanted[i] ? 1 : 0;
  }
  return right / static_cast<double>(length - first);
}

// As often as the letter is answered that stands as far ahead as the right one stands back.
double share_ahead(const std::vector<int>& answers, OrderTask task, const OrderExample& example, int first) {
  int ahead = 0;
  int asked = 0;
  const int length = static_cast<int>(answers.size());
  for (int i = first; i < length; ++i) {
    const int mirrored = 2 * i - right_place(task, i);
    if (mirrored < 0 || mirrored >= length) continue;
    ++asked;
    ahead += answers[i] == example.letters[mirrored] ? 1 : 0;
  }
  return asked > 0 ? ahead / static_cast<double>(asked) : 0;
}

}  // namespace

std::vector<int> bag_guess(OrderTask task, std::span<const int> letters, bool causal) {
  std::array<int, letter_count> counts{};
  const auto count = [&](int letter) -> int& { return counts.at(letter); };
  if (!causal) {
    for (const int letter : letters) ++count(letter);
  }
  const int own = task == OrderTask::two_back ? 1 : 0;
  std::vector<int> guesses;
  for (const int letter : letters) {
    if (causal) ++count(letter);
    count(letter) -= own;
    guesses.push_back(static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin()));
    count(letter) += own;
  }
  return guesses;
}

OrderScore order_score(const Model& model, OrderTask task, int length, int sequences) {
  const int first = first_scored(length);
  std::vector<HeadLooks> heads;
  OrderScore answered;
  for_each_sequence(task, length, sequences, [&](const OrderExample& example) {
    const TracePtr trace = model.trace({.input = example.letters});
    const std::vector<int> answers = likeliest(trace->read("probabilities").view());
    answered.accuracy += share_right(answers, example, first) / sequences;
    answered.ahead += share_ahead(answers, task, example, first) / sequences;
    const std::vector<HeadLooks> seen = head_looks(*trace, model.config(), task, first);
    heads.resize(seen.size());
    for (std::size_t h = 0; h < heads.size(); ++h) {
      heads[h].weight += seen[h].weight;
      heads[h].peak += seen[h].peak;
    }
  });
  const HeadLooks best = best_head(heads);
  answered.weight = best.weight / sequences;
  answered.peak = best.peak / sequences;
  return answered;
}

OrderScore bag_score(OrderTask task, int length, bool causal, int sequences) {
  OrderScore score;
  for_each_sequence(task, length, sequences, [&](const OrderExample& example) {
    score.accuracy += share_right(bag_guess(task, example.letters, causal), example, first_scored(length));
  });
  score.accuracy /= sequences;
  return score;
}

std::vector<Measure> evaluate_positions(const std::filesystem::path& folder) {
  std::vector<Measure> measures;
  std::vector<Measure> weights;
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    const std::string name = name_of(task);
    const auto add = [&](const std::string& who, const OrderScore& within, const OrderScore& beyond,
                         const OrderPromise& promise) {
      measures.push_back({measure_name(task, "within", who), within.accuracy, "", promise.within});
      measures.push_back({measure_name(task, "beyond", who), beyond.accuracy, "", promise.beyond});
    };
    for (const bool causal : {false, true}) {
      if (causal && task == OrderTask::third) continue;
      add(causal ? "bag_causal" : "bag", bag_score(task, within_length, causal),
          bag_score(task, beyond_length, causal), {"", ""});
    }
    for (const PositionsVariant& variant : positions_variants()) {
      if (!variant.promise(task)) continue;
      const std::string who(variant.name);
      const auto model = load_model(folder / name / who, AnswerKind::labels);
      const OrderScore within = order_score(*model, task, within_length);
      const OrderScore beyond = order_score(*model, task, beyond_length);
      add(who, within, beyond, *variant.promise(task));
      weights.push_back({measure_name(task, "weight_within", who), within.weight, "", ""});
      weights.push_back({measure_name(task, "weight_beyond", who), beyond.weight, "", ""});
      if (task == OrderTask::two_back)
        weights.push_back({measure_name(task, "ahead", who), beyond.ahead, "", ""});
    }
  }
  measures.insert(measures.end(), weights.begin(), weights.end());
  return measures;
}

}  // namespace headlight
