// Llama (Touvron et al. 2023), and Qwen2, Qwen3 and Mistral, which are built like it: a pre-norm decoder with
// RMS norms, rotary positions, SwiGLU, and keys and values that several heads share.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/models/foreign.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

// Version 5 of transformers has all that concerns the rotation in one object.
void read_rotation(const ForeignConfig& c, TransformerConfig& config) {
  config.positions = Positions::rotary;
  config.position_halves = true;
  config.position_base = c.real("rope_theta", 10000);
  const Json* const found =
      c.find("rope_parameters") != nullptr ? c.find("rope_parameters") : c.find("rope_scaling");
  if (found == nullptr) return;
  read_turns(ForeignConfig(read_object(*found, "rope_scaling")), "rope_scaling", config);
}

TransformerConfig read_llama(const ForeignConfig& c) {
  c.refuse("add_cross_attention", "asks for an encoder, which Headlight cannot compute");
  TransformerConfig config;
  config.d_model = c.whole("hidden_size", 4096);
  config.d_ff = c.whole("intermediate_size", 11008);
  config.encoder_layers = 0;
  config.decoder_layers = c.whole("num_hidden_layers", 32);
  config.decoder_heads = c.whole("num_attention_heads", 32);
  config.key_value_heads = c.whole("num_key_value_heads", config.decoder_heads);
  if (config.key_value_heads == config.decoder_heads) config.key_value_heads = 0;
  config.head_size = c.whole("head_dim", 0);
  if (config.head_size == 0 && c.find("head_dim") != nullptr)
    fail_field("head_dim", "must be 1 or more; without it each head gets an equal part of hidden_size");
  config.target_words = c.whole("vocab_size", 32000);
  config.max_tokens = c.whole("max_position_embeddings", 2048);
  config.norm_place = NormPlace::pre;
  config.normalization = Normalization::rms;
  config.norm_epsilon = static_cast<float>(c.real("rms_norm_eps", 1e-6));
  config.feed_forward = c.activation("hidden_act", "silu");
  if (config.feed_forward != FeedForward::silu)
    fail_field("hidden_act", "is a gate other than silu, which Headlight cannot compute");
  config.feed_forward = FeedForward::swiglu;
  config.scaled_embedding = false;
  config.tied_output = c.flag("tie_word_embeddings", false);
  config.query_bias = config.projected_bias = c.flag("attention_bias", false);
  config.feed_forward_bias = c.flag("mlp_bias", false);
  config.output_bias = false;
  read_rotation(c, config);
  return config;
}

// Which layers look at the last tokens alone: those from one on, or what version 5 of transformers says of
// each.
void read_window(const ForeignConfig& c, TransformerConfig& config, int window, int from) {
  if (const Json* const found = c.find("sliding_window")) read(*found, "sliding_window", window);
  if (window < 0) fail_field("sliding_window", "must be above 0");
  config.decoder_window = window;
  for (int layer = 0; layer < std::min(from, config.decoder_layers); ++layer)
    config.whole_layers.push_back(layer);
  if (c.find("layer_types") != nullptr) config.whole_layers = c.whole_layers(config.decoder_layers);
}

std::any checked(const TransformerConfig& config) {
  config.check();
  return config;
}

std::any llama_config(const ForeignConfig& c) { return checked(read_llama(c)); }

std::any qwen2_config(const ForeignConfig& c) {
  TransformerConfig config = read_llama(c);
  config.query_bias = true;
  if (c.flag("use_sliding_window", false)) read_window(c, config, 4096, c.whole("max_window_layers", 28));
  return checked(config);
}

// Without biases, and with an RMS norm of each head's queries and keys before they turn (Yang et al. 2025,
// "Qwen3 Technical Report", section 2).
std::any qwen3_config(const ForeignConfig& c) {
  TransformerConfig config = read_llama(c);
  if (config.head_size == 0) config.head_size = 128;
  config.query_norm = true;
  if (c.flag("use_sliding_window", false)) read_window(c, config, 4096, c.whole("max_window_layers", 28));
  return checked(config);
}

std::any mistral_config(const ForeignConfig& c) {
  TransformerConfig config = read_llama(c);
  read_window(c, config, 0, 0);
  return checked(config);
}

Ends llama_ends(const ForeignConfig& c, const TransformerConfig& own) {
  return {.end = c.id("eos_token_id"), .most = own.max_tokens, .between = ""};
}

constexpr std::array llama_tensors{
    TensorRule{"target.embedding", "embed_tokens.weight"},
    TensorRule{"decoder.#.normalized_1", "layers.#.input_layernorm", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "layers.#.self_attn.q_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.key", "layers.#.self_attn.k_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.value", "layers.#.self_attn.v_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.query_normalized", "layers.#.self_attn.q_norm", Layout::norm},
    TensorRule{"decoder.#.self_attention.key_normalized", "layers.#.self_attn.k_norm", Layout::norm},
    TensorRule{"decoder.#.self_attention.projected", "layers.#.self_attn.o_proj", Layout::linear},
    TensorRule{"decoder.#.normalized_2", "layers.#.post_attention_layernorm", Layout::norm},
    TensorRule{"decoder.#.feed_forward.gate", "layers.#.mlp.gate_proj", Layout::linear},
    TensorRule{"decoder.#.feed_forward.hidden", "layers.#.mlp.up_proj", Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "layers.#.mlp.down_proj", Layout::linear},
    TensorRule{"decoder.normalized", "norm", Layout::norm},
    TensorRule{"output", "lm_head", Layout::linear}};

constexpr std::array llama_same{SameTensor{"embed_tokens.weight", "lm_head.weight"}};

constexpr ForeignFamily row(std::string_view type, std::string_view title,
                            std::any (*config)(const ForeignConfig&)) {
  return {.type = type,
          .title = title,
          .family = TransformerConfig::family,
          .prefix = "model.",
          .config = config,
          .ends = llama_ends,
          .tensors = llama_tensors,
          .same = llama_same};
}

}  // namespace

constinit const ForeignFamily llama = row("llama", "Llama", llama_config);
constinit const ForeignFamily qwen2 = row("qwen2", "Qwen2", qwen2_config);
constinit const ForeignFamily qwen3 = row("qwen3", "Qwen3", qwen3_config);
constinit const ForeignFamily mistral = row("mistral", "Mistral", mistral_config);

}  // namespace headlight::foreign
