#include "core/models/seq2seq_config.h"

#include <stdexcept>

#include "core/layers/config_json.h"
#include "core/models/recurrent_writer.h"

namespace headlight {

namespace {

template <typename Config, typename Visit>
void visit_seq2seq_fields(Config& c, Visit visit) {
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
}

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
}

std::string to_json(const Seq2SeqConfig& config) {
  ConfigWriter write;
  write(family_field, std::string(Seq2SeqConfig::family));
  visit_seq2seq_fields(config, [&](const char* name, const auto& value) { write(name, value); });
  return write.text();
}

void read_config_json(const std::string& text, Seq2SeqConfig& config) {
  config = read_json(text, [](const Json& json) {
    Seq2SeqConfig found;
    ConfigReader read(json);
    read.family(Seq2SeqConfig::family);
    visit_seq2seq_fields(found, [&](const char* name, auto& value) { read(name, value); });
    read.end();
    found.check();
    return found;
  });
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
                         .readout = h}));
  return specs;
}

}  // namespace headlight
