#include "core/learn/positions_evaluate.h"

#include <algorithm>
#include <limits>

#include "core/learn/positions_variants.h"
#include "core/models/decoding.h"

namespace headlight {

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

// How much of a head's weights lies on the right places.
HeadLooks looks(ConstView weights, OrderTask task, int first) {
  HeadLooks sum;
  int scored = 0;
  for (int i = first; i < weights.shape.rows; ++i) {
    const int right = right_place(task, i);
    if (right < 0 || right >= weights.shape.cols) continue;
    Eigen::Index most = 0;
    weights.map().row(i).maxCoeff(&most);
    sum.weight += static_cast<double>(weights(i, right));
    sum.peak += most == right ? 1 : 0;
    ++scored;
  }
  const double share = scored > 0 ? 1.0 / scored : std::numeric_limits<double>::quiet_NaN();
  sum.weight *= share;
  sum.peak *= share;
  return sum;
}

}  // namespace

int first_scored(int length) { return length > within_length ? within_length : 2; }

std::vector<HeadLooks> head_looks(const Trace& trace, const TransformerConfig& config, OrderTask task,
                                  int first) {
  std::vector<HeadLooks> heads;
  for (int layer = 0; layer < config.encoder_layers; ++layer) {
    for (int head = 0; head < config.encoder_heads; ++head) {
      const Reading weights = trace.read(head_path("encoder", layer, "self_attention", head, "weights"));
      heads.push_back(looks(weights.view(), task, first));
      heads.back().layer = layer;
      heads.back().head = head;
    }
  }
  return heads;
}

HeadLooks best_head(const std::vector<HeadLooks>& heads) {
  return *std::max_element(heads.begin(), heads.end(),
                           [](const auto& a, const auto& b) { return a.weight < b.weight; });
}

OrderScore order_score(const Labeller& model, OrderTask task, int length, int sequences) {
  const int first = first_scored(length);
  std::vector<HeadLooks> heads;
  OrderScore answered;
  for_each_sequence(task, length, sequences, [&](const OrderExample& example) {
    const TracePtr trace = model.pass(example.letters);
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

std::string measure_name(OrderTask task, std::string_view what, std::string_view variant) {
  std::string name = name_of(task);
  name.append("_").append(what).append("_").append(variant);
  return name;
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
      const auto model = Labeller::load(folder / name / who);
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
