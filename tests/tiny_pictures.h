// Small models that look at pictures, with random weights.
#pragma once

#include <string>

#include "core/models/picture_models.h"
#include "tests/tiny_recurrent.h"

namespace headlight {

inline constexpr const char* two_objects =
    "large red circle at 20,30; small blue square at 46,44; background 7";
inline constexpr const char* one_object = "small green star at 40,20; background 12";

inline const FeaturesConfig& tiny_features() {
  static const FeaturesConfig features{
      .channels = {4, 6}, .kernels = {5, 3}, .strides = {4, 2}, .paddings = {2, 1}};
  return features;
}

inline Model tiny_recurrent_captioner(bool attention) {
  RecurrentCaptionerConfig config{.features = tiny_features(),
                                  .attention = attention,
                                  .d_embedding = 6,
                                  .d_reduced = 2,
                                  .d_summary = 9,
                                  .d_attention = 5,
                                  .d_state = 7,
                                  .d_readout = 8};
  config.target_words = caption_vocabulary().size();
  return {config, Weights::random(tensors_of(config), 23), {{}, caption_vocabulary()}};
}

inline Model tiny_transformer_captioner() {
  PictureTransformerConfig config{
      .features = tiny_features(), .d_ff = 10, .encoder_heads = 3, .decoder_heads = 2};
  config.target_words = caption_vocabulary().size();
  return {config, Weights::random(tensors_of(config), 29), {{}, caption_vocabulary()}};
}

inline Model tiny_vision_transformer() {
  PictureTransformerConfig config = vision_transformer_config();
  config.features.channels = {10, 6};
  config.d_ff = 8;
  config.encoder_heads = 3;
  config.target_words = shape_labels().size();
  return {config, Weights::random(tensors_of(config), 31), {{}, shape_labels()}};
}

inline const std::string& tiny_caption_rnn_folder() {
  return recurrent_folder("caption-rnn", [] { return tiny_recurrent_captioner(false); });
}
inline const std::string& tiny_caption_attention_folder() {
  return recurrent_folder("caption-attention", [] { return tiny_recurrent_captioner(true); });
}
inline const std::string& tiny_caption_transformer_folder() {
  return recurrent_folder("caption-transformer", [] { return tiny_transformer_captioner(); });
}
inline const std::string& tiny_vit_folder() {
  return recurrent_folder("vit", [] { return tiny_vision_transformer(); });
}

}  // namespace headlight
