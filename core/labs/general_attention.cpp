#include "core/labs/general_attention.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

Matrix in_order(const Matrix& rows, const std::vector<int>& order) {
  if (order.empty()) return rows;
  if (static_cast<Eigen::Index>(order.size()) != rows.rows())
    throw std::invalid_argument("an order of " + std::to_string(order.size()) + " for " +
                                std::to_string(rows.rows()) + " inputs");
  Matrix moved(rows.rows(), rows.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) moved.row(i) = rows.row(order[i]);
  return moved;
}

Matrix drawn(int rows, int columns, std::uint64_t seed, Drawn what) {
  Random random = stream_of(seed, what);
  return normal_matrix(rows, columns, random, rows > 1 ? 1 / std::sqrt(static_cast<double>(rows)) : 1);
}

struct AttentionRecorder {
  Tape& tape;
  const GeneralAttention& layer;
  Block lab{Family::lab, "attention_lab"};

  int constant(const char* part, const Matrix& matrix) { return tape.constant(lab[part], view(matrix)); }

  int given_linear(const char* part, const char* weight, int x, const Matrix& w) {
    return tape.record(lab[part], linear(0, static_cast<int>(w.cols())), {x, constant(weight, w)});
  }

  // x W of random weights.
  int random_linear(const char* part, const char* weight, int x, int columns, Drawn what) {
    const int rows = tape.node(x).shape.cols;
    const int w = constant(weight, drawn(rows, columns, layer.seed, what));
    return tape.record(lab[part], linear(0, columns), {x, w});
  }
};

}  // namespace

Projections projections_in_force(Alignment alignment, Projections asked) {
  return alignment == Alignment::additive ? Projections::random : asked;
}

Random stream_of(std::uint64_t seed, Drawn what) {
  constexpr std::uint64_t streams = 16;
  return Random(seed * streams + static_cast<std::uint64_t>(what));
}

int record_general_attention(Tape& tape, const GeneralAttention& layer) {
  AttentionRecorder on{tape, layer};
  const int inputs = on.constant("inputs", in_order(layer.inputs, layer.order));
  // Moved inputs are asked by queries that stay.
  const bool own_queries = layer.queries.has_value() || !layer.order.empty();
  const int asking = own_queries ? on.constant("queries", layer.queries.value_or(layer.inputs)) : inputs;
  int q = asking;
  int k = inputs;
  int v = inputs;
  if (layer.matrices) {
    q = on.given_linear("query", "query_weight", asking, layer.matrices->query);
    k = on.given_linear("key", "key_weight", inputs, layer.matrices->key);
    v = on.given_linear("value", "value_weight", inputs, layer.matrices->value);
  }
  switch (layer.matrices ? Projections::none : projections_in_force(layer.alignment, layer.projections)) {
    case Projections::none:
      break;
    case Projections::random:
      q = on.random_linear("query", "query_weight", asking, layer.d_k, Drawn::query_weight);
      k = on.random_linear("key", "key_weight", inputs, layer.d_k, Drawn::key_weight);
      v = on.random_linear("value", "value_weight", inputs, layer.d_v, Drawn::value_weight);
      break;
    case Projections::head: {
      Recording recording(tape, *layer.head.config, *layer.head.weights);
      const int size = layer.head.config->size_of_head(layer.head.heads);
      const int begin = layer.head.head * size;
      q = recording.linear(on.lab["query"], asking, layer.head.attention + ".query", begin, size);
      k = recording.linear(on.lab["key"], inputs, layer.head.attention + ".key", begin, size);
      v = recording.linear(on.lab["value"], inputs, layer.head.attention + ".value", begin, size);
      break;
    }
  }
  int s = -1;
  if (layer.alignment == Alignment::additive) {
    const int weight =
        on.constant("alignment_weight", drawn(1, layer.d_k, layer.seed, Drawn::alignment_weight));
    s = tape.record(on.lab["scores"], additive_alignment(), {q, k, weight});
  } else {
    s = tape.record(on.lab["scores"], dot_products(), {q, k});
  }
  if (layer.alignment == Alignment::scaled_dot)
    s = tape.record(on.lab["scaled"], divide_by_root(tape.node(k).shape.cols), {s});
  if (layer.mask.size() > 0) s = tape.record(on.lab["masked"], add(), {s, on.constant("mask", layer.mask)});
  if (layer.shares == Weighting::softmax) s = tape.record(on.lab["weights"], softmax(), {s});
  if (layer.shares == Weighting::sum) s = tape.record(on.lab["shares"], divide_by_sum(), {s});
  const int output = tape.record(on.lab["output"], mix(), {s, v});
  tape.forward();
  return output;
}

std::int64_t learned_numbers(const GeneralAttention& layer) {
  const std::int64_t d = layer.inputs.cols();
  const std::int64_t additive = layer.alignment == Alignment::additive ? layer.d_k : 0;
  switch (projections_in_force(layer.alignment, layer.projections)) {
    case Projections::none:
      return 0;
    case Projections::random:
      return d * layer.d_k * 2 + d * layer.d_v + additive;
    case Projections::head:
      break;
  }
  return 3 * (d + 1) * layer.head.config->size_of_head(layer.head.heads);
}

std::vector<int> shuffled_order(int count, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  if (seed == 0) return order;
  Random random(seed);
  for (int i = count - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

}  // namespace headlight
