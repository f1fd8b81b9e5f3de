#include "core/labs/positions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

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

Matrix bias_of(const TracePtr& trace) {
  return trace->read(head_block(0)["position_bias"].path).view().map();
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
  const double angle = place / std::pow(10000.0, static_cast<double>(dimension / 2 * 2) / dimensions);
  return dimension % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

double wavelength(int pair, int dimensions, double base) {
  return 2 * std::numbers::pi * std::pow(base, 2.0 * pair / dimensions);
}

PlaceRows place_rows(Positions kind, int places, int dimensions, const Matrix& table) {
  const auto vectors = [](const TracePtr& trace) {
    return PlaceRows{trace->read("source.positions").view().map(),
                     trace->read("source.similarity").view().map()};
  };
  switch (kind) {
    case Positions::sinusoidal:
    case Positions::appended:
    // The cosines and sines of RoPE's angles are the numbers of the sinusoids.
    case Positions::rotary:
      return vectors(record_sinusoids(places, dimensions, {}));
    case Positions::learned:
      return vectors(record_table(table, std::min(places, static_cast<int>(table.rows())), {}));
    case Positions::relative: {
      const Matrix bias = bias_of(record_relative(table, places, {}));
      return {bias, bias};
    }
    case Positions::alibi: {
      const Matrix bias = bias_of(record_alibi(std::vector{1.0F}, places, {}));
      return {bias, bias};
    }
    case Positions::none:
      break;
  }
  return {Matrix::Zero(places, 1), Matrix::Zero(places, places)};
}

bool PlaceProperties::unique() const { return smallest_distance > 1e-4; }
bool PlaceProperties::bounded() const { return largest_far <= 1.001 * largest; }
bool PlaceProperties::relative() const { return same_distance <= 1e-4 * std::max(1.0, relation_range); }

double diagonal_deviation(ConstView matrix) {
  double most = 0;
  for (int apart = 1 - matrix.shape.rows; apart < matrix.shape.cols; ++apart) {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (int i = std::max(0, -apart); i < matrix.shape.rows && i + apart < matrix.shape.cols; ++i) {
      const double value = matrix(i, i + apart);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    if (highest >= lowest) most = std::max(most, highest - lowest);
  }
  return most;
}

PlaceProperties measure_places(Positions kind, int places, int dimensions, const Matrix& table) {
  PlaceProperties found;
  const PlaceRows near = place_rows(kind, places, dimensions, table);
  const PlaceRows far = place_rows(kind, far_places, dimensions, table);
  const Matrix& rows = near.rows;
  found.smallest_distance = rows.rows() > 1 ? std::numeric_limits<double>::infinity() : 0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double apart = static_cast<double>((rows.row(i) - rows.row(j)).norm());
      found.smallest_distance = std::min(found.smallest_distance, apart);
    }
  }
  found.largest = static_cast<double>(rows.cwiseAbs().maxCoeff());
  found.largest_far = static_cast<double>(far.rows.cwiseAbs().maxCoeff());
  const Eigen::Index shared = std::min(rows.rows(), far.rows.rows());
  const Eigen::Index columns = std::min(rows.cols(), far.rows.cols());
  found.repeat = static_cast<double>(
      (rows.topLeftCorner(shared, columns) - far.rows.topLeftCorner(shared, columns)).cwiseAbs().maxCoeff());
  if (kind == Positions::learned) found.most_places = static_cast<int>(table.rows());
  found.same_distance = diagonal_deviation(view(near.relation));
  found.relation_range = static_cast<double>(near.relation.maxCoeff() - near.relation.minCoeff());
  return found;
}

}  // namespace headlight
