#include "core/models/seq2seq.h"

#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

constexpr const char* encoder = "encoder.0";
constexpr const char* decoder = "decoder.0";
constexpr const char* cross = "decoder.0.cross_attention";

int record_words(Tape& tape, const Label& label, std::span<const int> words) {
  const std::vector<float> numbers(words.begin(), words.end());
  return tape.constant(label, {numbers.data(), {static_cast<int>(numbers.size()), 1}});
}

}  // namespace

Seq2SeqRecording::Seq2SeqRecording(LayerRecording& recording, const Seq2SeqConfig& config, int batch)
    : recording_(recording), config_(config), batch_(batch) {}

int Seq2SeqRecording::embedded(const Block& stream, std::span<const int> tokens) {
  Tape& tape = recording_.tape();
  const int words = record_words(tape, stream["tokens"], tokens);
  return tape.record(stream["embedded"], lookup(), {words, recording_.parameter(stream.path + ".embedding")});
}

void Seq2SeqRecording::read(std::span<const int> source) {
  Tape& tape = recording_.tape();
  const int x = embedded({Family::stream, "source"}, source);
  const Block layer{Family::layer, encoder};
  const RecurrentRun run = record_recurrent(recording_, layer, config_.cell, x, batch_);
  int last = run.last.state;
  if (config_.attention) {
    const Block back = layer.inside(Family::layer, "backwards");
    const RecurrentRun other = record_recurrent(recording_, back, config_.cell, x, batch_, true);
    std::vector<int> parts{run.states, other.states};
    if (config_.embedding_in_annotation) parts.push_back(x);
    read_.annotations = tape.record(layer["annotations"], concatenate(), std::move(parts));
    last = tape.record(layer["last_states"], concatenate(), {run.last.state, other.last.state});
    const Block attention{Family::attention, cross, Stream::target, Stream::source};
    read_.keys = recording_.linear(attention.inside(Family::head, "head.0")["key"], read_.annotations,
                                   std::string(cross) + ".key");
    if (batch_ > 1) {
      std::vector<int> sentences;
      for (std::size_t row = 0; row < source.size(); ++row)
        sentences.push_back(static_cast<int>(row) % batch_);
      key_sentences_ = record_words(tape, Block{Family::stream, "source"}["sentences"], sentences);
      query_sentences_ = record_words(tape, Block{Family::stream, "target", Stream::target}["sentences"],
                                      std::span<const int>(sentences).first(batch_));
    }
  } else {
    read_.context = last;
  }
  const Block writer{Family::layer, decoder, Stream::target, Stream::target};
  const int sum = recording_.linear(writer["bridge_sum"], last, std::string(decoder) + ".bridge");
  read_.first.state = tape.record(writer["bridge"], activate(Activation::tanh), {sum});
  if (config_.cell == RecurrentCell::lstm) {
    const Matrix zero = Matrix::Zero(batch_, config_.d_state);
    read_.first.cell = tape.constant(writer["first_cell"], view(zero));
  }
}

int Seq2SeqRecording::context_at(const Block& time, int state, int word) {
  if (!config_.attention) return read_.context;
  Tape& tape = recording_.tape();
  const int asking =
      config_.word_in_query ? tape.record(time["query_input"], concatenate(), {state, word}) : state;
  const int query = recording_.linear(time["query"], asking, std::string(cross) + ".query");
  int scores = tape.record(time["scores"], additive_alignment(),
                           {query, read_.keys, recording_.parameter(std::string(cross) + ".scores.weight")});
  queries_.push_back(query);
  scores_.push_back(scores);
  if (batch_ > 1)
    scores = tape.record(time["separated"], separate(), {scores, query_sentences_, key_sentences_});
  weights_.push_back(tape.record(time["weights"], softmax(), {scores}));
  return tape.record(time["context"], mix(), {weights_.back(), read_.annotations});
}

int Seq2SeqRecording::write(std::span<const int> target) {
  Tape& tape = recording_.tape();
  const int words = embedded({Family::stream, "target", Stream::target, Stream::target}, target);
  const Block layer{Family::layer, decoder, Stream::target, Stream::target};
  const int times = static_cast<int>(target.size()) / batch_;
  RecurrentState now = read_.first;
  std::vector<int> states;
  std::vector<int> contexts;
  for (int t = 0; t < times; ++t) {
    Block time = time_of(layer, t);
    time.is_asked = Stream::source;
    const int word = tape.record(time["word"], rows(t * batch_, batch_), {words});
    contexts.push_back(context_at(time, now.state, word));
    const int input = tape.record(time["input"], concatenate(), {word, contexts.back()});
    const int from_input = recording_.linear(time["from_input"], input, std::string(decoder) + ".input");
    now = record_time(recording_, layer, time, config_.cell, from_input, now);
    states.push_back(now.state);
  }
  const int all = tape.record(layer["states"], stack(), std::move(states));
  const int given = tape.record(layer["contexts"], stack(), std::move(contexts));
  if (config_.attention) {
    // A row for each word written: what heads are shown and edited by.
    const Block head =
        Block{Family::attention, cross, Stream::target, Stream::source}.inside(Family::head, "head.0");
    tape.record(head["query"], stack(), std::move(queries_));
    tape.record(head["scores"], stack(), std::move(scores_));
    tape.record(head["weights"], stack(), std::move(weights_));
  }
  const int chosen_by = tape.record(layer["readout_input"], concatenate(), {all, given, words});
  const int sum = recording_.linear(layer["readout_sum"], chosen_by, std::string(decoder) + ".readout");
  const int readout = tape.record(layer["readout"], activate(Activation::tanh), {sum});
  const Block output{Family::output, "", Stream::target};
  if (!config_.tied_output) return recording_.linear(output["logits"], readout, "output");
  return tape.record(
      output["logits"], tied_linear(),
      {readout, recording_.parameter("target.embedding"), recording_.parameter("output.bias")});
}

}  // namespace headlight
