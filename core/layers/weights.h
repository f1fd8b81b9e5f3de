// A model's tensors by name, each a matrix: vectors are one row.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/layers/config.h"
#include "core/matrix/matrix.h"
#include "core/platform/background.h"
#include "core/platform/files.h"
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
  int heads = 1;  // columns stand in so many equal parts
};

// Every tensor of a model, in file order. W stands as [in, out], so that y = x W + b.
std::vector<TensorSpec> tensors_of(const TransformerConfig& config);

// Is told how much of a model's weights is read, 0 to 1, and says whether to go on.
using Loading = std::function<bool(float share)>;
// Thrown where it says no.
using LoadingCancelled = Stopped;

class Weights {
 public:
  Weights() = default;
  // Xavier-uniform for linear layers (Glorot and Bengio 2010), normal(0, 1/sqrt(d)) for embeddings.
  static Weights random(const TransformerConfig& config, std::uint64_t seed);
  // All zeros: sums of gradients, moments.
  static Weights zeros(const TransformerConfig& config);
  // The same of any tensors, whatever model they are of.
  static Weights random(std::vector<TensorSpec> specs, std::uint64_t seed);
  static Weights zeros(std::vector<TensorSpec> specs);
  // Of the tensors of others.
  static Weights zeros_like(const Weights& others) { return zeros(others.specs_); }
  // To be filled, or lent, one by one.
  static Weights unfilled(std::vector<TensorSpec> specs) { return Weights(std::move(specs)); }

  std::size_t count() const { return specs_.size(); }
  const TensorSpec& spec(std::size_t i) const { return specs_[i]; }
  // To be changed: what was lent is copied.
  Matrix& tensor(std::size_t i);
  ConstMap tensor(std::size_t i) const {
    return lent_[i].data != nullptr ? lent_[i].map() : view(tensors_[i]).map();
  }
  // Throws std::out_of_range naming the tensor.
  ConstMap operator[](std::string_view name) const { return tensor(index(name)); }
  Matrix& operator[](std::string_view name) { return tensor(index(name)); }
  // Numbers of the tensor's shape that lie in a file, as long as that is in use.
  void lend(std::size_t i, const float* numbers, std::shared_ptr<const MappedFile> file);
  // Whether the files of what was lent are still what they were.
  bool are_whole() const;
  bool has(std::string_view name) const;
  std::size_t index(std::string_view name) const;
  // How many numbers in all.
  std::int64_t parameters() const;

 private:
  explicit Weights(std::vector<TensorSpec> specs);
  std::vector<TensorSpec> specs_;
  std::vector<Matrix> tensors_;
  std::vector<ConstView> lent_;  // without numbers: in tensors_
  std::vector<std::shared_ptr<const MappedFile>> files_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace headlight
