// What recurrent layers need beside the ops of every layer.
#include <algorithm>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Stack final : public Op {
 public:
  std::string_view name() const override { return "stack"; }
  std::string symbol() const override { return "one below the other"; }

  Shape shape(std::span<const Shape> in) const override {
    require(!in.empty(), "takes at least one input");
    Shape all{0, in[0].cols};
    for (const Shape& one : in) {
      require(one.cols == all.cols, "inputs differ in their columns: ", in[0], " and ", one);
      all.rows += one.rows;
    }
    return all;
  }
  RowRange rows_read(std::span<const Shape> in, int input, int row) const override {
    for (int before = 0; before < input; ++before) row -= in[before].rows;
    const bool here = row >= 0 && row < in[input].rows;
    return here ? RowRange{row, 1} : RowRange{};
  }
  void forward(const Forward& step) const override {
    // Rows first .. of the value can be asked for alone.
    int begin = -step.first;
    const int rows = step.out.shape.rows;
    for (const ConstView& in : step.inputs) {
      const int from = std::max(0, -begin);
      const int count = std::min(in.shape.rows, rows - begin) - from;
      if (count > 0) step.out.map().middleRows(begin + from, count) = in.map().middleRows(from, count);
      begin += in.shape.rows;
    }
  }
  void backward(const Backward& step) const override {
    int begin = 0;
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
      const int rows = step.inputs[i].shape.rows;
      if (step.input_gradients[i])
        step.input_gradients[i].map() += step.out_gradient.map().middleRows(begin, rows);
      begin += rows;
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    int input = 0;
    while (row >= in[input].shape.rows) row -= in[input++].shape.rows;
    return Expression::cell(input, row, col);
  }
  OpCode code(std::span<const Shape> in) const override {
    return {
        .all = {"{y} = np.concatenate({inputs}, axis=0)", "{y} = torch.cat({inputs}, dim=0)"},
        .inputs = std::vector<CodeInput>(in.size()),
        .attributes = sizes_in_code(heights(in)),
        .cell = all_the_same(heights(in))
                    ? LinesOfCode{"part = {inputs}[{row} // {size}]\n{cell} = part[{row} % {size}, {col}]"}
                    : LinesOfCode{"column = np.concatenate([part[:, {col}] for part in {inputs}])\n"
                                  "{cell} = column[{row}]",
                                  "column = torch.cat([part[:, {col}] for part in {inputs}])\n"
                                  "{cell} = column[{row}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape> in) const override {
    return {all_the_same(heights(in)) ? "{gradients} = np.split({dy}, {count}, axis=0)"
                                      : "{gradients} = np.split({dy}, [{ends}], axis=0)",
            "{gradients} = {dy}.split([{sizes}], dim=0)"};
  }

 private:
  static std::vector<int> heights(std::span<const Shape> in) {
    std::vector<int> heights;
    for (const Shape& one : in) heights.push_back(one.rows);
    return heights;
  }
};

class Columns final : public Op {
 public:
  Columns(int begin, int count) : begin_(begin), count_(count) {}

  std::string_view name() const override { return "columns"; }
  std::string symbol() const override { return "columns"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    require(begin_ >= 0 && count_ >= 0 && begin_ + count_ <= in[0].cols, "x ", in[0], " has no columns ",
            begin_, " to ", begin_ + count_ - 1);
    return {in[0].rows, count_};
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    step.out.map() = step.inputs[0].columns(begin_, count_);
  }
  void backward(const Backward& step) const override {
    if (step.input_gradients[0]) step.input_gradients[0].columns(begin_, count_) += step.out_gradient.map();
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::cell(0, row, begin_ + col);
  }
  OpCode code(std::span<const Shape> in) const override {
    return {.all = {"{y} = {x}[:, {columns}]"},
            .inputs = {{"x"}},
            .attributes = {{"columns", range_of_places(begin_, count_, ":")},
                           {"begin", python_number(begin_)},
                           {"behind", python_number(in[0].cols - begin_ - count_)}},
            .cell = {begin_ == 0 ? "{cell} = {x}[{row}, {col}]" : "{cell} = {x}[{row}, {begin} + {col}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dx} = np.pad({dy}, ((0, 0), ({begin}, {behind})))  # 0 in the other columns",
            "{dx} = functional.pad({dy}, ({begin}, {behind}))  # 0 in the other columns"};
  }

 private:
  int begin_;
  int count_;
};

class Blend final : public Op {
 public:
  std::string_view name() const override { return "blend"; }
  std::string symbol() const override { return "(1 − z) ⊙ a + z ⊙ b"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 3, 3);
    require(in[0] == in[1] && in[0] == in[2], "shapes differ: ", in[0], ", ", in[1], " and ", in[2]);
    return in[0];
  }
  bool row_by_row(int) const override { return true; }
  void forward(const Forward& step) const override {
    const auto z = step.inputs[0].map().array();
    const auto a = step.inputs[1].map().array();
    step.out.map().array() = a + z * (step.inputs[2].map().array() - a);
  }
  void backward(const Backward& step) const override {
    const auto z = step.inputs[0].map().array();
    const auto dy = step.out_gradient.map().array();
    if (step.input_gradients[0])
      step.input_gradients[0].map().array() +=
          dy * (step.inputs[2].map().array() - step.inputs[1].map().array());
    if (step.input_gradients[1]) step.input_gradients[1].map().array() += dy * (1.0F - z);
    if (step.input_gradients[2]) step.input_gradients[2].map().array() += dy * z;
  }
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    using E = Expression;
    const E z = E::cell(0, row, col);
    return E::sum(
        {E::product({E::number(1) - z, E::cell(1, row, col)}), E::product({z, E::cell(2, row, col)})});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = (1 - {z}) * {a} + {z} * {b}"}, .inputs = {{"z"}, {"a"}, {"b"}}, .cellwise = true};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dz} = {dy} * ({b} - {a})\n{da} = {dy} * (1 - {z})\n{db} = {dy} * {z}"};
  }
};

}  // namespace

OpPtr stack() {
  static const OpPtr op = std::make_shared<Stack>();
  return op;
}
OpPtr column_range(int begin, int count) { return std::make_shared<Columns>(begin, count); }
OpPtr blend() {
  static const OpPtr op = std::make_shared<Blend>();
  return op;
}

}  // namespace headlight
