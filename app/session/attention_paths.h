// The kinds of attention, their heads, and the names that paths have for them.
#pragma once

#include <string>
#include <string_view>

#include "core/layers/config.h"
#include "core/text/enum_names.h"

namespace headlight {

// The three kinds of attention of an encoder-decoder.
enum class Attention { encoder, decoder, cross };
// As sessions write them.
const EnumNames<Attention>& attention_names();

// Where the heads of an attention are, and how many.
struct HeadsOf {
  std::string_view stack, attention;  // "decoder", "cross_attention"
  int layers = 0, heads = 0;          // heads in each layer
};
HeadsOf heads_of(const TransformerConfig& config, Attention attention);

// What "decoder" and "cross_attention" stand for in a path.
Attention attention_of(std::string_view stack, std::string_view attention);
// "encoder.1.self_attention.head.0.weights".
std::string head_path(Attention attention, int layer, int head, std::string_view part);

// One head of them.
struct HeadChoice {
  Attention attention = Attention::encoder;
  int layer = 0;
  int head = 0;

  std::string path(std::string_view part) const { return head_path(attention, layer, head, part); }
};

}  // namespace headlight
