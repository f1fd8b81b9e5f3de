// A model's tensors by name, each a matrix: vectors are one row.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/layers/config.h"
#include "core/matrix/matrix.h"
#include "core/tape/axis.h"

namespace headlight {

struct TensorSpec {
  // What it is filled with at first; distances: a relative table, which starts at zero.
  enum class Start { xavier, embedding, ones, zeros, distances };
  std::string name;  // "encoder.0.self_attention.query.weight"
  Shape shape;
  Start start;
  Axis rows = Axis::one;  // named where a row or a column stands for a word
  Axis cols = Axis::one;
};

// Every tensor of a model, in file order. W stands as [in, out], so that y = x W + b.
std::vector<TensorSpec> tensors_of(const TransformerConfig& config);

class Weights {
 public:
  Weights() = default;
  // Xavier-uniform for linear layers (Glorot and Bengio 2010), normal(0, 1/sqrt(d)) for embeddings.
  static Weights random(const TransformerConfig& config, std::uint64_t seed);
  // All zeros: sums of gradients, moments.
  static Weights zeros(const TransformerConfig& config);
  // The same of any tensors, whatever model they are of.
  static Weights random(std::vector<TensorSpec> specs, std::uint64_t seed);
  static Weights zeros(std::vector<TensorSpec> specs) { return Weights(std::move(specs)); }
  // Of the tensors of others.
  static Weights zeros_like(const Weights& others) { return Weights(others.specs_); }

  std::size_t count() const { return specs_.size(); }
  const TensorSpec& spec(std::size_t i) const { return specs_[i]; }
  Matrix& tensor(std::size_t i) { return tensors_[i]; }
  const Matrix& tensor(std::size_t i) const { return tensors_[i]; }
  // Throws std::out_of_range naming the tensor.
  const Matrix& operator[](std::string_view name) const { return tensors_[index(name)]; }
  Matrix& operator[](std::string_view name) { return tensors_[index(name)]; }
  bool has(std::string_view name) const;
  std::size_t index(std::string_view name) const;
  // How many numbers in all.
  std::int64_t parameters() const;

 private:
  explicit Weights(std::vector<TensorSpec> specs);
  std::vector<TensorSpec> specs_;
  std::vector<Matrix> tensors_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace headlight
