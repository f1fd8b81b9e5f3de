// GPT-Neo (Black et al. 2021) and GPT-NeoX (Black et al. 2022; Pythia: Biderman et al. 2023): pre-norm
// decoders. GPT-Neo does not divide its scores, and in every other layer looks at the last tokens alone.
// GPT-NeoX turns a part of each head's dimensions, and its feed-forward reads what its attention reads.
#include <array>

#include "core/models/foreign.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

TransformerConfig neo(const ForeignConfig& c) {
  TransformerConfig config;
  config.encoder_layers = 0;
  config.target_words = c.whole("vocab_size", 50257);
  config.max_tokens = c.whole("max_position_embeddings", 2048);
  config.norm_place = NormPlace::pre;
  config.scaled_embedding = false;
  config.output_bias = false;
  return config;
}

// "attention_layers", a kind for each layer, else "attention_types": [[["global", "local"], 6]] says two
// kinds in turn, six times.
std::vector<int> layers_without_window(const ForeignConfig& c, int layers) {
  std::vector<std::string> kinds;
  if (const Json* const each = c.find("attention_layers")) {
    read(*each, "attention_layers", kinds);
  } else if (const Json* const turns = c.find("attention_types")) {
    const auto is_turn = [](const Json& turn) {
      return turn.is_array() && turn.size() == 2 && turn[0].is_array() && turn[1].is_number_integer() &&
             turn[1].get<int>() >= 0 && turn[1].get<int>() <= 1000;
    };
    if (!turns->is_array()) fail_field("attention_types", "must be a list");
    for (const Json& turn : *turns) {
      if (!is_turn(turn))
        fail_field("attention_types",
                   "must be a list of kinds and how often they come: [[[\"global\"], 12]]");
      std::vector<std::string> some;
      read(turn[0], "attention_types", some);
      for (int i = 0; i < turn[1].get<int>() && static_cast<int>(kinds.size()) <= layers; ++i)
        kinds.insert(kinds.end(), some.begin(), some.end());
    }
  } else {
    for (int layer = 0; layer < layers; ++layer) kinds.emplace_back(layer % 2 == 0 ? "global" : "local");
  }
  if (static_cast<int>(kinds.size()) != layers)
    fail_field("attention_types", say("does not name as many layers as there are, {layers}",
                                      {{"layers", std::to_string(layers)}}));
  std::vector<int> whole;
  for (int layer = 0; layer < layers; ++layer) {
    if (kinds[layer] == "global") {
      whole.push_back(layer);
    } else if (kinds[layer] != "local") {
      fail_field("attention_types", "has a kind other than global and local, which Headlight cannot compute");
    }
  }
  return whole;
}

std::any gpt_neo_config(const ForeignConfig& c) {
  TransformerConfig config = neo(c);
  config.d_model = c.whole("hidden_size", 2048);
  config.d_ff = c.whole("intermediate_size", 4 * config.d_model);
  config.decoder_layers = c.whole("num_layers", 24);
  config.decoder_heads = c.whole("num_heads", 16);
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_epsilon", 1e-5));
  config.positions = Positions::learned;
  config.feed_forward = c.activation("activation_function", "gelu_new");
  config.tied_output = c.flag("tie_word_embeddings", true);
  config.query_bias = false;
  config.divided_scores = false;
  config.decoder_window = c.whole("window_size", 256);
  config.whole_layers = layers_without_window(c, config.decoder_layers);
  config.check();
  return config;
}

std::any gpt_neox_config(const ForeignConfig& c) {
  TransformerConfig config = neo(c);
  config.d_model = c.whole("hidden_size", 6144);
  config.d_ff = c.whole("intermediate_size", 24576);
  config.decoder_layers = c.whole("num_hidden_layers", 44);
  config.decoder_heads = c.whole("num_attention_heads", 64);
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_eps", 1e-5));
  config.feed_forward = c.activation("hidden_act", "gelu");
  config.tied_output = c.flag("tie_word_embeddings", false);
  config.query_bias = config.projected_bias = c.flag("attention_bias", true);
  config.parallel = c.flag("use_parallel_residual", true);
  config.positions = Positions::rotary;
  config.position_halves = true;
  config.position_base = c.real("rotary_emb_base", 10000);
  double turning = c.real("rotary_pct", 0.25);
  if (const Json* const found = c.find("rope_parameters")) {
    const ForeignConfig rope(read_object(*found, "rope_parameters"));
    config.position_base = rope.real("rope_theta", config.position_base);
    turning = rope.real("partial_rotary_factor", turning);
    if (rope.text("rope_type", "default") != "default")
      fail_field("rope_parameters", "is of a kind other than default, which Headlight cannot compute");
  }
  c.refuse("rope_scaling", "slows the turns down, which Headlight does not compute for this kind");
  if (!(turning > 0 && turning <= 1)) fail_field("rotary_pct", "must be above 0 and at most 1");
  if (config.decoder_heads < 1 || config.d_model % config.decoder_heads != 0)
    fail_field("num_attention_heads", "must divide hidden_size");
  const int size = config.d_model / config.decoder_heads;
  config.rotated_size = static_cast<int>(size * turning);
  if (config.rotated_size == size) config.rotated_size = 0;
  if (config.rotated_size == 0 && turning < 1)
    fail_field("rotary_pct", "leaves no dimension of a head that turns");
  config.check();
  return config;
}

Ends neo_ends(const ForeignConfig& c, const TransformerConfig& own) {
  return {.end = c.id("eos_token_id"), .most = own.max_tokens, .between = ""};
}

constexpr std::array gpt_neo_tensors{
    TensorRule{"target.embedding", "wte.weight"},
    TensorRule{"target.positions", "wpe.weight"},
    TensorRule{"decoder.#.normalized_1", "h.#.ln_1", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "h.#.attn.attention.q_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.key", "h.#.attn.attention.k_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.value", "h.#.attn.attention.v_proj", Layout::linear},
    TensorRule{"decoder.#.self_attention.projected", "h.#.attn.attention.out_proj", Layout::linear},
    TensorRule{"decoder.#.normalized_2", "h.#.ln_2", Layout::norm},
    TensorRule{"decoder.#.feed_forward.hidden", "h.#.mlp.c_fc", Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "h.#.mlp.c_proj", Layout::linear},
    TensorRule{"decoder.normalized", "ln_f", Layout::norm},
    TensorRule{"output", "lm_head", Layout::linear}};

constexpr std::array gpt_neo_same{SameTensor{"wte.weight", "lm_head.weight"}};

constexpr std::array gpt_neox_tensors{
    TensorRule{"target.embedding", "embed_in.weight"},
    TensorRule{"decoder.#.normalized_1", "layers.#.input_layernorm", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "layers.#.attention.query_key_value", Layout::linear, 0, 3,
               true},
    TensorRule{"decoder.#.self_attention.key", "layers.#.attention.query_key_value", Layout::linear, 1, 3,
               true},
    TensorRule{"decoder.#.self_attention.value", "layers.#.attention.query_key_value", Layout::linear, 2, 3,
               true},
    TensorRule{"decoder.#.self_attention.projected", "layers.#.attention.dense", Layout::linear},
    TensorRule{"decoder.#.normalized_2", "layers.#.post_attention_layernorm", Layout::norm},
    TensorRule{"decoder.#.feed_forward.hidden", "layers.#.mlp.dense_h_to_4h", Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "layers.#.mlp.dense_4h_to_h", Layout::linear},
    TensorRule{"decoder.normalized", "final_layer_norm", Layout::norm},
    TensorRule{"output", "embed_out", Layout::linear}};

constexpr std::array gpt_neox_same{SameTensor{"embed_in.weight", "embed_out.weight"}};

}  // namespace

constinit const ForeignFamily gpt_neo{.type = "gpt_neo",
                                      .title = "GPT-Neo",
                                      .family = TransformerConfig::family,
                                      .prefix = "transformer.",
                                      .config = gpt_neo_config,
                                      .ends = neo_ends,
                                      .tensors = gpt_neo_tensors,
                                      .same = gpt_neo_same};
constinit const ForeignFamily gpt_neox{.type = "gpt_neox",
                                       .title = "GPT-NeoX",
                                       .family = TransformerConfig::family,
                                       .prefix = "gpt_neox.",
                                       .config = gpt_neox_config,
                                       .ends = neo_ends,
                                       .tensors = gpt_neox_tensors,
                                       .same = gpt_neox_same};

}  // namespace headlight::foreign
