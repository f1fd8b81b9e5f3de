#include "core/explain/product.h"

namespace headlight {
namespace {

using Kind = Expression::Kind;

bool two_cells(const Expression& e) {
  return e.kind() == Kind::product && e.parts().size() == 2 && e.parts()[0].kind() == Kind::cell &&
         e.parts()[1].kind() == Kind::cell;
}

}  // namespace

std::optional<Product> product_of(const Trace& trace, int node) {
  const Tape& tape = trace.tape();
  if (tape.node(node).op == nullptr || tape.node(node).shape.size() == 0) return std::nullopt;
  // A cell that was set by an edit is a plain number: look for one that was computed.
  std::optional<Expression> found;
  const Shape shape = tape.node(node).shape;
  int column = 0;
  for (int row = 0; row < shape.rows && !found; ++row) {
    for (column = 0; column < shape.cols; ++column) {
      Expression e = tape.explain({node, row, column});
      if (e.kind() == Kind::number) continue;
      if (e.kind() != Kind::sum) return std::nullopt;
      found = std::move(e);
      break;
    }
  }
  if (!found) return std::nullopt;

  Product product;
  for (const Expression& term : found->parts()) {
    if (two_cells(term)) {
      ++product.inner;
    } else if (term.kind() == Kind::cell && &term == &found->parts().back()) {
      product.bias = term.cell().node;
    } else {
      return std::nullopt;
    }
  }
  if (product.inner == 0) return std::nullopt;
  const Cell left = found->parts()[0].parts()[0].cell();
  const Cell right = found->parts()[0].parts()[1].cell();
  product.left = left.node;
  product.right = right.node;
  // Along the sum one of the right cell's places moves; with a single term the shapes must tell.
  if (product.inner > 1) {
    product.by_rows = found->parts()[1].parts()[1].cell().col != right.col;
  } else {
    product.by_rows = tape.node(right.node).shape.cols == 1;
  }
  product.first = (product.by_rows ? right.row : right.col) - column;
  return product;
}

Cell left_cell(const Product& product, int row, int term) { return {product.left, row, term}; }

Cell right_cell(const Product& product, int column, int term) {
  return product.by_rows ? Cell{product.right, product.first + column, term}
                         : Cell{product.right, term, product.first + column};
}

}  // namespace headlight
