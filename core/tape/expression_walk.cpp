// What a formula reads, what it names, and the same formula of other cells.
#include <cstdint>
#include <unordered_set>

#include "core/tape/expression.h"

namespace headlight {

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
    if (copy.kind == Expression::Kind::cell) copy.cell.node = nodes[static_cast<std::size_t>(copy.cell.node)];
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
