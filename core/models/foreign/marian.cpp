// Marian (Junczys-Dowmunt et al. 2018): the encoder-decoder of Vaswani et al. 2017 that translates, with all
// sines of the positions before all cosines.
#include <array>

#include "core/models/foreign.h"

namespace headlight::foreign {
namespace {

std::any marian_config(const ForeignConfig& c) {
  TransformerConfig config;
  config.d_model = c.whole("d_model", 1024);
  config.d_ff = c.whole("encoder_ffn_dim", 4096);
  if (c.whole("decoder_ffn_dim", 4096) != config.d_ff)
    fail_field("decoder_ffn_dim", "differs from the encoder's, which Headlight cannot compute");
  config.encoder_layers = c.whole("encoder_layers", 12);
  config.encoder_heads = c.whole("encoder_attention_heads", 16);
  config.decoder_layers = c.whole("decoder_layers", 12);
  config.decoder_heads = config.cross_heads = c.whole("decoder_attention_heads", 16);
  config.source_words = c.whole("vocab_size", 58101);
  config.target_words = c.whole("decoder_vocab_size", config.source_words);
  config.max_tokens = c.whole("max_position_embeddings", 1024);
  config.positions = Positions::sinusoidal;
  config.position_halves = true;
  config.feed_forward = c.activation("activation_function", "gelu");
  config.scaled_embedding = c.flag("scale_embedding", false);
  config.tied_output = c.flag("tie_word_embeddings", true);
  config.shared_embedding = c.flag("share_encoder_decoder_embeddings", true);
  if (!config.shared_embedding || !config.tied_output)
    fail_field("share_encoder_decoder_embeddings",
               "is off, but Headlight reads only one vocabulary for both languages");
  config.check();
  return config;
}

Ends marian_ends(const ForeignConfig& c, const TransformerConfig& own) {
  return {.start = c.id("decoder_start_token_id").value_or(own.target_words - 1),
          .end = c.id("eos_token_id").value_or(0),
          .most = own.max_tokens,
          .between = ""};
}

constexpr std::array marian_tensors{
    TensorRule{"source.embedding", "shared.weight"},
    TensorRule{"encoder.#.self_attention.query", "encoder.layers.#.self_attn.q_proj", Layout::linear},
    TensorRule{"encoder.#.self_attention.key", "encoder.layers.#.self_attn.k_proj", Layout::linear},
    TensorRule{"encoder.#.self_attention.value", "encoder.layers.#.self_attn.v_proj", Layout::linear},
    TensorRule{"encoder.#.self_attention.projected", "encoder.layers.#.self_attn.out_proj", Layout::linear},
    TensorRule{"encoder.#.normalized_1", "encoder.layers.#.self_attn_layer_norm", Layout::norm},
    TensorRule{"encoder.#.feed_forward.hidden", "encoder.layers.#.fc1", Layout::linear},
    TensorRule{"encoder.#.feed_forward.output", "encoder.layers.#.fc2", Layout::linear},
    TensorRule{"encoder.#.normalized_2", "encoder.layers.#.final_layer_norm", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "decoder.layers.#.self_attn.q_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.key", "decoder.layers.#.self_attn.k_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.value", "decoder.layers.#.self_attn.v_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.projected", "decoder.layers.#.self_attn.out_proj", Layout::linear},
    TensorRule{"decoder.#.normalized_1", "decoder.layers.#.self_attn_layer_norm", Layout::norm},
    TensorRule{"decoder.#.cross_attention.query", "decoder.layers.#.encoder_attn.q_proj", Layout::linear},
    TensorRule{"decoder.#.cross_attention.key", "decoder.layers.#.encoder_attn.k_proj", Layout::linear},
    TensorRule{"decoder.#.cross_attention.value", "decoder.layers.#.encoder_attn.v_proj", Layout::linear},
    TensorRule{"decoder.#.cross_attention.projected", "decoder.layers.#.encoder_attn.out_proj",
               Layout::linear},
    TensorRule{"decoder.#.normalized_2", "decoder.layers.#.encoder_attn_layer_norm", Layout::norm},
    TensorRule{"decoder.#.feed_forward.hidden", "decoder.layers.#.fc1", Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "decoder.layers.#.fc2", Layout::linear},
    TensorRule{"decoder.#.normalized_3", "decoder.layers.#.final_layer_norm", Layout::norm},
    TensorRule{"output.bias", "final_logits_bias"}};

constexpr std::array marian_same{SameTensor{"shared.weight", "encoder.embed_tokens.weight"},
                                 SameTensor{"shared.weight", "decoder.embed_tokens.weight"},
                                 SameTensor{"shared.weight", "lm_head.weight"}};

}  // namespace

constinit const ForeignFamily marian{.type = "marian",
                                     .title = "Marian",
                                     .family = TransformerConfig::family,
                                     .prefix = "model.",
                                     .config = marian_config,
                                     .ends = marian_ends,
                                     .tensors = marian_tensors,
                                     .same = marian_same};

}  // namespace headlight::foreign
