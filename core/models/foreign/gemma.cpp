// Gemma 1, 2 and 3 (Gemma Team 2024, 2024, 2025): decoders like Llama whose norms' gains are stored less 1,
// with a GELU gate and an embedding times √d; 2 and 3 with four norms a layer, and windows in most layers.
// Gemma 2 bends large scores and logits; Gemma 3 normalizes queries and keys instead, and turns them faster
// where there is a window.
#include <array>
#include <span>

#include "core/models/foreign.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

TransformerConfig read_gemma(const ForeignConfig& c) {
  c.refuse("use_bidirectional_attention",
           "lets tokens look ahead, which Headlight cannot compute in this kind");
  TransformerConfig config;
  config.d_model = c.whole("hidden_size", 2304);
  config.d_ff = c.whole("intermediate_size", 9216);
  config.encoder_layers = 0;
  config.decoder_layers = c.whole("num_hidden_layers", 26);
  config.decoder_heads = c.whole("num_attention_heads", 8);
  config.key_value_heads = c.whole("num_key_value_heads", 4);
  if (config.key_value_heads == config.decoder_heads) config.key_value_heads = 0;
  config.head_size = c.whole("head_dim", 256);
  config.norm_place = NormPlace::pre;
  config.output_norm = true;
  config.normalization = Normalization::rms;
  config.norm_epsilon = static_cast<float>(c.real("rms_norm_eps", 1e-6));
  const FeedForward gate = c.activation("hidden_activation", "gelu_pytorch_tanh");
  if (gate != FeedForward::gelu_tanh && gate != FeedForward::gelu)
    fail_field("hidden_activation", "is a gate other than GELU, which Headlight cannot compute");
  config.feed_forward = gate == FeedForward::gelu ? FeedForward::geglu : FeedForward::geglu_tanh;
  config.tied_output = c.flag("tie_word_embeddings", true);
  config.query_bias = config.projected_bias = c.flag("attention_bias", false);
  config.feed_forward_bias = config.output_bias = false;
  config.scores_divided_by = c.whole("query_pre_attn_scalar", 256);
  config.score_cap = static_cast<float>(c.real("attn_logit_softcapping", 0));
  config.logit_cap = static_cast<float>(c.real("final_logit_softcapping", 0));
  config.positions = Positions::rotary;
  config.position_halves = true;
  config.decoder_window = c.whole("sliding_window", 4096);
  return config;
}

// Unless "layer_types" says it of each, the last of so many layers has no window.
void take_whole_layers(const ForeignConfig& c, TransformerConfig& config, int pattern) {
  if (c.find("layer_types") != nullptr) {
    config.whole_layers = c.whole_layers(config.decoder_layers);
    return;
  }
  if (pattern < 1) fail_field("sliding_window_pattern", "must be above 0");
  for (int layer = pattern - 1; layer < config.decoder_layers; layer += pattern)
    config.whole_layers.push_back(layer);
}

// The base of turns that nothing slows down.
double base_of(const Json& json, const char* name, double otherwise) {
  const ForeignConfig rope(read_object(json, name));
  if (rope.text("rope_type", "default") != "default")
    fail_field(name, "is of a kind other than default, which Headlight does not compute for this kind");
  return rope.real("rope_theta", otherwise);
}

void read_base(const ForeignConfig& c, TransformerConfig& config) {
  c.refuse("rope_scaling", "slows the turns down, which Headlight does not compute for this kind");
  config.position_base = c.real("rope_theta", 10000);
  if (const Json* const rope = c.find("rope_parameters"))
    config.position_base = base_of(*rope, "rope_parameters", config.position_base);
}

// Without what came later: two norms a layer, no window, nothing that bends.
std::any gemma_config(const ForeignConfig& c) {
  TransformerConfig config = read_gemma(c);
  config.target_words = c.whole("vocab_size", 256000);
  config.max_tokens = c.whole("max_position_embeddings", 8192);
  read_base(c, config);
  config.output_norm = false;
  config.scores_divided_by = config.head_size;
  config.score_cap = config.logit_cap = 0;
  config.decoder_window = 0;
  config.check();
  return config;
}

std::any gemma2_config(const ForeignConfig& c) {
  TransformerConfig config = read_gemma(c);
  config.target_words = c.whole("vocab_size", 256000);
  config.max_tokens = c.whole("max_position_embeddings", 8192);
  read_base(c, config);
  take_whole_layers(c, config, 2);
  config.check();
  return config;
}

std::any gemma3_config(const ForeignConfig& c) {
  TransformerConfig config = read_gemma(c);
  config.target_words = c.whole("vocab_size", 262208);
  config.max_tokens = c.whole("max_position_embeddings", 131072);
  config.query_norm = true;
  config.position_base = c.real("rope_theta", 1e6);
  config.window_base = c.real("rope_local_base_freq", 10000);
  // From 4B on, turns of the layers without a window are slowed down.
  const auto take_turns = [&](const Json& turns, const char* name) {
    read_turns(ForeignConfig(read_object(turns, name)), name, config);
  };
  if (const Json* const found = c.find("rope_scaling")) take_turns(*found, "rope_scaling");
  // Version 5 of transformers: an object for each kind of layer.
  if (const Json* const found = c.find("rope_parameters")) {
    const ForeignConfig kinds(read_object(*found, "rope_parameters"));
    if (const Json* const whole = kinds.find("full_attention")) take_turns(*whole, "full_attention");
    if (const Json* const near = kinds.find("sliding_attention"))
      config.window_base = base_of(*near, "sliding_attention", config.window_base);
  }
  take_whole_layers(c, config, c.whole("sliding_window_pattern", 6));
  config.check();
  return config;
}

// From 4B on a folder has a model of pictures too, whose rows can stand between those of words. What is typed
// here is text.
std::any text_part_config(const ForeignConfig& c) {
  const Json* const text = c.find("text_config");
  if (text == nullptr) fail_field("text_config", "is missing: what the part that reads texts is made of");
  return gemma3_config(ForeignConfig(read_object(*text, "text_config")));
}

Ends gemma_ends(const ForeignConfig& c, const TransformerConfig& own) {
  std::optional<int> end = c.id("eos_token_id");
  if (const Json* const text = c.find("text_config"); text != nullptr && !end)
    end = ForeignConfig(*text).id("eos_token_id");
  return {.end = end, .most = own.max_tokens, .between = ""};
}

constexpr std::array gemma_tensors{
    TensorRule{"target.embedding", "embed_tokens.weight"},
    TensorRule{"decoder.#.normalized_1", "layers.#.input_layernorm", Layout::norm_from_one},
    TensorRule{"decoder.#.self_attention.query", "layers.#.self_attn.q_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.key", "layers.#.self_attn.k_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.value", "layers.#.self_attn.v_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.query_normalized", "layers.#.self_attn.q_norm",
               Layout::norm_from_one},
    TensorRule{"decoder.#.self_attention.key_normalized", "layers.#.self_attn.k_norm", Layout::norm_from_one},
    TensorRule{"decoder.#.self_attention.projected", "layers.#.self_attn.o_proj", Layout::linear},
    TensorRule{"decoder.#.output_normalized_1", "layers.#.post_attention_layernorm", Layout::norm_from_one},
    TensorRule{"decoder.#.normalized_2", "layers.#.pre_feedforward_layernorm", Layout::norm_from_one},
    TensorRule{"decoder.#.feed_forward.gate", "layers.#.mlp.gate_proj", Layout::linear},
    TensorRule{"decoder.#.feed_forward.hidden", "layers.#.mlp.up_proj", Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "layers.#.mlp.down_proj", Layout::linear},
    TensorRule{"decoder.#.output_normalized_2", "layers.#.post_feedforward_layernorm", Layout::norm_from_one},
    TensorRule{"decoder.normalized", "norm", Layout::norm_from_one},
    TensorRule{"output", "lm_head", Layout::linear}};

// The first has no norms behind attention and feed-forward layer, and calls the one between them by another
// name.
constexpr std::array gemma1_tensors = [] {
  std::array<TensorRule, gemma_tensors.size() - 2> rules{};
  std::size_t count = 0;
  for (TensorRule rule : gemma_tensors) {
    if (rule.ours.find("output_normalized") != std::string_view::npos) continue;
    if (rule.ours == "decoder.#.normalized_2") rule.theirs = "layers.#.post_attention_layernorm";
    rules[count++] = rule;
  }
  return rules;
}();

constexpr std::array gemma_same{SameTensor{"embed_tokens.weight", "lm_head.weight"}};

// Names of both kinds of files, of transformers before version 4.52 and since.
constexpr std::array text_part_renamed{SameTensor{"", "language_model.model."},
                                       SameTensor{"", "language_model."}};
constexpr std::array<std::string_view, 2> picture_part{"vision_tower.", "multi_modal_projector."};

constexpr ForeignFamily gemma_row(std::string_view type, std::string_view title,
                                  std::any (*config)(const ForeignConfig&),
                                  std::span<const TensorRule> tensors = gemma_tensors) {
  return {.type = type,
          .title = title,
          .family = TransformerConfig::family,
          .prefix = "model.",
          .config = config,
          .ends = gemma_ends,
          .tensors = tensors,
          .same = gemma_same};
}

}  // namespace

constinit const ForeignFamily gemma = gemma_row("gemma", "Gemma", gemma_config, gemma1_tensors);
constinit const ForeignFamily gemma2 = gemma_row("gemma2", "Gemma 2", gemma2_config);
constinit const ForeignFamily gemma3 = gemma_row("gemma3_text", "Gemma 3", gemma3_config);
constinit const ForeignFamily gemma3_with_pictures = [] {
  ForeignFamily row = gemma_row("gemma3", "Gemma 3", text_part_config);
  row.renamed = text_part_renamed;
  row.ignored = picture_part;
  return row;
}();

}  // namespace headlight::foreign
