#include "core/labs/real_models.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

using Kind = RealModel::Kind;

// What all have: the shape of their layers, as many keys as heads, a published number of parameters that is
// exact.
constexpr RealModel shaped(std::string_view name, int layers, int d_model, int d_ff, int heads,
                           std::int64_t published) {
  RealModel model;
  model.name = name;
  model.layers = layers;
  model.d_model = d_model;
  model.d_ff = d_ff;
  model.heads = model.key_value_heads = heads;
  model.published = published;
  model.exact = true;
  return model;
}

constexpr RealModel transformer(std::string_view name, int d_model, int d_ff, int heads,
                                std::int64_t published) {
  RealModel model = shaped(name, 6, d_model, d_ff, heads, published);
  model.kind = Kind::encoder_decoder;
  model.source = "Vaswani et al. 2017, table 3; “about 37000” words, 5.1";
  model.note =
      "counted with biases in the feed-forward and none in attention, as the paper’s formulas are written";
  model.year = 2017.45;
  model.vocabulary = 37000;
  model.feed_forward_bias = model.tied = true;
  model.exact = false;
  return model;
}

// Four times as wide within, biases everywhere, a learned table of positions.
constexpr RealModel with_biases(std::string_view name, int layers, int d_model, int heads, int positions,
                                std::int64_t published) {
  RealModel model = shaped(name, layers, d_model, 4 * d_model, heads, published);
  model.positions = model.context = positions;
  model.attention_bias = model.feed_forward_bias = true;
  return model;
}

constexpr RealModel bert(std::string_view name, int layers, int d_model, int heads, std::int64_t published) {
  RealModel model = with_biases(name, layers, d_model, heads, 512, published);
  model.kind = Kind::encoder;
  model.source = "Devlin et al. 2019, section 3; released weights";
  model.year = 2018.78;
  model.vocabulary = 30522;
  return model;
}

constexpr RealModel gpt(std::string_view name, int layers, int d_model, int heads, std::int64_t published,
                        int positions = 1024) {
  RealModel model = with_biases(name, layers, d_model, heads, positions, published);
  model.source = "Radford et al. 2019, table 2; released weights";
  model.year = 2019.12;
  model.vocabulary = 50257;
  model.tied = true;
  return model;
}

constexpr RealModel gpt_3() {
  RealModel model = gpt("GPT-3 175B", 96, 12288, 96, 174'600'000'000, 2048);
  model.source = "Brown et al. 2020, tables 2.1 and D.1";
  model.note =
      "counted as if every layer were dense; its layers alternate between dense and locally banded sparse "
      "attention (Brown et al. 2020, 2.1)";
  model.year = 2020.4;
  model.exact = false;
  return model;
}

constexpr RealModel vit(std::string_view name, int layers, int d_model, int heads, int patch,
                        std::int64_t published) {
  // An image of 224 x 224 pixels in patches, and the token of its class.
  const int places = (224 / patch) * (224 / patch) + 1;
  RealModel model = with_biases(name, layers, d_model, heads, places, published);
  model.kind = Kind::vision;
  model.source = "Dosovitskiy et al. 2021, table 1; torchvision";
  model.year = 2020.8;
  model.vocabulary = 1000;
  model.patch = patch;
  return model;
}

// One norm for both halves of a layer, one head of keys and values for all, no biases.
constexpr RealModel palm() {
  RealModel model = shaped("PaLM 540B", 118, 18432, 73728, 48, 540'350'000'000);
  model.source = "Chowdhery et al. 2022, section 2 and table 1";
  model.year = 2022.26;
  model.key_value_heads = 1;
  model.head_size = 256;
  model.vocabulary = 256000;
  model.context = 2048;
  model.gated = model.rms = model.rotary = model.parallel = model.tied = true;
  model.exact = false;
  return model;
}

constexpr RealModel llama(std::string_view name, int layers, int d_model, int d_ff, int heads,
                          int key_value_heads, std::int64_t published) {
  RealModel model = shaped(name, layers, d_model, d_ff, heads, published);
  model.source = "Touvron et al. 2023, table 1; released weights";
  model.year = 2023.55;
  model.key_value_heads = key_value_heads;
  model.vocabulary = 32000;
  model.context = 4096;
  model.gated = model.rms = model.rotary = true;
  return model;
}

constexpr RealModel llama_3(std::string_view name, int layers, int d_model, int d_ff, int heads,
                            std::int64_t published, int context = 8192) {
  RealModel model = llama(name, layers, d_model, d_ff, heads, 8, published);
  model.source = "Grattafiori et al. 2024, table 3; released weights";
  model.year = 2024.58;
  model.vocabulary = 128256;
  model.context = context;
  return model;
}

constexpr std::array model_table{
    transformer("Transformer base", 512, 2048, 8, 65'000'000),
    transformer("Transformer big", 1024, 4096, 16, 213'000'000),
    bert("BERT base", 12, 768, 12, 109'482'240),
    bert("BERT large", 24, 1024, 16, 335'141'888),
    gpt("GPT-2 small", 12, 768, 12, 124'439'808),
    gpt("GPT-2 medium", 24, 1024, 16, 354'823'168),
    gpt("GPT-2 large", 36, 1280, 20, 774'030'080),
    gpt("GPT-2 XL", 48, 1600, 25, 1'557'611'200),
    gpt_3(),
    vit("ViT-B/16", 12, 768, 12, 16, 86'567'656),
    vit("ViT-L/16", 24, 1024, 16, 16, 304'326'632),
    vit("ViT-H/14", 32, 1280, 16, 14, 632'045'800),
    palm(),
    llama("Llama 2 7B", 32, 4096, 11008, 32, 32, 6'738'415'616),
    llama("Llama 2 13B", 40, 5120, 13824, 40, 40, 13'015'864'320),
    llama("Llama 2 70B", 80, 8192, 28672, 64, 8, 68'976'648'192),
    llama_3("Llama 3 8B", 32, 4096, 14336, 32, 8'030'261'248),
    llama_3("Llama 3 70B", 80, 8192, 28672, 64, 70'553'706'496),
    llama_3("Llama 3.1 405B", 126, 16384, 53248, 128, 405'853'388'800, 131072),
};

}  // namespace

RealModel own_model(int d_model, int layers) {
  constexpr int head = 128;
  RealModel model = shaped(own_model_name, layers, d_model, 4 * d_model, std::max(1, d_model / head), 0);
  model.head_size = std::min(d_model, head);
  model.vocabulary = 32000;
  model.attention_bias = model.feed_forward_bias = model.tied = true;
  model.exact = false;
  return model;
}

std::span<const RealModel> real_models() { return model_table; }

const RealModel* real_model(std::string_view name) {
  const auto* found = std::find_if(model_table.begin(), model_table.end(),
                                   [name](const RealModel& each) { return each.name == name; });
  return found == model_table.end() ? nullptr : found;
}

}  // namespace headlight
