#include "core/code/in_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/code/names.h"
#include "core/explain/view.h"
#include "core/figure/heatmap.h"
#include "core/figure/palette.h"
#include "core/layers/sites.h"
#include "core/platform/portable.h"

namespace headlight {
namespace {

// A word and a number stand before each row and above each column.
constexpr int first_row = 1, first_col = 1;
constexpr const char* hidden_number = "-1E+300";  // for minus infinity, which a cell cannot hold

// Writes formulas. Of a sum the first, the second and the last term are compared: what moves from one to the
// next is a range.
class CellFormula {
 public:
  explicit CellFormula(const std::vector<std::string>& names) : names_(names) {}

  std::string text(const Expression& e) const { return text({e, e, e, false}, 0); }

 private:
  // The same place in three terms; alone where all three are one.
  struct Three {
    Expression first, second, last;
    bool moves = false;
  };
  static constexpr std::size_t few = 4;  // terms that are written one by one

  std::string name_of(const Cell& cell) const { return names_.at(static_cast<std::size_t>(cell.node)) + "!"; }
  static std::string place(const Cell& cell) {
    return spreadsheet_place(cell.row + first_row, cell.col + first_col);
  }

  // Which way the cells lie; nothing where they are no line.
  enum class Line { same, row, column, none };
  static Line line_of(const Three& at) {
    const Cell a = at.first.cell(), b = at.second.cell();
    if (a.node != b.node) return Line::none;
    if (a == b) return Line::same;
    if (b.row == a.row && b.col == a.col + 1) return Line::row;
    if (b.col == a.col && b.row == a.row + 1) return Line::column;
    return Line::none;
  }
  static Three part(const Three& at, std::size_t i) {
    return {at.first.parts()[i], at.second.parts()[i], at.last.parts()[i], at.moves};
  }

  // All ranges of a term that moves; false where some cells are no line.
  static bool ranges(const Three& at, std::vector<Line>& lines) {
    if (at.first.kind() != at.second.kind() || at.first.kind() != at.last.kind()) return false;
    if (at.first.kind() == Expression::Kind::cell) {
      const Line line = line_of(at);
      if (line == Line::row || line == Line::column) lines.push_back(line);
      return line != Line::none;
    }
    if (at.first.kind() == Expression::Kind::number) return at.first.number() == at.second.number();
    if (at.first.parts().size() != at.second.parts().size()) return false;
    for (std::size_t i = 0; i < at.first.parts().size(); ++i) {
      if (at.first.parts()[i].letter().empty() && !ranges(part(at, i), lines)) return false;
    }
    return true;
  }

  std::string text(const Three& at, int within) const {
    const Expression& e = at.first;
    // What stands under a letter is the same in all terms.
    if (at.moves && !e.letter().empty()) return text({e, e, e, false}, within);
    switch (e.kind()) {
      case Expression::Kind::number:
        return number(e.number());
      case Expression::Kind::cell:
        if (at.moves && line_of(at) != Line::same)
          return name_of(e.cell()) + place(e.cell()) + ":" + place(at.last.cell());
        return name_of(e.cell()) + place(e.cell());
      case Expression::Kind::sum:
        return sum(at, within);
      case Expression::Kind::product:
        return joined(at, "*", 2, within);
      case Expression::Kind::quotient:
        return in_brackets(text(part(at, 0), 2) + "/" + text(part(at, 1), 3), within > 2);
      case Expression::Kind::maximum:
        return "MAX(" + arguments(at) + ")";
      case Expression::Kind::exp:
        return call("EXP", at);
      case Expression::Kind::log:
        return call("LN", at);
      case Expression::Kind::sqrt:
        return call("SQRT", at);
      case Expression::Kind::tanh:
        return call("TANH", at);
      case Expression::Kind::erf:
        return call("ERF", at);
      case Expression::Kind::sin:
        return call("SIN", at);
      case Expression::Kind::cos:
        return call("COS", at);
    }
    throw std::invalid_argument("a formula of an unknown kind");
  }

  static std::string in_brackets(const std::string& inside, bool needed) {
    return needed ? "(" + inside + ")" : inside;
  }
  static std::string number(double value) {
    if (std::isinf(value) && value < 0) return hidden_number;
    if (!std::isfinite(value)) return "NA()";
    std::array<char, 32> digits{};
    const auto end = portable::to_chars(digits.data(), digits.data() + digits.size(), value);
    const std::string text(digits.data(), end.ptr);
    return value < 0 ? "(" + text + ")" : text;
  }
  std::string call(const char* function, const Three& at) const {
    return std::string(function) + "(" + text(part(at, 0), 0) + ")";
  }

  // The terms that one range stands for: as many of the first as move in the same way.
  std::size_t alike(const Expression& e, std::vector<Line>& lines) const {
    const Expression::Parts parts = e.parts();
    for (std::size_t count = parts.size(); count > few; --count) {
      lines.clear();
      const Three at{parts[0], parts[1], parts[count - 1], true};
      if (!ranges(at, lines) || lines.empty()) continue;
      if (ends_there(at, count)) return count;
    }
    return 0;
  }
  // Whether the last of so many terms is where the first two lead to.
  static bool ends_there(const Three& at, std::size_t count) {
    if (at.first.kind() == Expression::Kind::cell) {
      const Cell a = at.first.cell(), b = at.second.cell(), z = at.last.cell();
      const int steps = static_cast<int>(count) - 1;
      return z.node == a.node && z.row == a.row + steps * (b.row - a.row) &&
             z.col == a.col + steps * (b.col - a.col);
    }
    if (at.first.kind() == Expression::Kind::number || !at.first.letter().empty()) return true;
    for (std::size_t i = 0; i < at.first.parts().size(); ++i) {
      if (!ends_there(part(at, i), count)) return false;
    }
    return true;
  }

  // Terms that move, in one.
  std::string many(const Expression& e, std::size_t count, const std::vector<Line>& lines) const {
    const Expression::Parts parts = e.parts();
    const Three at{parts[0], parts[1], parts[count - 1], true};
    const bool one_way =
        std::all_of(lines.begin(), lines.end(), [&](Line line) { return line == lines.front(); });
    if (one_way) {
      const bool two_factors = at.first.kind() == Expression::Kind::product && at.first.parts().size() == 2 &&
                               at.first.parts()[0].kind() == Expression::Kind::cell &&
                               at.first.parts()[1].kind() == Expression::Kind::cell && lines.size() == 2;
      if (two_factors) return "SUMPRODUCT(" + text(part(at, 0), 0) + "," + text(part(at, 1), 0) + ")";
      if (at.first.kind() == Expression::Kind::cell) return "SUM(" + text(at, 0) + ")";
      return "SUMPRODUCT(" + text(at, 0) + ")";
    }
    // A row times a column.
    if (at.first.kind() == Expression::Kind::product && lines.size() == 2 && lines[0] == Line::row)
      return "SUM(MMULT(" + text(part(at, 0), 0) + "," + text(part(at, 1), 0) + "))";
    return "";
  }

  std::string sum(const Three& at, int within) const {
    const Expression& e = at.first;
    const Expression::Parts parts = e.parts();
    std::string made;
    std::size_t from = 0;
    if (!at.moves) {
      std::vector<Line> lines;
      const std::size_t count = parts.size() > few ? alike(e, lines) : 0;
      if (count > 0) made = many(e, count, lines);
      if (!made.empty()) from = count;
    }
    for (std::size_t i = from; i < parts.size(); ++i) {
      const Three each = part(at, i);
      // a + (-1) b is a - b.
      const bool less = each.first.kind() == Expression::Kind::product && each.first.parts().size() == 2 &&
                        each.first.parts()[0].kind() == Expression::Kind::number &&
                        each.first.parts()[0].number() == -1;
      const std::string term = less ? text(part(each, 1), 2) : text(each, 1);
      made += less ? "-" : made.empty() ? "" : "+";
      made += term;
    }
    // A single call holds together by itself.
    const bool one_call = from > 0 && from == parts.size();
    return in_brackets(made.empty() ? "0" : made, within > 1 && !one_call);
  }

  std::string joined(const Three& at, const char* sign, int strength, int within) const {
    std::string made;
    for (std::size_t i = 0; i < at.first.parts().size(); ++i)
      made += (i == 0 ? "" : sign) + text(part(at, i), strength);
    return in_brackets(made, within > strength);
  }

  std::string arguments(const Three& at) const {
    const Expression::Parts parts = at.first.parts();
    if (!at.moves && parts.size() > few) {
      std::vector<Line> lines;
      if (alike(at.first, lines) == parts.size())
        return text(Three{parts[0], parts[1], parts[parts.size() - 1], true}, 0);
    }
    std::string made;
    for (std::size_t i = 0; i < parts.size(); ++i) made += (i == 0 ? "" : ",") + text(part(at, i), 0);
    return made;
  }

  const std::vector<std::string>& names_;
};

std::string in_hex(Rgb colour) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) {
    text += digits[part / 16];
    text += digits[part % 16];
  }
  return text;
}

struct CellRange {
  int top, left, bottom, right;  // the last ones included
};
// All cells; where a mask has hidden some, of each row those that are not.
std::vector<CellRange> ranges_without_hidden(const Reading& values) {
  const Shape shape = values.shape();
  const auto hidden = [&](int row, int col) { return std::isinf(values(row, col)); };
  std::vector<CellRange> ranges;
  bool any = false;
  for (int row = 0; row < shape.rows; ++row) {
    for (int col = 0; col < shape.cols; ++col) {
      any = any || hidden(row, col);
      if (hidden(row, col)) continue;
      if (col > 0 && !hidden(row, col - 1)) {
        ranges.back().right = col;
      } else {
        ranges.push_back({row, col, row, col});
      }
    }
  }
  if (!any) return {{0, 0, shape.rows - 1, shape.cols - 1}};
  return ranges;
}

// The matrix of a node: numbers, or formulas where `names` are given.
CellSheet sheet_of(const Trace& trace, int node, const std::string& name,
                   const std::vector<std::string>* names) {
  const Reading values = trace.read(node);
  const Shape shape = values.shape();
  const Label& label = trace.label(node);
  CellSheet sheet{.name = name, .fixed_rows = first_row, .fixed_columns = first_col};
  const auto said = [&](Axis axis, int place, int size) {
    return size == 1 && info(axis).kind != AxisKind::tokens ? std::string() : trace.label(axis, place);
  };
  // Numbers of a vector are counted from 1, as on screen.
  const auto called = [&](Axis axis, int place, int size) {
    const bool words = info(axis).kind == AxisKind::tokens || info(axis).kind == AxisKind::vocabulary;
    return words ? said(axis, place, size) : std::to_string(place + 1);
  };
  auto& head = sheet.rows.emplace_back();
  head.push_back({.text = name, .strong = true});
  for (int col = 0; col < shape.cols; ++col)
    head.push_back({.text = called(label.cols, col, shape.cols), .strong = true, .right = true});
  float most = 0;
  for (int row = 0; row < shape.rows; ++row) {
    auto& line = sheet.rows.emplace_back();
    line.push_back({.text = called(label.rows, row, shape.rows), .strong = true});
    for (int col = 0; col < shape.cols; ++col) {
      const float value = values(row, col);
      TableCell cell;
      if (std::isfinite(value)) most = std::max(most, std::fabs(value));
      cell.number = std::isinf(value) && value < 0 ? -1e300 : static_cast<double>(value);
      if (names != nullptr) cell.formula = formula_in_cells(trace.tape().explain({node, row, col}), *names);
      line.push_back(std::move(cell));
    }
  }
  const ColourMap& two_ways = colour_map(Ramp::diverging, Theme::light);
  const ColourMap& one_way = colour_map(Ramp::sequential, Theme::light);
  const bool shares = is_distribution(trace, node);
  // Of the brown and the petrol not the darkest: in between a spreadsheet has them mixed with white.
  const std::size_t lighter = two_ways.size() / 8;
  const CellColours colours{
      .most = shares ? 1 : std::max(static_cast<double>(most), 1e-6),
      .below = shares ? "" : in_hex(two_ways[lighter]),
      .between = shares ? in_hex(one_way[one_way.size() / 2]) : "",
      .above = in_hex(shares ? one_way.back() : two_ways[two_ways.size() - 1 - lighter])};
  for (const CellRange& each : ranges_without_hidden(values)) {
    CellColours& added = sheet.colours.emplace_back(colours);
    added.top = each.top + first_row;
    added.left = each.left + first_col;
    added.bottom = each.bottom + first_row;
    added.right = each.right + first_col;
  }
  return sheet;
}

CellSheet contents(const Trace& trace, const std::vector<CellSheet>& sheets, const std::vector<int>& nodes,
                   std::size_t given) {
  CellSheet sheet{.name = "contents", .widths = {16, 12, 12, 52, 60}};
  sheet.rows.push_back(
      {{.text = "Change a number on one sheet, and the sheets after it follow.", .strong = true}});
  sheet.rows.push_back({});
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string& path = trace.label(nodes[i]).path;
    const Site* const site = site_of(path);
    const bool formula = i >= given;
    const Shape shape = trace.tape().node(nodes[i]).shape;
    sheet.rows.push_back({{.text = sheets[i].name, .strong = true},
                          {.text = to_string(shape)},
                          {.text = formula ? "formulas" : "numbers"},
                          {.text = path},
                          {.text = site == nullptr ? "" : std::string(site->meaning)}});
  }
  return sheet;
}

}  // namespace

std::string formula_in_cells(const Expression& expression, const std::vector<std::string>& names) {
  return CellFormula(names).text(expression);
}

std::vector<CellSheet> sheets_of_steps(const Trace& trace, const std::vector<int>& nodes) {
  constexpr Eigen::Index most_cells = 300'000;
  std::vector<int> read, made(nodes.begin(), nodes.end());
  Eigen::Index cells = 0;
  for (const int node : made) {
    const Node& step = trace.tape().node(node);
    if (step.kind != Node::Kind::computed)
      throw std::invalid_argument(trace.label(node).path + " is given, not computed; name a step that is");
    cells += step.shape.size();
    for (const int input : step.inputs) {
      const bool known = std::find(made.begin(), made.end(), input) != made.end() ||
                         std::find(read.begin(), read.end(), input) != read.end();
      if (!known) read.push_back(input);
    }
  }
  for (const int node : read) cells += trace.tape().node(node).shape.size();
  if (cells > most_cells) {
    throw std::invalid_argument("this takes " + std::to_string(cells) +
                                " cells, but a spreadsheet gets at most " + std::to_string(most_cells) +
                                "; name a smaller step");
  }
  std::vector<int> all = read;
  all.insert(all.end(), made.begin(), made.end());
  NamesInCode called(trace);
  std::vector<std::string> names(static_cast<std::size_t>(trace.tape().size()));
  for (const int node : all)
    names[static_cast<std::size_t>(node)] = called.of(node, letter_in_code(trace, node), node);
  std::vector<CellSheet> sheets;
  for (std::size_t i = 0; i < all.size(); ++i)
    sheets.push_back(
        sheet_of(trace, all[i], names[static_cast<std::size_t>(all[i])], i < read.size() ? nullptr : &names));
  sheets.insert(sheets.begin(), contents(trace, sheets, all, read.size()));
  return sheets;
}

}  // namespace headlight
