#include <cmath>
#include <sstream>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

class Lookup final : public Op {
 public:
  std::string_view name() const override { return "lookup"; }
  std::string symbol() const override { return "one-hot ×"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 2, 2);
    require(in[0].cols == 1, "token numbers stand in one column, not ", in[0]);
    return {in[0].rows, in[1].cols};
  }

  bool row_by_row(int input) const override { return input == 0; }
  bool explained_by(int input) const override { return input == 0; }

  void forward(const Forward& step) const override {
    for (int t = 0; t < step.out.shape.rows; ++t) {
      step.out.map().row(t) = step.inputs[1].map().row(token(step.inputs, t));
    }
  }

  void backward(const Backward& step) const override {
    if (!step.input_gradients[1]) return;
    for (int t = 0; t < step.out.shape.rows; ++t) {
      step.input_gradients[1].map().row(token(step.inputs, t)) += step.out_gradient.map().row(t);
    }
  }

  // All other terms of the product have a zero in them.
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    return Expression::product({Expression::number(1), Expression::cell(1, token(in, row), col)});
  }
  OpCode code(std::span<const Shape> in) const override {
    return {.all = {"{y} = {E}[{t}]"},
            .inputs = {{"t", PythonType::whole_numbers}, {"E"}},
            .attributes = {{"V", python_number(in[1].rows)}},
            .cell = {"number = {t}[{row}]\nvector = {E}[number]\n{cell} = vector[{col}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    constexpr const char* behind = "\n{dE} = one_hot.T @ {dy}  # a row that was taken twice gets both";
    return {"one_hot = np.equal.outer({t}, np.arange({V})).astype(np.float32)" + std::string(behind),
            "one_hot = functional.one_hot({t}, {V}).float()" + std::string(behind)};
  }

 private:
  static int token(std::span<const ConstView> in, int row) {
    // An edit can have put any number there.
    const float number = in[0](row, 0);
    if (!(number >= 0 && number < static_cast<float>(in[1].shape.rows)) || number != std::floor(number)) {
      std::ostringstream text;
      text << "token " << number << " is not in the vocabulary: its words have the numbers 0 to "
           << in[1].shape.rows - 1;
      throw std::invalid_argument(text.str());
    }
    return static_cast<int>(number);
  }
};

}  // namespace

OpPtr lookup() {
  static const OpPtr op = std::make_shared<Lookup>();
  return op;
}

namespace {

class Concatenate final : public Op {
 public:
  std::string_view name() const override { return "concatenate"; }
  std::string symbol() const override { return "side by side"; }

  Shape shape(std::span<const Shape> in) const override {
    require(!in.empty(), "takes at least one input");
    Shape all{in[0].rows, 0};
    for (const Shape& one : in) {
      require(one.rows == all.rows, "heads differ in their rows: ", in[0], " and ", one);
      all.cols += one.cols;
    }
    return all;
  }
  bool row_by_row(int) const override { return true; }
  void forward(const Forward& step) const override {
    int begin = 0;
    for (const ConstView& in : step.inputs) {
      step.out.columns(begin, in.shape.cols) = in.map();
      begin += in.shape.cols;
    }
  }
  void backward(const Backward& step) const override {
    int begin = 0;
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
      const int cols = step.inputs[i].shape.cols;
      if (step.input_gradients[i]) step.input_gradients[i].map() += step.out_gradient.columns(begin, cols);
      begin += cols;
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    int input = 0;
    while (col >= in[input].shape.cols) col -= in[input++].shape.cols;
    return Expression::cell(input, row, col);
  }
  OpCode code(std::span<const Shape> in) const override {
    return {
        .all = {"{y} = np.concatenate({inputs}, axis=1)", "{y} = torch.cat({inputs}, dim=1)"},
        .inputs = std::vector<CodeInput>(in.size()),
        .attributes = sizes_in_code(widths(in)),
        .cell = all_the_same(widths(in))
                    ? LinesOfCode{"part = {inputs}[{col} // {size}]\n{cell} = part[{row}, {col} % {size}]"}
                    : LinesOfCode{"row = np.concatenate([part[{row}] for part in {inputs}])\n"
                                  "{cell} = row[{col}]",
                                  "row = torch.cat([part[{row}] for part in {inputs}])\n"
                                  "{cell} = row[{col}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape> in) const override {
    return {all_the_same(widths(in)) ? "{gradients} = np.split({dy}, {count}, axis=1)"
                                     : "{gradients} = np.split({dy}, [{ends}], axis=1)",
            "{gradients} = {dy}.split([{sizes}], dim=1)"};
  }

 private:
  static std::vector<int> widths(std::span<const Shape> in) {
    std::vector<int> widths;
    for (const Shape& one : in) widths.push_back(one.cols);
    return widths;
  }
};

}  // namespace

OpPtr concatenate() {
  static const OpPtr op = std::make_shared<Concatenate>();
  return op;
}

}  // namespace headlight
