#include "core/labs/other_positions.h"

#include <algorithm>
#include <stdexcept>

#include "core/layers/layers.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

bool needs_a_table(Positions kind) { return kind == Positions::learned || kind == Positions::relative; }

Matrix encoded(const Translator& model, std::span<const int> source) {
  Tape tape;
  Recording recording(tape, model.config(), model.weights());
  const int output = record_encoder(recording, source);
  tape.forward();
  return tape.value(output).map();
}

}  // namespace

std::string no_other_positions(const TransformerConfig& config, Positions kind) {
  if (kind == config.positions) return "";
  if (kind == Positions::appended || config.positions == Positions::appended)
    return "these weights have word vectors of another length";
  if (needs_a_table(kind)) return "these weights have no such table: it would have to be learned";
  TransformerConfig other = config;
  other.positions = kind;
  try {
    other.check();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::shared_ptr<const Translator> with_positions(const Translator& model, Positions kind) {
  if (const std::string why = no_other_positions(model.config(), kind); !why.empty())
    throw std::invalid_argument(why);
  TransformerConfig config = model.config();
  config.positions = kind;
  return std::make_shared<const Translator>(config, model.weights(), model.source(), model.target());
}

HeadVectors vectors_of_words(const Translator& model, std::span<const int> source, int head) {
  TransformerConfig config = model.config();
  config.positions = Positions::none;
  Tape tape;
  Recording recording(tape, config, model.weights());
  int x = record_input(recording, {Family::stream, "source"}, "source.embedding", source);
  const std::string layer = "encoder.0.";
  if (config.norm_place == NormPlace::pre)
    x = record_normalized(recording, Block{Family::layer, "encoder.0"}["normalized_1"], x);
  const int size = config.size_of_head(config.encoder_heads);
  const int q = recording.linear({"query", Axis::source_query, Axis::head}, x, layer + "self_attention.query",
                                 head * size, size);
  const int k = recording.linear({"key", Axis::source_key, Axis::head}, x, layer + "self_attention.key",
                                 head * size, size);
  tape.forward();
  return {tape.value(q).map(), tape.value(k).map()};
}

std::vector<double> changes_when_reversed(const Translator& model, std::span<const int> source) {
  std::vector<int> backwards(source.begin(), source.end());
  std::reverse(backwards.begin(), backwards.end());
  const Matrix there = encoded(model, source);
  const Matrix back = encoded(model, backwards);
  std::vector<double> changes;
  for (Eigen::Index t = 0; t < there.rows(); ++t) {
    const auto change = there.row(t) - back.row(there.rows() - 1 - t);
    changes.push_back(static_cast<double>(change.cwiseAbs().maxCoeff()));
  }
  return changes;
}

}  // namespace headlight
