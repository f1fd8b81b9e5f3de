// ModernBERT (Warner et al. 2024): a pre-norm encoder that guesses the word at each place, with rotary
// positions, GeGLU, few biases, and windows in all layers but every third.
#include <array>

#include "core/models/foreign.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

std::any modern_bert_config(const ForeignConfig& c) {
  const std::string head = c.architecture();
  if (!head.empty() && !head.ends_with("ForMaskedLM"))
    fail_field("architectures",
               say("is {name}; of this kind Headlight reads models that guess words (ForMaskedLM)",
                   {{"name", head}}));
  TransformerConfig config;
  config.decoder_layers = 0;
  config.d_model = c.whole("hidden_size", 768);
  config.d_ff = c.whole("intermediate_size", 1152);
  config.encoder_layers = c.whole("num_hidden_layers", 22);
  config.encoder_heads = c.whole("num_attention_heads", 12);
  config.source_words = config.target_words = c.whole("vocab_size", 50368);
  config.max_tokens = c.whole("max_position_embeddings", 8192);
  config.norm_place = NormPlace::pre;
  config.normalization = c.flag("norm_bias", false) ? Normalization::layer : Normalization::scale_only;
  config.norm_epsilon = static_cast<float>(c.real("norm_eps", 1e-5));
  config.first_norm = false;
  config.scaled_embedding = false;
  config.normalized_input = true;
  config.feed_forward = FeedForward::geglu;
  for (const char* const key : {"hidden_activation", "classifier_activation"}) {
    if (c.activation(key, "gelu") != FeedForward::gelu)
      fail_field(key, "is not gelu, the only activation that Headlight computes in this kind");
  }
  config.query_bias = config.projected_bias = c.flag("attention_bias", false);
  config.feed_forward_bias = c.flag("mlp_bias", false);
  config.output_transform = true;
  config.transform_bias = c.flag("classifier_bias", false);
  config.output_bias = c.flag("decoder_bias", true);
  config.tied_output = c.flag("tie_word_embeddings", true);
  config.positions = Positions::rotary;
  config.position_halves = true;
  config.position_base = c.real("global_rope_theta", 160000);
  config.window_base = c.real("local_rope_theta", 10000);
  if (const Json* const found = c.find("rope_parameters")) {
    const ForeignConfig kinds(read_object(*found, "rope_parameters"));
    for (const auto& [key, base] : {std::pair{"full_attention", &config.position_base},
                                    std::pair{"sliding_attention", &config.window_base}}) {
      const Json* const kind = kinds.find(key);
      if (kind == nullptr) continue;
      const ForeignConfig rope(read_object(*kind, key));
      if (rope.text("rope_type", "default") != "default")
        fail_field(key, "is of a kind other than default, which Headlight does not compute for this kind");
      *base = rope.real("rope_theta", *base);
    }
  }
  c.refuse("rope_scaling", "slows the turns down, which Headlight does not compute for this kind");
  // So many tokens on both sides together; a window counts those of one side and the token itself.
  config.encoder_window = c.whole("local_attention", 128) / 2 + 1;
  const int every = c.whole("global_attn_every_n_layers", 3);
  if (every < 1) fail_field("global_attn_every_n_layers", "must be above 0");
  for (int layer = 0; layer < config.encoder_layers; layer += every) config.whole_layers.push_back(layer);
  if (c.find("layer_types") != nullptr) config.whole_layers = c.whole_layers(config.encoder_layers);
  config.check();
  return config;
}

Ends modern_bert_ends(const ForeignConfig&, const TransformerConfig&) { return {}; }

constexpr std::array modern_bert_tensors{
    TensorRule{"source.embedding", "embeddings.tok_embeddings.weight"},
    TensorRule{"source.normalized", "embeddings.norm", Layout::norm},
    TensorRule{"encoder.#.normalized_1", "layers.#.attn_norm", Layout::norm},
    TensorRule{"encoder.#.self_attention.query", "layers.#.attn.Wqkv", Layout::linear, 0, 3},
    TensorRule{"encoder.#.self_attention.key", "layers.#.attn.Wqkv", Layout::linear, 1, 3},
    TensorRule{"encoder.#.self_attention.value", "layers.#.attn.Wqkv", Layout::linear, 2, 3},
    TensorRule{"encoder.#.self_attention.projected", "layers.#.attn.Wo", Layout::linear},
    TensorRule{"encoder.#.normalized_2", "layers.#.mlp_norm", Layout::norm},
    TensorRule{"encoder.#.feed_forward.gate", "layers.#.mlp.Wi", Layout::linear, 0, 2},
    TensorRule{"encoder.#.feed_forward.hidden", "layers.#.mlp.Wi", Layout::linear, 1, 2},
    TensorRule{"encoder.#.feed_forward.output", "layers.#.mlp.Wo", Layout::linear},
    TensorRule{"encoder.normalized", "final_norm", Layout::norm},
    TensorRule{"transformed", "head.dense", Layout::linear},
    TensorRule{"transformed_normalized", "head.norm", Layout::norm},
    TensorRule{"output", "decoder", Layout::linear}};

constexpr std::array modern_bert_same{SameTensor{"embeddings.tok_embeddings.weight", "decoder.weight"}};

}  // namespace

constinit const ForeignFamily modern_bert{.type = "modernbert",
                                          .title = "ModernBERT",
                                          .family = TransformerConfig::family,
                                          .prefix = "model.",
                                          .config = modern_bert_config,
                                          .ends = modern_bert_ends,
                                          .tensors = modern_bert_tensors,
                                          .same = modern_bert_same};

}  // namespace headlight::foreign
