// Row-major float matrices: the one number type of Headlight. A row is a token, a column a dimension.
#pragma once

#include <Eigen/Core>
#include <string>

namespace headlight {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using Map = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

struct Shape {
  int rows = 0;
  int cols = 0;
  Eigen::Index size() const { return Eigen::Index{rows} * cols; }
  bool operator==(const Shape&) const = default;
};

// "[11, 64]"
inline std::string to_string(Shape shape) {
  return "[" + std::to_string(shape.rows) + ", " + std::to_string(shape.cols) + "]";
}

// Numbers somebody else owns, dense and row-major. `map()` lends them to Eigen.
struct ConstView {
  const float* data = nullptr;
  Shape shape;

  ConstMap map() const { return {data, shape.rows, shape.cols, Eigen::OuterStride<>(shape.cols)}; }
  // The columns begin .. begin + count, without copying.
  ConstMap columns(int begin, int count) const {
    return {data + begin, shape.rows, count, Eigen::OuterStride<>(shape.cols)};
  }
  // The rows first .. first + count, without copying.
  ConstView rows(int first, int count) const {
    return {data + Eigen::Index{first} * shape.cols, {count, shape.cols}};
  }
  float operator()(int row, int col) const { return data[Eigen::Index{row} * shape.cols + col]; }
};

struct View {
  float* data = nullptr;
  Shape shape;

  Map map() const { return {data, shape.rows, shape.cols, Eigen::OuterStride<>(shape.cols)}; }
  Map columns(int begin, int count) const {
    return {data + begin, shape.rows, count, Eigen::OuterStride<>(shape.cols)};
  }
  float& operator()(int row, int col) const { return data[Eigen::Index{row} * shape.cols + col]; }
  operator ConstView() const { return {data, shape}; }
  explicit operator bool() const { return data != nullptr; }
};

inline ConstView view(const Matrix& matrix) {
  return {matrix.data(), {static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())}};
}
inline ConstView view(const ConstMap& map) {
  return {map.data(), {static_cast<int>(map.rows()), static_cast<int>(map.cols())}};
}
inline View view(Matrix& matrix) {
  return {matrix.data(), {static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())}};
}

}  // namespace headlight
