#include "core/models/seq2seq_config.h"

#include <stdexcept>

#include "core/layers/config_json.h"
#include "core/models/recurrent_writer.h"

namespace headlight {

namespace {

constexpr auto seq2seq_fields = [](auto& c, auto& visit) {
  visit("cell", c.cell);
  visit("attention", c.attention);
  visit("embedding_in_annotation", c.embedding_in_annotation);
  visit("word_in_query", c.word_in_query);
  visit("d_embedding", c.d_embedding);
  visit("d_encoder", c.d_encoder);
  visit("d_state", c.d_state);
  visit("source_words", c.source_words);
  visit("target_words", c.target_words);
  visit("max_tokens", c.max_tokens);
  visit.if_there("tied_output", c.tied_output);
};

}  // namespace

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

std::string to_json(const Seq2SeqConfig& config) { return config_text(config, seq2seq_fields); }

void read_config_json(const std::string& text, Seq2SeqConfig& config) {
  config = config_of_text<Seq2SeqConfig>(text, seq2seq_fields);
}

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

}  // namespace headlight
