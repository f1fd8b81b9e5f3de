#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>

#include "core/tape/ops/checks.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

// Sines and cosines [rows or more, dimensions]. Computed once for as many rows as were ever asked for: a
// decoder asks again at every word.
std::shared_ptr<const Matrix> sinusoids(int rows, int dimensions, const Sinusoids& how) {
  static std::mutex guard;
  static std::map<std::pair<int, Sinusoids>, std::shared_ptr<const Matrix>> tables;
  const std::lock_guard lock(guard);
  std::shared_ptr<const Matrix>& table = tables[{dimensions, how}];
  if (table != nullptr && table->rows() >= rows) return table;
  Matrix made(std::max(rows, 64), dimensions);
  for (int i = 0; i < dimensions; ++i) {
    const bool cosine = how.is_cosine(i, dimensions);
    const double wavelength = how.divisor(i, dimensions);
    for (int t = 0; t < made.rows(); ++t)
      made(t, i) = static_cast<float>(cosine ? std::cos(t / wavelength) : std::sin(t / wavelength));
  }
  return table = std::make_shared<const Matrix>(std::move(made));
}

class Sinusoidal final : public Op {
 public:
  Sinusoidal(int tokens, int dimensions, int first, const Sinusoids& how)
      : shape_{tokens, dimensions},
        first_(first),
        how_(how),
        table_(sinusoids(first + tokens, dimensions, how)) {}

  std::string_view name() const override { return "sinusoidal_positions"; }
  std::string symbol() const override { return how_.sines_only ? "sin" : "sin, cos"; }

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
    return Expression::function(how_.is_cosine(col, shape_.cols) ? Kind::cos : Kind::sin,
                                Expression::quotient(Expression::number(first_ + row),
                                                     Expression::number(how_.divisor(col, shape_.cols))));
  }
  OpCode code(std::span<const Shape>) const override {
    OpCode made{.all = {},
                .inputs = {},
                .attributes = {{"d", python_number(shape_.cols)},
                               {"T", python_number(shape_.rows)},
                               {"half", python_number((shape_.cols + 1) / 2)},
                               {"base", python_number(how_.base)},
                               {"first", python_number(first_)},
                               {"places", range_of_places(first_, shape_.rows)}}};
    const std::string place = first_ == 0 ? "{row}" : "({first} + {row})";
    const std::string every = how_.sines_only ? "" : ", 2";
    const std::string angle =
        "angle = np.arange({places})[:, None] / {base} ** (np.arange(0, {d}" + every + ") / {d})\n";
    const std::string angle_torch =
        "angle = torch.arange({places}, dtype=torch.float64)[:, None] / {base} ** (torch.arange(0, {d}" +
        every + ") / {d})\n";
    if (how_.sines_only) {
      made.all = {angle + "{y} = np.sin(angle)", angle_torch + "{y} = angle.sin().float()"};
      made.cell = {"alpha = " + place + " / {base} ** ({col} / {d})\n{cell} = math.sin(alpha)"};
      return made;
    }
    // Of an odd number of columns the last cosine is left out.
    const std::string cut = shape_.cols % 2 == 0 ? "" : "[:, :{d}]";
    made.all = {angle +
                    std::string(how_.halves ? "{y} = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)"
                                            : "{y} = np.stack([np.sin(angle), np.cos(angle)], axis=2)"
                                              ".reshape({T}, -1)") +
                    cut,
                angle_torch +
                    std::string(how_.halves ? "{y} = torch.cat([angle.sin(), angle.cos()], dim=1)"
                                            : "{y} = torch.stack([angle.sin(), angle.cos()], dim=2)"
                                              ".flatten(1)") +
                    cut + ".float()"};
    made.cell = {"pair = " + std::string(how_.halves ? "{col} % {half}" : "{col} // 2") +
                 "\nalpha = " + place +
                 " / {base} ** (2 * pair / {d})  # both numbers of a pair have one wavelength\n"
                 "{cell} = math.sin(alpha) if {col} " +
                 (how_.halves ? "< {half}" : "% 2 == 0") + " else math.cos(alpha)"};
    return made;
  }
  LinesOfCode backward_code(std::span<const Shape>) const override { return {}; }

 private:
  Shape shape_;
  int first_;
  Sinusoids how_;
  std::shared_ptr<const Matrix> table_;
};

class Counted final : public Op {
 public:
  Counted(Shape shape, int filled, int first, int length)
      : shape_(shape), filled_(filled), first_(first), length_(length) {}

  std::string_view name() const override { return "counted_positions"; }
  std::string symbol() const override { return length_ > 0 ? "1/T, 2/T, …" : "1, 2, 3, …"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 0, 0);
    require(filled_ > 0 && filled_ <= shape_.cols, "there are ", shape_.cols, " columns to fill, wanted are ",
            filled_);
    return shape_;
  }
  void forward(const Forward& step) const override {
    step.out.map().setZero();
    for (int t = 0; t < step.out.shape.rows; ++t)
      step.out.map().row(t).head(filled_).setConstant(static_cast<float>(number(step.first + t)));
  }
  void backward(const Backward&) const override {}

  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    if (col >= filled_) return Expression::number(0);
    const Expression counted = Expression::number(first_ + row + 1);
    return length_ > 0 ? Expression::quotient(counted, Expression::number(length_)) : counted;
  }
  OpCode code(std::span<const Shape>) const override {
    const bool all = filled_ == shape_.cols;
    const std::string divided = length_ > 0 ? " / {T}" : "";
    const auto lines = [&](const std::string& library) {
      return "number = " + library + ".arange({places}) + 1\n{y} = number[:, None]" + divided + " * " +
             (all ? library + ".ones({d})" : "(" + library + ".arange({d}) < {filled})");
    };
    const std::string number = (first_ == 0 ? "({row} + 1)" : "({first} + {row} + 1)") + divided;
    return {.all = {lines("np"), lines("torch") + (all ? "" : ".float()")},
            .inputs = {},
            .attributes = {{"d", python_number(shape_.cols)},
                           {"T", python_number(length_)},
                           {"filled", python_number(filled_)},
                           {"first", python_number(first_)},
                           {"places", range_of_places(first_, shape_.rows)}},
            .cell = {"{cell} = " + number + (all ? "" : " if {col} < {filled} else 0")}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override { return {}; }

 private:
  double number(int row) const {
    const double counted = first_ + row + 1;
    return length_ > 0 ? counted / length_ : counted;
  }
  Shape shape_;
  int filled_, first_, length_;
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
  OpCode code(std::span<const Shape> in) const override {
    return {.all = {"{y} = {x}[{rows}]"},
            .inputs = {{"x"}},
            .attributes = {{"rows", range_of_places(begin_, count_, ":")},
                           {"begin", python_number(begin_)},
                           {"behind", python_number(in[0].rows - begin_ - count_)}},
            .cell = {begin_ == 0 ? "{cell} = {x}[{row}, {col}]" : "{cell} = {x}[{begin} + {row}, {col}]"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {"{dx} = np.pad({dy}, (({begin}, {behind}), (0, 0)))  # 0 in the other rows",
            "{dx} = functional.pad({dy}, (0, 0, {begin}, {behind}))  # 0 in the other rows"};
  }

 private:
  int begin_;
  int count_;
};

}  // namespace

double Sinusoids::divisor(int column, int dimensions) const {
  const int half = (dimensions + 1) / 2;
  const int power = sines_only ? column : 2 * (halves ? column % half : column / 2);
  return std::pow(base, static_cast<double>(power) / dimensions);
}

bool Sinusoids::is_cosine(int column, int dimensions) const {
  if (sines_only) return false;
  return halves ? column >= (dimensions + 1) / 2 : column % 2 == 1;
}

OpPtr sinusoidal_positions(int tokens, int dimensions, int first, const Sinusoids& how) {
  return std::make_shared<Sinusoidal>(tokens, dimensions, first, how);
}
OpPtr counted_positions(int tokens, int dimensions, int filled, int first, int length) {
  return std::make_shared<Counted>(Shape{tokens, dimensions}, filled, first, length);
}
OpPtr rows(int begin, int count) { return std::make_shared<Rows>(begin, count); }

double Rotation::divisor(int pair, int dimensions) const {
  const double plain = std::pow(base, 2.0 * pair / dimensions);
  if (trained == 0) return plain * factor;
  const double turns = trained / (2 * std::numbers::pi * plain);
  const double kept = std::clamp((turns - slow_turns) / (fast_turns - slow_turns), 0.0, 1.0);
  return plain / (kept + (1 - kept) / factor);
}

namespace {

class Rotate final : public Op {
 public:
  Rotate(const Rotation& how, int first) : how_(how), first_(first) {}

  std::string_view name() const override { return "rotate"; }
  std::string symbol() const override { return "R(pos)"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    require(how_.size == 0 || how_.halves, "where only some dimensions turn, pairs are a half apart");
    require(how_.size <= in[0].cols, "of ", in[0].cols, " dimensions ", how_.size, " cannot turn");
    require(turning(in[0]) % 2 == 0, "pairs of dimensions are turned; there are ", turning(in[0]));
    return in[0];
  }
  bool row_by_row(int input) const override { return input == 0; }
  void forward(const Forward& step) const override {
    const ConstView x = step.inputs[0];
    const int still = x.shape.cols - turning(x.shape);
    step.out.map().rightCols(still) = x.map().rightCols(still);
    for_each_pair(x.shape, step.first, [&](int t, int i, int j, float c, float s) {
      step.out(t, i) = x(t, i) * c - x(t, j) * s;
      step.out(t, j) = x(t, i) * s + x(t, j) * c;
    });
  }
  // A rotation's transpose turns back.
  void backward(const Backward& step) const override {
    const View dx = step.input_gradients[0];
    if (!dx) return;
    const ConstView dy = step.out_gradient;
    const int still = dy.shape.cols - turning(dy.shape);
    dx.map().rightCols(still) += dy.map().rightCols(still);
    for_each_pair(dy.shape, 0, [&](int t, int i, int j, float c, float s) {
      dx(t, i) += dy(t, i) * c + dy(t, j) * s;
      dx(t, j) += dy(t, j) * c - dy(t, i) * s;
    });
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    using Kind = Expression::Kind;
    const int dimensions = turning(in[0].shape), half = dimensions / 2;
    if (col >= dimensions) return Expression::cell(0, row, col);
    const int pair = how_.halves ? col % half : col / 2;
    const bool first_of_pair = how_.halves ? col < half : col % 2 == 0;
    const int partner = col + (first_of_pair ? 1 : -1) * (how_.halves ? half : 1);
    const Expression angle = Expression::quotient(Expression::number(first_ + row),
                                                  Expression::number(how_.divisor(pair, dimensions)))
                                 .named("α");
    const Expression own =
        Expression::product({Expression::cell(0, row, col), Expression::function(Kind::cos, angle)});
    Expression other =
        Expression::product({Expression::cell(0, row, partner), Expression::function(Kind::sin, angle)});
    return first_of_pair ? own - std::move(other) : Expression::sum({own, std::move(other)});
  }
  OpCode code(std::span<const Shape> in) const override {
    const auto angle = [&](const std::string& library, const std::string& places) {
      const std::string pairs = library + ".arange(0, {d}, 2) / {d}";
      if (how_.trained == 0) {
        return "angle = " + places + " / {base} ** (" + pairs + ")" + (how_.factor == 1 ? "" : " / {factor}");
      }
      return "wavelength = {base} ** (" + pairs + ")\nturns = {trained} / (2 * math.pi * wavelength)\n" +
             "kept = ((turns - {slow}) / ({fast} - {slow}))." +
             (library == "np" ? "clip(0, 1)" : "clamp(0, 1)") + "\nangle = " + places +
             " * (kept + (1 - kept) / {factor}) / wavelength";
    };
    // Pairs take turns by columns, or lie a half apart.
    const std::string parts = how_.halves ? "a = {x}[:, :{half}]\nb = {x}[:, {half}:" + end() + "]\n"
                                          : std::string("a = {x}[:, 0::2]\nb = {x}[:, 1::2]\n");
    const auto turned = [&](const std::string& side_by_side, const std::string& in_turn,
                            const std::string& axis) {
      const std::string pair = "([a * cos - b * sin, a * sin + b * cos" + still("x") + "]";
      return "{y} = " + (how_.halves ? side_by_side + pair : in_turn + pair) + ", " + axis +
             (how_.halves ? "=1)" : "=2).reshape({T}, {d})");
    };
    return {
        .all = {angle("np", "np.arange({places})[:, None]") + "\ncos, sin = np.cos(angle), np.sin(angle)\n" +
                    parts + turned("np.concatenate", "np.stack", "axis"),
                angle("torch", "torch.arange({places}, dtype=torch.float64)[:, None]") +
                    "\ncos, sin = angle.cos().float(), angle.sin().float()\n" + parts +
                    turned("torch.cat", "torch.stack", "dim")},
        .inputs = {{"x"}},
        .attributes = {{"T", python_number(in[0].rows)},
                       {"d", python_number(turning(in[0]))},
                       {"half", python_number(turning(in[0]) / 2)},
                       {"places", range_of_places(first_, in[0].rows)},
                       {"base", python_number(how_.base)},
                       {"factor", python_number(how_.factor)},
                       {"trained", python_number(how_.trained)},
                       {"slow", python_number(how_.slow_turns)},
                       {"first", python_number(first_)},
                       {"fast", python_number(how_.fast_turns)}},
        .cell = cell_in_code()};
  }
  // Turned back by the same angle.
  LinesOfCode backward_code(std::span<const Shape>) const override {
    const std::string parts = how_.halves
                                  ? "d_first = {dy}[:, :{half}]\nd_second = {dy}[:, {half}:" + end() + "]\n"
                                  : std::string("d_first = {dy}[:, 0::2]\nd_second = {dy}[:, 1::2]\n");
    const auto turned = [&](const std::string& side_by_side, const std::string& in_turn,
                            const std::string& axis) {
      return parts + "{dx} = " + (how_.halves ? side_by_side : in_turn) +
             "([d_first * cos + d_second * sin, d_second * cos - d_first * sin" + still("dy") + "], " + axis +
             (how_.halves ? "=1)" : "=2).reshape({T}, {d})");
    };
    return {turned("np.concatenate", "np.stack", "axis"), turned("torch.cat", "torch.stack", "dim")};
  }

 private:
  // The end of those that turn, and behind them those that do not.
  std::string end() const { return how_.size > 0 ? "{d}" : ""; }
  std::string still(const std::string& of) const { return how_.size > 0 ? ", {" + of + "}[:, {d}:]" : ""; }
  LinesOfCode cell_in_code() const {
    const std::string place = first_ == 0 ? "{row}" : "({first} + {row})";
    std::string angle = "alpha = " + place + " / {base} ** (2 * pair / {d})\n";
    if (how_.trained > 0) {
      angle =
          "wavelength = {base} ** (2 * pair / {d})\nturns = {trained} / (2 * math.pi * wavelength)\n"
          "kept = min(max((turns - {slow}) / ({fast} - {slow}), 0), 1)\nalpha = " +
          place + " * (kept + (1 - kept) / {factor}) / wavelength\n";
    } else if (how_.factor != 1) {
      angle = "alpha = " + place + " / {base} ** (2 * pair / {d}) / {factor}\n";
    }
    const std::string first = how_.halves ? "pair" : "2 * pair";
    const std::string second = how_.halves ? "pair + {half}" : "2 * pair + 1";
    return {"pair = " + std::string(how_.halves ? "{col} % {half}" : "{col} // 2") + "\n" + angle +
            "a_of_pair = {x}[{row}, " + first + "]\nb_of_pair = {x}[{row}, " + second + "]\n" +
            "turned = (a_of_pair * math.cos(alpha) - b_of_pair * math.sin(alpha),\n" +
            "          a_of_pair * math.sin(alpha) + b_of_pair * math.cos(alpha))\n" + "{cell} = turned[" +
            (how_.halves ? "{col} // {half}" : "{col} % 2") + "]" +
            (how_.size > 0 ? " if {col} < {d} else {x}[{row}, {col}]" : "")};
  }
  int turning(Shape shape) const { return how_.size > 0 ? how_.size : shape.cols; }
  // Calls f(row, both dimensions of the pair, cosine, sine); row 0 is row `first` of the value.
  void for_each_pair(Shape shape, int first, auto f) const {
    const int half = turning(shape) / 2;
    for (int pair = 0; pair < half; ++pair) {
      const double divided = how_.divisor(pair, turning(shape));
      const int i = how_.halves ? pair : 2 * pair, j = i + (how_.halves ? half : 1);
      for (int t = 0; t < shape.rows; ++t) {
        const double angle = (first_ + first + t) / divided;
        f(t, i, j, static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
      }
    }
  }
  Rotation how_;
  int first_;
};

}  // namespace

OpPtr rotate(const Rotation& how, int first) { return std::make_shared<Rotate>(how, first); }

namespace {

class RelativeBias final : public Op {
 public:
  RelativeBias(int head, int queries, int keys, int first)
      : head_(head), shape_{queries, keys}, first_(first) {}

  std::string_view name() const override { return "relative_bias"; }
  std::string symbol() const override { return "b(j − i)"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 1, 1);
    require(head_ >= 0 && head_ < in[0].rows, "the table has ", in[0].rows, " rows, wanted is ", head_);
    require(in[0].cols % 2 == 1, "the table must have an odd number of columns, not ", in[0].cols);
    return shape_;
  }
  void forward(const Forward& step) const override {
    for (int i = 0; i < step.out.shape.rows; ++i) {
      for (int j = 0; j < shape_.cols; ++j) {
        step.out(i, j) = step.inputs[0](head_, entry(step.first + i, j, step.inputs[0]));
      }
    }
  }
  void backward(const Backward& step) const override {
    if (!step.input_gradients[0]) return;
    for (int i = 0; i < shape_.rows; ++i) {
      for (int j = 0; j < shape_.cols; ++j) {
        step.input_gradients[0](head_, entry(i, j, step.inputs[0])) += step.out_gradient(i, j);
      }
    }
  }
  Expression explain(std::span<const ConstView> in, int row, int col, std::uint32_t) const override {
    return Expression::cell(0, head_, entry(row, col, in[0]));
  }
  OpCode code(std::span<const Shape> in) const override {
    return {.all = {"distance = np.arange({T_k}) - np.arange({queries})[:, None]\n"
                    "{y} = {table}[{head}, np.clip(distance, -{reach}, {reach}) + {reach}]",
                    "distance = torch.arange({T_k}) - torch.arange({queries})[:, None]\n"
                    "{y} = {table}[{head}, distance.clamp(-{reach}, {reach}) + {reach}]"},
            .inputs = {{"table"}},
            .attributes = {{"head", python_number(head_)},
                           {"heads", python_number(in[0].rows)},
                           {"wide", python_number(in[0].cols)},
                           {"T_k", python_number(shape_.cols)},
                           {"queries", range_of_places(first_, shape_.rows)},
                           {"first", python_number(first_)},
                           {"reach", python_number(in[0].cols / 2)}},
            .cell = {"apart = {col} - " + std::string(first_ == 0 ? "{row}" : "({first} + {row})") +
                     "\n{cell} = {table}[{head}, min(max(apart, -{reach}), {reach}) + {reach}]"}};
  }
  // Of each distance the sum of the gradients where the bias was read.
  LinesOfCode backward_code(std::span<const Shape>) const override {
    return {
        "entries = np.clip(distance, -{reach}, {reach}) + {reach}\n"
        "d_row = np.bincount(entries.ravel(), {dy}.ravel(), minlength={wide})\n"
        "{dtable} = np.outer(np.arange({heads}) == {head}, d_row)  # 0 in the rows of other heads",
        "entries = distance.clamp(-{reach}, {reach}) + {reach}\n"
        "d_row = torch.bincount(entries.flatten(), {dy}.flatten(), minlength={wide})\n"
        "{dtable} = torch.outer((torch.arange({heads}) == {head}).float(), d_row)"
        "  # 0 in the rows of other heads"};
  }

 private:
  int entry(int i, int j, ConstView table) const {
    const int reach = table.shape.cols / 2;
    return std::clamp(j - (first_ + i), -reach, reach) + reach;
  }
  int head_;
  Shape shape_;
  int first_;
};

class LinearBias final : public Op {
 public:
  LinearBias(int queries, int keys, float slope, int first)
      : shape_{queries, keys}, slope_(slope), first_(first) {}

  std::string_view name() const override { return "linear_bias"; }
  std::string symbol() const override { return "−m |j − i|"; }

  Shape shape(std::span<const Shape> in) const override {
    require_inputs(in, 0, 0);
    return shape_;
  }
  void forward(const Forward& step) const override {
    for (int i = 0; i < step.out.shape.rows; ++i) {
      for (int j = 0; j < shape_.cols; ++j) step.out(i, j) = 0.0F - slope_ * distance(step.first + i, j);
    }
  }
  void backward(const Backward&) const override {}
  Expression explain(std::span<const ConstView>, int row, int col, std::uint32_t) const override {
    return Expression::product({Expression::number(-slope_), Expression::number(distance(row, col))});
  }
  OpCode code(std::span<const Shape>) const override {
    return {.all = {"{y} = -{m} * abs(np.arange({T_k}) - np.arange({queries})[:, None])",
                    "{y} = -{m} * abs(torch.arange({T_k}) - torch.arange({queries})[:, None])"},
            .inputs = {},
            .attributes = {{"m", python_number(slope_)},
                           {"T_k", python_number(shape_.cols)},
                           {"first", python_number(first_)},
                           {"queries", range_of_places(first_, shape_.rows)}},
            .cell = {"{cell} = -{m} * abs({col} - " +
                     std::string(first_ == 0 ? "{row}" : "({first} + {row})") + ")"}};
  }
  LinesOfCode backward_code(std::span<const Shape>) const override { return {}; }

 private:
  float distance(int i, int j) const { return static_cast<float>(std::abs(j - (first_ + i))); }
  Shape shape_;
  float slope_;
  int first_;
};

}  // namespace

OpPtr relative_bias(int head, int queries, int keys, int first) {
  return std::make_shared<RelativeBias>(head, queries, keys, first);
}
OpPtr linear_bias(int queries, int keys, float slope, int first) {
  return std::make_shared<LinearBias>(queries, keys, slope, first);
}

}  // namespace headlight
