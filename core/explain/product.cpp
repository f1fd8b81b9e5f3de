#include "core/explain/product.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headlight {
namespace {

// Those of a node that put a number of their own into cells, or pass one on; the last one decides.
std::vector<const Edit*> edits_of(const Tape& tape, int node) {
  std::vector<const Edit*> own;
  for (const Edit& edit : tape.edits()) {
    if (edit.path == tape.node(node).label.path) own.insert(own.begin(), &edit);
  }
  return own;
}

bool sets_all(const Edit& edit, Shape shape) {
  return needs_values(edit.kind) && !edit.row && !edit.col && touches(edit, shape, 0, 0);
}

}  // namespace

std::optional<ComputedCell> computed_cell(const Tape& tape, int node, bool last) {
  const Shape shape = tape.node(node).shape;
  const std::vector<const Edit*> edits = edits_of(tape, node);
  // Else every cell would be computed again to find a number in it.
  if (!edits.empty() && sets_all(*edits.front(), shape)) return std::nullopt;
  for (Eigen::Index i = 0; i < shape.size(); ++i) {
    const Eigen::Index place = last ? shape.size() - 1 - i : i;
    const int row = static_cast<int>(place / shape.cols);
    const int column = static_cast<int>(place % shape.cols);
    const auto set = std::find_if(edits.begin(), edits.end(),
                                  [&](const Edit* edit) { return touches(*edit, shape, row, column); });
    if (set != edits.end() && (*set)->kind != Edit::Kind::pass) continue;
    Expression formula = tape.explain({node, row, column});
    if (formula.kind() != Expression::Kind::number) return ComputedCell{row, column, std::move(formula)};
  }
  return std::nullopt;
}

namespace {

using Kind = Expression::Kind;

// Of a term of a product.
struct Factors {
  Cell left, right;
  bool operator==(const Factors&) const = default;
};

std::optional<Factors> factors_of(const Expression& term) {
  const Expression::Parts parts = term.parts();
  if (term.kind() != Kind::product || parts.size() != 2) return std::nullopt;
  const Expression left = parts[0];
  const Expression right = parts[1];
  if (left.kind() != Kind::cell || right.kind() != Kind::cell) return std::nullopt;
  return Factors{left.cell(), right.cell()};
}

// As its first terms have it.
std::optional<Product> proposed(const Tape& tape, const ComputedCell& found) {
  const Expression::Parts terms = found.formula.parts();
  if (found.formula.kind() != Kind::sum || terms.empty()) return std::nullopt;
  const auto first = factors_of(terms.front());
  if (!first) return std::nullopt;
  Product product{.left = first->left.node, .right = first->right.node};
  product.inner = static_cast<int>(terms.size());
  if (const Expression last = terms.back(); last.kind() == Kind::cell) {
    product.bias = last.cell().node;
    --product.inner;
  }
  // Along the sum one of the right cell's places moves; with a single term the shapes must tell.
  product.by_rows = tape.node(product.right).shape.cols == 1;
  if (product.inner > 1) {
    const auto second = factors_of(terms[1]);
    product.by_rows = second && second->right.col != first->right.col;
  }
  product.first = (product.by_rows ? first->right.row : first->right.col) - found.column;
  return product;
}

bool is_cell_of(const Product& product, const ComputedCell& found) {
  const Expression::Parts terms = found.formula.parts();
  if (found.formula.kind() != Kind::sum ||
      static_cast<int>(terms.size()) != product.inner + (product.bias ? 1 : 0))
    return false;
  for (int term = 0; term < product.inner; ++term) {
    const Factors wanted{left_cell(product, found.row, term), right_cell(product, found.column, term)};
    if (factors_of(terms[term]) != wanted) return false;
  }
  return !product.bias || terms.back() == Expression::cell(*product.bias, 0, product.first + found.column);
}

// Whether every cell of the value would be read where the factors have cells.
bool has_cells(const Tape& tape, const Product& product, Shape value) {
  const Shape left = tape.node(product.left).shape;
  const Shape right = tape.node(product.right).shape;
  const Cell last = right_cell(product, value.cols - 1, product.inner - 1);
  return value.rows <= left.rows && product.inner <= left.cols && product.first >= 0 &&
         last.row < right.rows && last.col < right.cols;
}

}  // namespace

std::optional<Product> product_of(const Trace& trace, int node) {
  const Tape& tape = trace.tape();
  if (tape.node(node).op == nullptr || tape.node(node).shape.size() == 0) return std::nullopt;
  const auto first = computed_cell(tape, node);
  if (!first) return std::nullopt;
  const auto product = proposed(tape, *first);
  // The first cell alone could be one of a window that moves over its input.
  if (!product || !is_cell_of(*product, *first) || !has_cells(tape, *product, tape.node(node).shape) ||
      !is_cell_of(*product, *computed_cell(tape, node, true)))
    return std::nullopt;
  return product;
}

Cell left_cell(const Product& product, int row, int term) { return {product.left, row, term}; }

Cell right_cell(const Product& product, int column, int term) {
  return product.by_rows ? Cell{product.right, product.first + column, term}
                         : Cell{product.right, term, product.first + column};
}

}  // namespace headlight
