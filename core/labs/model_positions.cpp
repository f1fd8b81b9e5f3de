#include "core/labs/model_positions.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/layers/layers.h"
#include "core/models/run.h"
#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"

namespace headlight {

std::string no_score_parts(const TransformerConfig& config) {
  if (!config.positions_in_input() || config.positions == Positions::appended)
    return "This model adds no position vectors to its words, so there is nothing to split.";
  if (config.norm_place == NormPlace::pre)
    return "This model normalizes the sum first, so word and position can no longer be separated in W^Q.";
  return "";
}

TracePtr record_score_parts(const ModelPtr& model, std::span<const int> source, int head) {
  const TransformerConfig& config = model->config();
  if (const std::string why = no_score_parts(config); !why.empty()) throw std::invalid_argument(why);
  Tape tape;
  Recording recording(tape, config, model->weights());
  const AttentionInfo& attention_read = model->anatomy().reading()->info();
  const Stream read = attention_read.asks;
  const std::string from(model->anatomy().stacks.front().input);
  const Block stream{Family::stream, from, read, read};
  const int input = record_input(recording, stream, from + ".embedding", source);
  const int word = *tape.find(stream[config.scaled_embedding ? "scaled" : "embedded"].path);
  const int place = *tape.find(stream["positions"].path);

  const std::string attention = attention_read.block(0);
  const Block block{Family::head, attention + ".head." + std::to_string(head), read, read};
  const int size = config.size_of_head(config.reading_heads());
  const Matrix nothing = Matrix::Zero(static_cast<Eigen::Index>(source.size()), config.d_model);
  const int none = tape.constant({"zeros"}, view(nothing));
  // W without its bias.
  const auto through = [&](const char* part, int x, const std::string& name) {
    const int weight = recording.parameter(attention + name + ".weight");
    return tape.record(block[part], linear(head * size, size), {x, weight});
  };
  const auto whole = [&](const char* part, int x, const std::string& name) {
    return recording.linear(block[part], x, attention + name, head * size, size);
  };
  const auto product = [&](Label label, int q, int k) {
    return tape.record(std::move(label), dot_products(), {q, k});
  };
  const auto sum = [&](Label label, int a, int b) { return tape.record(std::move(label), add(), {a, b}); };

  const int content_query = through("content_query", word, ".query");
  const int content_key = through("content_key", word, ".key");
  const int position_query = through("position_query", place, ".query");
  const int position_key = through("position_key", place, ".key");
  const int bias_query = whole("bias_query", none, ".query");
  const int bias_key = whole("bias_key", none, ".key");
  const int query = whole("query", input, ".query");
  const int key = whole("key", input, ".key");

  const int cc = product(block["content_content"], content_query, content_key);
  const int cp = product(block["content_position"], content_query, position_key);
  const int pc = product(block["position_content"], position_query, content_key);
  const int pp = product(block["position_position"], position_query, position_key);
  const int without = sum(block["query_without_bias"], content_query, position_query);
  const int biases = sum(block["biases"], product(block["biases_of_query"], bias_query, key),
                         product(block["biases_of_key"], without, bias_key));
  const int places = sum(block["parts_of_place"], sum(block["parts_mixed"], cp, pc), pp);
  sum(block["parts_sum"], sum(block["parts_without_biases"], cc, places), biases);
  product(block["scores"], query, key);
  tape.forward();

  return std::make_shared<const Trace>(std::move(tape), reading_words(*model, source), model);
}

ScoreShares measure_score_parts(const Trace& parts, const std::string& block) {
  using Precise = Eigen::MatrixXd;
  const auto centred = [](const Precise& x) { return Precise(x.colwise() - x.rowwise().mean()); };
  const auto read = [&](const char* part) {
    return Precise(parts.read(block + part).view().map().cast<double>());
  };
  ScoreShares found;
  const Precise scores = read("scores");
  const Precise seen = centred(scores);
  const double variance = seen.squaredNorm();
  for (std::size_t i = 0; i < score_parts.size(); ++i) {
    const Precise part = read(score_parts[i]);
    found.size[i] = part.cwiseAbs().mean();
    found.share[i] = variance > 0 ? centred(part).cwiseProduct(seen).sum() / variance : 0;
  }
  found.error = (read("parts_sum") - scores).cwiseAbs().maxCoeff();
  return found;
}

Orthogonality orthogonality(ConstView words, ConstView places) {
  Orthogonality found{.words = words.shape.rows, .places = places.shape.rows};
  double sum = 0;
  int pairs = 0;
  for (int w = 0; w < words.shape.rows; ++w) {
    for (int p = 0; p < places.shape.rows; ++p) {
      const auto a = words.map().row(w).cast<double>();
      const auto b = places.map().row(p).cast<double>();
      const double norms = a.norm() * b.norm();
      if (norms == 0) continue;
      const double cosine = std::fabs(a.dot(b) / norms);
      sum += cosine;
      found.largest = std::max(found.largest, cosine);
      ++pairs;
    }
  }
  if (pairs > 0) found.mean = sum / pairs;
  return found;
}

double random_cosine(int dimensions) {
  const double half = dimensions / 2.0;
  return std::exp(std::lgamma(half) - std::lgamma(half + 0.5)) / std::sqrt(std::numbers::pi);
}

namespace {

bool needs_a_table(Positions kind) { return kind == Positions::learned || kind == Positions::relative; }

Matrix encoded(const Model& model, std::span<const int> source) {
  Tape tape;
  Recording recording(tape, model.config(), model.weights());
  const int output = record_reading(recording, source);
  keep_what_fits(tape);
  tape.forward();
  return tape.value(output).map();
}

}  // namespace

std::string no_other_positions(const TransformerConfig& config, Positions kind) {
  if (kind == config.positions) return "";
  if (kind == Positions::appended || config.positions == Positions::appended)
    return "these weights have word vectors of a different length";
  if (needs_a_table(kind)) return "these weights have no such table, because it must be learned";
  TransformerConfig other = config;
  other.positions = kind;
  try {
    other.check();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

ModelPtr with_positions(const Model& model, Positions kind) {
  if (const std::string why = no_other_positions(model.config(), kind); !why.empty())
    throw std::invalid_argument(why);
  TransformerConfig config = model.config();
  config.positions = kind;
  // In all numbers alike it is nothing to a norm.
  if (config.position_numbers()) config.position_columns = 1;
  return std::make_shared<const Model>(config, model.weights(), model.words());
}

HeadVectors vectors_of_words(const Model& model, std::span<const int> source, int head) {
  TransformerConfig config = model.config();
  config.positions = Positions::none;
  Tape tape;
  Recording recording(tape, config, model.weights());
  const StackInfo& stack = model.anatomy().stacks.front();
  const std::string name(stack.input), attention = model.anatomy().reading()->info().block(0);
  int x = record_input(recording, {Family::stream, name}, name + ".embedding", source);
  if (config.norm_place == NormPlace::pre && config.normalizes(0, 1))
    x = record_normalized(recording, Block{Family::layer, std::string(stack.name) + ".0"}["normalized_1"], x);
  const int size = config.size_of_head(config.reading_heads());
  int q =
      recording.linear({"query", Axis::source_query, Axis::head}, x, attention + ".query", head * size, size);
  const int sharing = config.key_value_heads > 0 ? config.reading_heads() / config.key_value_heads : 1;
  int k = recording.linear({"key", Axis::source_key, Axis::head}, x, attention + ".key",
                           head / sharing * size, size);
  if (config.query_norm) {
    q = record_normalized(recording, {"query_normalized", Axis::source_query, Axis::head},
                          attention + ".query_normalized", q);
    k = record_normalized(recording, {"key_normalized", Axis::source_key, Axis::head},
                          attention + ".key_normalized", k);
  }
  tape.forward();
  return {tape.value(q).map(), tape.value(k).map()};
}

std::vector<double> changes_when_reversed(const Model& model, std::span<const int> source) {
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

Trace::Words reading_words(const Model& model, std::span<const int> tokens) {
  Trace::Words words;
  const bool source = model.anatomy().typed() == Stream::source;
  const Vocabulary& vocabulary = source ? model.source() : model.target();
  (source ? words.source : words.target) = vocabulary.labels_of_text(tokens);
  (source ? words.source_vocabulary : words.target_vocabulary) = vocabulary.labels();
  return words;
}

TracePtr trace_reading(const ModelPtr& model, std::span<const int> tokens, bool positions,
                       std::vector<Edit> edits) {
  TransformerConfig config = model->config();
  // Words whose vectors leave room for appended positions are too short without.
  if (!positions && config.positions == Positions::appended)
    edits.push_back(
        {.path = std::string(model->anatomy().stacks.front().input) + ".positions", .values = {0}});
  else if (!positions)
    config.positions = Positions::none;
  Tape tape;
  Recording recording(tape, config, model->weights());
  record_reading(recording, tokens);
  keep_what_fits(tape);
  tape.set_edits(std::move(edits));
  tape.forward();
  return std::make_shared<const Trace>(std::move(tape), reading_words(*model, tokens), model);
}

std::vector<int> order_of(std::vector<int> order, int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return std::is_permutation(order.begin(), order.end(), all.begin(), all.end()) ? order : all;
}

std::vector<int> places_of(std::span<const int> order) {
  std::vector<int> places(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) places[order[place]] = static_cast<int>(place);
  return places;
}

Matrix matched_back(ConstView moved, std::span<const int> order, bool columns_too) {
  const auto at = [&](int place) { return order[place]; };
  Matrix back(moved.shape.rows, moved.shape.cols);
  for (int row = 0; row < moved.shape.rows; ++row) {
    for (int col = 0; col < moved.shape.cols; ++col)
      back(at(row), columns_too ? at(col) : col) = moved(row, col);
  }
  return back;
}

std::vector<Edit> moved_edits(std::vector<Edit> edits, const Trace& trace, std::span<const int> places) {
  const auto at = [&](int word) {
    return word >= 0 && word < static_cast<int>(places.size()) ? places[word] : word;
  };
  // Of an encoder where there is one: a trace of its own has no words of a decoder.
  const Stream read = trace.words().source.empty() ? Stream::target : Stream::source;
  const auto of_words = [read](Axis axis) {
    return info(axis).kind == AxisKind::tokens && info(axis).stream == read;
  };
  for (Edit& edit : edits) {
    const int node = trace.find(edit.path);
    if (node < 0) continue;
    const Label& label = trace.label(node);
    if (edit.row && of_words(label.rows)) edit.row = at(*edit.row);
    if (!of_words(label.cols)) continue;
    if (edit.col) edit.col = at(*edit.col);
    edit.other = at(edit.other);
    if (edit.values.size() != places.size()) continue;
    const std::vector<float> values = edit.values;
    for (std::size_t word = 0; word < values.size(); ++word) edit.values[places[word]] = values[word];
  }
  return edits;
}

std::string reading_output_path(const Model& model) {
  const StackInfo& stack = model.anatomy().stacks.front();
  const std::string name(stack.name);
  if (model.config().norm_place == NormPlace::pre) return name + ".normalized";
  return name + "." + std::to_string(stack.layers - 1) + ".normalized_2";
}

}  // namespace headlight
