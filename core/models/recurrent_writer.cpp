#include "core/models/recurrent_writer.h"

#include "core/tape/ops/ops.h"

namespace headlight {

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
