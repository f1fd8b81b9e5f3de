#include "core/layers/weights.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/matrix/random.h"

namespace headlight {

namespace {

using Values = TensorSpec::Start;

class Specs {
 public:
  explicit Specs(const TransformerConfig& config) : config_(config) {}

  void stream(const std::string& path, int words, Axis word) {
    if (path == "source" || !config_.shared_embedding) {
      specs_.push_back(
          {path + ".embedding", {words, config_.embedding_size()}, Values::embedding, word, Axis::model});
    }
    if (config_.positions == Positions::learned) {
      add(path + ".positions", {config_.max_tokens, config_.d_model}, Values::embedding);
    }
    if (config_.token_types > 0 && path == "source")
      add(path + ".type_vectors", {config_.token_types, config_.d_model}, Values::embedding);
    if (config_.normalized_input) normalized(path + ".normalized");
  }
  void linear(const std::string& path, int in, int out, bool bias = true) {
    add(path + ".weight", {in, out}, Values::xavier);
    if (bias) add(path + ".bias", {1, out}, Values::zeros);
  }
  void normalized(const std::string& path) { normalized(path, config_.d_model); }
  void normalized(const std::string& path, int size) {
    add(path + ".gain", {1, size}, Values::ones);
    if (config_.normalization == Normalization::layer) add(path + ".bias", {1, size}, Values::zeros);
  }
  // `shared`: so many heads have keys and values of their own; 0 for all.
  void attention(const std::string& path, int heads, int shared = 0) {
    const int size = config_.size_of_head(heads), wide = heads * size;
    const int keys = (shared > 0 ? shared : heads) * size;
    const auto of_heads = [&](const char* part, int width) {
      const std::size_t first = specs_.size();
      linear(path + part, config_.d_model, width, config_.query_bias);
      for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].heads = width / size;
    };
    of_heads(".query", wide);
    of_heads(".key", keys);
    of_heads(".value", keys);
    if (config_.query_norm) {
      for (const char* part : {".query_normalized", ".key_normalized"}) normalized(path + part, size);
    }
    linear(path + ".projected", wide, config_.d_model, config_.projected_bias);
  }
  void feed_forward(const std::string& path) {
    const bool bias = config_.feed_forward_bias;
    linear(path + ".hidden", config_.d_model, config_.d_ff, bias);
    if (config_.is_gated()) linear(path + ".gate", config_.d_model, config_.d_ff, bias);
    linear(path + ".output", config_.d_ff, config_.d_model, bias);
  }
  void sub_layer_norms(const std::string& layer, int number, int n) {
    if (config_.normalizes(number, n)) normalized(layer + ".normalized_" + std::to_string(n));
    if (config_.output_norm) normalized(layer + ".output_normalized_" + std::to_string(n));
  }
  void layer(const std::string& stack, int number) {
    const std::string path = stack + "." + std::to_string(number);
    const bool decoder = stack == "decoder";
    int n = 0;
    const int heads = decoder ? config_.decoder_heads : config_.encoder_heads;
    attention(path + ".self_attention", heads, config_.key_value_heads);
    if (config_.has_distances()) {
      add(path + ".self_attention.positions", {heads, 2 * config_.position_reach + 1}, Values::distances);
    }
    sub_layer_norms(path, number, ++n);
    if (decoder && config_.encoder_layers > 0) {
      attention(path + ".cross_attention", config_.cross_heads);
      sub_layer_norms(path, number, ++n);
    }
    feed_forward(path + ".feed_forward");
    sub_layer_norms(path, number, ++n);
  }
  // The logits' tensors; with a tied output their weight is the target's embedding.
  void output() {
    if (config_.classifier != Classifier::none) {
      if (config_.labels_text()) linear("pooled", config_.d_model, config_.d_model);
      linear("classifier", config_.d_model, config_.target_words);
      return;
    }
    if (config_.output_transform) {
      linear("transformed", config_.d_model, config_.d_model, config_.transform_bias);
      normalized("transformed_normalized");
    }
    if (!config_.tied_output) {
      specs_.push_back({"output.weight",
                        {config_.d_model, config_.target_words},
                        Values::xavier,
                        Axis::model,
                        Axis::target_word});
    }
    if (!config_.output_bias) return;
    specs_.push_back({"output.bias", {1, config_.target_words}, Values::zeros, Axis::one, Axis::target_word});
  }
  void end(const std::string& stack) {
    if (config_.norm_place == NormPlace::pre) normalized(stack + ".normalized");
  }
  void add(std::string name, Shape shape, Values start) { specs_.push_back({std::move(name), shape, start}); }
  std::vector<TensorSpec> take() { return std::move(specs_); }

 private:
  const TransformerConfig& config_;
  std::vector<TensorSpec> specs_;
};

void fill(Matrix& tensor, Values start, Random& random) {
  const double d = static_cast<double>(tensor.cols());
  const double bound = std::sqrt(6.0 / static_cast<double>(tensor.rows() + tensor.cols()));
  for (Eigen::Index i = 0; i < tensor.size(); ++i) {
    float& value = tensor.data()[i];
    switch (start) {
      case Values::xavier:
        value = static_cast<float>(random.uniform(-bound, bound));
        break;
      case Values::embedding:
        value = static_cast<float>(random.normal() / std::sqrt(d));
        break;
      case Values::ones:
        value = 1.0F;
        break;
      case Values::zeros:
      case Values::distances:
        value = 0.0F;
        break;
    }
  }
}

}  // namespace

std::vector<TensorSpec> tensors_of(const TransformerConfig& config) {
  Specs specs(config);
  if (config.encoder_layers > 0) {
    specs.stream("source", config.source_words, Axis::source_word);
    for (int l = 0; l < config.encoder_layers; ++l) specs.layer("encoder", l);
    specs.end("encoder");
  }
  if (config.decoder_layers == 0) {
    if (config.target_words > 0 && (!config.tied_output || config.output_transform)) specs.output();
    return specs.take();
  }
  specs.stream("target", config.target_words, Axis::target_word);
  for (int l = 0; l < config.decoder_layers; ++l) specs.layer("decoder", l);
  specs.end("decoder");
  specs.output();
  return specs.take();
}

Weights::Weights(std::vector<TensorSpec> specs) : specs_(std::move(specs)), lent_(specs_.size()) {
  for (const TensorSpec& spec : specs_) {
    index_.emplace(spec.name, tensors_.size());
    tensors_.emplace_back(spec.shape.rows, spec.shape.cols);
  }
}

Weights Weights::zeros(std::vector<TensorSpec> specs) {
  Weights weights(std::move(specs));
  for (Matrix& tensor : weights.tensors_) tensor.setZero();
  return weights;
}
Weights Weights::zeros(const TransformerConfig& config) { return zeros(tensors_of(config)); }

Matrix& Weights::tensor(std::size_t i) {
  if (lent_[i].data != nullptr) {
    tensors_[i] = lent_[i].map();
    lent_[i] = {};
  }
  return tensors_[i];
}

void Weights::lend(std::size_t i, const float* numbers, std::shared_ptr<const MappedFile> file) {
  tensors_[i] = Matrix();
  lent_[i] = {numbers, specs_[i].shape};
  if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(std::move(file));
}

bool Weights::are_whole() const {
  return std::all_of(files_.begin(), files_.end(), [](const auto& file) { return file->is_whole(); });
}

Weights Weights::random(const TransformerConfig& config, std::uint64_t seed) {
  return random(tensors_of(config), seed);
}

Weights Weights::random(std::vector<TensorSpec> specs, std::uint64_t seed) {
  Weights weights(std::move(specs));
  Random random(seed);
  for (std::size_t i = 0; i < weights.count(); ++i)
    fill(weights.tensors_[i], weights.specs_[i].start, random);
  return weights;
}

bool Weights::has(std::string_view name) const { return index_.find(name) != index_.end(); }

std::size_t Weights::index(std::string_view name) const {
  const auto found = index_.find(name);
  if (found == index_.end())
    throw std::out_of_range("the weights have no tensor \"" + std::string(name) + "\"");
  return found->second;
}

std::int64_t Weights::parameters() const {
  std::int64_t count = 0;
  for (const TensorSpec& spec : specs_) count += spec.shape.size();
  return count;
}

}  // namespace headlight
