#include "core/learn/positions_evaluate.h"

#include <algorithm>

#include "core/learn/positions_variants.h"
#include "core/models/decoding.h"

namespace headlight {

namespace {

// Other letters than any training run's, the same for every model.
constexpr std::uint64_t seed = 7;

// Adds up over the scored places of fresh sequences: f(example, place).
template <typename F>
void for_each_sequence(OrderTask task, int length, int sequences, F f) {
  Random random(seed + static_cast<std::uint64_t>(length) * 100);
  for (int i = 0; i < sequences; ++i) f(order_example(task, length, random));
}

double share_right(const std::vector<int>& answers, const OrderExample& example, int first) {
  int right = 0;
  const int length = static_cast<int>(answers.size());
  for (int i = first; i < length; ++i) {
    right += answers[static_cast<std::size_t>(i)] == example.wanted[static_cast<std::size_t>(i)] ? 1 : 0;
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
    ahead +=
        answers[static_cast<std::size_t>(i)] == example.letters[static_cast<std::size_t>(mirrored)] ? 1 : 0;
  }
  return asked > 0 ? ahead / static_cast<double>(asked) : 0;
}

struct Looks {
  double weight = 0;
  double peak = 0;
};

// How much of a head's weights lies on the right places.
Looks looks(ConstView weights, OrderTask task, int first) {
  Looks sum;
  for (int i = first; i < weights.shape.rows; ++i) {
    Eigen::Index most = 0;
    weights.map().row(i).maxCoeff(&most);
    sum.weight += static_cast<double>(weights(i, right_place(task, i)));
    sum.peak += most == right_place(task, i) ? 1 : 0;
  }
  const double rows = weights.shape.rows - first;
  return {sum.weight / rows, sum.peak / rows};
}

}  // namespace

int first_scored(int length) { return length > within_length ? within_length : 2; }

OrderScore order_score(const Labeller& model, OrderTask task, int length, int sequences) {
  const TransformerConfig& config = model.config();
  const int first = first_scored(length);
  std::vector<OrderScore> heads(static_cast<std::size_t>(config.encoder_layers * config.encoder_heads));
  OrderScore answered;
  for_each_sequence(task, length, sequences, [&](const OrderExample& example) {
    const TracePtr trace = model.label(example.letters);
    const std::vector<int> answers = likeliest(trace->read("probabilities").view());
    answered.accuracy += share_right(answers, example, first) / sequences;
    answered.ahead += share_ahead(answers, task, example, first) / sequences;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const int layer = static_cast<int>(h) / config.encoder_heads;
      const int head = static_cast<int>(h) % config.encoder_heads;
      const Looks seen = looks(
          trace->read(head_path("encoder", layer, "self_attention", head, "weights")).view(), task, first);
      heads[h].weight += seen.weight;
      heads[h].peak += seen.peak;
    }
  });
  const OrderScore best = *std::max_element(heads.begin(), heads.end(),
                                            [](const auto& a, const auto& b) { return a.weight < b.weight; });
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

std::vector<Measure> evaluate_positions(const std::filesystem::path& folder, const Progress& progress) {
  std::vector<Measure> measures;
  std::vector<Measure> weights;
  const double all = 2.0 * static_cast<double>(positions_variants().size());
  double done = 0;
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    const std::string name = name_of(task);
    const auto add = [&](const std::string& who, const OrderScore& within, const OrderScore& beyond,
                         const OrderPromise& promise) {
      measures.push_back({name + "_within_" + who, within.accuracy, "", promise.within});
      measures.push_back({name + "_beyond_" + who, beyond.accuracy, "", promise.beyond});
    };
    for (const bool causal : {false, true}) {
      if (causal && task == OrderTask::third) continue;
      add(causal ? "bag_causal" : "bag", bag_score(task, within_length, causal),
          bag_score(task, beyond_length, causal), {"", ""});
    }
    for (const PositionsVariant& variant : positions_variants()) {
      if (progress && !progress(++done / all)) return measures;
      if (!variant.promise(task)) continue;
      const std::string who(variant.name);
      const auto model = Labeller::load(folder / name / who);
      const OrderScore within = order_score(*model, task, within_length);
      const OrderScore beyond = order_score(*model, task, beyond_length);
      add(who, within, beyond, *variant.promise(task));
      weights.push_back({name + "_weight_within_" + who, within.weight, "", ""});
      weights.push_back({name + "_weight_beyond_" + who, beyond.weight, "", ""});
      if (task == OrderTask::two_back) weights.push_back({name + "_ahead_" + who, beyond.ahead, "", ""});
    }
  }
  measures.insert(measures.end(), weights.begin(), weights.end());
  return measures;
}

}  // namespace headlight
