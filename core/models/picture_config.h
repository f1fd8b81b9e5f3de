// The numbers that make the models that look at pictures: their config.json, whose "family" says which.
#pragma once

#include <string>
#include <vector>

#include "core/layers/features.h"
#include "core/layers/recurrent.h"
#include "core/models/folder.h"

namespace headlight {

// Convolutions and a recurrent decoder that writes a caption, with additive attention on the grid or with one
// vector of the whole picture.
struct RecurrentCaptionerConfig {
  static constexpr const char* family = "recurrent_captioner";

  FeaturesConfig features = {};
  RecurrentCell cell = RecurrentCell::gru;
  bool attention = false;
  int d_embedding = 32;
  int d_reduced = 16;  // numbers of each cell that the summary is made from
  int d_summary =
      128;  // of the whole picture: the decoder begins with it, without attention it has nothing else
  int d_attention = 64;  // queries and keys
  int d_state = 128;
  int d_readout = 64;
  int target_words = 0;
  int max_tokens = 20;  // of a caption, <s> with them

  bool operator==(const RecurrentCaptionerConfig&) const = default;
  int d_context() const { return attention ? features.channels.back() : d_summary; }
  // Throws std::invalid_argument naming the field.
  void check() const;
};

// Convolutions and a pre-norm Transformer over the cells, as wide as the last convolution: with a decoder it
// writes a caption, without one a class token in front of the cells answers with one label.
struct PictureTransformerConfig {
  static constexpr const char* family = "picture_transformer";

  FeaturesConfig features = {};
  int d_ff = 128;
  int encoder_layers = 1;
  int encoder_heads = 4;
  int decoder_layers = 1;
  int decoder_heads = 4;
  int cross_heads = 1;
  int target_words = 0;  // or labels
  int max_tokens = 20;   // of a caption, <s> with them

  bool operator==(const PictureTransformerConfig&) const = default;
  int d_model() const { return features.channels.back(); }
  bool has_class_token() const { return decoder_layers == 0; }
  int rows() const { return features.cells() + (has_class_token() ? 1 : 0); }
  // What its layers go by.
  TransformerConfig transformer() const;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

// A vision Transformer: patches of 8 x 8 pixels, 128 channels, a class token, two layers.
PictureTransformerConfig vision_transformer_config();

std::string to_json(const RecurrentCaptionerConfig& config);
std::string to_json(const PictureTransformerConfig& config);
// Throw std::invalid_argument naming the field that is missing, unknown or of the wrong kind.
void read_config_json(const std::string& text, RecurrentCaptionerConfig& config);
void read_config_json(const std::string& text, PictureTransformerConfig& config);

// Cells are no words.
inline WordCounts words_of(const RecurrentCaptionerConfig& config) { return {0, config.target_words}; }
inline WordCounts words_of(const PictureTransformerConfig& config) { return {0, config.target_words}; }

std::vector<TensorSpec> tensors_of(const RecurrentCaptionerConfig& config);
std::vector<TensorSpec> tensors_of(const PictureTransformerConfig& config);

}  // namespace headlight
