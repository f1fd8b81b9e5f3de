#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

double divisor(int i, int dimensions) {
  const int pair = i / 2;
  return std::pow(10000.0, 2.0 * pair / dimensions);
}

// Sines and cosines [rows or more, dimensions]. Computed once for as many rows as were ever asked for: a
// decoder asks again at every word.
std::shared_ptr<const Matrix> sinusoids(int rows, int dimensions) {
  static std::mutex guard;
  static std::map<int, std::shared_ptr<const Matrix>> tables;
  const std::lock_guard lock(guard);
  std::shared_ptr<const Matrix>& table = tables[dimensions];
  if (table != nullptr && table->rows() >= rows) return table;
  Matrix made(std::max(rows, 64), dimensions);
  for (int i = 0; i < dimensions; ++i) {
    const double wavelength = divisor(i, dimensions);
    for (int t = 0; t < made.rows(); ++t)
      made(t, i) = static_cast<float>(i % 2 == 0 ? std::sin(t / wavelength) : std::cos(t / wavelength));
  }
  return table = std::make_shared<const Matrix>(std::move(made));
}

class Sinusoidal final : public Op {
 public:
  Sinusoidal(int tokens, int dimensions, int first)
      : shape_{tokens, dimensions}, first_(first), table_(sinusoids(first + tokens, dimensions)) {}

  std::string_view name() const override { return "sinusoidal_positions"; }
  std::string symbol() const override { return "sin, cos"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 0, 0);
    return shape_;
  }

  void forward(const Forward& step) const override {
    step.out.map() = table_->middleRows(first_ + step.first, step.out.shape.rows);
  }

  void backward(const Backward&) const override {}

  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    using Kind = Expression::Kind;
    return Expression::function(col % 2 == 0 ? Kind::sin : Kind::cos,
                                Expression::quotient(Expression::number(first_ + row),
                                                     Expression::number(divisor(col, shape_.cols))));
  }

 private:
  Shape shape_;
  int first_;
  std::shared_ptr<const Matrix> table_;
};

class Rows final : public Op {
 public:
  Rows(int begin, int count) : begin_(begin), count_(count) {}

  std::string_view name() const override { return "rows"; }
  std::string symbol() const override { return "rows"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    require(begin_ >= 0 && begin_ + count_ <= in[0].rows, "there are ", in[0].rows, " rows, wanted are ",
            begin_, " to ", begin_ + count_ - 1);
    return {count_, in[0].cols};
  }

  RowRange rows_read(std::span<const Shape>, int, int row) const override { return {begin_ + row, 1}; }

  void forward(const Forward& step) const override {
    step.out.map() = step.inputs[0].map().middleRows(begin_ + step.first, step.out.shape.rows);
  }

  void backward(const Backward& step) const override {
    if (step.input_gradients[0]) {
      step.input_gradients[0].map().middleRows(begin_, count_) += step.out_gradient.map();
    }
  }

  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::cell(0, begin_ + row, col);
  }

 private:
  int begin_;
  int count_;
};

}  // namespace

OpPtr sinusoidal_positions(int tokens, int dimensions, int first) {
  return std::make_shared<Sinusoidal>(tokens, dimensions, first);
}
OpPtr rows(int begin, int count) { return std::make_shared<Rows>(begin, count); }

}  // namespace headlight
