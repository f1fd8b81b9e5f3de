#include "core/labs/positions.h"

#include <cmath>
#include <numbers>

#include "core/layers/layers.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

const Block source{Family::stream, "source"};

Block head_block(int head) { return {Family::head, "encoder.0.self_attention.head." + std::to_string(head)}; }

Trace::Words words_of(const std::vector<std::string>& words) {
  Trace::Words of;
  of.source = words;
  return of;
}

TracePtr traced(Tape tape, const std::vector<std::string>& words) {
  tape.forward();
  return std::make_shared<const Trace>(std::move(tape), words_of(words), nullptr);
}

// The softmax of each bias alone.
void record_alone(Tape& tape, int bias, int head) {
  tape.record(head_block(head)["weights"], softmax(), {bias});
}

}  // namespace

TracePtr record_sinusoids(int places, int dimensions, const std::vector<std::string>& words) {
  Tape tape;
  const int positions = tape.record(source["positions"], sinusoidal_positions(places, dimensions), {});
  tape.record(source["similarity"], dot_products(), {positions, positions});
  return traced(std::move(tape), words);
}

TracePtr record_table(const Matrix& table, int places, const std::vector<std::string>& words) {
  Tape tape;
  const int all = tape.constant({"parameters.source.positions"}, view(table));
  const int positions = tape.record(source["positions"], rows(0, places), {all});
  tape.record(source["similarity"], dot_products(), {positions, positions});
  return traced(std::move(tape), words);
}

TracePtr record_alibi(std::span<const float> slopes, int places, const std::vector<std::string>& words,
                      bool one_sided) {
  Tape tape;
  for (int head = 0; head < static_cast<int>(slopes.size()); ++head) {
    int bias = tape.record(head_block(head)["position_bias"], linear_bias(places, places, slopes[head]), {});
    if (one_sided) {
      const bool back = head % 2 == 0;
      bias = tape.record(head_block(head)["masked"], mask(back, 0, !back), {bias});
    }
    record_alone(tape, bias, head);
  }
  return traced(std::move(tape), words);
}

TracePtr record_relative(const Matrix& table, int places, const std::vector<std::string>& words) {
  Tape tape;
  const int all = tape.constant({"parameters.encoder.0.self_attention.positions"}, view(table));
  for (int head = 0; head < static_cast<int>(table.rows()); ++head) {
    const int bias =
        tape.record(head_block(head)["position_bias"], relative_bias(head, places, places), {all});
    record_alone(tape, bias, head);
  }
  return traced(std::move(tape), words);
}

std::vector<float> alibi_slopes(int heads) {
  std::vector<float> slopes;
  for (int head = 1; head <= heads; ++head)
    slopes.push_back(static_cast<float>(std::exp2(-8.0 * head / heads)));
  return slopes;
}

std::vector<float> model_slopes(const TransformerConfig& config) {
  std::vector<float> slopes;
  slopes.reserve(static_cast<std::size_t>(config.encoder_heads));
  for (int head = 0; head < config.encoder_heads; ++head) slopes.push_back(slope_of_head(config, head));
  return slopes;
}

TracePtr record_rotation(const Matrix& query, const Matrix& key, int places, double base) {
  Tape tape;
  const Block head = head_block(0);
  // Its rows are places, not words.
  const auto label = [&](const char* part, Axis columns) {
    return Label{head[part].path, Axis::one, columns};
  };
  const Matrix queries = query.replicate(places, 1);
  const Matrix keys = key.replicate(places, 1);
  int q = tape.constant(label("query", Axis::head), view(queries));
  int k = tape.constant(label("key", Axis::head), view(keys));
  q = tape.record(label("query_rotated", Axis::head), rotate(base), {q});
  k = tape.record(label("key_rotated", Axis::head), rotate(base), {k});
  tape.record(head["scores"], dot_products(), {q, k});
  return traced(std::move(tape), {});
}

double sinusoid(double place, int dimension, int dimensions) {
  const int even = dimension - dimension % 2;
  const double angle = place / std::pow(10000.0, static_cast<double>(even) / dimensions);
  return dimension % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

double wavelength(int pair, int dimensions, double base) {
  return 2 * std::numbers::pi * std::pow(base, 2.0 * pair / dimensions);
}

}  // namespace headlight
