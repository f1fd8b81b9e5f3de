#include "core/layers/recurrent.h"

#include <stdexcept>

#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

// The gates of one time, each with its name and its columns among those computed together.
class Gates {
 public:
  Gates(Tape& tape, const Block& time, int size) : tape_(tape), time_(time), size_(size) {}

  // The columns of gate `number` of a node, or of `count` gates from there.
  int part(const std::string& name, int node, int number, int count = 1) {
    return tape_.record(time_[name], column_range(number * size_, count * size_), {node});
  }
  int activated(const std::string& name, Activation kind, int node) {
    return tape_.record(time_[name], activate(kind), {node});
  }
  // A gate of `sums`, activated.
  int gate(const std::string& name, Activation kind, int sums, int number) {
    return activated(name, kind, part(name + "_sum", sums, number));
  }
  int product(const std::string& name, int a, int b) { return tape_.record(time_[name], multiply(), {a, b}); }
  int sum(const std::string& name, int a, int b) { return tape_.record(time_[name], add(), {a, b}); }

 private:
  Tape& tape_;
  const Block& time_;
  int size_;
};

RecurrentState record_gru(Gates& gates, Tape& tape, const Block& time, int from_input, int from_state,
                          int before) {
  const int input_part = gates.part("gates_from_input", from_input, 0, 2);
  const int sums = gates.sum("sums", input_part, gates.part("gates_from_state", from_state, 0, 2));
  const int reset = gates.gate("reset_gate", Activation::sigmoid, sums, 0);
  const int update = gates.gate("update_gate", Activation::sigmoid, sums, 1);
  const int past = gates.product("reset_state", reset, gates.part("candidate_from_state", from_state, 2));
  const int fresh = gates.part("candidate_from_input", from_input, 2);
  const int candidate =
      gates.activated("candidate", Activation::tanh, gates.sum("candidate_sum", fresh, past));
  return {.state = tape.record(time["state"], blend(), {update, candidate, before})};
}

RecurrentState record_lstm(Gates& gates, int from_input, int from_state, int cell_before) {
  const int sums = gates.sum("sums", from_input, from_state);
  const int input = gates.gate("input_gate", Activation::sigmoid, sums, 0);
  const int forget = gates.gate("forget_gate", Activation::sigmoid, sums, 1);
  const int candidate = gates.gate("candidate", Activation::tanh, sums, 2);
  const int output = gates.gate("output_gate", Activation::sigmoid, sums, 3);
  const int kept = gates.product("kept", forget, cell_before);
  const int cell = gates.sum("cell", kept, gates.product("written", input, candidate));
  const int shown = gates.activated("cell_activated", Activation::tanh, cell);
  return {.state = gates.product("state", output, shown), .cell = cell};
}

}  // namespace

const EnumNames<RecurrentCell>& names_of(RecurrentCell) {
  static const EnumNames<RecurrentCell> names{
      {RecurrentCell::rnn, "rnn"}, {RecurrentCell::gru, "gru"}, {RecurrentCell::lstm, "lstm"}};
  return names;
}

int gates_of(RecurrentCell cell) {
  switch (cell) {
    case RecurrentCell::rnn:
      return 1;
    case RecurrentCell::gru:
      return 3;
    case RecurrentCell::lstm:
      return 4;
  }
  return 0;
}

std::vector<TensorSpec> recurrent_tensors(const std::string& path, RecurrentCell cell, int in, int size) {
  using Start = TensorSpec::Start;
  const int width = gates_of(cell) * size;
  return {{path + ".input.weight", {in, width}, Start::xavier},
          {path + ".input.bias", {1, width}, Start::zeros},
          {path + ".state.weight", {size, width}, Start::xavier},
          {path + ".state.bias", {1, width}, Start::zeros}};
}

RecurrentState record_time(LayerRecording& recording, const Block& layer, const Block& time,
                           RecurrentCell cell, int from_input, const RecurrentState& before) {
  Tape& tape = recording.tape();
  Gates gates(tape, time, tape.node(before.state).shape.cols);
  const int from_state = recording.linear(time["from_state"], before.state, layer.path + ".state");
  switch (cell) {
    case RecurrentCell::rnn:
      return {.state = gates.activated("state", Activation::tanh, gates.sum("sums", from_input, from_state))};
    case RecurrentCell::gru:
      return record_gru(gates, tape, time, from_input, from_state, before.state);
    case RecurrentCell::lstm:
      return record_lstm(gates, from_input, from_state, before.cell);
  }
  throw std::logic_error("no such recurrent cell");
}

Block time_of(const Block& layer, int t) { return layer.inside(Family::time, "time." + std::to_string(t)); }

RecurrentRun record_recurrent(LayerRecording& recording, const Block& layer, RecurrentCell cell, int x,
                              int batch, bool backwards, std::optional<RecurrentState> before) {
  Tape& tape = recording.tape();
  const int times = tape.node(x).shape.rows / batch;
  if (times * batch != tape.node(x).shape.rows || times == 0)
    throw std::invalid_argument(layer.path + ": rows do not fall into equal times");
  const int projected = recording.linear(layer["projected_input"], x, layer.path + ".input");
  if (!before) {
    const Matrix zero = Matrix::Zero(batch, tape.node(projected).shape.cols / gates_of(cell));
    before.emplace();
    before->state = tape.constant(layer["first_state"], view(zero));
    if (cell == RecurrentCell::lstm) before->cell = tape.constant(layer["first_cell"], view(zero));
  }
  std::vector<int> states(static_cast<std::size_t>(times));
  RecurrentState now = *before;
  for (int i = 0; i < times; ++i) {
    const int t = backwards ? times - 1 - i : i;
    const Block time = time_of(layer, t);
    const int from_input = tape.record(time["from_input"], rows(t * batch, batch), {projected});
    now = record_time(recording, layer, time, cell, from_input, now);
    states[t] = now.state;
  }
  return {tape.record(layer["states"], stack(), std::move(states)), now};
}

namespace {

constexpr const char* writer_path = "decoder.0";
constexpr const char* cross_path = "decoder.0.cross_attention";

Block writer_block() { return {Family::layer, writer_path, Stream::target, Stream::target}; }

}  // namespace

std::vector<TensorSpec> writer_tensors(const WriterSizes& sizes) {
  const std::string decoder = writer_path;
  const std::string cross = cross_path;
  std::vector<TensorSpec> specs;
  const auto linear = [&](const std::string& path, int in, int out) {
    specs.push_back({path + ".weight", {in, out}, TensorSpec::Start::xavier});
    specs.push_back({path + ".bias", {1, out}, TensorSpec::Start::zeros});
  };
  if (sizes.query_input > 0) {
    linear(cross + ".query", sizes.query_input, sizes.alignment);
    specs.push_back({cross + ".key.weight", {sizes.context, sizes.alignment}, TensorSpec::Start::xavier});
    specs.push_back({cross + ".scores.weight", {1, sizes.alignment}, TensorSpec::Start::xavier});
  }
  specs.push_back({"target.embedding",
                   {sizes.words, sizes.embedding},
                   TensorSpec::Start::embedding,
                   Axis::target_word,
                   Axis::model});
  linear(decoder + ".bridge", sizes.last, sizes.state);
  for (TensorSpec& spec :
       recurrent_tensors(decoder, sizes.cell, sizes.embedding + sizes.context, sizes.state))
    specs.push_back(std::move(spec));
  linear(decoder + ".readout", sizes.state + sizes.context + sizes.embedding, sizes.readout);
  if (sizes.tied_output) {
    specs.push_back({"output.bias", {1, sizes.words}, TensorSpec::Start::zeros});
  } else {
    linear("output", sizes.readout, sizes.words);
  }
  return specs;
}

int record_embedded(LayerRecording& recording, const Block& stream, std::span<const int> tokens) {
  Tape& tape = recording.tape();
  const std::vector<float> numbers(tokens.begin(), tokens.end());
  const int words = tape.constant(stream["tokens"], {numbers.data(), {static_cast<int>(numbers.size()), 1}});
  return tape.record(stream["embedded"], lookup(), {words, recording.parameter(stream.path + ".embedding")});
}

void RecurrentWriter::begin(const ReadForWriting& read) {
  Tape& tape = recording_.tape();
  read_ = read;
  const Block writer = writer_block();
  const int sum = recording_.linear(writer["bridge_sum"], read.last, std::string(writer_path) + ".bridge");
  first_.state = tape.record(writer["bridge"], activate(Activation::tanh), {sum});
  if (how_.cell == RecurrentCell::lstm) {
    const Matrix zero = Matrix::Zero(how_.batch, tape.node(first_.state).shape.cols);
    first_.cell = tape.constant(writer["first_cell"], view(zero));
  }
}

int RecurrentWriter::context_at(const Block& time, int state, int word) {
  if (read_.keys < 0) return read_.context;
  Tape& tape = recording_.tape();
  const int asking =
      how_.word_in_query ? tape.record(time["query_input"], concatenate(), {state, word}) : state;
  const int query = recording_.linear(time["query"], asking, std::string(cross_path) + ".query");
  int scores =
      tape.record(time["scores"], additive_alignment(read_.own),
                  {query, read_.keys, recording_.parameter(std::string(cross_path) + ".scores.weight")});
  queries_.push_back(query);
  scores_.push_back(scores);
  if (read_.key_sentences >= 0)
    scores = tape.record(time["separated"], separate(), {scores, read_.query_sentences, read_.key_sentences});
  weights_.push_back(tape.record(time["weights"], softmax(), {scores}));
  return tape.record(time["context"], mix(read_.own), {weights_.back(), read_.annotations});
}

// A row for each word written: what heads are shown and edited by.
void RecurrentWriter::gather() {
  if (read_.keys < 0) return;
  Tape& tape = recording_.tape();
  const Block head =
      Block{Family::attention, cross_path, Stream::target, Stream::source}.inside(Family::head, "head.0");
  tape.record(head["query"], stack(), std::move(queries_));
  tape.record(head["scores"], stack(), std::move(scores_));
  tape.record(head["weights"], stack(), std::move(weights_));
  queries_.clear();
  scores_.clear();
  weights_.clear();
}

int RecurrentWriter::write(std::span<const int> target) {
  Tape& tape = recording_.tape();
  const int words =
      record_embedded(recording_, {Family::stream, "target", Stream::target, Stream::target}, target);
  const Block layer = writer_block();
  const int times = static_cast<int>(target.size()) / how_.batch;
  RecurrentState now = first_;
  std::vector<int> states;
  std::vector<int> contexts;
  for (int t = 0; t < times; ++t) {
    Block time = time_of(layer, t);
    time.is_asked = Stream::source;
    const int word = tape.record(time["word"], rows(t * how_.batch, how_.batch), {words});
    const int context = context_at(time, now.state, word);
    const int given = how_.context_dropout > 0
                          ? tape.record(time["context_dropped"], drop_rows(how_.context_dropout), {context})
                          : context;
    contexts.push_back(context);
    const int input = tape.record(time["input"], concatenate(), {word, given});
    const int from_input = recording_.linear(time["from_input"], input, std::string(writer_path) + ".input");
    now = record_time(recording_, layer, time, how_.cell, from_input, now);
    states.push_back(now.state);
  }
  const int all = tape.record(layer["states"], stack(), std::move(states));
  const int given = tape.record(layer["contexts"], stack(), std::move(contexts));
  gather();
  const int seen = recording_.dropped(layer["states_dropped"], all);
  const int chosen_by = tape.record(layer["readout_input"], concatenate(), {seen, given, words});
  const int sum = recording_.linear(layer["readout_sum"], chosen_by, std::string(writer_path) + ".readout");
  const int readout = tape.record(layer["readout"], activate(Activation::tanh), {sum});
  const Block output{Family::output, "", Stream::target};
  if (!how_.tied_output) return recording_.linear(output["logits"], readout, "output");
  return tape.record(
      output["logits"], tied_linear(),
      {readout, recording_.parameter("target.embedding"), recording_.parameter("output.bias")});
}

}  // namespace headlight
