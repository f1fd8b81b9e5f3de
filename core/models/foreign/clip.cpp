// CLIP (Radford et al. 2021): a vision Transformer and a causal Transformer of texts, whose last vectors are
// brought into one space and compared. Names and steps as in transformers' modeling_clip.py.
#include <array>

#include "core/models/foreign/pictures.h"
#include "core/models/picture_text.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

std::any clip_config(const ForeignConfig& c) {
  const std::string name = c.architecture();
  if (!name.empty() && name != "CLIPModel")
    fail_field("architectures",
               say("is {name}; of this kind Headlight reads the model that compares pictures "
                   "with texts (CLIPModel)",
                   {{"name", name}}));
  static const Json nothing = Json::object();
  const auto part = [&](const char* key) {
    const Json* const found = c.find(key);
    return ForeignConfig(found == nullptr ? nothing : read_object(*found, key));
  };
  const ForeignConfig vision = part("vision_config"), text = part("text_config");
  PictureTextConfig config;
  config.features = patches_of(vision, 32, vision.whole("hidden_size", 768));
  config.d_ff = vision.whole("intermediate_size", 3072);
  config.encoder_layers = vision.whole("num_hidden_layers", 12);
  config.encoder_heads = vision.whole("num_attention_heads", 12);
  config.d_text = text.whole("hidden_size", 512);
  config.text_ff = text.whole("intermediate_size", 2048);
  config.decoder_layers = text.whole("num_hidden_layers", 12);
  config.decoder_heads = text.whole("num_attention_heads", 8);
  config.text_words = text.whole("vocab_size", 49408);
  config.max_tokens = text.whole("max_position_embeddings", 77);
  config.d_shared = c.whole("projection_dim", 512);
  config.feed_forward = vision.activation("hidden_act", "quick_gelu");
  config.norm_epsilon = static_cast<float>(vision.real("layer_norm_eps", 1e-5));
  if (text.activation("hidden_act", "quick_gelu") != config.feed_forward)
    fail_field("hidden_act", "differs between \"text_config\" and \"vision_config\"");
  if (static_cast<float>(text.real("layer_norm_eps", 1e-5)) != config.norm_epsilon)
    fail_field("layer_norm_eps", "differs between \"text_config\" and \"vision_config\"");
  config.pixel_mean = {0.48145466, 0.4578275, 0.40821073};
  config.pixel_deviation = {0.26862954, 0.26130258, 0.27577711};
  config.check();
  return config;
}

std::vector<double> three_colours(const ForeignConfig& c, const char* key, std::vector<double> otherwise) {
  if (const Json* const found = c.find(key)) read(*found, key, otherwise);
  if (otherwise.size() != 3) fail_field(key, "needs 3 numbers: red, green and blue");
  return otherwise;
}

// Pictures are stretched to a square here, and not cropped: of a square one that is the same.
void clip_preprocess(const ForeignConfig& c, std::any& own) {
  auto& config = std::any_cast<PictureTextConfig&>(own);
  if (c.flag("do_normalize", true)) {
    config.pixel_mean = three_colours(c, "image_mean", config.pixel_mean);
    config.pixel_deviation = three_colours(c, "image_std", config.pixel_deviation);
  } else {
    config.pixel_mean.assign(3, 0);
    config.pixel_deviation.assign(3, 1);
  }
  read_filter(c, Resample::bicubic, config);
}

Ends no_written_ends(const ForeignConfig&, const TransformerConfig&) { return {}; }

constexpr std::array clip_tensors{
    TensorRule{"features.#.bias", "", Layout::zeros},
    TensorRule{"features.#", "vision_model.embeddings.patch_embedding", Layout::patches},
    TensorRule{"source.class", "vision_model.embeddings.class_embedding"},
    TensorRule{"source.positions", "vision_model.embeddings.position_embedding.weight"},
    TensorRule{"source.normalized", "vision_model.pre_layrnorm", Layout::norm},
    TensorRule{"encoder.#.normalized_1", "vision_model.encoder.layers.#.layer_norm1", Layout::norm},
    TensorRule{"encoder.#.self_attention.query", "vision_model.encoder.layers.#.self_attn.q_proj",
               Layout::linear},
    TensorRule{"encoder.#.self_attention.key", "vision_model.encoder.layers.#.self_attn.k_proj",
               Layout::linear},
    TensorRule{"encoder.#.self_attention.value", "vision_model.encoder.layers.#.self_attn.v_proj",
               Layout::linear},
    TensorRule{"encoder.#.self_attention.projected", "vision_model.encoder.layers.#.self_attn.out_proj",
               Layout::linear},
    TensorRule{"encoder.#.normalized_2", "vision_model.encoder.layers.#.layer_norm2", Layout::norm},
    TensorRule{"encoder.#.feed_forward.hidden", "vision_model.encoder.layers.#.mlp.fc1", Layout::linear},
    TensorRule{"encoder.#.feed_forward.output", "vision_model.encoder.layers.#.mlp.fc2", Layout::linear},
    TensorRule{"encoder.normalized", "vision_model.post_layernorm", Layout::norm},
    TensorRule{"target.embedding", "text_model.embeddings.token_embedding.weight"},
    TensorRule{"target.positions", "text_model.embeddings.position_embedding.weight"},
    TensorRule{"decoder.#.normalized_1", "text_model.encoder.layers.#.layer_norm1", Layout::norm},
    TensorRule{"decoder.#.self_attention.query", "text_model.encoder.layers.#.self_attn.q_proj",
               Layout::linear},
    TensorRule{"decoder.#.self_attention.key", "text_model.encoder.layers.#.self_attn.k_proj",
               Layout::linear},
    TensorRule{"decoder.#.self_attention.value", "text_model.encoder.layers.#.self_attn.v_proj",
               Layout::linear},
    TensorRule{"decoder.#.self_attention.projected", "text_model.encoder.layers.#.self_attn.out_proj",
               Layout::linear},
    TensorRule{"decoder.#.normalized_2", "text_model.encoder.layers.#.layer_norm2", Layout::norm},
    TensorRule{"decoder.#.feed_forward.hidden", "text_model.encoder.layers.#.mlp.fc1", Layout::linear},
    TensorRule{"decoder.#.feed_forward.output", "text_model.encoder.layers.#.mlp.fc2", Layout::linear},
    TensorRule{"decoder.normalized", "text_model.final_layer_norm", Layout::norm},
    TensorRule{"picture_projected", "visual_projection", Layout::linear},
    TensorRule{"text_projected", "text_projection", Layout::linear},
    TensorRule{"logit_scale", "logit_scale"}};

}  // namespace

constinit const ForeignFamily clip{.type = "clip",
                                   .title = "CLIP",
                                   .family = PictureTextConfig::family,
                                   .prefix = "clip.",
                                   .config = clip_config,
                                   .ends = no_written_ends,
                                   .tensors = clip_tensors,
                                   .preprocess = clip_preprocess,
                                   .texts = true};

}  // namespace headlight::foreign
