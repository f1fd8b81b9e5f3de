// The layers of a Transformer as functions that record: each reads like the paper, a line for a step, and
// returns the node of its result. T is the number of tokens.
#pragma once

#include <span>

#include "core/layers/recording.h"
#include "core/layers/sites.h"

namespace headlight {

// Words [T] to the input of the first layer [T, d_model]: embedded, scaled, plus (or beside) positions.
// `table` is the embedding's tensor. Vaswani et al. 2017, 3.4 and 3.5. With `places`, vectors of positions
// are looked up at these (below max_tokens, a constant "places" of the tape); else words stand at 0, 1, ...
int record_input(Recording& recording, const Block& stream, const std::string& table,
                 std::span<const int> tokens, std::span<const int> places = {});

// ALiBi's slope of a head: position_slope of the first, half of the one before of every further one.
float slope_of_head(const TransformerConfig& config, int head);

struct AttentionMask {
  bool causal = false;
  int window = 0;  // 0 for none
  // Nodes [T, 1] with the sentence of every query and key, where a recording holds several; -1 for one
  // sentence.
  int query_sentences = -1;
  int key_sentences = -1;
};

// Multi-head attention of `queries` [T_q, d_model] over `keys` [T_k, d_model], to [T_q, d_model].
// Vaswani et al. 2017, 3.2.2, the heads of config().size_of_head() dimensions. `block` is an attention block;
// its tensors have its path. Positions by distance (relative, ALiBi, RoPE) are recorded where queries and
// keys are the same node.
int record_attention(Recording& recording, const Block& block, int queries, int keys, int heads,
                     const AttentionMask& mask);

// The activation of the feed-forward, of its gate where it has one.
OpPtr activation_of(const TransformerConfig& config);

// act(x W_1 + b_1) W_2 + b_2, each token alone; with a gate for SwiGLU and GeGLU (Shazeer 2020). `layer` is a
// layer block.
int record_feed_forward(Recording& recording, const Block& layer, int x);

// gain (x - mean) / sqrt(variance + epsilon) + bias, with the tensors of the label's path.
int record_normalized(Recording& recording, const Label& label, int x);
// The same with the tensors of another path, which several heads share.
int record_normalized(Recording& recording, const Label& label, const std::string& name, int x);

}  // namespace headlight
