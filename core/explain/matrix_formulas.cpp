#include "core/explain/matrix_formulas.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using Kind = Expression::Kind;

// Letters of the parameters, by how their names end.
struct Learned {
  std::string_view ending, symbol;
};
constexpr std::array learned_table{
    Learned{".input.weight", "W"},
    Learned{".input.bias", "b_W"},
    Learned{".state.weight", "U"},
    Learned{".state.bias", "b_U"},
    Learned{"scores.weight", "v"},
    Learned{"bridge.weight", "W_s"},
    Learned{"bridge.bias", "b_s"},
    Learned{"readout.weight", "W_t"},
    Learned{"readout.bias", "b_t"},
    Learned{"query.weight", "W^Q"},
    Learned{"query.bias", "b^Q"},
    Learned{"key.weight", "W^K"},
    Learned{"key.bias", "b^K"},
    Learned{"value.weight", "W^V"},
    Learned{"value.bias", "b^V"},
    Learned{"projected.weight", "W^O"},
    Learned{"projected.bias", "b^O"},
    Learned{"feed_forward.hidden.weight", "W_1"},
    Learned{"feed_forward.hidden.bias", "b_1"},
    Learned{"feed_forward.gate.weight", "W_g"},
    Learned{"feed_forward.gate.bias", "b_g"},
    Learned{"feed_forward.output.weight", "W_2"},
    Learned{"feed_forward.output.bias", "b_2"},
    Learned{"parameters.output.weight", "W_out"},
    Learned{"parameters.output.bias", "b_out"},
    Learned{".weight", "W"},
    Learned{".gain", "γ"},
    Learned{".bias", "β"},
    Learned{".embedding", "E"},
    Learned{"attention.positions", "b"},
    Learned{".positions", "P"},
};

// The letter of a node in the formula of another: of a recurrent layer's other time with its distance,
// "h_{t−1}".
std::string symbol_beside(const Trace& trace, int own, int other) {
  std::string symbol = symbol_of(trace.label(other).path);
  const Place here = place_of(trace.label(own).path);
  const Place there = place_of(trace.label(other).path);
  const bool same_layer = here.stack == there.stack && here.layer == there.layer;
  if (!same_layer || !here.time || !there.time || *here.time == *there.time || !symbol.ends_with("_t"))
    return symbol;
  const int distance = *there.time - *here.time;
  symbol.replace(symbol.size() - 1, 1,
                 "{t" + std::string(distance < 0 ? "−" : "+") + std::to_string(std::abs(distance)) + "}");
  return symbol;
}

// The formula of a cell with the letters of whole matrices in the place of its cells; `own` is its node.
class Lettering {
 public:
  Lettering(const Trace& trace, int own) : trace_(trace), own_(own) {}

  BoundText write(const Expression& e) const {
    if (!e.letter().empty()) return {e.letter()};
    switch (e.kind()) {
      case Kind::number:
        return {significant_text(static_cast<float>(e.number()), 3)};
      case Kind::cell:
        return {symbol_beside(trace_, own_, e.cell().node)};
      case Kind::sum:
        return sum(e.parts());
      case Kind::product:
        return product(listed(e.parts()));
      case Kind::quotient:
        return {bracketed(write(e.parts()[0]), Binding::product) + " / " +
                    bracketed(write(e.parts()[1]), Binding::atom),
                Binding::product};
      case Kind::exp:
        return {"e^{" + write(e.parts()[0]).text + "}"};
      case Kind::maximum:
        return {"max(" + list(e.parts()) + ")"};
      default:
        return {std::string(function_name(e.kind())) + "(" + write(e.parts()[0]).text + ")"};
    }
  }

 private:
  static bool is_minus_one(const Expression& e) { return e.kind() == Kind::number && e.number() == -1; }

  static std::vector<Expression> listed(const Expression::Parts& parts) {
    return {parts.begin(), parts.end()};
  }

  BoundText sum(const Expression::Parts& parts) const {
    std::string text;
    for (const Expression& part : parts) {
      const bool minus = part.kind() == Kind::product && is_minus_one(part.parts()[0]);
      std::vector<Expression> factors = minus ? listed(part.parts()) : std::vector<Expression>();
      if (minus) factors.erase(factors.begin());
      const std::string term = minus ? product(factors).text : bracketed(write(part), Binding::product);
      text += (text.empty() ? (minus ? "−" : "") : (minus ? " − " : " + ")) + term;
    }
    return {text, Binding::sum};
  }

  BoundText product(const std::vector<Expression>& parts) const {
    if (parts.size() == 2 && is_minus_one(parts[0]))
      return {"−" + bracketed(write(parts[1]), Binding::product), Binding::sum};
    std::string text;
    const bool matrices = parts.size() == 2 && parts[0].kind() == Kind::cell && parts[1].kind() == Kind::cell;
    std::vector<Expression> ordered = parts;
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const Expression& part) { return part.kind() == Kind::number; });
    for (std::size_t i = 0; i < ordered.size();) {
      const std::string factor = bracketed(write(ordered[i]), Binding::product);
      std::size_t power = 1;
      while (i + power < ordered.size() && bracketed(write(ordered[i + power]), Binding::product) == factor)
        ++power;
      if (!text.empty()) text += matrices ? " ⊙ " : " ";
      text += power > 1 ? factor + "^" + std::to_string(power) : factor;
      i += power;
    }
    return {text, parts.size() > 1 ? Binding::product : Binding::atom};
  }

  std::string list(const Expression::Parts& parts) const {
    std::string text;
    for (const Expression& part : parts) text += (text.empty() ? "" : ", ") + write(part).text;
    return text;
  }

  const Trace& trace_;
  int own_;
};

// A constant factor has a letter in the table, √d_k, and on the tape a number.
bool is_scaling(const Expression& e) {
  const auto constant = [](const Expression& part) {
    return part.kind() == Kind::number ||
           (part.kind() == Kind::sqrt && part.parts()[0].kind() == Kind::number);
  };
  if ((e.kind() != Kind::product && e.kind() != Kind::quotient) || e.parts().size() != 2) return false;
  const Expression::Parts parts = e.parts();
  return (parts[0].kind() == Kind::cell && constant(parts[1])) ||
         (parts[1].kind() == Kind::cell && constant(parts[0]));
}

// False where two cells of one node are read.
bool one_cell_each(const Expression& e, std::map<int, Cell>& cells) {
  if (!e.letter().empty()) return true;
  if (e.kind() == Kind::cell) return cells.try_emplace(e.cell().node, e.cell()).first->second == e.cell();
  const Expression::Parts parts = e.parts();
  return std::all_of(parts.begin(), parts.end(),
                     [&](const Expression& part) { return one_cell_each(part, cells); });
}

// Besides what stands under a letter of its own, μ: only then the letter of a matrix can stand for a cell.
bool reads_one_cell_each(const Expression& e) {
  std::map<int, Cell> cells;
  return one_cell_each(e, cells) && !cells.empty();
}

std::string symbol_at(const Trace& trace, int node) { return symbol_of(trace.label(node).path); }

// "Concat(head_1, head_2)", "Concat(head_1, …, head_8)"
std::string concatenation(const Trace& trace, const Node& node) {
  constexpr std::size_t most = 3;
  const std::vector<int>& inputs = node.inputs;
  std::string text;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool written = inputs.size() <= most || i == 0 || i + 1 == inputs.size();
    if (!written && i > 1) continue;
    text += (text.empty() ? "" : ", ") + (written ? symbol_at(trace, inputs[i]) : "…");
  }
  return "Concat(" + text + ")";
}

// "α_1, …, α_T": what is gathered from every time.
std::string gathered_in_letters(const Trace& trace, const Node& node) {
  const std::string each = symbol_at(trace, node.inputs.front());
  const std::string letter = each.substr(0, each.find('_'));
  return node.inputs.size() == 1 ? letter + "_1" : letter + "_1, …, " + letter + "_T";
}

std::string product_in_letters(const Trace& trace, const Product& product, int own) {
  const Node& left = trace.tape().node(product.left);
  const bool heads = left.op == concatenate() && place_of(left.label.path).layer;
  std::string text = heads ? concatenation(trace, left) : symbol_beside(trace, own, product.left);
  text += " " + symbol_at(trace, product.right) + (product.by_rows ? "^T" : "");
  if (product.bias) text += " + " + symbol_at(trace, *product.bias);
  return text;
}

// Of scores that are divided by another number than √d_k, that number.
std::string scaled_in_letters(const Trace& trace, const Node& node, const std::string& table) {
  const Node& scores = trace.tape().node(node.inputs[0]);
  if (!place_of(node.label.path).head || scores.op != dot_products()) return table;
  const int size = trace.tape().node(scores.inputs[0]).shape.cols;
  const std::string by = node.op->symbol();
  return by == "/ √" + std::to_string(size) ? table : symbol_at(trace, node.inputs[0]) + " " + by;
}

std::string softmax_in_letters(const Trace& trace, const Node& node) {
  const int input = node.inputs[0];
  const auto from = computed_cell(trace.tape(), input);
  return "softmax(" +
         (from && is_scaling(from->formula) ? letters_of(trace, input) : symbol_at(trace, input)) + ")";
}

// Where the table names what different models do, the op's sign says which: "b(j − i)".
std::string of_table(const Trace& trace, const Site& site, const Node& node) {
  if (site.id == SiteId::positions && !node.inputs.empty()) {
    const std::string table = symbol_at(trace, node.inputs.back());
    if (!table.empty()) return "one-hot(pos) × " + table;
  }
  const bool several = site.formula.find(", or ") != std::string_view::npos;
  // The waves of the table, or 1, 2, 3.
  const bool counted = node.op != nullptr && node.op->name() == "counted_positions";
  return (several || counted) && node.op != nullptr ? node.op->symbol() : std::string(site.formula);
}

}  // namespace

std::string symbol_of(std::string_view path) {
  if (path.starts_with("parameters.")) {
    for (const Learned& each : learned_table) {
      if (path.ends_with(each.ending)) return std::string(each.symbol);
    }
    return "";
  }
  const Site* site = site_of(path);
  if (site == nullptr) return "";
  std::string symbol(site->symbol);
  const Place place = place_of(path);
  if (place.head && symbol.ends_with("_i"))
    symbol.replace(symbol.size() - 1, 1, std::to_string(*place.head + 1));
  return symbol;
}

std::string letters_of(const Trace& trace, int id) {
  const Node& node = trace.tape().node(id);
  const Site* site = site_of(node.label.path);
  if (site == nullptr) return "";
  if (trace.anatomy().given) return "given";
  std::string table = of_table(trace, *site, node);
  if (node.op == nullptr) return table;
  if (node.op == softmax()) return softmax_in_letters(trace, node);
  if (node.op == stack()) return gathered_in_letters(trace, node);
  if (node.op == concatenate()) return concatenation(trace, node);
  if (const auto product = product_of(trace, id)) return product_in_letters(trace, *product, id);
  const auto cell = computed_cell(trace.tape(), id);
  if (!cell) return table;
  const Expression& formula = cell->formula;
  if (node.op->name() == "rotate" && place_of(node.label.path).head)
    return "R(pos) " + symbol_at(trace, node.inputs[0]);
  if (is_scaling(formula)) return scaled_in_letters(trace, node, table);
  if (formula.kind() == Kind::cell) {
    const bool masks = node.op->symbol() == "mask";
    return masks ? say("{matrix} + mask", {{"matrix", symbol_at(trace, formula.cell().node)}}) : table;
  }
  return reads_one_cell_each(formula) ? Lettering(trace, id).write(formula).text : table;
}

std::string equation_of(const Trace& trace, int node) {
  const std::string symbol = symbol_at(trace, node);
  const std::string formula = letters_of(trace, node);
  return symbol.empty() || symbol == formula ? formula : symbol + " = " + formula;
}

RichText in_one_line(std::string_view formula, Role role, bool strong) {
  static constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"^T", "ᵀ"}, {"_k", "ₖ"}, {"_1", "₁"}, {"_2", "₂"}, {"_3", "₃"}, {"_0", "₀"}};
  RichText line;
  const auto append = [&](std::string_view text, int rise) {
    if (line.runs.empty() || line.runs.back().rise != rise) line.runs.push_back({"", role, strong, rise});
    line.runs.back().text += text;
  };
  while (!formula.empty()) {
    const auto sign = std::find_if(std::begin(signs), std::end(signs), [&](const auto& each) {
      const auto& from = each.first;
      return formula.starts_with(from) && (formula.size() == from.size() ||
                                           !std::isalnum(static_cast<unsigned char>(formula[from.size()])));
    });
    if (sign != std::end(signs)) {
      append(sign->second, 0);
      formula.remove_prefix(sign->first.size());
      continue;
    }
    const char mark = formula[0];
    if (mark != '^' && mark != '_') {
      append(formula.substr(0, 1), 0);
      formula.remove_prefix(1);
      continue;
    }
    formula.remove_prefix(1);
    std::size_t length = 0;
    if (formula.starts_with('{') || formula.starts_with('(')) {
      const std::size_t end = std::min(formula.find(formula[0] == '{' ? '}' : ')'), formula.size() - 1);
      append(formula.substr(1, end - 1), mark == '^' ? 1 : -1);
      length = end + 1;
    } else {
      while (length < formula.size() && std::isalnum(static_cast<unsigned char>(formula[length]))) ++length;
      append(formula.substr(0, length), mark == '^' ? 1 : -1);
    }
    formula.remove_prefix(length);
  }
  return line;
}

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

std::vector<float> terms_of(const Trace& trace, int node, int row, int column) {
  const std::optional<Product> product = product_of(trace, node);
  if (!product) return {};
  std::vector<float> terms;
  CellReader read(trace);
  for (int i = 0; i < product->inner; ++i)
    terms.push_back(
        static_cast<float>(read(left_cell(*product, row, i)) * read(right_cell(*product, column, i))));
  return terms;
}

}  // namespace headlight
