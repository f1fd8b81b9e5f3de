#include "core/models/seq2seq_config.h"

#include <stdexcept>

#include "core/layers/config_json.h"

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
  using Start = TensorSpec::Start;
  const std::string encoder = "encoder.0";
  const std::string decoder = "decoder.0";
  const std::string cross = "decoder.0.cross_attention";
  std::vector<TensorSpec> specs;
  const int e = config.d_embedding;
  const int h = config.d_state;
  const auto layer = [&](const std::string& path, int in, int size) {
    for (TensorSpec& spec : recurrent_tensors(path, config.cell, in, size)) specs.push_back(std::move(spec));
  };
  const auto linear = [&](const std::string& path, int in, int out) {
    specs.push_back({path + ".weight", {in, out}, Start::xavier});
    specs.push_back({path + ".bias", {1, out}, Start::zeros});
  };
  specs.push_back(
      {"source.embedding", {config.source_words, e}, Start::embedding, Axis::source_word, Axis::model});
  layer(encoder, e, config.d_encoder);
  if (config.attention) {
    layer(encoder + ".backwards", e, config.d_encoder);
    linear(cross + ".query", h + (config.word_in_query ? e : 0), h);
    specs.push_back({cross + ".key.weight", {config.d_context(), h}, Start::xavier});
    specs.push_back({cross + ".scores.weight", {1, h}, Start::xavier});
  }
  specs.push_back(
      {"target.embedding", {config.target_words, e}, Start::embedding, Axis::target_word, Axis::model});
  linear(decoder + ".bridge", config.d_last(), h);
  layer(decoder, e + config.d_context(), h);
  linear(decoder + ".readout", h + config.d_context() + e, h);
  if (config.tied_output) {
    specs.push_back({"output.bias", {1, config.target_words}, Start::zeros});
  } else {
    linear("output", h, config.target_words);
  }
  return specs;
}

}  // namespace headlight
