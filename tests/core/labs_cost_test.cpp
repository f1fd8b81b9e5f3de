// Costs against the counts that were published, against naive loops and against what a tape recorded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/labs/cost.h"
#include "core/models/transformer.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(LabCost, CountedParametersAreThePublishedOnes) {
  int exact = 0;
  for (const RealModel& model : real_models()) {
    const Parameters count = parameters_of(model);
    if (model.exact) {
      EXPECT_EQ(count.total(), model.published) << model.name;
      ++exact;
    } else {
      // How far the sizes of a paper may be from the number that it gives, and why.
      const std::map<std::string_view, double> within{
          {"Transformer base", 0.031},   // says 65 M; its sizes make 63.0 M, with "about 37000" words
          {"Transformer big", 0.0056},   // says 213 M; its sizes make 214.2 M
          {"GPT-3 175B", 0.5 / 1746},    // table D.1 gives it to 100 M
          {"PaLM 540B", 0.01 / 540.35},  // 540.35 G is without its norms, 540.36 G with them
      };
      const auto published = static_cast<double>(model.published);
      EXPECT_NEAR(static_cast<double>(count.total()) / published, 1, within.at(model.name)) << model.name;
    }
    EXPECT_FALSE(model.source.empty()) << model.name;
    if (model.head_size == 0) {
      EXPECT_EQ(model.d_model % model.heads, 0) << model.name;
    }
    EXPECT_EQ(model.heads % model.key_value_heads, 0) << model.name;
    EXPECT_EQ(real_model(model.name), &model);
  }
  EXPECT_EQ(exact, 15);
  EXPECT_EQ(parameters_of(*real_model("Transformer base")).total(), 63'045'632);
  RealModel with_biases = *real_model("Transformer base");
  with_biases.attention_bias = true;
  EXPECT_EQ(parameters_of(with_biases).total(), 63'082'496);
  EXPECT_EQ(real_model("no such model"), nullptr);
}

// A plain decoder with the sizes of a deck: d = 5120, T = 4096, counted by hand.
TEST(LabCost, AModelOfYourOwnIsCountedLikeTheOthers) {
  const RealModel own = own_model(5120, 40);
  EXPECT_EQ(own.heads, 40);
  const std::int64_t d = 5120, ff = 4 * d;
  const std::int64_t layer = 4 * d * d + 4 * d + 2 * d * ff + ff + d + 2 * 2 * d;
  EXPECT_EQ(parameters_of(own).total(), 40 * layer + 2 * d + 32000 * d);
  const Cost one = cost_of(own, 4096), eight = cost_of(own, 4096) * 8;
  EXPECT_EQ(one.weights, 2.0 * 40 * 40 * 4096 * 4096);
  EXPECT_EQ(one.cache, 2.0 * 40 * 2 * 5120 * 4096);
  EXPECT_EQ(eight.multiply_adds, 8 * one.multiply_adds);
  EXPECT_EQ(eight.activations, 8 * one.activations);
  for (const int small : {1, 2, 100, 128, 200}) {
    const RealModel narrow = own_model(small, 1);
    EXPECT_GE(narrow.heads, 1) << small;
    EXPECT_GT(parameters_of(narrow).total(), 0) << small;
  }
}

// As torchvision has them: 25,557,032 parameters, 4.09 G multiply-adds; 86,567,656.
TEST(LabCost, APictureCostsWhatIsPublished) {
  EXPECT_EQ(resnet_50_cost(224).parameters, 25'557'032);
  EXPECT_EQ(resnet_50_cost(224).multiply_adds, 4'089'184'256.0);
  EXPECT_EQ(vit_base_cost(224).parameters, real_model("ViT-B/16")->published);
  EXPECT_EQ(vit_base_cost(224).multiply_adds, cost_of(*real_model("ViT-B/16"), 197).multiply_adds);
  // Attention costs as much as a 3 x 3 convolution at 2.5 d cells.
  EXPECT_EQ(convolution_multiply_adds(250, 100), attention_multiply_adds(250, 100));
  EXPECT_LT(attention_multiply_adds(249, 100), convolution_multiply_adds(249, 100));
  // A cell that sees both corners of a row, layer by layer.
  for (int wide = 2; wide < 20; ++wide) {
    std::vector<int> left(static_cast<std::size_t>(wide)), right(left);
    left.front() = right.back() = 1;
    int layers = 0;
    const auto meet = [&] {
      for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] == 1 && right[i] == 1) return true;
      return false;
    };
    const auto spread = [](std::vector<int>& seen) {
      const std::vector<int> before = seen;
      for (std::size_t i = 0; i < seen.size(); ++i) {
        if (i > 0) seen[i] = std::max(seen[i], before[i - 1]);
        if (i + 1 < seen.size()) seen[i] = std::max(seen[i], before[i + 1]);
      }
    };
    for (; !meet(); ++layers) {
      spread(left);
      spread(right);
    }
    EXPECT_EQ(layers_to_meet(wide), layers) << wide;
  }
}

TEST(LabCost, TheLineOfGrowthLeavesNoSlopeBehind) {
  const Growth growth = growth_since(2018);
  // The largest of each year, found the long way.
  std::size_t years = 0;
  for (int year = 2018; year < 2030; ++year) {
    std::int64_t most = 0;
    for (const RealModel& model : real_models()) {
      if (static_cast<int>(model.year) == year) most = std::max(most, parameters_of(model).total());
    }
    if (most == 0) continue;
    ASSERT_LT(years, growth.largest.size());
    EXPECT_EQ(parameters_of(*growth.largest[years]).total(), most) << year;
    ++years;
  }
  EXPECT_EQ(years, growth.largest.size());
  // Least squares: what the line leaves sums to nothing, and does not lean either.
  double left = 0;
  double leaning = 0;
  for (const RealModel* model : growth.largest) {
    const double rest = std::log10(static_cast<double>(parameters_of(*model).total())) -
                        std::log10(growth.parameters(model->year));
    left += rest;
    leaning += rest * (model->year - 2018);
  }
  EXPECT_NEAR(left, 0, 1e-9);
  EXPECT_NEAR(leaning, 0, 1e-9);
  EXPECT_NEAR(growth.parameters(2021) / growth.parameters(2020), growth.factor(), 1e-9);
}

TEST(LabCost, ThePapersOtherSizesAreCountedAsPublished) {
  // Chowdhery et al. 2022, table 1: 8.63 G and 62.50 G, of the same kind as the largest.
  RealModel palm = *real_model("PaLM 540B");
  const auto total = [&](int layers, int heads, int d_model) {
    palm.layers = layers;
    palm.heads = heads;
    palm.d_model = d_model;
    palm.d_ff = 4 * d_model;
    return static_cast<double>(parameters_of(palm).total()) / 1e9;
  };
  EXPECT_NEAR(total(32, 16, 4096), 8.63, 0.005);
  EXPECT_NEAR(total(64, 32, 8192), 62.50, 0.005);
  EXPECT_NEAR(total(118, 48, 18432), 540.35, 0.01);
}

TEST(LabCost, NumbersThatArePublishedElsewhere) {
  // Pope et al. 2022 and the release notes of Llama 2: 2 x 2 x 32 x 4096 bytes a token.
  EXPECT_DOUBLE_EQ(cost_of(*real_model("Llama 2 7B"), 4096).cache, 2.0 * 2 * 32 * 4096 * 4096);
  // Eight instead of sixty-four heads keep an eighth.
  EXPECT_DOUBLE_EQ(cost_of(*real_model("Llama 2 70B"), 1).cache, 2.0 * 2 * 80 * 8 * 128);
  // ViT-B/16 at 224 x 224: 17.56 G multiply-adds in torchvision's table.
  EXPECT_NEAR(cost_of(*real_model("ViT-B/16"), 197).multiply_adds / 1e9, 17.56, 0.02);
  EXPECT_NEAR(cost_of(*real_model("ViT-L/16"), 197).multiply_adds / 1e9, 61.55, 0.05);
}

TEST(LabCost, ATapeCountsWhatTheFormulaSays) {
  const TemporaryFolder folder;
  for (const int heads : {1, 2, 4}) {
    TransformerConfig config{.d_model = 16, .d_ff = 24};
    config.encoder_heads = heads;
    const auto model = load_model(saved_model(folder, config), AnswerKind::translation);
    const TracePtr trace = model->trace({.text = tired_sentence});
    const auto n = static_cast<double>(trace->words().source.size());
    EXPECT_DOUBLE_EQ(static_cast<double>(multiply_adds(trace->tape(), "encoder.0.self_attention.")),
                     attention_multiply_adds(n, 16));
  }
}

// h_t = f(W x_t + U h_t-1) for n words, recorded step by step.
std::int64_t recorded_recurrent(int n, int d) {
  Tape tape;
  const Matrix square = Matrix::Zero(d, d);
  const Matrix row = Matrix::Zero(1, d);
  const int w = tape.constant({"w"}, view(square));
  const int u = tape.constant({"u"}, view(square));
  int h = tape.constant({"h"}, view(row));
  for (int t = 0; t < n; ++t) {
    const int x = tape.constant({"x"}, view(row));
    const int read = tape.record({"read"}, linear(0, d), {x, w});
    const int kept = tape.record({"kept"}, linear(0, d), {h, u});
    h = tape.record({"state"}, activate(Activation::relu), {tape.record({"sum"}, add(), {read, kept})});
  }
  return multiply_adds(tape, "");
}

// Multiply-adds of one head as wide as the layer: everything, and what is between the words alone.
struct RecordedAttention {
  std::int64_t all = 0, pairs = 0;
};
RecordedAttention recorded_attention(int n, int d) {
  TransformerConfig config{.d_model = d, .d_ff = 1};
  config.encoder_heads = 1;
  config.encoder_layers = 1;
  config.decoder_layers = 0;
  config.source_words = 1;
  config.max_tokens = n;
  const Weights weights = Weights::zeros(config);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>(static_cast<std::size_t>(n), 0));
  const std::string path = "encoder.0.self_attention.";
  return {multiply_adds(tape, path),
          multiply_adds(tape, path + "head.0.scores") + multiply_adds(tape, path + "head.0.output")};
}

TEST(LabCost, BothLayersCostOnATapeWhatTheFormulasSay) {
  for (const int d : {1, 6, 16}) {
    for (const int n : {1, 2, 5, 6, 7, 12, 31, 32, 33, 100}) {
      const auto words = static_cast<double>(n);
      const RecordedAttention attention = recorded_attention(n, d);
      const std::int64_t recurrent = recorded_recurrent(n, d);
      EXPECT_EQ(static_cast<double>(attention.all), attention_multiply_adds(words, d));
      EXPECT_EQ(static_cast<double>(recurrent), recurrent_multiply_adds(words, d));

      // With its projections a layer of attention always takes more.
      EXPECT_GT(attention.all, recurrent);
      // Between the words are fewer than in the projections up to n = 2d, and more behind it.
      EXPECT_EQ(attention.pairs < attention.all - attention.pairs, n < 2 * d) << n << ", " << d;
      EXPECT_EQ(attention.pairs == attention.all - attention.pairs, n == 2 * d) << n << ", " << d;
      // Table 1 of the paper: without them it is the cheaper one while n < d.
      EXPECT_EQ(attention.pairs < recurrent, n < d) << n << ", " << d;
    }
  }
}

// The cost of a whole pass, step by step: against tapes of models of the same shape, and against a list of
// named steps where no tape can be recorded.

using Kind = RealModel::Kind;

// A model in both languages: one records, the other is counted.
struct Shaped {
  TransformerConfig config;
  RealModel model;
  int tokens = 0;
};

Shaped shaped(Kind kind, int heads, int d_head, FeedForward feed_forward, Positions positions, int tokens) {
  Shaped made;
  made.tokens = tokens;
  const bool both = kind == Kind::encoder_decoder;
  TransformerConfig& config = made.config;
  config.d_model = heads * d_head;
  config.d_ff = 3 * config.d_model - 1;
  config.encoder_layers = 3;
  config.decoder_layers = both ? 3 : 0;
  config.encoder_heads = config.decoder_heads = config.cross_heads = heads;
  config.source_words = 41;
  config.target_words = kind == Kind::encoder || kind == Kind::vision ? 0 : 41;
  config.max_tokens = 16;
  config.norm_place = both || kind == Kind::encoder ? NormPlace::post : NormPlace::pre;
  config.positions = positions;
  config.feed_forward = feed_forward;
  config.tied_output = both;
  config.causal_encoder = kind == Kind::decoder;
  config.check();

  RealModel& model = made.model;
  model.kind = kind;
  model.layers = config.encoder_layers;
  model.d_model = config.d_model;
  model.d_ff = config.d_ff;
  model.heads = model.key_value_heads = heads;
  model.vocabulary = kind == Kind::vision ? 13 : 41;
  model.positions = positions == Positions::learned ? config.max_tokens : 0;
  model.rotary = positions == Positions::rotary;
  model.gated = feed_forward == FeedForward::swiglu;
  model.patch = kind == Kind::vision ? 2 : 0;
  return made;
}

struct Counted {
  std::int64_t multiply_adds = 0;
  std::int64_t weights = 0;
  std::int64_t values = 0;
};

// One pass as this application records it. What only scales, masks, lays side by side or reads positions off
// a table is no value of its own.
Counted recorded(const Shaped& shape) {
  const Weights weights = Weights::random(shape.config, 3);
  Tape tape;
  Recording recording(tape, shape.config, weights);
  const std::vector<int> words(static_cast<std::size_t>(shape.tokens), 2);
  int out = record_encoder(recording, words);
  if (shape.config.decoder_layers > 0) out = record_decoder(recording, words, out);
  if (shape.config.target_words > 0) record_probabilities(recording, record_logits(recording, out));

  const std::set<std::string_view> in_place{"scale", "mask", "concatenate", "rows", "sinusoidal_positions"};
  Counted counted;
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (node.kind != Node::Kind::computed) continue;
    if (!in_place.contains(node.op->name())) counted.values += node.shape.size();
    if (node.label.path.ends_with(".weights")) counted.weights += node.shape.size();
  }
  counted.multiply_adds = multiply_adds(tape, "");
  return counted;
}

TEST(LabCostSteps, APassCostsWhatATapeOfThatShapeRecords) {
  int compared = 0;
  for (const Kind kind : {Kind::encoder_decoder, Kind::decoder, Kind::encoder, Kind::vision}) {
    for (const FeedForward feed_forward : {FeedForward::relu, FeedForward::gelu_tanh, FeedForward::swiglu}) {
      for (const Positions positions : {Positions::sinusoidal, Positions::learned, Positions::rotary}) {
        // Which positions such a model has.
        if ((kind == Kind::encoder_decoder) != (positions == Positions::sinusoidal)) continue;
        if (kind != Kind::decoder && positions == Positions::rotary) continue;
        for (const int heads : {1, 2, 5}) {
          for (const int tokens : {1, 4, 11}) {
            const Shaped shape = shaped(kind, heads, 6, feed_forward, positions, tokens);
            Counted tape = recorded(shape);
            const std::int64_t d = shape.config.d_model;
            if (kind == Kind::encoder) {
              tape.values += tokens * d;  // the norm of what is read
              tape.values += d + d;       // the pooler over [CLS], and its tanh
              tape.multiply_adds += d * d;
            }
            if (kind == Kind::vision) {
              tape.values -= d;        // the token of the class is no patch
              tape.values += 13 + 13;  // classes, and their softmax
              tape.multiply_adds += (tokens - 1) * 3 * 2 * 2 * d + d * 13;
            }
            const Cost cost = cost_of(shape.model, tokens);
            EXPECT_EQ(cost.multiply_adds, static_cast<double>(tape.multiply_adds));
            EXPECT_EQ(cost.weights, 2.0 * static_cast<double>(tape.weights));
            EXPECT_EQ(cost.activations, 2.0 * static_cast<double>(tape.values))
                << static_cast<int>(kind) << ", " << heads << " heads, " << tokens << " tokens";
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_EQ(compared, 5 * 3 * 3 * 3);
}

// The steps of a pass by name, each added as it comes.
class Steps {
 public:
  Steps(const RealModel& model, std::int64_t tokens) : m_(model), t_(tokens) {}

  Counted count() {
    const bool both = m_.kind == Kind::encoder_decoder;
    for (int stack = 0; stack < (both ? 2 : 1); ++stack) {
      read();
      for (int layer = 0; layer < m_.layers; ++layer) {
        for (int attention = 0; attention <= stack; ++attention) this->attention();
        feed_forward();
      }
    }
    const bool pre = m_.kind == Kind::decoder || m_.kind == Kind::vision;
    if (pre) value(t_, m_.d_model);  // the norm at the top
    write();
    return sum_;
  }

 private:
  void value(std::int64_t rows, std::int64_t cols) { sum_.values += rows * cols; }
  void product(std::int64_t rows, std::int64_t inner, std::int64_t cols) {
    sum_.multiply_adds += rows * inner * cols;
    value(rows, cols);
  }

  void read() {
    if (m_.kind == Kind::vision) {
      product(t_ - 1, std::int64_t{3} * m_.patch * m_.patch, m_.d_model);
    } else {
      value(t_, m_.d_model);  // rows of the embedding
    }
    if (m_.positions > 0 || m_.kind == Kind::encoder_decoder) value(t_, m_.d_model);  // plus positions
    if (m_.kind == Kind::encoder) value(t_, m_.d_model);                              // norm
  }

  void attention() {
    const std::int64_t size = m_.d_head();
    value(t_, m_.d_model);  // norm
    for (int head = 0; head < m_.key_value_heads; ++head) {
      product(t_, m_.d_model, size);   // keys
      product(t_, m_.d_model, size);   // values
      if (m_.rotary) value(t_, size);  // keys, turned
    }
    for (int head = 0; head < m_.heads; ++head) {
      product(t_, m_.d_model, size);   // queries
      if (m_.rotary) value(t_, size);  // queries, turned
      product(t_, size, t_);           // scores
      value(t_, t_);                   // weights
      sum_.weights += t_ * t_;
      product(t_, t_, size);  // mixed values
    }
    product(t_, m_.heads * size, m_.d_model);
    value(t_, m_.d_model);  // residual
  }

  void feed_forward() {
    if (!m_.parallel) value(t_, m_.d_model);  // norm
    product(t_, m_.d_model, m_.d_ff);
    if (m_.gated) {
      product(t_, m_.d_model, m_.d_ff);
      value(t_, m_.d_ff);  // gate times hidden
    }
    value(t_, m_.d_ff);  // activation
    product(t_, m_.d_ff, m_.d_model);
    value(t_, m_.d_model);  // residual
  }

  void write() {
    switch (m_.kind) {
      case Kind::encoder:
        product(1, m_.d_model, m_.d_model);
        value(1, m_.d_model);
        break;
      case Kind::vision:
        product(1, m_.d_model, m_.vocabulary);
        value(1, m_.vocabulary);
        break;
      case Kind::decoder:
      case Kind::encoder_decoder:
        product(t_, m_.d_model, m_.vocabulary);
        value(t_, m_.vocabulary);
        break;
    }
  }

  const RealModel& m_;
  std::int64_t t_;
  Counted sum_;
};

TEST(LabCostSteps, EveryNamedModelCostsTheSumOfItsSteps) {
  std::set<Kind> kinds;
  for (const RealModel& model : real_models()) {
    kinds.insert(model.kind);
    for (const std::int64_t tokens : {1, 7, 300, 2048}) {
      const Counted sum = Steps(model, tokens).count();
      const Cost cost = cost_of(model, static_cast<double>(tokens));
      EXPECT_DOUBLE_EQ(cost.multiply_adds, static_cast<double>(sum.multiply_adds)) << model.name << tokens;
      EXPECT_DOUBLE_EQ(cost.weights, 2.0 * static_cast<double>(sum.weights)) << model.name << tokens;
      EXPECT_DOUBLE_EQ(cost.activations, 2.0 * static_cast<double>(sum.values)) << model.name << tokens;
    }
  }
  EXPECT_EQ(kinds.size(), 4U);
}

TEST(LabCostSteps, LogitsAreAmongTheActivations) {
  RealModel without = *real_model("GPT-2 small");
  const double all = cost_of(without, 1024).activations;
  without.vocabulary = 0;
  EXPECT_EQ(all - cost_of(without, 1024).activations, 2.0 * 2 * 1024 * 50257);
}

// Of Llama 2 7B the list of models has the same cache, counted there in another way.
TEST(LabCost, WhatIsKeptOfATokenIsWhatItsKeysAndValuesTake) {
  for (const KeptModel& model : kept_models()) {
    SCOPED_TRACE(model.name);
    EXPECT_FALSE(model.source.empty());
    EXPECT_NEAR(model.bytes(2) / model.bytes(1), 2, 1e-12) << "all windows are longer";
    EXPECT_GE(model.saved(1), 1);
    EXPECT_EQ(model.saved(1) > 1, model.kind != KeptModel::Kind::each_head);
    if (const RealModel* same = real_model(model.name); same != nullptr) {
      for (const double tokens : {1.0, 1000.0})
        EXPECT_DOUBLE_EQ(model.bytes(tokens), cost_of(*same, tokens).cache);
    }
  }
  const auto named = [](std::string_view name) {
    return *std::find_if(kept_models().begin(), kept_models().end(),
                         [&](const KeptModel& model) { return model.name == name; });
  };
  EXPECT_EQ(named("Llama 2 7B").bytes(1), 512 * 1024);
  EXPECT_EQ(named("DeepSeek-V2").bytes(1), 2.0 * 60 * (512 + 64));
  EXPECT_NEAR(named("DeepSeek-V2").saved(1), 2.0 * 128 * 128 / 576, 1e-9);
  EXPECT_EQ(named("Falcon 7B").saved(1), 71);
}

TEST(LabCost, AWindowKeepsNoMoreThanItsTokensInLayersThatDoNotSeeAll) {
  for (const KeptModel& model : kept_models()) {
    SCOPED_TRACE(model.name);
    const double more = model.bytes(200'001) - model.bytes(200'000);
    EXPECT_NEAR(more, model.bytes(1) * model.layers_that_see_all() / model.layers, 1e-3);
    // Counted token by token and layer by layer.
    double sum = 0;
    constexpr int tokens = 5000;
    for (int layer = 0; layer < model.layers; ++layer) {
      const bool all = model.window == 0 || (model.sees_all > 0 && (layer + 1) % model.sees_all == 0);
      for (int token = 0; token < tokens; ++token)
        if (all || token >= tokens - model.window) sum += 2 * model.numbers();
    }
    EXPECT_DOUBLE_EQ(model.bytes(tokens), sum);
  }
}

}  // namespace
}  // namespace headlight
