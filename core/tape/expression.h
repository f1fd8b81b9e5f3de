// How one cell was made, as a formula over the cells it was made from. An op builds it; the inspector
// shows it with its numbers, lights its source cells and lets each be opened; tests recombine it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headlight {

// One number of a tape. While an op explains itself, `node` is the place among the op's inputs.
struct Cell {
  int node = 0;
  int row = 0;
  int col = 0;
  bool operator==(const Cell&) const = default;
};

class Expression {
 public:
  enum class Kind { number, cell, sum, product, quotient, exp, log, sqrt, tanh, erf, sin, cos, maximum };

  static Expression number(double value);
  static Expression cell(int node, int row, int col);
  static Expression sum(std::vector<Expression> parts);
  static Expression product(std::vector<Expression> parts);
  static Expression quotient(Expression above, Expression below);
  static Expression maximum(std::vector<Expression> parts);
  // exp, log, sqrt, tanh, erf, sin or cos of `argument`.
  static Expression function(Kind kind, Expression argument);

  // The same formula under a letter (μ, σ): shown once, used by its letter, evaluated once.
  Expression named(std::string letter) const;

  Kind kind() const { return node_->kind; }
  double number() const { return node_->number; }
  Cell cell() const { return node_->cell; }
  const std::vector<Expression>& parts() const { return node_->parts; }
  const std::string& letter() const { return node_->letter; }

  // The value, in double precision, with the cells read through `read`.
  double evaluate(const std::function<double(Cell)>& read) const;

  // Every cell it reads, each once, in the order of the formula.
  std::vector<Cell> cells() const;

  // The same formula with other cells: the tape turns an op's places into its nodes with it.
  Expression with_cells(const std::function<Cell(Cell)>& change) const;

 private:
  struct Node {
    Kind kind = Kind::number;
    double number = 0;
    Cell cell;
    std::vector<Expression> parts;
    std::string letter;
  };
  explicit Expression(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

// Evaluates formulas that share named parts: each of those once, however often it is asked for. The formulas
// must outlive it.
class Evaluation {
 public:
  explicit Evaluation(std::function<double(Cell)> read) : read_(std::move(read)) {}
  double operator()(const Expression& e);

 private:
  std::function<double(Cell)> read_;
  std::unordered_map<const void*, double> named_;
};

inline Expression operator-(Expression a, Expression b) {
  return Expression::sum({std::move(a), Expression::product({Expression::number(-1), std::move(b)})});
}

}  // namespace headlight
