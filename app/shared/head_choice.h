// One head among those of a model.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/models/anatomy.h"

namespace headlight {

struct HeadChoice {
  Attention attention = Attention::encoder;
  int layer = 0;
  int head = 0;

  // "encoder.1.self_attention.head.0.weights"
  std::string path(std::string_view part) const { return info(attention).path(layer, head, part); }
};

// The nearest head that an attention has.
inline HeadChoice head_within(const AttentionHeads& all, int layer, int head) {
  const int in = std::min(layer, all.layers() - 1);
  return {all.id, in, std::min(head, all.in(in)-1)};
}
// The same of the self-attention of what is read; where there is none as asked for, of an encoder.
inline HeadChoice reading_head(const Anatomy& model, int layer, int head) {
  const AttentionHeads* all = model.reading();
  return all == nullptr ? HeadChoice{Attention::encoder, layer, head} : head_within(*all, layer, head);
}

}  // namespace headlight
