// T5 (Raffel et al. 2020) and mT5 (Xue et al. 2021): a pre-norm encoder-decoder with RMS norms, no biases,
// scores that nothing divides, and a bias for the distance that all layers share.
#include <array>

#include "core/models/foreign.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight::foreign {
namespace {

// "relu", or with a gate "gated-gelu", whose GELU is the approximation.
FeedForward t5_feed_forward(const ForeignConfig& c, const char* otherwise) {
  const std::string kind = c.text("feed_forward_proj", otherwise);
  if (kind == "relu") return FeedForward::relu;
  if (kind == "gated-gelu") return FeedForward::geglu_tanh;
  if (kind == "gated-silu") return FeedForward::swiglu;
  fail_field("feed_forward_proj",
             say("is {kind}, which Headlight cannot compute", {{"kind", in_quotes(kind)}}));
}

TransformerConfig read_t5(const ForeignConfig& c, const char* feed_forward, bool tied) {
  TransformerConfig config;
  config.d_model = c.whole("d_model", 512);
  config.d_ff = c.whole("d_ff", 2048);
  config.head_size = c.whole("d_kv", 64);
  config.encoder_layers = c.whole("num_layers", 6);
  config.decoder_layers = c.whole("num_decoder_layers", config.encoder_layers);
  config.encoder_heads = config.decoder_heads = config.cross_heads = c.whole("num_heads", 8);
  config.source_words = config.target_words = c.whole("vocab_size", 32128);
  config.max_tokens = c.whole("n_positions", 512);
  config.norm_place = NormPlace::pre;
  config.normalization = Normalization::rms;
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_epsilon", 1e-6));
  config.feed_forward = t5_feed_forward(c, feed_forward);
  config.positions = Positions::relative;
  config.position_reach = 128;
  if (c.whole("relative_attention_num_buckets", 32) != 32)
    fail_field("relative_attention_num_buckets",
               "is not 32, the only number of distances that Headlight reads");
  if (c.whole("relative_attention_max_distance", 128) != config.position_reach)
    fail_field("relative_attention_max_distance", "is not 128, the only one that Headlight reads");
  config.scaled_embedding = config.divided_scores = false;
  config.shared_embedding = true;
  // Version 5 of transformers says that both are the same in every file, and here what was said before.
  tied = c.flag("scale_decoder_outputs", c.flag("tie_word_embeddings", tied));
  config.tied_output = config.output_divided = tied;
  config.query_bias = config.projected_bias = config.feed_forward_bias = config.output_bias = false;
  config.check();
  return config;
}

std::any t5_config(const ForeignConfig& c) { return read_t5(c, "relu", true); }
std::any mt5_config(const ForeignConfig& c) { return read_t5(c, "gated-gelu", false); }

Ends t5_ends(const ForeignConfig& c, const TransformerConfig& own) {
  return {.start = c.id("decoder_start_token_id").value_or(0),
          .end = c.id("eos_token_id").value_or(1),
          .most = own.max_tokens,
          .between = ""};
}

constexpr std::array t5_tensors{
    TensorRule{"source.embedding", "shared.weight"},
    TensorRule{"encoder.#.self_attention.positions",
               "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
               Layout::distances_both},
    TensorRule{"encoder.#.normalized_1", "encoder.block.#.layer.0.layer_norm", Layout::norm},
    TensorRule{"encoder.#.self_attention.query", "encoder.block.#.layer.0.SelfAttention.q", Layout::linear},
    TensorRule{"encoder.#.self_attention.key", "encoder.block.#.layer.0.SelfAttention.k", Layout::linear},
    TensorRule{"encoder.#.self_attention.value", "encoder.block.#.layer.0.SelfAttention.v", Layout::linear},
    TensorRule{"encoder.#.self_attention.projected", "encoder.block.#.layer.0.SelfAttention.o",
               Layout::linear},
    TensorRule{"encoder.#.normalized_2", "encoder.block.#.layer.1.layer_norm", Layout::norm},
    TensorRule{"encoder.#.feed_forward.gate", "encoder.block.#.layer.1.DenseReluDense.wi_0", Layout::linear},
    TensorRule{"encoder.#.feed_forward.hidden", "encoder.block.#.layer.1.DenseReluDense.wi_1",
               Layout::linear},
    TensorRule{"encoder.#.feed_forward.output", "encoder.block.#.layer.1.DenseReluDense.wo", Layout::linear},
    TensorRule{"encoder.normalized", "encoder.final_layer_norm", Layout::norm},
    TensorRule{"decoder.#.self_attention.positions",
               "decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
               Layout::distances_back},
    TensorRule{"decoder.#.normalized_1", "decoder.block.#.layer.0.layer_norm", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "decoder.block.#.layer.0.SelfAttention.q", Layout::linear},
    TensorRule{"decoder.#.self_attention.key", "decoder.block.#.layer.0.SelfAttention.k", Layout::linear},
    TensorRule{"decoder.#.self_attention.value", "decoder.block.#.layer.0.SelfAttention.v", Layout::linear},
    TensorRule{"decoder.#.self_attention.projected", "decoder.block.#.layer.0.SelfAttention.o",
               Layout::linear},
    TensorRule{"decoder.#.normalized_2", "decoder.block.#.layer.1.layer_norm", Layout::norm},
    TensorRule{"decoder.#.cross_attention.query", "decoder.block.#.layer.1.EncDecAttention.q",
               Layout::linear},
    TensorRule{"decoder.#.cross_attention.key", "decoder.block.#.layer.1.EncDecAttention.k", Layout::linear},
    TensorRule{"decoder.#.cross_attention.value", "decoder.block.#.layer.1.EncDecAttention.v",
               Layout::linear},
    TensorRule{"decoder.#.cross_attention.projected", "decoder.block.#.layer.1.EncDecAttention.o",
               Layout::linear},
    TensorRule{"decoder.#.normalized_3", "decoder.block.#.layer.2.layer_norm", Layout::norm},
    TensorRule{"decoder.#.feed_forward.gate", "decoder.block.#.layer.2.DenseReluDense.wi_0", Layout::linear},
    TensorRule{"decoder.#.feed_forward.hidden", "decoder.block.#.layer.2.DenseReluDense.wi_1",
               Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "decoder.block.#.layer.2.DenseReluDense.wo", Layout::linear},
    TensorRule{"decoder.normalized", "decoder.final_layer_norm", Layout::norm},
    TensorRule{"output", "lm_head", Layout::linear}};

constexpr std::array t5_same{SameTensor{"shared.weight", "encoder.embed_tokens.weight"},
                             SameTensor{"shared.weight", "decoder.embed_tokens.weight"},
                             SameTensor{"shared.weight", "lm_head.weight"}};

// Without a gate.
constexpr std::array t5_renamed{SameTensor{".wi_1.", ".wi."}};

// Old files have a table here, which nothing reads.
constexpr std::array<std::string_view, 1> t5_ignored{
    "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias."};

constexpr ForeignFamily t5_row(std::string_view type, std::string_view title,
                               std::any (*config)(const ForeignConfig&)) {
  return {.type = type,
          .title = title,
          .family = TransformerConfig::family,
          .prefix = "",
          .config = config,
          .ends = t5_ends,
          .tensors = t5_tensors,
          .same = t5_same,
          .renamed = t5_renamed,
          .ignored = t5_ignored};
}

}  // namespace

constinit const ForeignFamily t5 = t5_row("t5", "T5", t5_config);
constinit const ForeignFamily mt5 = t5_row("mt5", "mT5", mt5_config);

}  // namespace headlight::foreign
