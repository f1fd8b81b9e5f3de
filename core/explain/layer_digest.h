// What the heads of one layer show together.
#pragma once

#include <span>
#include <vector>

#include "core/explain/digest.h"

namespace headlight {

// A head by two of its nodes.
struct HeadNodes {
  int weights = 0, output = 0;
};

// The heads that a node puts side by side, an attention's "concatenated". Empty where it is none, or where
// the tape keeps their weights.
std::vector<HeadNodes> dropped_heads(const Tape& tape, int concatenated);

// Of all heads of a layer, whose weights are read by rows. `below`: of the layer beneath, null for the first.
// Without `rolls` no rollout is made.
LayerDigest layer_digest_of(const Tape& tape, std::span<const HeadNodes> heads, const LayerDigest* below,
                            bool rolls);

}  // namespace headlight
