// The cost of a whole pass, step by step: against tapes of models of the same shape, and against a list of
// named steps where no tape can be recorded.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/labs/cost.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

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

}  // namespace
}  // namespace headlight
