#include "core/tape/expression.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace headlight {

Expression Expression::number(double value) {
  return Expression(std::make_shared<Node>(Node{Kind::number, value, {}, {}, {}}));
}
Expression Expression::cell(int node, int row, int col) {
  return Expression(std::make_shared<Node>(Node{Kind::cell, 0, {node, row, col}, {}, {}}));
}
Expression Expression::sum(std::vector<Expression> parts) {
  return Expression(std::make_shared<Node>(Node{Kind::sum, 0, {}, std::move(parts), {}}));
}
Expression Expression::product(std::vector<Expression> parts) {
  return Expression(std::make_shared<Node>(Node{Kind::product, 0, {}, std::move(parts), {}}));
}
Expression Expression::quotient(Expression above, Expression below) {
  return Expression(
      std::make_shared<Node>(Node{Kind::quotient, 0, {}, {std::move(above), std::move(below)}, {}}));
}
Expression Expression::maximum(std::vector<Expression> parts) {
  return Expression(std::make_shared<Node>(Node{Kind::maximum, 0, {}, std::move(parts), {}}));
}
Expression Expression::function(Kind kind, Expression argument) {
  return Expression(std::make_shared<Node>(Node{kind, 0, {}, {std::move(argument)}, {}}));
}
Expression Expression::named(std::string letter) const {
  Node copy = *node_;
  copy.letter = std::move(letter);
  return Expression(std::make_shared<Node>(std::move(copy)));
}

namespace {

using Seen = std::unordered_map<const void*, double>;

}  // namespace

double Evaluation::operator()(const Expression& e) {
  using Kind = Expression::Kind;
  const void* key = e.letter().empty() ? nullptr : static_cast<const void*>(&e.letter());
  if (key != nullptr) {
    if (const auto found = named_.find(key); found != named_.end()) return found->second;
  }
  const auto part = [&](std::size_t i) { return (*this)(e.parts()[i]); };
  double value = 0;
  switch (e.kind()) {
    case Kind::number:
      value = e.number();
      break;
    case Kind::cell:
      value = read_(e.cell());
      break;
    case Kind::sum:
      for (std::size_t i = 0; i < e.parts().size(); ++i) value += part(i);
      break;
    case Kind::product:
      value = 1;
      for (std::size_t i = 0; i < e.parts().size(); ++i) value *= part(i);
      break;
    case Kind::quotient:
      value = part(0) / part(1);
      break;
    case Kind::maximum:
      value = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < e.parts().size(); ++i) value = std::max(value, part(i));
      break;
    case Kind::exp:
      value = std::exp(part(0));
      break;
    case Kind::log:
      value = std::log(part(0));
      break;
    case Kind::sqrt:
      value = std::sqrt(part(0));
      break;
    case Kind::tanh:
      value = std::tanh(part(0));
      break;
    case Kind::erf:
      value = std::erf(part(0));
      break;
    case Kind::sin:
      value = std::sin(part(0));
      break;
    case Kind::cos:
      value = std::cos(part(0));
      break;
  }
  if (key != nullptr) named_.emplace(key, value);
  return value;
}

namespace {

void collect(const Expression& e, std::vector<Cell>& found, Seen& seen) {
  if (!e.letter().empty() && !seen.emplace(&e.letter(), 0).second) return;
  if (e.kind() == Expression::Kind::cell && std::find(found.begin(), found.end(), e.cell()) == found.end()) {
    found.push_back(e.cell());
  }
  for (const Expression& part : e.parts()) collect(part, found, seen);
}

using Changed = std::unordered_map<const void*, Expression>;

Expression changed(const Expression& e, const std::function<Cell(Cell)>& change, Changed& done) {
  const void* key = e.letter().empty() ? nullptr : static_cast<const void*>(&e.letter());
  if (key != nullptr) {
    if (const auto found = done.find(key); found != done.end()) return found->second;
  }
  std::vector<Expression> parts;
  parts.reserve(e.parts().size());
  for (const Expression& part : e.parts()) parts.push_back(changed(part, change, done));
  const auto rebuilt = [&]() -> Expression {
    using Kind = Expression::Kind;
    switch (e.kind()) {
      case Kind::number:
        return Expression::number(e.number());
      case Kind::cell: {
        const Cell c = change(e.cell());
        return Expression::cell(c.node, c.row, c.col);
      }
      case Kind::sum:
        return Expression::sum(std::move(parts));
      case Kind::product:
        return Expression::product(std::move(parts));
      case Kind::quotient:
        return Expression::quotient(parts[0], parts[1]);
      case Kind::maximum:
        return Expression::maximum(std::move(parts));
      default:
        return Expression::function(e.kind(), parts[0]);
    }
  };
  if (key == nullptr) return rebuilt();
  Expression named = rebuilt().named(e.letter());
  done.emplace(key, named);
  return named;
}

}  // namespace

double Expression::evaluate(const std::function<double(Cell)>& read) const { return Evaluation(read)(*this); }

std::vector<Cell> Expression::cells() const {
  std::vector<Cell> found;
  Seen seen;
  collect(*this, found, seen);
  return found;
}

Expression Expression::with_cells(const std::function<Cell(Cell)>& change) const {
  Changed done;
  return changed(*this, change, done);
}

}  // namespace headlight
