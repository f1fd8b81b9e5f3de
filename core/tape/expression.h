// How one cell was made, as a formula over the cells it was made from. An op builds it; the inspector
// shows it with its numbers, lights its source cells and lets each be opened; tests recombine it.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
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
  class Parts;
  enum class Kind { number, cell, sum, product, quotient, exp, log, sqrt, tanh, erf, sin, cos, maximum };

  static Expression number(double value);
  static Expression cell(int node, int row, int col);
  static Expression sum(std::vector<Expression> parts);
  static Expression product(std::vector<Expression> parts);
  static Expression quotient(Expression above, Expression below);
  static Expression maximum(std::vector<Expression> parts);
  // exp, log, sqrt, tanh, erf, sin or cos of `argument`.
  static Expression function(Kind kind, Expression argument);

  // `each` for i = 0 .. count - 1, where in_row() and in_column() are a row's or a column's cell i: one
  // formula however many terms it has. `more` terms can follow. What stands under a letter in `each` is the
  // same for every i.
  static Expression sum_over(int count, Expression each, std::vector<Expression> more = {});
  static Expression maximum_over(int count, Expression each);
  static Expression in_row(int node, int row);
  static Expression in_column(int node, int col);

  // The same formula under a letter (μ, σ): shown once, used by its letter, evaluated once.
  Expression named(std::string letter) const;

  Kind kind() const { return node_->kind; }
  double number() const { return node_->number; }
  Cell cell() const { return node_->cell; }
  // Terms, factors or arguments, those of sum_over() one by one.
  Parts parts() const;
  const std::string& letter() const { return node_->letter; }

  // The value, in double precision, with the cells read through `read`.
  double evaluate(const std::function<double(Cell)>& read) const;

  // Every cell it reads, each once, in the order of the formula.
  std::vector<Cell> cells() const;
  // What stands under a letter, each letter once, in the order in which they are needed.
  std::vector<Expression> named_parts() const;
  // The same formula with the cells of nodes[n] for those of n: the tape turns an op's places into its nodes.
  Expression over(std::span<const int> nodes) const;
  // The same formula of the same cells.
  bool operator==(const Expression& other) const;

 private:
  friend class Evaluation;
  friend class ExpressionWalk;

  struct Node;
  using NodePtr = std::shared_ptr<const Node>;
  struct Node {
    Kind kind = Kind::number;
    double number = 0;
    Cell cell = {};
    int down = 0;  // rows and columns that the cell moves on from one i to the next
    int along = 0;
    int count = 0;  // the first terms are `each` for so many i
    NodePtr each = {};
    std::vector<Expression> parts = {};
    std::string letter = {};
    bool moves = false;  // another formula for another i
  };
  explicit Expression(NodePtr node) : node_(std::move(node)) {}
  static Expression made(Node node);
  static NodePtr at(const NodePtr& node, int i);

  NodePtr node_;
};

// The parts of a formula as a sequence; those of a sum_over() are made when they are asked for.
class Expression::Parts {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Expression;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Expression;

    Iterator(const Parts* parts, std::size_t place) : parts_(parts), place_(place) {}
    Expression operator*() const { return (*parts_)[place_]; }
    Iterator& operator++() {
      ++place_;
      return *this;
    }
    Iterator operator++(int) { return {parts_, place_++}; }
    bool operator==(const Iterator& other) const { return place_ == other.place_; }

   private:
    const Parts* parts_;
    std::size_t place_;
  };

  std::size_t size() const;
  bool empty() const { return size() == 0; }
  Expression operator[](std::size_t i) const;
  Expression front() const { return (*this)[0]; }
  Expression back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  friend class Expression;
  explicit Parts(Expression whole) : whole_(std::move(whole)) {}
  Expression whole_;
};

// Evaluates formulas that share named parts: each of those once, however often it is asked for. The formulas
// must outlive it.
class Evaluation {
 public:
  explicit Evaluation(std::function<double(Cell)> read) : read_(std::move(read)) {}
  double operator()(const Expression& e) { return value(*e.node_, 0); }
  // Of each part.
  std::vector<double> parts(const Expression& e);

 private:
  double value(const Expression::Node& node, int i);

  std::function<double(Cell)> read_;
  std::unordered_map<const void*, double> named_;
};

inline Expression operator-(Expression a, Expression b) {
  return Expression::sum({std::move(a), Expression::product({Expression::number(-1), std::move(b)})});
}

}  // namespace headlight
