// The numbers that make a Transformer: every choice of the layers, in one plain struct (a model's
// config.json).
#pragma once

#include <filesystem>
#include <string>

#include "core/tape/ops/ops.h"

namespace headlight {

enum class NormPlace { post, pre };
enum class Positions { sinusoidal, learned, none };
enum class FeedForward { relu, gelu, gelu_tanh, swiglu };

// Encoder and decoder of Vaswani et al. 2017. decoder_layers 0 leaves the encoder alone.
struct TransformerConfig {
  int d_model = 64;
  int d_ff = 128;
  int encoder_layers = 2;
  int encoder_heads = 2;
  int decoder_layers = 1;
  int decoder_heads = 4;
  int cross_heads = 1;
  int source_words = 0;  // size of the vocabulary read
  int target_words = 0;  // size of the vocabulary written
  int max_tokens = 64;
  NormPlace norm_place = NormPlace::post;
  Normalization normalization = Normalization::layer;
  float norm_epsilon = 1e-5F;
  Positions positions = Positions::sinusoidal;
  FeedForward feed_forward = FeedForward::relu;
  bool scaled_embedding = true;  // times sqrt(d_model)
  bool tied_output = true;       // logits with the target embedding
  bool causal_encoder = false;   // masks the encoder like a decoder
  int encoder_window = 0;        // keys this far away or farther are masked; 0 for none

  bool operator==(const TransformerConfig&) const = default;

  // Throws std::invalid_argument naming the field: sizes positive, heads dividing d_model.
  void check() const;
};

std::string to_json(const TransformerConfig& config);
// Throws std::invalid_argument naming the field that is missing, unknown or of the wrong kind.
TransformerConfig config_from_json(const std::string& text);

}  // namespace headlight
