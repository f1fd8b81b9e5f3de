#include "app/commands/bench/bench.h"
#include "core/models/transformer.h"

namespace headlight {

namespace {

constexpr int tokens = 128;

TransformerConfig gpt2_small() {
  TransformerConfig config;
  config.d_model = 768;
  config.d_ff = 3072;
  config.encoder_layers = 12;
  config.encoder_heads = 12;
  config.decoder_layers = 0;
  config.source_words = 1000;  // the lookup takes no time worth measuring; the real table is 50257 rows
  config.max_tokens = 1024;
  config.norm_place = NormPlace::pre;
  config.positions = Positions::learned;
  config.feed_forward = FeedForward::gelu_tanh;
  config.scaled_embedding = false;
  config.causal_encoder = true;
  return config;
}

// The matrix products of the twelve layers and nothing else, each as large as it can be.
class BareProducts {
 public:
  explicit BareProducts(const TransformerConfig& config) : config_(config) {
    const int d = config.d_model;
    for (int l = 0; l < config.encoder_layers; ++l) {
      layers_.push_back({Matrix::Random(d, d), Matrix::Random(d, d), Matrix::Random(d, d),
                         Matrix::Random(d, d), Matrix::Random(d, config.d_ff),
                         Matrix::Random(config.d_ff, d)});
    }
    x_ = Matrix::Random(tokens, d);
  }

  void run() {
    const int size = config_.d_model / config_.encoder_heads;
    for (const Layer& layer : layers_) {
      q_.noalias() = x_ * layer.q;
      k_.noalias() = x_ * layer.k;
      v_.noalias() = x_ * layer.v;
      for (int h = 0; h < config_.encoder_heads; ++h) {
        const Eigen::Index begin = Eigen::Index{h} * size;
        scores_.noalias() = q_.middleCols(begin, size) * k_.middleCols(begin, size).transpose();
        mixed_.resize(tokens, config_.d_model);
        mixed_.middleCols(begin, size).noalias() = scores_ * v_.middleCols(begin, size);
      }
      out_.noalias() = mixed_ * layer.o;
      hidden_.noalias() = x_ * layer.up;
      out_.noalias() = hidden_ * layer.down;
    }
  }

 private:
  struct Layer {
    Matrix q, k, v, o, up, down;
  };
  const TransformerConfig& config_;
  std::vector<Layer> layers_;
  Matrix x_, q_, k_, v_, scores_, mixed_, hidden_, out_;
};

}  // namespace

std::vector<Measure> bench_gpt2_shape() {
  const TransformerConfig config = gpt2_small();
  const Weights weights = Weights::random(config, 1);
  std::vector<int> words(tokens);
  for (int t = 0; t < tokens; ++t) words[t] = t * 7 % config.source_words;

  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, words);
  const auto recorded = [&] {
    tape.touch_parameters();
    tape.forward();
  };
  BareProducts bare(config);
  return {{"gpt2_small_recorded_over_bare", median_ratio(9, recorded, [&] { bare.run(); }), "", "<= 1.25"}};
}

}  // namespace headlight
