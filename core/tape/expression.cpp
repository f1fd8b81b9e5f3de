#include "core/tape/expression.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_set>

namespace headlight {

Expression Expression::made(Node node) {
  node.moves = node.down != 0 || node.along != 0 ||
               std::any_of(node.parts.begin(), node.parts.end(),
                           [](const Expression& part) { return part.node_->moves; });
  return Expression(std::make_shared<const Node>(std::move(node)));
}

Expression Expression::number(double value) { return made({.kind = Kind::number, .number = value}); }
Expression Expression::cell(int node, int row, int col) {
  return made({.kind = Kind::cell, .cell = {node, row, col}});
}
Expression Expression::sum(std::vector<Expression> parts) {
  return made({.kind = Kind::sum, .parts = std::move(parts)});
}
Expression Expression::product(std::vector<Expression> parts) {
  return made({.kind = Kind::product, .parts = std::move(parts)});
}
Expression Expression::quotient(Expression above, Expression below) {
  return made({.kind = Kind::quotient, .parts = {std::move(above), std::move(below)}});
}
Expression Expression::maximum(std::vector<Expression> parts) {
  return made({.kind = Kind::maximum, .parts = std::move(parts)});
}
Expression Expression::function(Kind kind, Expression argument) {
  return made({.kind = kind, .parts = {std::move(argument)}});
}
Expression Expression::sum_over(int count, Expression each, std::vector<Expression> more) {
  return made({.kind = Kind::sum, .count = count, .each = std::move(each.node_), .parts = std::move(more)});
}
Expression Expression::maximum_over(int count, Expression each) {
  return made({.kind = Kind::maximum, .count = count, .each = std::move(each.node_)});
}
Expression Expression::in_row(int node, int row) {
  return made({.kind = Kind::cell, .cell = {node, row, 0}, .along = 1});
}
Expression Expression::in_column(int node, int col) {
  return made({.kind = Kind::cell, .cell = {node, 0, col}, .down = 1});
}
Expression Expression::named(std::string letter) const {
  Node copy = *node_;
  copy.letter = std::move(letter);
  return made(std::move(copy));
}

// The formula for one i.
Expression::NodePtr Expression::at(const NodePtr& node, int i) {
  if (!node->moves) return node;
  Node copy = *node;
  copy.cell.row += copy.down * i;
  copy.cell.col += copy.along * i;
  copy.down = copy.along = 0;
  for (Expression& part : copy.parts) part.node_ = at(part.node_, i);
  return made(std::move(copy)).node_;
}

Expression::Parts Expression::parts() const { return Parts(*this); }
std::size_t Expression::Parts::size() const {
  return static_cast<std::size_t>(whole_.node_->count) + whole_.node_->parts.size();
}
Expression Expression::Parts::operator[](std::size_t i) const {
  const Node& node = *whole_.node_;
  const auto count = static_cast<std::size_t>(node.count);
  return i < count ? Expression(at(node.each, static_cast<int>(i))) : node.parts[i - count];
}

bool Expression::operator==(const Expression& other) const {
  const Node& a = *node_;
  const Node& b = *other.node_;
  if (&a == &b) return true;
  const bool same_each =
      a.each == nullptr || b.each == nullptr ? a.each == b.each : Expression(a.each) == Expression(b.each);
  return same_each && a.kind == b.kind && a.number == b.number && a.cell == b.cell && a.down == b.down &&
         a.along == b.along && a.count == b.count && a.letter == b.letter && a.parts == b.parts;
}

double Expression::evaluate(const std::function<double(Cell)>& read) const { return Evaluation(read)(*this); }

std::vector<double> Evaluation::parts(const Expression& e) {
  const Expression::Node& node = *e.node_;
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(node.count) + node.parts.size());
  for (int i = 0; i < node.count; ++i) values.push_back(value(*node.each, i));
  for (const Expression& part : node.parts) values.push_back(value(*part.node_, 0));
  return values;
}

double Evaluation::value(const Expression::Node& node, int i) {
  if (!node.letter.empty()) {
    if (const auto found = named_.find(&node); found != named_.end()) return found->second;
  }
  const auto part = [&](std::size_t place) { return value(*node.parts[place].node_, i); };
  const auto over_all = [&](double start, const auto& join) {
    for (int own = 0; own < node.count; ++own) start = join(start, value(*node.each, own));
    for (std::size_t place = 0; place < node.parts.size(); ++place) start = join(start, part(place));
    return start;
  };
  using Kind = Expression::Kind;
  double result = 0;
  switch (node.kind) {
    case Kind::number:
      result = node.number;
      break;
    case Kind::cell:
      result = read_({node.cell.node, node.cell.row + node.down * i, node.cell.col + node.along * i});
      break;
    case Kind::sum:
      result = over_all(0, [](double a, double b) { return a + b; });
      break;
    case Kind::product:
      result = over_all(1, [](double a, double b) { return a * b; });
      break;
    case Kind::quotient:
      result = part(0) / part(1);
      break;
    case Kind::maximum:
      result = over_all(-std::numeric_limits<double>::infinity(),
                        [](double a, double b) { return std::max(a, b); });
      break;
    case Kind::exp:
      result = std::exp(part(0));
      break;
    case Kind::log:
      result = std::log(part(0));
      break;
    case Kind::sqrt:
      result = std::sqrt(part(0));
      break;
    case Kind::tanh:
      result = std::tanh(part(0));
      break;
    case Kind::erf:
      result = std::erf(part(0));
      break;
    case Kind::sin:
      result = std::sin(part(0));
      break;
    case Kind::cos:
      result = std::cos(part(0));
      break;
  }
  if (!node.letter.empty()) named_.emplace(&node, result);
  return result;
}

// What a formula reads, what it names, and the same formula of other cells.

class ExpressionWalk {
 public:
  using Node = Expression::Node;

  void collect_cells(const Node& node, int i) {
    if (!node.letter.empty() && !seen_.insert(&node).second) return;
    if (node.kind == Expression::Kind::cell) {
      const Cell cell{node.cell.node, node.cell.row + node.down * i, node.cell.col + node.along * i};
      if (known_.insert(cell).second) cells.push_back(cell);
    }
    for (int own = 0; own < node.count; ++own) collect_cells(*node.each, own);
    for (const Expression& part : node.parts) collect_cells(*part.node_, i);
  }

  void collect_named(const Expression::NodePtr& node) {
    if (!node->letter.empty() && letters_.contains(node->letter)) return;
    if (node->each != nullptr) collect_named(node->each);
    for (const Expression& part : node->parts) collect_named(part.node_);
    if (!node->letter.empty() && letters_.insert(node->letter).second) named.push_back(Expression(node));
  }

  // What is shared, a part under a letter, stays shared.
  Expression::NodePtr over(const Expression::NodePtr& node, std::span<const int> nodes) {
    Expression::NodePtr& done = done_[node.get()];
    if (done != nullptr) return done;
    Node copy = *node;
    if (copy.kind == Expression::Kind::cell) copy.cell.node = nodes[copy.cell.node];
    if (copy.each != nullptr) copy.each = over(copy.each, nodes);
    for (Expression& part : copy.parts) part.node_ = over(part.node_, nodes);
    return done = std::make_shared<const Node>(std::move(copy));
  }

  std::vector<Cell> cells;
  std::vector<Expression> named;

 private:
  struct Hash {
    std::size_t operator()(Cell cell) const {
      const auto place = static_cast<std::uint64_t>(static_cast<std::uint32_t>(cell.row)) << 32 |
                         static_cast<std::uint32_t>(cell.col);
      return std::hash<std::uint64_t>()(place * 0x9e3779b97f4a7c15ULL +
                                        static_cast<std::uint64_t>(cell.node));
    }
  };

  std::unordered_set<const Node*> seen_;
  std::unordered_set<Cell, Hash> known_;
  std::unordered_set<std::string> letters_;
  std::unordered_map<const Node*, Expression::NodePtr> done_;
};

std::vector<Cell> Expression::cells() const {
  ExpressionWalk walk;
  walk.collect_cells(*node_, 0);
  return std::move(walk.cells);
}

std::vector<Expression> Expression::named_parts() const {
  ExpressionWalk walk;
  walk.collect_named(node_);
  return std::move(walk.named);
}

Expression Expression::over(std::span<const int> nodes) const {
  return Expression(ExpressionWalk().over(node_, nodes));
}

}  // namespace headlight
