// One head among those of a model, and how many there are.
#pragma once

#include <string>
#include <string_view>

#include "core/models/anatomy.h"

namespace headlight {

// Where the heads of an attention are, and how many: for labs, which know a config alone.
struct HeadsOf {
  std::string_view stack, attention;  // "decoder", "cross_attention"
  int layers = 0, heads = 0;          // heads in each layer
};
HeadsOf heads_of(const TransformerConfig& config, Attention attention);

struct HeadChoice {
  Attention attention = Attention::encoder;
  int layer = 0;
  int head = 0;

  // "encoder.1.self_attention.head.0.weights"
  std::string path(std::string_view part) const { return info(attention).path(layer, head, part); }
};

}  // namespace headlight
