#include "core/models/seq2seq.h"

#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

constexpr const char* reader_path = "encoder.0";
constexpr const char* key_path = "decoder.0.cross_attention";

int record_sentence_numbers(Tape& tape, const Label& label, std::span<const float> sentences) {
  return tape.constant(label, {sentences.data(), {static_cast<int>(sentences.size()), 1}});
}

}  // namespace

Seq2SeqRecording::Seq2SeqRecording(LayerRecording& recording, const Seq2SeqConfig& config, int batch)
    : recording_(recording),
      config_(config),
      batch_(batch),
      writer_(recording, {.cell = config.cell,
                          .word_in_query = config.word_in_query,
                          .tied_output = config.tied_output,
                          .batch = batch}) {}

// Of which sentence each row is, where several stand in one matrix.
void Seq2SeqRecording::separate_sentences(ReadForWriting& read, int rows) {
  Tape& tape = recording_.tape();
  std::vector<float> sentences;
  for (int row = 0; row < rows; ++row) sentences.push_back(static_cast<float>(row % batch_));
  read.key_sentences = record_sentence_numbers(tape, Block{Family::stream, "source"}["sentences"], sentences);
  read.query_sentences =
      record_sentence_numbers(tape, Block{Family::stream, "target", Stream::target}["sentences"],
                              std::span<const float>(sentences).first(batch_));
}

void Seq2SeqRecording::read(std::span<const int> source) {
  Tape& tape = recording_.tape();
  const int x = record_embedded(recording_, {Family::stream, "source"}, source);
  const Block layer{Family::layer, reader_path};
  const RecurrentRun run = record_recurrent(recording_, layer, config_.cell, x, batch_);
  ReadForWriting read{.last = run.last.state};
  if (config_.attention) {
    const Block back = layer.inside(Family::layer, "backwards");
    const RecurrentRun other = record_recurrent(recording_, back, config_.cell, x, batch_, true);
    std::vector<int> parts{run.states, other.states};
    if (config_.embedding_in_annotation) parts.push_back(x);
    read.annotations = tape.record(layer["annotations"], concatenate(), std::move(parts));
    read.last = tape.record(layer["last_states"], concatenate(), {run.last.state, other.last.state});
    const Block attention{Family::attention, key_path, Stream::target, Stream::source};
    read.keys = recording_.linear(attention.inside(Family::head, "head.0")["key"], read.annotations,
                                  std::string(key_path) + ".key");
    if (batch_ > 1) separate_sentences(read, static_cast<int>(source.size()));
  } else {
    read.context = read.last;
  }
  writer_.begin(read);
}

}  // namespace headlight
