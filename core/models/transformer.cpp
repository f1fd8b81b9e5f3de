#include "core/models/transformer.h"

#include <functional>
#include <vector>

#include "core/layers/layers.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

// A sub-layer with its residual: norm(x + f(x)), or x + f(norm(x)) for pre-norm. `n` counts within the layer.
int record_sub_layer(Recording& recording, const Block& layer, int n, int x,
                     const std::function<int(int)>& f) {
  const Label residual = layer["residual_" + std::to_string(n)];
  const Label normalized = layer["normalized_" + std::to_string(n)];
  if (recording.config().norm_place == NormPlace::pre) {
    return recording.tape().record(residual, add(), {x, f(record_normalized(recording, normalized, x))});
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
    x = record_sub_layer(recording, layer, 1, x, [&](int in) {
      return record_attention(recording, attention, in, in, config.encoder_heads,
                              {config.causal_encoder, config.encoder_window, sentences, sentences});
    });
    x = record_sub_layer(recording, layer, 2, x,
                         [&](int in) { return record_feed_forward(recording, layer, in); });
  }
  return record_end(recording, stack, x);
}

bool has_last_row_alone(const TransformerConfig& config) {
  // Distances are counted where queries and keys are one node, and a pre-norm layer normalizes both at once.
  const Positions kind = config.positions;
  return config.norm_place == NormPlace::post && kind != Positions::relative && kind != Positions::alibi &&
         kind != Positions::rotary;
}

int record_decoder(Recording& recording, std::span<const int> target, int encoded, const SentenceRows& rows,
                   DecoderRows wanted) {
  const TransformerConfig& config = recording.config();
  const Block stream{Family::stream, "target", Stream::target, Stream::target};
  int x = record_input(recording, stream, "target.embedding", target, rows.places);
  const int sentences = record_sentences(recording, stream, rows);
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
    x = record_sub_layer(recording, layer, 1, x, [&](int in) {
      return record_attention(
          recording, own, in, last_row ? keys : in, config.decoder_heads,
          {.causal = !last_row, .query_sentences = sentences, .key_sentences = sentences});
    });
    if (crosses) {
      x = record_sub_layer(recording, layer, 2, x, [&](int in) {
        return record_attention(recording, cross, in, encoded, config.cross_heads,
                                {.query_sentences = sentences, .key_sentences = read});
      });
    }
    x = record_sub_layer(recording, layer, crosses ? 3 : 2, x,
                         [&](int in) { return record_feed_forward(recording, layer, in); });
  }
  return record_end(recording, stack, x);
}

int record_logits(Recording& recording, int decoded) {
  const Block output = output_block(recording);
  if (!recording.config().tied_output) return recording.linear(output["logits"], decoded, "output");
  return recording.tape().record(
      output["logits"], tied_linear(),
      {decoded, recording.parameter("target.embedding"), recording.parameter("output.bias")});
}

int record_probabilities(Recording& recording, int logits) {
  return recording.tape().record(output_block(recording)["probabilities"], softmax(), {logits});
}

int record_loss(Recording& recording, int logits, std::span<const int> next, float smoothing) {
  const Block output = output_block(recording);
  const std::vector<float> ids(next.begin(), next.end());
  const int wanted =
      recording.tape().constant(output["next"], {ids.data(), {static_cast<int>(ids.size()), 1}});
  return recording.tape().record(output["loss"], cross_entropy(smoothing), {logits, wanted});
}

}  // namespace headlight
