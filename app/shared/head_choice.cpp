#include "app/shared/head_choice.h"

#include <algorithm>

namespace headlight {

HeadChoice head_within(const AttentionHeads& all, int layer, int head) {
  const int in = std::min(layer, all.layers() - 1);
  return {all.id, in, std::min(head, all.in(in)-1)};
}

HeadChoice reading_head(const Anatomy& model, int layer, int head) {
  const AttentionHeads* all = model.reading();
  return all == nullptr ? HeadChoice{Attention::encoder, layer, head} : head_within(*all, layer, head);
}

}  // namespace headlight
