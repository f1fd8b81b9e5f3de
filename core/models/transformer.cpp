#include "core/models/transformer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/layers/layers.h"
#include "core/models/run.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

// A sub-layer with its residual: norm(x + f(x)), or x + f(norm(x)) for pre-norm, where it may read the
// layer's input instead. `number` is the layer's, `n` counts within it.
int record_sub_layer(Recording& recording, const Block& layer, int number, int n, int x, int input,
                     const std::function<int(int)>& f) {
  const Label residual = layer["residual_" + std::to_string(n)];
  const Label normalized = layer["normalized_" + std::to_string(n)];
  if (recording.config().norm_place == NormPlace::pre) {
    const int read = recording.config().parallel ? input : x;
    int added =
        f(recording.config().normalizes(number, n) ? record_normalized(recording, normalized, read) : read);
    if (recording.config().output_norm)
      added = record_normalized(recording, layer["output_normalized_" + std::to_string(n)], added);
    return recording.tape().record(residual, add(), {x, added});
  }
  return record_normalized(recording, normalized, recording.tape().record(residual, add(), {x, f(x)}));
}

// Pre-norm models normalize once more behind the last layer.
int record_end(Recording& recording, const Block& stack, int x) {
  return recording.config().norm_place == NormPlace::pre
             ? record_normalized(recording, stack["normalized"], x)
             : x;
}

// A row a word written; without a decoder, a word read.
Block output_block(const Recording& recording) {
  return {Family::output, "", recording.config().decoder_layers > 0 ? Stream::target : Stream::source};
}

// The node with the sentence of every row; -1 where there is one sentence.
int record_sentences(Recording& recording, const Block& stream, const SentenceRows& rows) {
  if (rows.sentences.empty()) return -1;
  const std::vector<float> numbers(rows.sentences.begin(), rows.sentences.end());
  return recording.tape().constant(stream["sentences"],
                                   {numbers.data(), {static_cast<int>(numbers.size()), 1}});
}

}  // namespace

int record_encoder(Recording& recording, std::span<const int> source, const SentenceRows& rows) {
  const int x = record_input(recording, {Family::stream, "source"}, "source.embedding", source, rows.places);
  return record_encoder_layers(recording, x, rows);
}

int record_encoder_layers(Recording& recording, int x, const SentenceRows& rows) {
  const TransformerConfig& config = recording.config();
  const int sentences = record_sentences(recording, {Family::stream, "source"}, rows);
  const Block stack{Family::stack, "encoder"};
  for (int l = 0; l < config.encoder_layers; ++l) {
    const Block layer = stack.inside(Family::layer, std::to_string(l));
    const Block attention = layer.inside(Family::attention, "self_attention");
    const int input = x;
    x = record_sub_layer(recording, layer, l, 1, x, input, [&](int in) {
      return record_attention(
          recording, attention, in, in, config.encoder_heads,
          {config.causal_encoder, config.window_of(config.encoder_window, l), sentences, sentences});
    });
    x = record_sub_layer(recording, layer, l, 2, x, input,
                         [&](int in) { return record_feed_forward(recording, layer, in); });
  }
  return record_end(recording, stack, x);
}

bool has_last_row_alone(const TransformerConfig& config) {
  // Distances are counted where queries and keys are one node, and a pre-norm layer normalizes both at once.
  const Positions kind = config.positions;
  return config.norm_place == NormPlace::post && !config.has_distances() && kind != Positions::alibi &&
         kind != Positions::rotary && config.decoder_window == 0;
}

int record_decoder(Recording& recording, std::span<const int> target, int encoded, const SentenceRows& rows,
                   DecoderRows wanted) {
  const TransformerConfig& config = recording.config();
  const Block stream{Family::stream, "target", Stream::target, Stream::target};
  int x = record_input(recording, stream, recording.config().target_table(), target, rows.places);
  const int sentences = record_sentences(recording, stream, rows);
  int all_sentences = sentences;
  if (!rows.kept.empty()) {
    std::vector<int> all(rows.kept.begin(), rows.kept.end());
    all.insert(all.end(), rows.sentences.begin(), rows.sentences.end());
    all_sentences = record_sentences(recording, stream, {.sentences = all});
  }
  const bool crosses = config.encoder_layers > 0;
  const int read = sentences < 0 || !crosses ? -1 : recording.tape().find("source.sentences").value();
  const Block stack{Family::stack, "decoder", Stream::target, Stream::target};
  for (int l = 0; l < config.decoder_layers; ++l) {
    const Block layer = stack.inside(Family::layer, std::to_string(l));
    const Block own = layer.inside(Family::attention, "self_attention");
    Block cross = layer.inside(Family::attention, "cross_attention");
    cross.is_asked = Stream::source;
    const int keys = x;
    // The last row may read every key: no mask.
    const bool last_row = wanted == DecoderRows::last && l + 1 == config.decoder_layers;
    if (last_row)
      x = recording.tape().record({"decoder.last_row", Axis::one, Axis::model},
                                  headlight::rows(static_cast<int>(target.size()) - 1, 1), {x});
    const int input = x;
    x = record_sub_layer(recording, layer, l, 1, x, input, [&](int in) {
      return record_attention(
          recording, own, in, last_row ? keys : in, config.decoder_heads,
          {!last_row, config.window_of(config.decoder_window, l), sentences, all_sentences});
    });
    if (crosses) {
      x = record_sub_layer(recording, layer, l, 2, x, input, [&](int in) {
        return record_attention(recording, cross, in, encoded, config.cross_heads,
                                {.query_sentences = sentences, .key_sentences = read});
      });
    }
    x = record_sub_layer(recording, layer, l, crosses ? 3 : 2, x, input,
                         [&](int in) { return record_feed_forward(recording, layer, in); });
  }
  return record_end(recording, stack, x);
}

int record_reading(Recording& recording, std::span<const int> tokens) {
  return recording.config().encoder_layers > 0 ? record_encoder(recording, tokens)
                                               : record_decoder(recording, tokens, -1);
}

namespace {

// One label for all of the text, by the vector of its first token.
int record_label(Recording& recording, const Block& output, int encoded) {
  Tape& tape = recording.tape();
  const bool is_tanh = recording.config().classifier == Classifier::first_tanh;
  const int first = tape.record(output["first_token"], rows(0, 1), {encoded});
  const int pooled = recording.linear(output["pooled"], first, "pooled");
  const int fired = tape.record(output["pooled_activated"],
                                activate(is_tanh ? Activation::tanh : Activation::relu), {pooled});
  Label logits = output["logits"];
  logits.rows = Axis::one;
  return recording.linear(std::move(logits), fired, "classifier");
}

}  // namespace

int record_unit(Tape& tape, int d) {
  const std::vector<float> factors(static_cast<std::size_t>(d), 1 / std::sqrt(static_cast<float>(d)));
  return tape.constant(Block{Family::output, ""}["unit"], {factors.data(), {1, d}});
}

// The root of the mean square is |x| / √d.
int record_direction(Tape& tape, const Label& label, int x, int unit) {
  constexpr float never_zero = 1e-20F;
  return tape.record(label, normalize(Normalization::rms, never_zero), {x, unit});
}

int record_sentence(Recording& recording, int encoded) {
  Tape& tape = recording.tape();
  const Block output{Family::output, ""};
  int x = -1;
  if (recording.config().pooling == Pooling::first) {
    x = tape.record(output["sentence"], rows(0, 1), {encoded});
  } else {
    const int tokens = tape.node(encoded).shape.rows;
    const std::vector<float> shares(static_cast<std::size_t>(tokens), 1 / static_cast<float>(tokens));
    const int mean = tape.constant(output["sentence_shares"], {shares.data(), {1, tokens}});
    x = tape.record(output["sentence"], mix(), {mean, encoded});
  }
  if (!recording.config().unit_vector) return x;
  return record_direction(tape, output["sentence_unit"], x, record_unit(tape, recording.config().d_model));
}

int record_logits(Recording& recording, int decoded) {
  const Block output = output_block(recording);
  const TransformerConfig& config = recording.config();
  if (config.labels_text()) return record_label(recording, output, decoded);
  if (config.classifier == Classifier::tokens)
    return recording.linear(output["logits"], decoded, "classifier");
  if (config.output_transform) {
    const int transformed = recording.linear(output["transformed"], decoded, "transformed");
    const int fired =
        recording.tape().record(output["transformed_activated"], activation_of(config), {transformed});
    decoded = record_normalized(recording, output["transformed_normalized"], fired);
  }
  if (config.output_divided)
    decoded = recording.tape().record(output["divided"], divide_by_root(config.d_model), {decoded});
  const Label label = output[config.logit_cap > 0 ? "uncapped" : "logits"];
  const auto capped = [&](int node) {
    return config.logit_cap > 0
               ? recording.tape().record(output["logits"], soft_cap(config.logit_cap), {node})
               : node;
  };
  if (!config.tied_output) return capped(recording.linear(label, decoded, "output"));
  const char* const table = config.decoder_layers > 0 ? config.target_table() : "source.embedding";
  std::vector<int> inputs{decoded, recording.parameter(table)};
  if (config.output_bias) inputs.push_back(recording.parameter("output.bias"));
  return capped(recording.tape().record(label, tied_linear(), std::move(inputs)));
}

int record_probabilities(Recording& recording, int logits) {
  const bool separate = recording.config().separate_labels;
  return recording.tape().record(output_block(recording)["probabilities"],
                                 separate ? activate(Activation::sigmoid) : softmax(), {logits});
}

int record_loss(Recording& recording, int logits, std::span<const int> next, float smoothing) {
  const Block output = output_block(recording);
  const std::vector<float> ids(next.begin(), next.end());
  const int wanted =
      recording.tape().constant(output["next"], {ids.data(), {static_cast<int>(ids.size()), 1}});
  return recording.tape().record(output["loss"], cross_entropy(smoothing), {logits, wanted});
}

DecoderPasses::DecoderPasses(Recording& recording, bool cache) : recording_(recording), cached_(cache) {
  if (cache) recording_.keep_in(&cache_);
}

void DecoderPasses::begin(int encoded) {
  encoded_ = encoded;
  read_end_ = recording_.tape().size();
}

int DecoderPasses::write(std::span<const int> words, int from) {
  if (words.empty()) throw std::invalid_argument("a decoder must read at least one word");
  if (cached_) return write_behind_cache(words);
  Tape& tape = recording_.tape();
  const int count = static_cast<int>(words.size()) - from;
  // An edit may concern any row of the decoder.
  const bool whole = !has_last_row_alone(recording_.config()) || touches(tape.edits(), "decoder") ||
                     touches(tape.edits(), "target");
  if (from > 0 && count == 1 && !whole) {
    recording_.rewind(read_end_);
    words_.clear();
    return record_logits(recording_, record_decoder(recording_, words, encoded_, {}, DecoderRows::last));
  }
  if (std::equal(words.begin(), words.end(), words_.begin(), words_.end())) {
    recording_.rewind(decoder_end_);
  } else {
    recording_.rewind(read_end_);
    decoded_ = record_decoder(recording_, words, encoded_);
    decoder_end_ = tape.size();
    words_.assign(words.begin(), words.end());
  }
  if (from == 0) return record_logits(recording_, decoded_);
  return record_logits(recording_, tape.record({"decoder.last", Axis::one, Axis::model},
                                               headlight::rows(from, count), {decoded_}));
}

void DecoderPasses::resume(std::span<const int> words) {
  const Tape& tape = recording_.tape();
  const auto read_by = [&](const char* path) { return tape.node(tape.find(path).value()).inputs.front(); };
  if (recording_.config().encoder_layers > 0) encoded_ = read_by("decoder.0.cross_attention.head.0.key");
  read_end_ = tape.find("target.tokens").value();
  const TransformerConfig& config = recording_.config();
  decoded_ = read_by(config.output_divided ? "divided" : config.logit_cap > 0 ? "uncapped" : "logits");
  decoder_end_ = decoded_ + 1;
  words_.assign(words.begin(), words.end());
}

// Words that were computed in one pass are kept together or not at all.
void DecoderPasses::keep_first(std::size_t words) {
  if (words == kept_.size()) return;
  const Kept first = kept_[words];
  recording_.rewind(first.begin);
  cache_.rewind(first.begin, first.first);
  kept_.resize(static_cast<std::size_t>(first.first));
}

int DecoderPasses::write_behind_cache(std::span<const int> words) {
  std::size_t same = 0;
  while (same < kept_.size() && same < words.size() && kept_[same].word == words[same]) ++same;
  // The last word's own row is asked for.
  keep_first(std::min(same, words.size() - 1));
  const std::span<const int> behind = words.subspan(kept_.size());
  const int begin = recording_.tape().size();
  const int first = static_cast<int>(kept_.size());
  const int logits = record_logits(recording_, record_decoder(recording_, behind, encoded_));
  cache_.advance(static_cast<int>(behind.size()));
  for (const int word : behind) kept_.push_back({word, begin, first});
  return logits;
}

void set_words(TransformerConfig& config, const WordsFile& words) {
  config.source_words = words.source.size();
  config.target_words = words.target.size();
  if (config.decoder_layers == 0) config.tied_output = false;
}

namespace {

// A translation begins and ends with them.
Vocabulary with_ends(const Vocabulary& words) {
  std::vector<std::string> all = words.words();
  if (all.size() >= 2 && all[0] == "<s>" && all[1] == "</s>") return words;
  std::erase_if(all, [](const std::string& word) { return word == "<s>" || word == "</s>"; });
  all.insert(all.begin(), {"<s>", "</s>"});
  return Vocabulary(std::move(all));
}

}  // namespace

WordsFile words_for(const TransformerConfig& config, const WordsFile& like) {
  const Vocabulary& read = like.source.size() > 0 ? like.source : like.target;
  if (config.encoder_layers == 0) return {Vocabulary(), read};
  return {read, config.decoder_layers == 0 ? read : with_ends(like.target)};
}
std::unique_ptr<const Tokenizer> tokenizer_of(const TransformerConfig& config, const WordsFile& words) {
  if (config.encoder_layers == 0) return tokenizer_of(words.target);
  if (config.decoder_layers == 0) return tokenizer_of(words.source);
  return std::make_unique<const EnglishWords>(words.source);
}

Ends ends_of(const TransformerConfig& config, const WordsFile& words) {
  if (config.decoder_layers == 0) return {};
  if (config.encoder_layers == 0) {
    return {.end = words.target.id("</s>"),
            .most = config.max_tokens,
            .between = words.target.id(" ") ? std::string_view() : " "};
  }
  return {.start = 0, .end = 1, .most = config.max_tokens};
}

Recorder recorder_of(Tape& tape, const TransformerConfig& config, const Weights& weights,
                     const RecorderOptions& options) {
  const auto recording = std::make_shared<Recording>(tape, config, weights, 0.0F, options.gradients);
  if (config.decoder_layers == 0) {
    if (config.pooling != Pooling::none) {
      return {.read =
                  [=](const ModelInput& input) {
                    record_sentence(*recording, record_encoder(*recording, input.tokens));
                  },
              .write = {}};
    }
    const auto encoded = std::make_shared<int>();
    return {.read = [=](const ModelInput& input) { *encoded = record_encoder(*recording, input.tokens); },
            .write = [=](std::span<const int>, int) { return record_logits(*recording, *encoded); },
            .rewind = [=](int size) { recording->rewind(size); }};
  }
  const auto decoder = std::make_shared<DecoderPasses>(*recording, options.cache);
  const bool encodes = config.encoder_layers > 0;
  return {.read =
              [=](const ModelInput& input) {
                decoder->begin(encodes ? record_encoder(*recording, input.tokens) : -1);
              },
          // What it records onto lives as long.
          .write = [=, keep = recording](std::span<const int> words,
                                         int from) { return decoder->write(words, from); },
          .resume = [=, keep = recording](std::span<const int> words) { decoder->resume(words); }};
}

}  // namespace headlight
