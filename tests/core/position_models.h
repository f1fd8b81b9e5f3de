// A small labeller for each kind of positions.
#pragma once

#include <array>

#include "core/layers/config.h"

namespace headlight {

inline constexpr std::array every_kind{Positions::sinusoidal, Positions::learned,  Positions::none,
                                       Positions::appended,   Positions::relative, Positions::alibi,
                                       Positions::rotary};

inline TransformerConfig small_labeller(Positions kind) {
  TransformerConfig config{
      .d_model = 8, .d_ff = 6, .encoder_layers = 1, .encoder_heads = 2, .decoder_layers = 0};
  config.source_words = 5;
  config.target_words = 5;
  config.norm_place = NormPlace::pre;
  config.positions = kind;
  config.position_dimensions = 4;
  config.tied_output = false;
  config.scaled_embedding = false;
  return config;
}

}  // namespace headlight
