#include "core/labs/positions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "core/layers/layers.h"
#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/models/transformer.h"
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

namespace {

// A vector for each place, made without inputs, and how alike they are.
TracePtr record_vectors(OpPtr made, const std::vector<std::string>& words) {
  Tape tape;
  const int positions = tape.record(source["positions"], std::move(made), {});
  tape.record(source["similarity"], dot_products(), {positions, positions});
  return traced(std::move(tape), words);
}

}  // namespace

TracePtr record_sinusoids(int places, int dimensions, const std::vector<std::string>& words,
                          const Sinusoids& how) {
  return record_vectors(sinusoidal_positions(places, dimensions, 0, how), words);
}

TracePtr record_counted(int places, int dimensions, const std::vector<std::string>& words, int length) {
  return record_vectors(counted_positions(places, dimensions, 1, 0, length), words);
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
  slopes.reserve(static_cast<std::size_t>(config.reading_heads()));
  for (int head = 0; head < config.reading_heads(); ++head) slopes.push_back(slope_of_head(config, head));
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

double sinusoid(double place, int dimension, int dimensions, const Sinusoids& how) {
  const double angle = place / how.divisor(dimension, dimensions);
  return how.is_cosine(dimension, dimensions) ? std::cos(angle) : std::sin(angle);
}

double wavelength(int pair, int dimensions, double base) {
  return 2 * std::numbers::pi * std::pow(base, 2.0 * pair / dimensions);
}

namespace {

// What a kind says of some places, a row each, and how two of them are related: P P^T, or the biases.
struct PlaceRows {
  Matrix rows;      // [places, any]
  Matrix relation;  // [places, places]
};

std::string of_head_0(const char* part) { return head_path("encoder", 0, "self_attention", 0, part); }

// Fewer rows than `places` when the table ends.
PlaceRows place_rows(Positions kind, int places, int dimensions, const Matrix& table) {
  const auto vectors = [](const TracePtr& trace) {
    return PlaceRows{trace->read("source.positions").view().map(),
                     trace->read("source.similarity").view().map()};
  };
  const auto biases = [](const TracePtr& trace) {
    const Matrix bias = trace->read(of_head_0("position_bias")).view().map();
    return PlaceRows{bias, bias};
  };
  switch (kind) {
    case Positions::sinusoidal:
    case Positions::appended:
    // The cosines and sines of RoPE's angles are the numbers of the sinusoids.
    case Positions::rotary:
      return vectors(record_sinusoids(places, dimensions, {}));
    case Positions::learned:
      return vectors(record_table(table, std::min(places, static_cast<int>(table.rows())), {}));
    case Positions::relative:
      return biases(record_relative(table, places, {}));
    case Positions::alibi:
      return biases(record_alibi(std::vector{1.0F}, places, {}));
    case Positions::counted:
      return vectors(record_counted(places, dimensions, {}));
    case Positions::divided:
      return vectors(record_counted(places, dimensions, {}, places));
    case Positions::sines:
      return vectors(record_sinusoids(places, dimensions, {}, {.sines_only = true}));
    case Positions::none:
      break;
  }
  return {Matrix::Zero(places, 1), Matrix::Zero(places, places)};
}

double magnitude(ConstView values) { return static_cast<double>(values.map().cwiseAbs().maxCoeff()); }

// Of a kind that is a formula; without the relation of all these places, or the softmax of their biases.
double largest_far(Positions kind, int dimensions) {
  const auto formula = [&] {
    if (kind == Positions::alibi) return linear_bias(far_places, far_places, 1);
    if (kind == Positions::counted || kind == Positions::divided)
      return counted_positions(far_places, dimensions, 1, 0, kind == Positions::divided ? far_places : 0);
    return sinusoidal_positions(far_places, dimensions, 0, {.sines_only = kind == Positions::sines});
  };
  if (kind == Positions::none) return 0;
  Tape tape;
  const int values = tape.record({"far"}, formula(), {});
  tape.forward();
  return magnitude(tape.value(values));
}

double smallest_distance(const Matrix& rows) {
  double smallest = rows.rows() > 1 ? std::numeric_limits<double>::infinity() : 0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j)
      smallest = std::min(smallest, static_cast<double>((rows.row(i) - rows.row(j)).norm()));
  }
  return smallest;
}

constexpr int known_words = 7;

// An encoder of one layer that has such positions.
TransformerConfig encoder_with(Positions kind, int dimensions, const Matrix& table) {
  TransformerConfig config;
  config.positions = kind;
  config.encoder_layers = 1;
  config.decoder_layers = 0;
  config.encoder_heads = 1;
  config.d_model = dimensions;
  config.d_ff = 1;
  config.source_words = config.target_words = known_words;
  config.max_tokens = far_places;
  config.tied_output = false;
  if (config.position_numbers()) config.position_columns = 1;
  if (kind == Positions::appended) {
    config.position_dimensions = dimensions;
    config.d_model = 2 * dimensions;
  } else if (kind == Positions::learned) {
    config.max_tokens = static_cast<int>(table.rows());
    config.d_model = static_cast<int>(table.cols());
  } else if (kind == Positions::relative) {
    config.encoder_heads = static_cast<int>(table.rows());
    config.d_model = 2 * config.encoder_heads;
    config.position_reach = static_cast<int>(table.cols() / 2);
  }
  return config;
}

}  // namespace

bool PlaceProperties::unique() const { return smallest_distance > 1e-4; }
bool PlaceProperties::bounded() const { return finite() || largest_far <= 1.001 * largest; }
bool PlaceProperties::deterministic() const { return sentence_deviation <= 1e-4 * std::max(1.0, largest); }
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

GivenPlaces recorded_places(Positions kind, int dimensions, const Matrix& table) {
  const TransformerConfig config = encoder_with(kind, dimensions, table);
  auto weights = std::make_shared<Weights>(Weights::random(config, 1));
  const std::string attention = "encoder.0.self_attention.";
  if (kind == Positions::learned) (*weights)["source.positions"] = table;
  if (kind == Positions::relative) (*weights)[attention + "positions"] = table;
  // The same query for every word: what is left of it after the turn is the turn's.
  (*weights)[attention + "query.weight"].setZero();
  (*weights)[attention + "query.bias"].setOnes();
  std::string path;
  if (config.positions_in_input()) path = "source.positions";
  if (kind == Positions::relative || kind == Positions::alibi) path = of_head_0("position_bias");
  if (kind == Positions::rotary) path = of_head_0("query_rotated");
  return [config, path, weights](std::span<const int> words) -> Matrix {
    Tape tape;
    Recording recording(tape, config, *weights);
    record_encoder(recording, words);
    tape.forward();
    if (path.empty()) return Matrix::Zero(static_cast<Eigen::Index>(words.size()), 1);
    return tape.value(tape.find(path).value()).map();
  };
}

double sentence_deviation(const GivenPlaces& given, int shorter, int longer) {
  // Other words at every place.
  const auto sentence = [](int length, int first) {
    std::vector<int> words;
    words.reserve(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) words.push_back((first + i) % known_words);
    return words;
  };
  const Matrix one = given(sentence(shorter, 0)), other = given(sentence(longer, 3));
  const Eigen::Index places = std::min(one.rows(), other.rows());
  const Eigen::Index columns = std::min(one.cols(), other.cols());
  return static_cast<double>(
      (one.topLeftCorner(places, columns) - other.topLeftCorner(places, columns)).cwiseAbs().maxCoeff());
}

PlaceProperties measure_places(Positions kind, int places, int dimensions, const Matrix& table) {
  PlaceProperties found;
  if (kind == Positions::learned) found.most_places = static_cast<int>(table.rows());
  if (kind == Positions::relative) found.distances = static_cast<int>(table.cols());
  const PlaceRows near = place_rows(kind, places, dimensions, table);
  found.smallest_distance = smallest_distance(near.rows);
  if (found.finite()) {
    const Matrix numbers = kind == Positions::relative ? Matrix(table.row(0)) : table;
    found.largest = found.largest_far = magnitude(view(numbers));
  } else {
    found.largest = magnitude(view(near.rows));
    found.largest_far = largest_far(kind, dimensions);
  }
  const auto longer = static_cast<int>(near.rows.rows());
  found.sentence_deviation =
      sentence_deviation(recorded_places(kind, dimensions, table), (longer + 1) / 2, longer);
  found.same_distance = diagonal_deviation(view(near.relation));
  found.relation_range = static_cast<double>(near.relation.maxCoeff() - near.relation.minCoeff());
  return found;
}

}  // namespace headlight
