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
    states[static_cast<std::size_t>(t)] = now.state;
  }
  return {tape.record(layer["states"], stack(), std::move(states)), now};
}

}  // namespace headlight
