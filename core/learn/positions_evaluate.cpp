#include "core/learn/positions_evaluate.h"

#include <algorithm>

#include "core/learn/positions_trainer.h"
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

// What is promised: the facts that the lessons tell, with room for another build's rounding.
std::string promise(OrderTask task, bool within, std::string_view kind) {
  const bool place = kind == "sinusoidal" || kind == "appended" || kind == "learned";
  const bool distance = kind == "relative" || kind == "rotary";
  if (kind == "bag") return "";
  if (task == OrderTask::two_back) {
    if (kind == "none") return within ? "<= 0.2" : "<= 0.15";
    if (kind == "alibi") return "<= 0.6";
    if (kind == "alibi_one_sided") return ">= 0.9";
    if (distance) return within ? ">= 0.99" : ">= 0.8";
    return within ? ">= 0.99" : "<= 0.5";
  }
  if (place) return within ? ">= 0.99" : ">= 0.9";
  return within ? "<= 0.5" : "<= 0.3";
}

}  // namespace

int first_scored(int length) { return length > within_length ? within_length : 2; }

OrderScore order_score(const Labeller& model, OrderTask task, int length, int sequences) {
  const TransformerConfig& config = model.config();
  const int first = first_scored(length);
  std::vector<OrderScore> heads(static_cast<std::size_t>(config.encoder_layers * config.encoder_heads));
  double accuracy = 0;
  for_each_sequence(task, length, sequences, [&](const OrderExample& example) {
    const TracePtr trace = model.label(example.letters);
    accuracy += share_right(likeliest(trace->read("probabilities").view()), example, first);
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const int layer = static_cast<int>(h) / config.encoder_heads;
      const int head = static_cast<int>(h) % config.encoder_heads;
      const Looks seen = looks(
          trace->read(head_path("encoder", layer, "self_attention", head, "weights")).view(), task, first);
      heads[h].weight += seen.weight;
      heads[h].peak += seen.peak;
    }
  });
  OrderScore best = *std::max_element(heads.begin(), heads.end(),
                                      [](const auto& a, const auto& b) { return a.weight < b.weight; });
  return {accuracy / sequences, best.weight / sequences, best.peak / sequences};
}

OrderScore bag_score(OrderTask task, int length, int sequences) {
  OrderScore score;
  for_each_sequence(task, length, sequences, [&](const OrderExample& example) {
    score.accuracy += share_right(bag_guess(task, example.letters), example, first_scored(length));
  });
  score.accuracy /= sequences;
  return score;
}

std::vector<Measure> evaluate_positions(const std::filesystem::path& folder, const Progress& progress) {
  std::vector<Measure> measures;
  std::vector<Measure> weights;
  const double all = 2.0 * static_cast<double>(position_kinds().size());
  double done = 0;
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    const std::string name = name_of(task);
    const auto add = [&](std::string_view kind, const OrderScore& within, const OrderScore& beyond) {
      const std::string end = "_" + std::string(kind);
      measures.push_back({name + "_within" + end, within.accuracy, "", promise(task, true, kind)});
      measures.push_back({name + "_beyond" + end, beyond.accuracy, "", promise(task, false, kind)});
      if (kind == "bag") return;
      weights.push_back({name + "_weight_within" + end, within.weight, "", ""});
      weights.push_back({name + "_weight_beyond" + end, beyond.weight, "", ""});
    };
    add("bag", bag_score(task, within_length), bag_score(task, beyond_length));
    for (const std::string_view kind : position_kinds()) {
      const auto model = Labeller::load(folder / name / kind);
      add(kind, order_score(*model, task, within_length), order_score(*model, task, beyond_length));
      if (progress && !progress(++done / all)) return measures;
    }
  }
  measures.insert(measures.end(), weights.begin(), weights.end());
  return measures;
}

}  // namespace headlight
