// Every op: gradients against finite differences, and the formula of each cell against its value.
#include "core/tape/ops/ops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <regex>
#include <set>

#include "core/files/whole_file.h"
#include "core/matrix/random.h"
#include "core/tape/tape.h"
#include "tests/core/alike.h"
#include "tests/python.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

// An op with inputs it fits: those that a gradient can flow into are parameters, the others constants.
struct Case {
  std::string name;
  OpPtr op;
  std::vector<Matrix> parameters;
  std::vector<Matrix> constants;
  bool constants_first = false;  // before the parameters, else behind them
};

std::vector<Case> cases(std::uint64_t seed) {
  Random random(seed);
  const auto m = [&](int rows, int cols) { return normal_matrix(rows, cols, random); };
  // Clear of the corner of max(0, x), where no difference quotient is the slope.
  const auto off_zero = [](Matrix x) {
    return Matrix((x.array() < 0).select(x.array() - 0.1F, x.array() + 0.1F));
  };
  // No two numbers close to each other: where the largest changes, no difference quotient is the slope.
  const auto apart = [](int rows, int cols) {
    Matrix x(rows, cols);
    for (int i = 0; i < rows * cols; ++i) x.data()[i] = 0.1F * static_cast<float>(i * 37 % (rows * cols));
    return x;
  };
  Matrix tokens(4, 1);
  tokens << 2, 0, 5, 2;
  Matrix four_sentences(4, 1);
  four_sentences << 0, 0, 1, 2;
  Matrix three_sentences(3, 1);
  three_sentences << 0, 1, 2;
  return {
      {"lookup", lookup(), {m(6, 3)}, {tokens}, true},
      {"rows", rows(1, 2), {m(5, 3)}, {}},
      {"scale", scale(0.37F), {m(3, 4)}, {}},
      {"scale_by_root", scale_by_root(3), {m(3, 4)}, {}},
      {"divide_by_root", divide_by_root(32), {m(3, 4)}, {}},
      {"soft_cap", soft_cap(1.5F), {m(3, 4)}, {}},
      {"add", add(), {m(3, 4), m(3, 4)}, {}},
      {"multiply", multiply(), {m(3, 4), m(3, 4)}, {}},
      {"linear", linear(0, 5), {m(3, 4), m(4, 5), m(1, 5)}, {}},
      {"linear of a head", linear(2, 2), {m(3, 4), m(4, 6), m(1, 6)}, {}},
      {"linear without bias", linear(1, 3), {m(3, 4), m(4, 5)}, {}},
      {"tied_linear", tied_linear(), {m(3, 4), m(7, 4), m(1, 7)}, {}},
      {"dot_products", dot_products(), {m(3, 4), m(5, 4)}, {}},
      {"additive_alignment", additive_alignment(), {m(3, 4), m(5, 4), m(1, 4)}, {}},
      {"additive_alignment with keys of each", additive_alignment(2), {m(3, 4), m(6, 4), m(1, 4)}, {}},
      {"mix", mix(), {m(3, 5), m(5, 4)}, {}},
      {"mix of what each has", mix(2), {m(3, 2), m(6, 4)}, {}},
      {"convolve", convolve({.height = 4, .width = 5, .kernel = 2}), {m(20, 2), m(8, 3), m(1, 3)}, {}},
      {"convolve beyond the edge, two pictures",
       convolve({.height = 5, .width = 3, .kernel = 3, .stride = 2, .padding = 1, .pictures = 2}),
       {m(30, 2), m(18, 2), m(1, 2)},
       {}},
      {"convolve patches",
       convolve({.height = 4, .width = 6, .kernel = 2, .stride = 2, .pictures = 2}),
       {m(48, 2), m(8, 3), m(1, 3)},
       {}},
      {"convolve of one pixel",
       convolve({.height = 2, .width = 3, .pictures = 2}),
       {m(12, 3), m(3, 4), m(1, 4)},
       {}},
      {"convolve of the whole picture",
       convolve({.height = 3, .width = 3, .kernel = 3, .pictures = 2}),
       {m(18, 2), m(18, 4), m(1, 4)},
       {}},
      {"max_pool, a line left over, two pictures",
       max_pool({.height = 5, .width = 4, .kernel = 2, .stride = 2, .pictures = 2}),
       {apart(40, 3)},
       {}},
      {"max_pool beyond the edge, overlapping",
       max_pool({.height = 5, .width = 5, .kernel = 3, .stride = 2, .padding = 1}),
       {apart(25, 2)},
       {}},
      {"causal mask", mask(true, 0), {m(4, 4)}, {}},
      {"window", mask(false, 2), {m(4, 6)}, {}},
      {"causal mask behind earlier rows", mask(true, 0, false, 2), {m(2, 6)}, {}},
      {"separate", separate(), {m(4, 3)}, {four_sentences, three_sentences}},
      {"softmax", softmax(), {m(3, 5)}, {}},
      // With sums that are far from 0.
      {"divide_by_sum", divide_by_sum(), {Matrix(m(3, 5).cwiseAbs().array() + 0.5F)}, {}},
      {"concatenate", concatenate(), {m(3, 2), m(3, 4), m(3, 1)}, {}},
      {"layer norm", normalize(Normalization::layer, 1e-5F), {m(3, 6), m(1, 6), m(1, 6)}, {}},
      {"scale-only norm", normalize(Normalization::scale_only, 1e-5F), {m(3, 6), m(1, 6)}, {}},
      {"rms norm", normalize(Normalization::rms, 1e-5F), {m(3, 6), m(1, 6)}, {}},
      {"batch norm", batch_normalize(1e-5F), {m(5, 6), m(1, 6), m(1, 6)}, {}},
      {"batch norm with other rows", batch_normalize(1e-5F), {m(3, 6), m(1, 6), m(1, 6), m(4, 6)}, {}},
      {"relu", activate(Activation::relu), {off_zero(m(3, 4))}, {}},
      {"gelu", activate(Activation::gelu), {m(3, 4)}, {}},
      {"gelu_tanh", activate(Activation::gelu_tanh), {m(3, 4)}, {}},
      {"gelu_sigmoid", activate(Activation::gelu_sigmoid), {m(3, 4)}, {}},
      {"silu", activate(Activation::silu), {m(3, 4)}, {}},
      {"sigmoid", activate(Activation::sigmoid), {m(3, 4)}, {}},
      {"tanh", activate(Activation::tanh), {m(3, 4)}, {}},
      {"stack", stack(), {m(2, 3), m(1, 3), m(3, 3)}, {}},
      {"column_range", column_range(1, 2), {m(3, 5)}, {}},
      {"blend", blend(), {m(3, 4), m(3, 4), m(3, 4)}, {}},
      {"dropout", dropout(0.4F), {m(5, 6)}, {}},
      {"drop_rows", drop_rows(0.4F), {m(5, 6)}, {}},
      {"cross_entropy", cross_entropy(0.1F), {m(4, 6)}, {tokens}},
  };
}

int record(Tape& tape, const Case& c) {
  std::vector<int> inputs;
  const auto constants = [&] {
    for (const Matrix& m : c.constants) inputs.push_back(tape.constant({"constant"}, view(m)));
  };
  if (c.constants_first) constants();
  for (const Matrix& m : c.parameters) inputs.push_back(tape.parameter({"parameter"}, view(m)));
  if (!c.constants_first) constants();
  return tape.record({"out"}, c.op, inputs);
}

// A fixed mixture of all cells of the value, so that every cell's gradient differs. Masked cells are left
// out.
double mixture(ConstView value) {
  double sum = 0;
  for (Eigen::Index i = 0; i < value.shape.size(); ++i) {
    if (std::isfinite(value.data[i]))
      sum += static_cast<double>(value.data[i]) * std::cos(1.7 * static_cast<double>(i));
  }
  return sum;
}

TEST(Ops, GradientsAgreeWithFiniteDifferences) {
  for (Case& c : cases(7)) {
    Tape tape;
    const int out = record(tape, c);
    // The mixture as a step of the tape, times 0 where a cell is masked.
    const Shape shape = tape.node(out).shape;
    Matrix factors(shape.rows, shape.cols);
    tape.forward();
    for (Eigen::Index i = 0; i < factors.size(); ++i) {
      const bool open = std::isfinite(tape.value(out).data[i]);
      factors.data()[i] = open ? static_cast<float>(std::cos(1.7 * static_cast<double>(i))) : 0.0F;
    }
    const int weights = tape.constant({"factors"}, view(factors));
    const int mixed = tape.record({"mixed"}, multiply(), {out, weights});
    tape.forward();
    tape.backward(mixed);
    for (std::size_t p = 0; p < c.parameters.size(); ++p) {
      const int node = static_cast<int>(p) + (c.constants_first ? static_cast<int>(c.constants.size()) : 0);
      for (Eigen::Index i = 0; i < c.parameters[p].size(); ++i) {
        float& x = c.parameters[p].data()[i];
        const float kept = x;
        const float step = 1e-2F;
        const auto at = [&](float value) {
          x = value;
          tape.touch_parameters();
          tape.forward();
          return mixture(tape.value(out));
        };
        const double slope = (at(kept + step) - at(kept - step)) / (2.0 * static_cast<double>(step));
        at(kept);
        const double ours = static_cast<double>(tape.gradient(node).data[i]);
        EXPECT_NEAR(ours, slope, 4e-3 * std::max(1.0, std::abs(slope)))
            << c.name << ", input " << p << ", number " << i;
      }
    }
  }
}

TEST(Ops, TheFormulaOfEveryCellGivesItsValue) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (const Case& c : cases(seed)) {
      Tape tape;
      const int out = record(tape, c);
      tape.set_noise(static_cast<std::uint32_t>(seed));
      tape.forward();
      const ConstView value = tape.value(out);
      for (int row = 0; row < value.shape.rows; ++row) {
        for (int col = 0; col < value.shape.cols; ++col) {
          const Expression made = tape.explain({out, row, col});
          const double again =
              made.evaluate([&](Cell cell) { return tape.value(cell.node)(cell.row, cell.col); });
          const double shown = static_cast<double>(value(row, col));
          if (shown == again) continue;
          EXPECT_NEAR(again, shown, 1e-5 * std::max(1.0, std::abs(shown)))
              << c.name << " [" << row << ", " << col << "]";
        }
      }
    }
  }
}

// Those with attributes of their own behind the ones above.
std::vector<Case> all_cases() {
  std::vector<Case> all = cases(1);
  Random random(2);
  const auto m = [&](int rows, int cols) { return normal_matrix(rows, cols, random); };
  all.push_back({"sinusoidal_positions", sinusoidal_positions(3, 4), {}, {}});
  all.push_back({"relative_bias", relative_bias(1, 3, 4), {m(2, 5)}, {}});
  all.push_back({"linear_bias", linear_bias(3, 4, 0.5F), {}, {}});
  all.push_back({"rotate", rotate(10000), {m(3, 4)}, {}});
  all.push_back({"sinusoidal_positions, later rows", sinusoidal_positions(3, 4, 5), {}, {}});
  all.push_back({"relative_bias, later rows", relative_bias(1, 2, 4, 2), {m(2, 5)}, {}});
  all.push_back({"linear_bias, later rows", linear_bias(2, 4, 0.5F, 2), {}, {}});
  all.push_back({"rotate, later rows", rotate(10000, 7), {m(3, 4)}, {}});
  all.push_back({"sinusoidal_positions, halves", sinusoidal_positions(3, 6, 0, {.halves = true}), {}, {}});
  all.push_back({"sinusoidal_positions, an odd width", sinusoidal_positions(3, 5), {}, {}});
  all.push_back(
      {"sinusoidal_positions, sines only", sinusoidal_positions(3, 6, 2, {.sines_only = true}), {}, {}});
  all.push_back({"sinusoidal_positions, another base", sinusoidal_positions(3, 6, 0, {.base = 10}), {}, {}});
  all.push_back({"counted_positions", counted_positions(3, 4, 4), {}, {}});
  all.push_back({"counted_positions, in one column, later rows", counted_positions(3, 4, 1, 5), {}, {}});
  all.push_back({"counted_positions, divided", counted_positions(3, 4, 4, 0, 3), {}, {}});
  all.push_back({"rotate, halves", rotate({.base = 100, .halves = true}), {m(3, 6)}, {}});
  all.push_back({"rotate, the first dimensions", rotate({.halves = true, .size = 4}), {m(3, 6)}, {}});
  all.push_back({"rotate, slowed down", rotate({.factor = 4}), {m(3, 6)}, {}});
  all.push_back({"rotate, slowed down in part",
                 rotate({.base = 500, .factor = 8, .slow_turns = 1, .fast_turns = 4, .trained = 64}),
                 {m(9, 8)},
                 {}});
  all.push_back({"mask that looks ahead", mask(false, 3, true), {m(5, 5)}, {}});
  all.push_back({"a mask that hides nothing", mask(false, 0), {m(3, 4)}, {}});
  all.push_back({"concatenate of the same width", concatenate(), {m(3, 2), m(3, 2)}, {}});
  all.push_back({"stack of one row each", stack(), {m(1, 3), m(1, 3), m(1, 3)}, {}});
  all.push_back({"tied_linear without bias", tied_linear(), {m(3, 4), m(7, 4)}, {}});
  return all;
}

bool reads(const Expression& e, int input) {
  if (e.kind() == Expression::Kind::cell) return e.cell().node == input;
  return std::any_of(e.parts().begin(), e.parts().end(),
                     [input](const Expression& part) { return reads(part, input); });
}

// Whether it reads no cell but those at the same place.
bool cell_by_cell(const Expression& e, int row, int col) {
  const std::vector<Cell> cells = e.cells();
  return std::all_of(cells.begin(), cells.end(),
                     [&](const Cell& cell) { return cell.row == row && cell.col == col; });
}

// A cell of a matrix product is a sum with several products of two inputs' cells: as many multiply-adds.
int products_in(const Expression& cell, int inputs) {
  if (cell.kind() != Expression::Kind::sum) return 0;
  int products = 0;
  for (const Expression& term : cell.parts()) {
    if (term.kind() != Expression::Kind::product) continue;
    int read = 0;
    for (int input = 0; input < inputs; ++input) read += reads(term, input) ? 1 : 0;
    if (read >= 2) ++products;
  }
  return products > 1 ? products : 0;
}

TEST(Ops, MultiplyAddsAreTheProductsInTheFormulas) {
  std::set<std::string_view> with_products;
  for (const Case& c : all_cases()) {
    Tape tape;
    const int out = record(tape, c);
    tape.forward();
    std::vector<Shape> shapes;
    std::vector<ConstView> values;
    for (const int input : tape.node(out).inputs) {
      shapes.push_back(tape.node(input).shape);
      values.push_back(tape.value(input));
    }
    std::int64_t products = 0;
    for (int row = 0; row < tape.node(out).shape.rows; ++row) {
      for (int col = 0; col < tape.node(out).shape.cols; ++col) {
        const Expression made = c.op->explain(values, row, col, 0);
        if (!cell_by_cell(made, row, col)) products += products_in(made, static_cast<int>(values.size()));
      }
    }
    EXPECT_EQ(c.op->multiply_adds(shapes), products) << c.name;
    if (products > 0) with_products.insert(c.op->name());
  }
  EXPECT_EQ(with_products, (std::set<std::string_view>{"additive_alignment", "convolve", "dot_products",
                                                       "linear", "mix", "tied_linear"}));
}

// The memory of a value is not cleared before it is computed.
TEST(Ops, EveryCellIsWritten) {
  for (const Case& c : all_cases()) {
    Tape tape;
    const int out = record(tape, c);
    tape.forward();
    std::vector<ConstView> values;
    for (const int input : tape.node(out).inputs) values.push_back(tape.value(input));
    const Shape shape = tape.node(out).shape;
    Matrix made = Matrix::Constant(shape.rows, shape.cols, std::numeric_limits<float>::quiet_NaN());
    c.op->forward({values, view(made), 0});
    EXPECT_FALSE(made.hasNaN()) << c.name;
  }
}

TEST(Ops, SomeRowsAreThoseOfTheWhole) {
  for (const Case& c : all_cases()) {
    Tape tape;
    const int out = record(tape, c);
    tape.forward();
    const ConstView whole = tape.value(out);
    for (int first = 0; first < whole.shape.rows; ++first) {
      for (int count = 1; count <= whole.shape.rows - first; ++count) {
        std::vector<ConstView> inputs;
        for (const int input : tape.node(out).inputs) {
          const bool same_rows = c.op->row_by_row(static_cast<int>(inputs.size()));
          inputs.push_back(same_rows ? tape.value(input).rows(first, count) : tape.value(input));
        }
        Matrix some(count, whole.shape.cols);
        c.op->forward({inputs, view(some), static_cast<std::uint32_t>(out), first});
        EXPECT_TRUE(alike(view(some), whole.rows(first, count))) << c.name << " from row " << first;
      }
    }
  }
}

// Of the others' numbers nothing is there when they were dropped.
TEST(Ops, FormulasNeedNoNumbersButTheOnesTheySay) {
  for (const Case& c : all_cases()) {
    Tape tape;
    const int out = record(tape, c);
    tape.forward();
    const std::vector<int>& from = tape.node(out).inputs;
    std::vector<ConstView> inputs;
    for (const int input : from) {
      const bool read = c.op->explained_by(static_cast<int>(inputs.size()));
      inputs.push_back(read ? tape.value(input) : ConstView{nullptr, tape.node(input).shape});
    }
    const ConstView value = tape.value(out);
    for (int row = 0; row < value.shape.rows; ++row) {
      for (int col = 0; col < value.shape.cols; ++col) {
        const double again =
            c.op->explain(inputs, row, col, static_cast<std::uint32_t>(out)).evaluate([&](Cell cell) {
              return static_cast<double>(tape.value(from[cell.node])(cell.row, cell.col));
            });
        EXPECT_TRUE(alike(static_cast<float>(again), value(row, col), 1e-5)) << c.name;
      }
    }
  }
}

// What the tests above have not tried would count nothing in silence.
TEST(Ops, EveryOpIsTried) {
  std::set<std::string> tried;
  for (const Case& c : all_cases()) tried.emplace(c.op->name());
  const std::regex line("string_view name\\(\\) const override \\{ return \"(.+)\"; \\}");
  std::set<std::string> written;
  for (const auto& file : std::filesystem::directory_iterator(HEADLIGHT_SOURCE_DIR "/core/tape/ops")) {
    std::ifstream stream(file.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (std::sregex_iterator found(text.begin(), text.end(), line), end; found != end; ++found)
      written.insert((*found)[1]);
  }
  EXPECT_GE(written.size(), 18U);
  for (const std::string& name : written) EXPECT_TRUE(tried.contains(name)) << name << " is in no case";
}

// Every op as Python computes it, from its own code.

// A matrix as a list of lists.
std::string in_python(ConstView value, PythonType as) {
  std::string text = "[";
  for (int row = 0; row < value.shape.rows; ++row) {
    text += as == PythonType::matrix ? "[" : "";
    for (int col = 0; col < value.shape.cols; ++col) {
      const float number = value(row, col);
      text += std::isinf(number) ? (number < 0 ? "-math.inf" : "math.inf") : python_number(number);
      text += ", ";
    }
    text += as == PythonType::matrix ? "], " : "";
  }
  return text + "]";
}

// What a case is in Python: its inputs, and the gradient of its value.
constexpr std::uint32_t tried_noise = 3;

// A gradient that differs from cell to cell.
Matrix some_gradient(Shape shape) {
  Matrix gradient(shape.rows, shape.cols);
  for (Eigen::Index i = 0; i < gradient.size(); ++i)
    gradient.data()[i] = static_cast<float>(std::cos(1.7 * static_cast<double>(i)));
  return gradient;
}

std::string number_array(const std::string& name, ConstView value, PythonType as, Library library) {
  const bool numpy = library == Library::numpy;
  return name + (numpy ? " = np.array(" : " = torch.tensor(") + in_python(value, as) +
         (numpy ? ", np." : ", dtype=torch.") + (as == PythonType::whole_numbers ? "int64" : "float32") +
         ")\n";
}

// Of what is drawn, the draw of the tape, so that the same is kept: a line in the place of that which draws.
std::string without_draw(const std::string& lines, const Case& c, Shape shape, Library library) {
  if (!c.op->draws()) return lines;
  const Matrix ones = Matrix::Ones(shape.rows, shape.cols);
  Matrix drawn(shape.rows, shape.cols);
  const std::vector<ConstView> inputs{view(ones)};
  c.op->forward({inputs, view(drawn), tried_noise});
  drawn = drawn.cwiseSign();
  EXPECT_EQ(lines.find("kept = "), 0U) << c.name;
  return number_array("kept", view(drawn), PythonType::matrix, library) + lines.substr(lines.find('\n') + 1);
}

// The lines of the backward pass, and `check(name, made, expected)` of the gradient of every input into which
// one flows.
std::string backward_in_python(const Case& c, Library library, const Tape& tape, int out,
                               std::vector<NamedText> texts) {
  std::vector<Shape> shapes;
  std::vector<ConstView> inputs;
  std::vector<Matrix> gradients;
  for (const int input : tape.node(out).inputs) {
    shapes.push_back(tape.node(input).shape);
    inputs.push_back(tape.value(input));
    gradients.push_back(Matrix::Zero(shapes.back().rows, shapes.back().cols));
  }
  const OpCode code = c.op->code(shapes);
  const std::string lines = c.op->backward_code(shapes).of(library);
  EXPECT_EQ(lines.empty(), c.parameters.empty()) << c.name;
  const Matrix by = some_gradient(tape.node(out).shape);
  std::vector<View> where;
  for (std::size_t i = 0; i < gradients.size(); ++i)
    where.push_back(tape.node(tape.node(out).inputs[i]).differentiable ? view(gradients[i]) : View{});
  c.op->backward({inputs, tape.value(out), view(by), where, tried_noise});
  std::string text = number_array("of_value", view(by), PythonType::matrix, library), all, checks;
  for (std::size_t i = 0; i < code.inputs.size(); ++i) {
    const CodeInput& input = code.inputs[i];
    const std::string name = "d_" + std::to_string(i);
    texts.push_back({"d" + input.place, name});
    all += (i == 0 ? "" : ", ") + name;
    const bool flows = where[i].data != nullptr;
    EXPECT_EQ(lines.find("{d" + input.place + "} = ") != std::string::npos ||
                  lines.find("{gradients} = ") != std::string::npos,
              flows)
        << c.name << ": " << input.place;
    if (!flows) continue;
    std::string expected = "np.array(" + in_python(view(gradients[i]), input.as) + ", np.float32)";
    checks += "check(\"gradient " + std::to_string(i) + " of " + c.name + "\", " + name + ", " +
              with_columns(expected, input) + ")\n";
  }
  texts.push_back({"gradients", all.find(',') == std::string::npos ? "[" + all + "]" : all});
  texts.push_back({"dy", "of_value"});
  return text + filled(lines, texts) + "\n" + checks;
}

// The lines that compute a case, and `check(name, made, expected)` of its value, of one of its cells and of
// its gradients.
std::string case_in_python(const Case& c, Library library) {
  Tape tape;
  const int out = record(tape, c);
  tape.set_noise(tried_noise - static_cast<std::uint32_t>(out));
  tape.forward();
  const ConstView value = tape.value(out);
  std::vector<Shape> shapes;
  for (const int input : tape.node(out).inputs) shapes.push_back(tape.node(input).shape);
  const OpCode code = c.op->code(shapes);
  std::string text, all_inputs;
  std::vector<NamedText> texts = code.attributes, of_cell = code.attributes;
  const int row = value.shape.rows - 1, col = value.shape.cols - 1;
  EXPECT_EQ(code.inputs.size(), shapes.size()) << c.name;
  for (std::size_t i = 0; i < code.inputs.size(); ++i) {
    const CodeInput& input = code.inputs[i];
    const std::string name = "in_" + std::to_string(i);
    text += number_array(name, tape.value(tape.node(out).inputs[i]), input.as, library);
    all_inputs += (i == 0 ? "" : ", ") + name;
    texts.push_back({input.place, with_columns(name, input)});
    of_cell.push_back({input.place, code.cellwise ? name + "[{row}, {col}]" : with_columns(name, input)});
  }
  for (std::vector<NamedText>* each : {&texts, &of_cell}) {
    each->push_back({"inputs", "[" + all_inputs + "]"});
    each->push_back({"y", each == &texts ? "whole" : "cell"});
    each->push_back({"cell", "cell"});
    each->push_back({"row", std::to_string(row)});
    each->push_back({"col", std::to_string(col)});
  }
  text += filled(without_draw(code.all.of(library), c, value.shape, library), texts) + "\n";
  text += "check(\"" + c.name + "\", whole, " + in_python(value, PythonType::matrix) + ")\n";
  text += backward_in_python(c, library, tape, out, texts);
  const std::string& cell = code.cellwise ? code.all.of(library) : code.cell.of(library);
  if (c.op->draws()) {
    // One of the two that it can be.
    return text + filled(cell, of_cell) +
           "\nassert min(abs(cell - each * in_0[-1, -1]) for each in (0, 1, 1 / 0.6)) < 1e-6\n";
  }
  return text + filled(filled(cell, of_cell), of_cell) + "\ncheck(\"a cell of " + c.name +
         "\", cell.reshape(1, 1) if hasattr(cell, \"reshape\") else np.array([[cell]]), " +
         in_python({&value.data[value.shape.size() - 1], {1, 1}}, PythonType::matrix) + ")\n";
}

class OpsInPython : public testing::TestWithParam<Library> {};

TEST_P(OpsInPython, TheCodeOfEveryOpGivesItsValue) {
  const bool numpy = GetParam() == Library::numpy;
  const std::string modules = numpy ? "numpy" : "numpy, torch";
  const TemporaryFolder folder;
  if (!has_modules(modules, folder.path())) GTEST_SKIP() << "Python has no " << modules;
  std::string script = "import math\nimport " + modules + R"(
import numpy as np
)" + (numpy ? "" : "from torch.nn import functional\n") +
                       R"(
def check(name, made, expected):
    made, expected = np.asarray(made), np.array(expected, np.float32)
    assert made.shape == expected.shape, f"{name}: {made.shape}, not {expected.shape}"
    with np.errstate(invalid="ignore"):
        off = np.where(made == expected, 0, np.abs(made - expected)).max()
    assert off <= 1e-5 * np.abs(expected[np.isfinite(expected)]).max(initial=1), f"{name} is {off} off"

)";
  for (const Case& c : all_cases()) script += case_in_python(c, GetParam());
  EXPECT_TRUE(ran_in_python(script, folder.path())) << read_text(folder.path() / "said.txt");
}

INSTANTIATE_TEST_SUITE_P(Both, OpsInPython, testing::Values(Library::numpy, Library::torch),
                         [](const auto& each) { return each.param == Library::numpy ? "NumPy" : "PyTorch"; });

TEST(Ops, NoneIsWithoutCode) {
  for (const Case& c : all_cases()) {
    Tape tape;
    std::vector<Shape> shapes;
    for (const int input : tape.node(record(tape, c)).inputs) shapes.push_back(tape.node(input).shape);
    const OpCode code = c.op->code(shapes);
    for (const Library library : {Library::numpy, Library::torch})
      EXPECT_NE(code.all.of(library).find("{y} = "), std::string::npos) << c.name;
    EXPECT_NE(code.cellwise, code.cell.numpy.find("{cell} = ") != std::string::npos)
        << c.name << " has lines for one of its numbers";
  }
}

TEST(Ops, SinusoidsExplainThemselves) {
  Tape tape;
  const int out = tape.record({"positions"}, sinusoidal_positions(9, 8), {});
  tape.forward();
  EXPECT_NEAR(tape.value(out)(3, 2), std::sin(3 / std::pow(10000.0, 2.0 / 8)), 1e-6);
  EXPECT_NEAR(tape.value(out)(3, 3), std::cos(3 / std::pow(10000.0, 2.0 / 8)), 1e-6);
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(tape.explain({out, 5, i}).evaluate([](Cell) { return 0.0; }), tape.value(out)(5, i), 1e-6);
  }
}

TEST(Ops, MaskedWeightsAreExactlyZeroAndRowsAddUpToOne) {
  Random random(3);
  const Matrix scores = normal_matrix(6, 6, random) * 30.0F;
  Tape tape;
  const int in = tape.constant({"scores"}, view(scores));
  const int out = tape.record({"weights"}, softmax(), {tape.record({"masked"}, mask(true, 0), {in})});
  tape.forward();
  for (int q = 0; q < 6; ++q) {
    EXPECT_NEAR(tape.value(out).map().row(q).sum(), 1.0F, 1e-6F);
    for (int k = q + 1; k < 6; ++k) EXPECT_EQ(tape.value(out)(q, k), 0.0F);
  }
}

TEST(Ops, ARowThatIsWhollyMaskedIsNotANumber) {
  Matrix scores = Matrix::Constant(1, 3, -std::numeric_limits<float>::infinity());
  Tape tape;
  const int out = tape.record({"weights"}, softmax(), {tape.constant({"scores"}, view(scores))});
  tape.forward();
  EXPECT_TRUE(std::isnan(tape.value(out)(0, 0)));
}

TEST(Ops, InputsThatDoNotFitAreRefusedByNodeName) {
  Tape tape;
  const Matrix a = Matrix::Zero(2, 3);
  const Matrix b = Matrix::Zero(4, 5);
  const int x = tape.constant({"x"}, view(a));
  const int w = tape.constant({"w"}, view(b));
  try {
    tape.record({"encoder.0.projected"}, linear(0, 5), {x, w});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("encoder.0.projected"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("[2, 3]"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace headlight
