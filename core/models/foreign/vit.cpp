// ViT (Dosovitskiy et al. 2021): a picture cut into patches, a class token before them, a pre-norm encoder,
// and one label for the whole picture.
#include <array>

#include "core/models/foreign/pictures.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

std::any vit_config(const ForeignConfig& c) {
  const std::string name = c.architecture();
  if (!name.empty() && !name.ends_with("ForImageClassification"))
    fail_field("architectures", say("is {name}, which has no classifier and so names nothing; of this kind "
                                    "Headlight reads models that give a label (ForImageClassification)",
                                    {{"name", name}}));
  PictureTransformerConfig config;
  config.features = patches_of(c, 16, c.whole("hidden_size", 768));
  config.d_ff = c.whole("intermediate_size", 3072);
  config.encoder_layers = c.whole("num_hidden_layers", 12);
  config.encoder_heads = c.whole("num_attention_heads", 12);
  config.decoder_layers = 0;
  config.target_words = c.label_count();
  config.separate_labels = c.separate_labels();
  config.feed_forward = c.activation("hidden_act", "gelu");
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_eps", 1e-12));
  config.query_bias = c.flag("qkv_bias", true);
  config.pixel_mean = config.pixel_deviation = {0.5, 0.5, 0.5};
  config.check();
  return config;
}

std::optional<Vocabulary> vit_labels(const ForeignConfig& c) { return labels_of(c, c.label_count()); }

// A number for each colour, or one for all of them.
std::vector<double> of_colours(const ForeignConfig& c, const char* key) {
  std::vector<double> numbers{0.5, 0.5, 0.5};
  const Json* const found = c.find(key);
  if (found == nullptr) return numbers;
  if (found->is_number()) {
    numbers.assign(3, c.real(key, 0));
  } else {
    read(*found, key, numbers);
  }
  if (numbers.size() != 3) fail_field(key, "needs 3 numbers: red, green and blue");
  return numbers;
}

// The side that pictures are resized to: a number, or {"height": 224, "width": 224}.
int resized_side(const ForeignConfig& c, int otherwise) {
  const Json* const size = c.find("size");
  if (size == nullptr || !size->is_object()) return c.whole("size", otherwise);
  const ForeignConfig sides(*size);
  if (sides.find("height") == nullptr || sides.whole("height", 0) != sides.whole("width", 0))
    fail_field("size",
               "must have the same \"height\" and \"width\": Headlight stretches pictures to a square");
  return sides.whole("height", 0);
}

void vit_preprocess(const ForeignConfig& c, std::any& own) {
  auto& config = std::any_cast<PictureTransformerConfig&>(own);
  const int side = resized_side(c, config.features.side);
  if (side != config.features.side)
    fail_field("size",
               say("is {side}, and \"image_size\" in config.json is {other}",
                   {{"side", std::to_string(side)}, {"other", std::to_string(config.features.side)}}));
  c.refuse("do_center_crop", "crops pictures, which Headlight does not do");
  if (!c.flag("do_resize", true) || !c.flag("do_rescale", true))
    fail_field(c.flag("do_resize", true) ? "do_rescale" : "do_resize",
               "is off, but Headlight always does this");
  // What 0 to 255 is divided by comes before the mean is taken away.
  const double scale = 255 * c.real("rescale_factor", 1.0 / 255);
  if (!(scale > 0)) fail_field("rescale_factor", "must be above 0");
  const bool normalizes = c.flag("do_normalize", true);
  config.pixel_mean = normalizes ? of_colours(c, "image_mean") : std::vector<double>(3, 0.0);
  config.pixel_deviation = normalizes ? of_colours(c, "image_std") : std::vector<double>(3, 1.0);
  for (std::size_t i = 0; i < 3; ++i) {
    config.pixel_mean[i] /= scale;
    config.pixel_deviation[i] /= scale;
  }
  read_filter(c, Resample::bilinear, config);
}

Ends no_text_ends(const ForeignConfig&, const TransformerConfig&) { return {}; }

constexpr std::array vit_tensors{
    TensorRule{"features.#", "embeddings.patch_embeddings.projection", Layout::patches},
    TensorRule{"source.class", "embeddings.cls_token"},
    TensorRule{"source.positions", "embeddings.position_embeddings"},
    TensorRule{"encoder.#.normalized_1", "encoder.layer.#.layernorm_before", Layout::norm},
    TensorRule{"encoder.#.self_attention.query", "encoder.layer.#.attention.attention.query", Layout::linear},
    TensorRule{"encoder.#.self_attention.key", "encoder.layer.#.attention.attention.key", Layout::linear},
    TensorRule{"encoder.#.self_attention.value", "encoder.layer.#.attention.attention.value", Layout::linear},
    TensorRule{"encoder.#.self_attention.projected", "encoder.layer.#.attention.output.dense",
               Layout::linear},
    TensorRule{"encoder.#.normalized_2", "encoder.layer.#.layernorm_after", Layout::norm},
    TensorRule{"encoder.#.feed_forward.hidden", "encoder.layer.#.intermediate.dense", Layout::linear},
    TensorRule{"encoder.#.feed_forward.output", "encoder.layer.#.output.dense", Layout::linear},
    TensorRule{"encoder.normalized", "layernorm", Layout::norm},
    TensorRule{"output", "classifier", Layout::linear}};

// A vector of the whole picture that the classifier does not read, and a token that training hides cells
// with.
constexpr std::array<std::string_view, 2> vit_ignored{"pooler.", "embeddings.mask_token"};

}  // namespace

constinit const ForeignFamily vit{.type = "vit",
                                  .title = "ViT",
                                  .family = PictureTransformerConfig::family,
                                  .prefix = "vit.",
                                  .config = vit_config,
                                  .ends = no_text_ends,
                                  .tensors = vit_tensors,
                                  .ignored = vit_ignored,
                                  .labels = vit_labels,
                                  .preprocess = vit_preprocess};

}  // namespace headlight::foreign
