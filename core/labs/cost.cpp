#include "core/labs/cost.h"

#include <cmath>
#include <map>

namespace headlight {
namespace {

using Kind = RealModel::Kind;

struct Stacks {
  int feed_forwards;  // in all layers
  int attentions;
  int norms;
};

Stacks stacks_of(const RealModel& model) {
  const int layers = model.layers;
  if (model.parallel) return {layers, layers, layers + 1};
  if (model.kind == Kind::encoder_decoder) return {2 * layers, 3 * layers, 5 * layers};
  // Post-norm models norm their embedding, pre-norm ones what comes out at the top.
  return {layers, layers, 2 * layers + 1};
}

// Numbers in queries, or keys and values, of one token.
double queries(const RealModel& model) { return static_cast<double>(model.heads) * model.d_head(); }
double keys_and_values(const RealModel& model) { return 2.0 * model.key_value_heads * model.d_head(); }

// The patches of an image: all tokens but that of its class.
double patches(double tokens) { return tokens - 1; }

// Numbers in the values of all steps, as Cost::activations says.
double values_of_steps(const RealModel& model, double tokens) {
  const double d = model.d_model;
  const double ff = model.d_ff;
  const double q = queries(model);
  const double kv = keys_and_values(model);
  const double turned = model.rotary ? q + kv / 2 : 0;
  const Stacks stacks = stacks_of(model);

  const double of_attention = tokens * (q + kv + turned + q + d) + 2 * tokens * tokens * model.heads;
  const double of_feed_forward = tokens * ((model.gated ? 4 : 2) * ff + d);
  const double residuals = stacks.attentions + stacks.feed_forwards;
  double values = stacks.attentions * of_attention + stacks.feed_forwards * of_feed_forward +
                  tokens * d * (stacks.norms + residuals);
  switch (model.kind) {
    case Kind::encoder:
      values += 2 * tokens * d + 2 * d;  // and the pooler's product and tanh
      break;
    case Kind::vision:
      values += (patches(tokens) + tokens) * d + 2.0 * model.vocabulary;
      break;
    case Kind::decoder:
      values += (model.positions > 0 ? 2 : 1) * tokens * d + 2 * tokens * model.vocabulary;
      break;
    case Kind::encoder_decoder:
      values += 2 * 2 * tokens * d + 2 * tokens * model.vocabulary;
      break;
  }
  return values;
}

}  // namespace

Parameters parameters_of(const RealModel& model) {
  const std::int64_t d = model.d_model;
  const std::int64_t ff = model.d_ff;
  const std::int64_t q = std::int64_t{model.heads} * model.d_head();
  const std::int64_t kv = std::int64_t{model.key_value_heads} * model.d_head();
  const Stacks stacks = stacks_of(model);
  const bool vision = model.kind == Kind::vision;
  const std::int64_t words = std::int64_t{model.vocabulary} * d;

  Parameters count;
  count.embeddings = std::int64_t{model.positions} * d;
  count.embeddings += vision ? std::int64_t{3} * model.patch * model.patch * d + d + d : words;
  if (model.kind == Kind::encoder) count.embeddings += 2 * d;  // the two segments
  std::int64_t projections = d * q + 2 * d * kv + q * d;
  if (model.attention_bias) projections += q + 2 * kv + d;
  count.attention = stacks.attentions * projections;
  std::int64_t block = (model.gated ? 3 : 2) * d * ff;
  if (model.feed_forward_bias) block += (model.gated ? 2 : 1) * ff + d;
  count.feed_forward = stacks.feed_forwards * block;
  count.norms = stacks.norms * (model.rms ? d : 2 * d);
  if (model.kind == Kind::encoder) count.head = d * d + d;  // the pooler over [CLS]
  if (vision) count.head = words + model.vocabulary;
  if (model.kind == Kind::decoder && !model.tied) count.head = words;
  return count;
}

Cost cost_of(const RealModel& model, double tokens) {
  constexpr double bytes = 2;
  const double d = model.d_model;
  const double ff = model.d_ff;
  const double q = queries(model);
  const double kv = keys_and_values(model);
  const Stacks stacks = stacks_of(model);
  const double pairs = tokens * tokens;
  const double matrices = model.gated ? 3 : 2;

  Cost cost;
  const double attention = tokens * (d * q + d * kv + q * d) + 2 * pairs * q;
  cost.multiply_adds = stacks.attentions * attention + stacks.feed_forwards * tokens * matrices * d * ff;
  const double words = static_cast<double>(model.vocabulary) * d;
  switch (model.kind) {
    case Kind::encoder:
      cost.multiply_adds += d * d;  // the pooler, once
      break;
    case Kind::vision:
      cost.multiply_adds += patches(tokens) * 3 * model.patch * model.patch * d + words;
      break;
    case Kind::decoder:
    case Kind::encoder_decoder:
      cost.multiply_adds += tokens * words;
      break;
  }
  cost.weights = bytes * stacks.attentions * model.heads * pairs;
  if (model.kind == Kind::decoder) cost.cache = bytes * model.layers * kv * tokens;
  // Its own words, and those it was given.
  if (model.kind == Kind::encoder_decoder) cost.cache = bytes * model.layers * kv * 2 * tokens;
  cost.activations = bytes * values_of_steps(model, tokens);
  return cost;
}

double Growth::parameters(double at) const { return std::pow(10.0, log10 + slope * (at - year)); }
double Growth::factor() const { return std::pow(10.0, slope); }

Growth growth_since(int year) {
  std::map<int, const RealModel*> largest;
  for (const RealModel& model : real_models()) {
    const int of = static_cast<int>(model.year);
    if (of < year) continue;
    const RealModel*& most = largest[of];
    if (most == nullptr || parameters_of(model).total() > parameters_of(*most).total()) most = &model;
  }
  Growth growth;
  const auto height = [](const RealModel& model) {
    return std::log10(static_cast<double>(parameters_of(model).total()));
  };
  const auto count = static_cast<double>(largest.size());
  for (const auto& [of, model] : largest) {
    growth.largest.push_back(model);
    growth.year += model->year / count;
    growth.log10 += height(*model) / count;
  }
  double along = 0, up = 0;
  for (const RealModel* model : growth.largest) {
    const double away = model->year - growth.year;
    along += away * away;
    up += away * (height(*model) - growth.log10);
  }
  if (along > 0) growth.slope = up / along;
  return growth;
}

double recurrent_multiply_adds(double n, double d) { return 2 * n * d * d; }
double attention_multiply_adds(double n, double d) { return 4 * n * d * d + 2 * n * n * d; }

std::int64_t multiply_adds(const Tape& tape, int node) {
  const Node& step = tape.node(node);
  if (step.op == nullptr) return 0;
  std::vector<Shape> inputs;
  for (const int input : step.inputs) inputs.push_back(tape.node(input).shape);
  return step.op->multiply_adds(inputs);
}

std::int64_t multiply_adds(const Tape& tape, std::string_view path) {
  std::int64_t sum = 0;
  for (int node = 0; node < tape.size(); ++node) {
    if (tape.node(node).label.path.starts_with(path)) sum += multiply_adds(tape, node);
  }
  return sum;
}

}  // namespace headlight
