#include "core/models/seq2seq.h"

#include <stdexcept>

#include "core/layers/config_json.h"
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

void Seq2SeqConfig::check() const {
  check_size("d_embedding", d_embedding, 65536);
  check_size("d_encoder", d_encoder, 65536);
  check_size("d_state", d_state, 65536);
  check_size("source_words", source_words, 10'000'000);
  check_size("target_words", target_words, 10'000'000);
  check_size("max_tokens", max_tokens, 1 << 20);
  if (!attention && (embedding_in_annotation || word_in_query)) {
    throw std::invalid_argument(
        "\"embedding_in_annotation\" and \"word_in_query\" must be false without attention");
  }
  if (tied_output && d_embedding != d_state)
    throw std::invalid_argument("\"d_embedding\" and \"d_state\" must be the same with \"tied_output\"");
}

template std::string to_json(const Seq2SeqConfig&);
template Seq2SeqConfig config_from_json(const std::string&);

std::vector<TensorSpec> tensors_of(const Seq2SeqConfig& config) {
  const int e = config.d_embedding;
  const int h = config.d_state;
  std::vector<TensorSpec> specs{{"source.embedding",
                                 {config.source_words, e},
                                 TensorSpec::Start::embedding,
                                 Axis::source_word,
                                 Axis::model}};
  const auto append = [&](std::vector<TensorSpec> more) {
    for (TensorSpec& spec : more) specs.push_back(std::move(spec));
  };
  append(recurrent_tensors("encoder.0", config.cell, e, config.d_encoder));
  if (config.attention) append(recurrent_tensors("encoder.0.backwards", config.cell, e, config.d_encoder));
  append(writer_tensors({.cell = config.cell,
                         .words = config.target_words,
                         .embedding = e,
                         .last = config.d_last(),
                         .context = config.d_context(),
                         .state = h,
                         .query_input = config.attention ? h + (config.word_in_query ? e : 0) : 0,
                         .alignment = h,
                         .readout = h,
                         .tied_output = config.tied_output}));
  return specs;
}

Anatomy anatomy_of(const Seq2SeqConfig& config) {
  Anatomy anatomy;
  anatomy.stacks.push_back({.name = "encoder",
                            .title = "Encoder",
                            .stream = Stream::source,
                            .input = "source",
                            .layers = 1,
                            .ends = recurrent_ends(),
                            .recurrence = Recurrence{config.cell, config.attention}});
  anatomy.stacks.push_back({.name = "decoder",
                            .title = "Decoder",
                            .stream = Stream::target,
                            .input = "target",
                            .layers = 1,
                            .ends = recurrent_ends(),
                            .recurrence = Recurrence{config.cell}});
  if (config.attention)
    anatomy.attentions.push_back({.id = Attention::cross, .heads = {1}, .additive = true});
  anatomy.answer = AnswerKind::translation;
  anatomy.max_tokens = config.max_tokens;
  return anatomy;
}

std::unique_ptr<const Tokenizer> tokenizer_of(const Seq2SeqConfig&, const WordsFile& words) {
  return std::make_unique<const EnglishWords>(words.source);
}

Ends ends_of(const Seq2SeqConfig& config, const WordsFile&) {
  return {.start = 0, .end = 1, .most = config.max_tokens};
}

Recorder recorder_of(Tape& tape, const Seq2SeqConfig& config, const Weights& weights,
                     const RecorderOptions& options) {
  struct Parts {
    Parts(Tape& tape, const Seq2SeqConfig& config, const Weights& weights, Weights* gradients)
        : layers(tape, weights, 0, gradients), seq2seq(layers, config) {}
    LayerRecording layers;
    Seq2SeqRecording seq2seq;
  };
  const auto parts = std::make_shared<Parts>(tape, config, weights, options.gradients);
  return {.read = [=](const ModelInput& input) { parts->seq2seq.read(input.tokens); },
          .write = [=](std::span<const int> words, int) { return parts->seq2seq.write(words); },
          .rewind = [=](int size) { parts->layers.rewind(size); }};
}

}  // namespace headlight
