#include "core/labs/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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
      "counted with biases in the feed-forward network and none in attention, as in the paper’s formulas";
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

int KeptModel::layers_that_see_all() const {
  if (window == 0) return layers;
  return sees_all == 0 ? 0 : layers / sees_all;
}

double KeptModel::numbers() const { return latent > 0 ? latent : 2.0 * key_value_heads * head_size; }

double KeptModel::bytes(double tokens) const {
  constexpr double bytes_a_number = 2;
  const double all = layers_that_see_all();
  return bytes_a_number * numbers() * (all * tokens + (layers - all) * std::min<double>(tokens, window));
}

double KeptModel::saved(double tokens) const {
  KeptModel whole = *this;
  whole.key_value_heads = heads;
  whole.latent = whole.window = 0;
  return whole.bytes(tokens) / bytes(tokens);
}

std::span<const KeptModel> kept_models() {
  using enum KeptModel::Kind;
  static constexpr std::array models{
      KeptModel{"Llama 2 7B", each_head, "Touvron et al. 2023", 32, 32, 32, 128},
      KeptModel{"Llama 3 8B", groups, "Grattafiori et al. 2024, table 3", 32, 32, 8, 128},
      KeptModel{"Falcon 7B", one_head, "Almazrouei et al. 2023; released configuration", 32, 71, 1, 64},
      KeptModel{"DeepSeek-V2", latent, "DeepSeek-V2 2024, section 3.1.2", 60, 128, 128, 128, 512 + 64},
      KeptModel{"Mistral 7B", window, "Jiang et al. 2023, table 1", 32, 32, 8, 128, 0, 4096, 0},
      KeptModel{"Gemma 3 27B", window, "Gemma 3 report 2025; released configuration", 62, 32, 16, 128, 0,
                1024, 6},
      KeptModel{"gpt-oss 20B", window, "gpt-oss model card 2025", 24, 64, 8, 64, 0, 128, 2},
  };
  return models;
}

std::span<const RealModel> real_models() { return model_table; }

const RealModel* real_model(std::string_view name) {
  const auto* found = std::find_if(model_table.begin(), model_table.end(),
                                   [name](const RealModel& each) { return each.name == name; });
  return found == model_table.end() ? nullptr : found;
}

namespace {

using Kind = RealModel::Kind;

struct Stacks {
  int feed_forwards;  // in all layers
  int attentions;
  int norms;
};

Stacks stacks_of(const RealModel& model) {
  const int layers = model.layers;
  if (model.parallel) return {layers, layers, layers + 1};
  if (model.kind == Kind::encoder_decoder) return {2 * layers, 3 * layers, 5 * layers};
  // Post-norm models norm their embedding, pre-norm ones what comes out at the top.
  return {layers, layers, 2 * layers + 1};
}

// Numbers in queries, or keys and values, of one token.
double queries(const RealModel& model) { return static_cast<double>(model.heads) * model.d_head(); }
double keys_and_values(const RealModel& model) { return 2.0 * model.key_value_heads * model.d_head(); }

// The patches of an image: all tokens but that of its class.
double patches(double tokens) { return tokens - 1; }

// Numbers in the values of all steps, as Cost::activations says.
double values_of_steps(const RealModel& model, double tokens) {
  const double d = model.d_model;
  const double ff = model.d_ff;
  const double q = queries(model);
  const double kv = keys_and_values(model);
  const double turned = model.rotary ? q + kv / 2 : 0;
  const Stacks stacks = stacks_of(model);

  const double of_attention = tokens * (q + kv + turned + q + d) + 2 * tokens * tokens * model.heads;
  const double of_feed_forward = tokens * ((model.gated ? 4 : 2) * ff + d);
  const double residuals = stacks.attentions + stacks.feed_forwards;
  double values = stacks.attentions * of_attention + stacks.feed_forwards * of_feed_forward +
                  tokens * d * (stacks.norms + residuals);
  switch (model.kind) {
    case Kind::encoder:
      values += 2 * tokens * d + 2 * d;  // and the pooler's product and tanh
      break;
    case Kind::vision:
      values += (patches(tokens) + tokens) * d + 2.0 * model.vocabulary;
      break;
    case Kind::decoder:
      values += (model.positions > 0 ? 2 : 1) * tokens * d + 2 * tokens * model.vocabulary;
      break;
    case Kind::encoder_decoder:
      values += 2 * 2 * tokens * d + 2 * tokens * model.vocabulary;
      break;
  }
  return values;
}

}  // namespace

Parameters parameters_of(const RealModel& model) {
  const std::int64_t d = model.d_model;
  const std::int64_t ff = model.d_ff;
  const std::int64_t q = std::int64_t{model.heads} * model.d_head();
  const std::int64_t kv = std::int64_t{model.key_value_heads} * model.d_head();
  const Stacks stacks = stacks_of(model);
  const bool vision = model.kind == Kind::vision;
  const std::int64_t words = std::int64_t{model.vocabulary} * d;

  Parameters count;
  count.embeddings = std::int64_t{model.positions} * d;
  count.embeddings += vision ? std::int64_t{3} * model.patch * model.patch * d + d + d : words;
  if (model.kind == Kind::encoder) count.embeddings += 2 * d;  // the two segments
  std::int64_t projections = d * q + 2 * d * kv + q * d;
  if (model.attention_bias) projections += q + 2 * kv + d;
  count.attention = stacks.attentions * projections;
  std::int64_t block = (model.gated ? 3 : 2) * d * ff;
  if (model.feed_forward_bias) block += (model.gated ? 2 : 1) * ff + d;
  count.feed_forward = stacks.feed_forwards * block;
  count.norms = stacks.norms * (model.rms ? d : 2 * d);
  if (model.kind == Kind::encoder) count.head = d * d + d;  // the pooler over [CLS]
  if (vision) count.head = words + model.vocabulary;
  if (model.kind == Kind::decoder && !model.tied) count.head = words;
  return count;
}

Cost cost_of(const RealModel& model, double tokens) {
  constexpr double bytes = 2;
  const double d = model.d_model;
  const double ff = model.d_ff;
  const double q = queries(model);
  const double kv = keys_and_values(model);
  const Stacks stacks = stacks_of(model);
  const double pairs = tokens * tokens;
  const double matrices = model.gated ? 3 : 2;

  Cost cost;
  const double attention = tokens * (d * q + d * kv + q * d) + 2 * pairs * q;
  cost.multiply_adds = stacks.attentions * attention + stacks.feed_forwards * tokens * matrices * d * ff;
  const double words = static_cast<double>(model.vocabulary) * d;
  switch (model.kind) {
    case Kind::encoder:
      cost.multiply_adds += d * d;  // the pooler, once
      break;
    case Kind::vision:
      cost.multiply_adds += patches(tokens) * 3 * model.patch * model.patch * d + words;
      break;
    case Kind::decoder:
    case Kind::encoder_decoder:
      cost.multiply_adds += tokens * words;
      break;
  }
  cost.weights = bytes * stacks.attentions * model.heads * pairs;
  if (model.kind == Kind::decoder) cost.cache = bytes * model.layers * kv * tokens;
  // Its own words, and those it was given.
  if (model.kind == Kind::encoder_decoder) cost.cache = bytes * model.layers * kv * 2 * tokens;
  cost.activations = bytes * values_of_steps(model, tokens);
  return cost;
}

double Growth::parameters(double at) const { return std::pow(10.0, log10 + slope * (at - year)); }
double Growth::factor() const { return std::pow(10.0, slope); }

Growth growth_since(int year) {
  std::map<int, const RealModel*> largest;
  for (const RealModel& model : real_models()) {
    const int of = static_cast<int>(model.year);
    if (of < year) continue;
    const RealModel*& most = largest[of];
    if (most == nullptr || parameters_of(model).total() > parameters_of(*most).total()) most = &model;
  }
  Growth growth;
  const auto height = [](const RealModel& model) {
    return std::log10(static_cast<double>(parameters_of(model).total()));
  };
  const auto count = static_cast<double>(largest.size());
  for (const auto& [of, model] : largest) {
    growth.largest.push_back(model);
    growth.year += model->year / count;
    growth.log10 += height(*model) / count;
  }
  double along = 0, up = 0;
  for (const RealModel* model : growth.largest) {
    const double away = model->year - growth.year;
    along += away * away;
    up += away * (height(*model) - growth.log10);
  }
  if (along > 0) growth.slope = up / along;
  return growth;
}

double recurrent_multiply_adds(double n, double d) { return 2 * n * d * d; }
double attention_multiply_adds(double n, double d) { return 4 * n * d * d + 2 * n * n * d; }

std::int64_t multiply_adds(const Tape& tape, int node) {
  const Node& step = tape.node(node);
  if (step.op == nullptr) return 0;
  std::vector<Shape> inputs;
  for (const int input : step.inputs) inputs.push_back(tape.node(input).shape);
  return step.op->multiply_adds(inputs);
}

std::int64_t multiply_adds(const Tape& tape, std::string_view path) {
  std::int64_t sum = 0;
  for (int node = 0; node < tape.size(); ++node) {
    if (tape.node(node).label.path.starts_with(path)) sum += multiply_adds(tape, node);
  }
  return sum;
}

namespace {

// Sums up what convolutions cost, one after another, on a picture that gets smaller.
struct Convolutions {
  PictureCost cost;

  // Without a bias, and a batch normalization behind it.
  void add(int kernel, int in, int out, int out_side) {
    const std::int64_t weights = std::int64_t{kernel} * kernel * in * out;
    cost.parameters += weights + 2 * std::int64_t{out};
    cost.multiply_adds += static_cast<double>(weights) * out_side * out_side;
  }
};

int halved(int side) { return (side + 1) / 2; }

}  // namespace

PictureCost resnet_50_cost(int side) {
  constexpr int classes = 1000, widen = 4;
  constexpr std::array blocks{3, 4, 6, 3};
  Convolutions all;
  int at = halved(side);
  all.add(7, 3, 64, at);
  at = halved(at);  // the pooling
  int in = 64;
  for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
    const int width = 64 << stage;
    for (int block = 0; block < blocks[stage]; ++block) {
      const int before = at;
      if (block == 0 && stage > 0) at = halved(at);
      all.add(1, in, width, before);
      all.add(3, width, width, at);
      all.add(1, width, widen * width, at);
      if (block == 0) all.add(1, in, widen * width, at);  // on the way around the block
      in = widen * width;
    }
  }
  all.cost.parameters += std::int64_t{in} * classes + classes;
  all.cost.multiply_adds += static_cast<double>(in) * classes;
  return all.cost;
}

PictureCost vit_base_cost(int side) {
  RealModel model = *real_model("ViT-B/16");
  const int wide = std::max(1, side / model.patch);
  model.positions = wide * wide + 1;
  return {parameters_of(model).total(), cost_of(model, model.positions).multiply_adds};
}

double convolution_multiply_adds(double cells, double d, int kernel) {
  return kernel * kernel * cells * d * d;
}

int layers_to_meet(int cells_wide, int kernel) {
  const int reach = std::max(1, (kernel - 1) / 2);
  // Both corners come nearer, to the cell in the middle.
  return std::max(1, (cells_wide / 2 + reach - 1) / reach);
}

}  // namespace headlight
