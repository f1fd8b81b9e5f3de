// GPT-2 (Radford et al. 2019): a pre-norm decoder with learned positions, whose linear layers are stored
// [in, out], with queries, keys and values side by side in one of them.
#include <array>

#include "core/models/foreign.h"

namespace headlight::foreign {
namespace {

std::any gpt2_config(const ForeignConfig& c) {
  c.refuse("scale_attn_by_inverse_layer_idx",
           "divides the scores by the layer's number, which Headlight cannot compute");
  c.refuse("add_cross_attention", "asks for an encoder, which Headlight cannot compute");
  if (!c.flag("scale_attn_weights", true))
    fail_field("scale_attn_weights", "is off; Headlight computes only scores divided by √d_k");
  TransformerConfig config;
  config.d_model = c.whole("n_embd", 768);
  config.d_ff = c.whole("n_inner", 4 * config.d_model);
  config.encoder_layers = 0;
  config.decoder_layers = c.whole("n_layer", 12);
  config.decoder_heads = c.whole("n_head", 12);
  config.target_words = c.whole("vocab_size", 50257);
  config.max_tokens = c.whole("n_positions", 1024);
  config.norm_place = NormPlace::pre;
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_epsilon", 1e-5));
  config.positions = Positions::learned;
  config.feed_forward = c.activation("activation_function", "gelu_new");
  config.scaled_embedding = false;
  config.tied_output = c.flag("tie_word_embeddings", true);
  config.output_bias = false;
  config.check();
  return config;
}

Ends gpt2_ends(const ForeignConfig& c, const TransformerConfig& own) {
  return {.end = c.id("eos_token_id"), .most = own.max_tokens, .between = ""};
}

constexpr std::array gpt2_tensors{
    TensorRule{"target.embedding", "wte.weight"},
    TensorRule{"target.positions", "wpe.weight"},
    TensorRule{"decoder.#.normalized_1", "h.#.ln_1", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "h.#.attn.c_attn", Layout::linear_in_out, 0, 3},
    TensorRule{"decoder.#.self_attention.key", "h.#.attn.c_attn", Layout::linear_in_out, 1, 3},
    TensorRule{"decoder.#.self_attention.value", "h.#.attn.c_attn", Layout::linear_in_out, 2, 3},
    TensorRule{"decoder.#.self_attention.projected", "h.#.attn.c_proj", Layout::linear_in_out},
    TensorRule{"decoder.#.normalized_2", "h.#.ln_2", Layout::norm},
    TensorRule{"decoder.#.feed_forward.hidden", "h.#.mlp.c_fc", Layout::linear_in_out},
    TensorRule{"decoder.#.feed_forward.output", "h.#.mlp.c_proj", Layout::linear_in_out},
    TensorRule{"decoder.normalized", "ln_f", Layout::norm},
    TensorRule{"output", "lm_head", Layout::linear}};

constexpr std::array gpt2_same{SameTensor{"wte.weight", "lm_head.weight"}};

}  // namespace

constinit const ForeignFamily gpt2{.type = "gpt2",
                                   .title = "GPT-2",
                                   .family = TransformerConfig::family,
                                   .prefix = "transformer.",
                                   .config = gpt2_config,
                                   .ends = gpt2_ends,
                                   .tensors = gpt2_tensors,
                                   .same = gpt2_same};

}  // namespace headlight::foreign
