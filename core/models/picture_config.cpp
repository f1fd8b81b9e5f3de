#include "core/models/picture_config.h"

#include <algorithm>

#include "core/layers/config_json.h"
#include "core/models/recurrent_writer.h"

namespace headlight {

namespace {

template <typename Config, typename Visit>
void visit_captioner_fields(Config& c, Visit visit) {
  visit_features_fields(c.features, visit);
  visit("cell", c.cell);
  visit("attention", c.attention);
  visit("d_embedding", c.d_embedding);
  visit("d_reduced", c.d_reduced);
  visit("d_summary", c.d_summary);
  visit("d_attention", c.d_attention);
  visit("d_state", c.d_state);
  visit("d_readout", c.d_readout);
  visit("target_words", c.target_words);
  visit("max_tokens", c.max_tokens);
}

template <typename Config, typename Visit>
void visit_picture_transformer_fields(Config& c, Visit visit) {
  visit_features_fields(c.features, visit);
  visit("d_ff", c.d_ff);
  visit("encoder_layers", c.encoder_layers);
  visit("encoder_heads", c.encoder_heads);
  visit("decoder_layers", c.decoder_layers);
  visit("decoder_heads", c.decoder_heads);
  visit("cross_heads", c.cross_heads);
  visit("target_words", c.target_words);
  visit("max_tokens", c.max_tokens);
}

template <typename Config, typename Walk>
std::string picture_json(const Config& config, Walk walk) {
  ConfigWriter write;
  write(family_field, std::string(Config::family));
  walk(config, [&](const char* name, const auto& value) { write(name, value); });
  return write.text();
}

template <typename Config, typename Walk>
Config picture_config_from(const std::string& text, Walk walk) {
  return read_json(text, [&](const Json& json) {
    Config found;
    ConfigReader read(json);
    read.family(Config::family);
    walk(found, [&](const char* name, auto& value) { read(name, value); });
    read.end();
    found.check();
    return found;
  });
}

constexpr auto walk_captioner = [](auto& config, auto visit) { visit_captioner_fields(config, visit); };
constexpr auto walk_transformer = [](auto& config, auto visit) {
  visit_picture_transformer_fields(config, visit);
};

constexpr int most_words = 1'000'000, most_size = 65536, most_reduced = 1024;

TensorSpec cell_positions(int rows, int channels) {
  return {"source.positions", {rows, channels}, TensorSpec::Start::embedding};
}

}  // namespace

void RecurrentCaptionerConfig::check() const {
  features.check();
  check_size("d_embedding", d_embedding, most_size);
  check_size("d_reduced", d_reduced, most_reduced);
  check_size("d_summary", d_summary, most_size);
  check_size("d_attention", d_attention, most_size);
  check_size("d_state", d_state, most_size);
  check_size("d_readout", d_readout, most_size);
  check_size("target_words", target_words, most_words);
  check_size("max_tokens", max_tokens, 1 << 16);
}

void PictureTransformerConfig::check() const {
  features.check();
  check_size("encoder_layers", encoder_layers, 1000);
  check_size("target_words", target_words, most_words);
  transformer().check();
}

TransformerConfig PictureTransformerConfig::transformer() const {
  return {.d_model = d_model(),
          .d_ff = d_ff,
          .encoder_layers = encoder_layers,
          .encoder_heads = encoder_heads,
          .decoder_layers = decoder_layers,
          .decoder_heads = decoder_heads,
          .cross_heads = cross_heads,
          .source_words = rows(),
          .target_words = target_words,
          .max_tokens = max_tokens,
          .norm_place = NormPlace::pre,
          .positions = Positions::learned,
          .scaled_embedding = false,
          .tied_output = false};
}

PictureTransformerConfig vision_transformer_config() {
  return {.features = {.channels = {128, 64}, .kernels = {8, 1}, .strides = {8, 1}, .paddings = {0, 0}},
          .encoder_layers = 2,
          .decoder_layers = 0};
}

std::string to_json(const RecurrentCaptionerConfig& config) { return picture_json(config, walk_captioner); }
std::string to_json(const PictureTransformerConfig& config) { return picture_json(config, walk_transformer); }

void read_config_json(const std::string& text, RecurrentCaptionerConfig& config) {
  config = picture_config_from<RecurrentCaptionerConfig>(text, walk_captioner);
}
void read_config_json(const std::string& text, PictureTransformerConfig& config) {
  config = picture_config_from<PictureTransformerConfig>(text, walk_transformer);
}

std::vector<TensorSpec> tensors_of(const RecurrentCaptionerConfig& config) {
  using Start = TensorSpec::Start;
  const int channels = config.features.channels.back();
  std::vector<TensorSpec> specs = features_tensors(config.features);
  specs.push_back(cell_positions(config.features.cells(), channels));
  specs.push_back({"features.reduced.weight", {channels, config.d_reduced}, Start::xavier});
  specs.push_back({"features.reduced.bias", {1, config.d_reduced}, Start::zeros});
  specs.push_back({"features.summary.weight",
                   {config.features.cells() * config.d_reduced, config.d_summary},
                   Start::xavier});
  specs.push_back({"features.summary.bias", {1, config.d_summary}, Start::zeros});
  for (TensorSpec& spec : writer_tensors({.cell = config.cell,
                          .words = config.target_words,
                          .embedding = config.d_embedding,
                          .last = config.d_summary,
                          .context = config.d_context(),
                          .state = config.d_state,
                          .query_input = config.attention ? config.d_state : 0,
                          .alignment = config.d_attention,
                          .readout = config.d_readout}))
    specs.push_back(std::move(spec));
  return specs;
}

// Those of its Transformer, but that cells are no words: they have no embedding, and as many positions as
// there are cells.
std::vector<TensorSpec> tensors_of(const PictureTransformerConfig& config) {
  std::vector<TensorSpec> specs = features_tensors(config.features);
  if (config.has_class_token())
    specs.push_back({"source.class", {1, config.d_model()}, TensorSpec::Start::embedding});
  specs.push_back(cell_positions(config.rows(), config.d_model()));
  for (TensorSpec& spec : tensors_of(config.transformer())) {
    if (!spec.name.starts_with("source.")) specs.push_back(std::move(spec));
  }
  return specs;
}

}  // namespace headlight
