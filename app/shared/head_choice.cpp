#include "app/shared/head_choice.h"

namespace headlight {

HeadsOf heads_of(const TransformerConfig& config, Attention attention) {
  const Anatomy anatomy = anatomy_of(config);
  const AttentionInfo& about = info(attention);
  return {about.stack, about.part, anatomy.layers(attention), anatomy.heads(attention, 0)};
}

}  // namespace headlight
