#include "core/layers/layers.h"

#include <cmath>

#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

int record_numbers(Tape& tape, const Label& label, std::span<const int> numbers) {
  const std::vector<float> values(numbers.begin(), numbers.end());
  return tape.constant(label, {values.data(), {static_cast<int>(numbers.size()), 1}});
}

// The vectors of the tokens' positions, for a kind that has some.
int record_positions(Recording& recording, const Block& stream, int count, std::span<const int> places) {
  Tape& tape = recording.tape();
  const TransformerConfig& config = recording.config();
  const bool learned = config.positions == Positions::learned;
  const int size = config.positions == Positions::appended ? config.position_dimensions : config.d_model;
  const auto formula = [&](int tokens, int first) {
    if (!config.position_numbers()) return sinusoidal_positions(tokens, size, first, config.sinusoids());
    const int filled = config.position_columns > 0 ? config.position_columns : size;
    return counted_positions(tokens, size, filled, first, config.positions == Positions::divided ? count : 0);
  };
  if (places.empty()) {
    if (learned)
      return tape.record(stream["positions"], rows(recording.first(), count),
                         {recording.parameter(stream.path + ".positions")});
    return tape.record(stream["positions"], formula(count, recording.first()), {});
  }
  const int at = record_numbers(tape, stream["places"], places);
  const int all = learned ? recording.parameter(stream.path + ".positions")
                          : tape.record(stream["all_positions"], formula(config.max_tokens, 0), {});
  return tape.record(stream["positions"], lookup(), {at, all});
}

}  // namespace

int record_input(Recording& recording, const Block& stream, const std::string& table,
                 std::span<const int> tokens, std::span<const int> places) {
  Tape& tape = recording.tape();
  const TransformerConfig& config = recording.config();
  const int count = static_cast<int>(tokens.size());

  const int words = record_numbers(tape, stream["tokens"], tokens);
  int x = tape.record(stream["embedded"], lookup(), {words, recording.parameter(table)});
  if (config.scaled_embedding) {
    x = tape.record(stream["scaled"], scale_by_root(config.d_model), {x});
  }
  if (config.token_types > 0 && stream.path == "source") {
    // What is typed is one text: all of the first type.
    const std::vector<int> first(tokens.size(), 0);
    const int types = record_numbers(tape, stream["types"], first);
    const int vectors = tape.record(stream["type_vectors"], lookup(),
                                    {types, recording.parameter(stream.path + ".type_vectors")});
    x = tape.record(stream["typed"], add(), {x, vectors});
  }
  if (config.positions_in_input()) {
    const int positions = record_positions(recording, stream, count, places);
    const bool appended = config.positions == Positions::appended;
    x = tape.record(stream["input"], appended ? concatenate() : add(), {x, positions});
  }
  if (config.normalized_input) x = record_normalized(recording, stream["normalized"], x);
  return recording.dropped(stream["dropped"], x);
}

float slope_of_head(const TransformerConfig& config, int head) {
  return std::ldexp(config.position_slope, -head);
}

namespace {

// The bias for the distance between tokens, of a kind of positions that has one.
int record_position_bias(Recording& recording, const Block& attention, const Label& label, int head,
                         Shape scores) {
  const TransformerConfig& config = recording.config();
  if (config.positions == Positions::alibi) {
    const float slope = slope_of_head(config, head);
    return recording.tape().record(label, linear_bias(scores.rows, scores.cols, slope, recording.first()),
                                   {});
  }
  return recording.tape().record(label, relative_bias(head, scores.rows, scores.cols, recording.first()),
                                 {recording.parameter(attention.path + ".positions")});
}

// Of one head, the nodes that scores and outputs are made from.
struct QueryKeyValue {
  int query = -1, key = -1, value = -1;
};

// So many neighbouring heads have the same keys and values: their nodes, of the head before.
struct SharedKeys {
  int heads = 1;
  int key = -1, value = -1;
};

QueryKeyValue record_query_key_value(Recording& recording, const Block& attention, const Block& head,
                                     int queries, int keys, int index, int size, bool window,
                                     SharedKeys& shared) {
  Tape& tape = recording.tape();
  const TransformerConfig& config = recording.config();
  KeyValueCache* const cache = recording.cache();
  // What other tokens are asked for does not change with those that ask.
  const auto kept = cache == nullptr || queries == keys ? std::nullopt : cache->find(head.path);
  const auto made_from_keys = [&](const char* part, int& of_group) {
    const int begin = index / shared.heads * size;
    of_group = index % shared.heads > 0
                   ? tape.record(head[part], column_range(0, size), {of_group})
                   : recording.linear(head[part], keys, attention.path + "." + part, begin, size);
    return of_group;
  };
  QueryKeyValue made;
  made.query = recording.linear(head["query"], queries, attention.path + ".query", index * size, size);
  made.key = kept ? kept->key : made_from_keys("key", shared.key);
  made.value = kept ? kept->value : made_from_keys("value", shared.value);
  if (config.query_norm) {
    made.query = record_normalized(recording, head["query_normalized"], attention.path + ".query_normalized",
                                   made.query);
    if (!kept)
      made.key =
          record_normalized(recording, head["key_normalized"], attention.path + ".key_normalized", made.key);
  }
  // Distances are between tokens of one stream.
  if (queries == keys && config.positions == Positions::rotary) {
    const OpPtr turn = rotate(config.rotation(window), recording.first());
    made.query = tape.record(head["query_rotated"], turn, {made.query});
    made.key = tape.record(head["key_rotated"], turn, {made.key});
  }
  if (cache != nullptr && !kept) {
    const KeysAndValues all = cache->add(tape, head.path, {made.key, made.value}, queries == keys);
    made.key = all.key;
    made.value = all.value;
  }
  return made;
}

int record_head(Recording& recording, const Block& attention, int queries, int keys, int index, int size,
                const AttentionMask& mask_, SharedKeys& shared) {
  Tape& tape = recording.tape();
  const TransformerConfig& config = recording.config();
  const Positions positions = queries == keys ? config.positions : Positions::none;
  const Block head = attention.inside(Family::head, "head." + std::to_string(index));
  const auto [q, k, v] = record_query_key_value(recording, attention, head, queries, keys, index, size,
                                                mask_.window > 0, shared);
  int s = tape.record(head["scores"], dot_products(), {q, k});
  if (config.divided_scores) {
    const int by = config.scores_divided_by > 0 ? config.scores_divided_by : size;
    s = tape.record(head["scaled"], divide_by_root(by), {s});
  }
  if (config.score_cap > 0) s = tape.record(head["capped"], soft_cap(config.score_cap), {s});
  if (queries == keys && (config.has_distances() || positions == Positions::alibi)) {
    const Shape shape = tape.node(s).shape;
    const int bias = record_position_bias(recording, attention, head["position_bias"], index, shape);
    s = tape.record(head["biased"], add(), {s, bias});
  }
  const bool one_sided = positions == Positions::alibi && config.position_one_sided;
  const bool back_only = mask_.causal || (one_sided && index % 2 == 0);
  const bool ahead_only = one_sided && index % 2 == 1;
  if (back_only || ahead_only || mask_.window > 0) {
    s = tape.record(head["masked"], mask(back_only, mask_.window, ahead_only, recording.first()), {s});
  }
  if (mask_.query_sentences >= 0)
    s = tape.record(head["separated"], separate(), {s, mask_.query_sentences, mask_.key_sentences});
  const int weights = tape.record(head["weights"], softmax(), {s});
  return tape.record(head["output"], mix(), {weights, v});
}

}  // namespace

int record_attention(Recording& recording, const Block& block, int queries, int keys, int heads,
                     const AttentionMask& mask) {
  const TransformerConfig& config = recording.config();
  const int size = config.size_of_head(heads);
  std::vector<int> outputs;
  outputs.reserve(static_cast<std::size_t>(heads));
  SharedKeys shared;
  if (config.key_value_heads > 0 && block.asks == block.is_asked)
    shared.heads = heads / config.key_value_heads;
  for (int h = 0; h < heads; ++h)
    outputs.push_back(record_head(recording, block, queries, keys, h, size, mask, shared));
  Label all_heads = block["concatenated"];
  if (heads * size != config.d_model) all_heads.cols = Axis::heads;
  const int concatenated = recording.tape().record(std::move(all_heads), concatenate(), std::move(outputs));
  const int projected = recording.linear(block["projected"], concatenated, block.path + ".projected");
  return recording.dropped(block["dropped"], projected);
}

OpPtr activation_of(const TransformerConfig& config) {
  switch (config.feed_forward) {
    case FeedForward::relu:
      return activate(Activation::relu);
    case FeedForward::gelu:
    case FeedForward::geglu:
      return activate(Activation::gelu);
    case FeedForward::gelu_tanh:
    case FeedForward::geglu_tanh:
      return activate(Activation::gelu_tanh);
    case FeedForward::gelu_sigmoid:
      return activate(Activation::gelu_sigmoid);
    case FeedForward::silu:
    case FeedForward::swiglu:
      break;
  }
  return activate(Activation::silu);
}

int record_feed_forward(Recording& recording, const Block& layer, int x) {
  Tape& tape = recording.tape();
  const std::string path = layer.path + ".feed_forward.";
  const int hidden = recording.linear(layer["feed_forward.hidden"], x, path + "hidden");
  int fired = -1;
  if (recording.config().is_gated()) {
    const int gate = recording.linear(layer["feed_forward.gate"], x, path + "gate");
    const int open = tape.record(layer["feed_forward.activated"], activation_of(recording.config()), {gate});
    fired = tape.record(layer["feed_forward.gated"], multiply(), {open, hidden});
  } else {
    fired = tape.record(layer["feed_forward.activated"], activation_of(recording.config()), {hidden});
  }
  const int output = recording.linear(layer["feed_forward.output"], fired, path + "output");
  return recording.dropped(layer["feed_forward.dropped"], output);
}

int record_normalized(Recording& recording, const Label& label, int x) {
  return record_normalized(recording, label, label.path, x);
}

int record_normalized(Recording& recording, const Label& label, const std::string& name, int x) {
  const TransformerConfig& config = recording.config();
  std::vector<int> inputs{x, recording.parameter(name + ".gain")};
  if (config.normalization == Normalization::layer) inputs.push_back(recording.parameter(name + ".bias"));
  return recording.tape().record(label, normalize(config.normalization, config.norm_epsilon),
                                 std::move(inputs));
}

}  // namespace headlight
