// Formulas as boxes with a baseline: text, numbers, sub- and superscripts, fractions, roots, brackets, sums
// with limits. Nested as deep as needed; what stands in a script or a fraction is set smaller.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

enum class FormulaSize { huge, large, medium, small, tiny };  // an em of 38, 24, 18, 15, 12 units

class Formula {
 public:
  struct Size {
    float width = 0, ascent = 0, descent = 0;  // from the baseline, both positive
    float height() const { return ascent + descent; }
  };

  Formula() = default;  // nothing, without width
  static Formula text(std::string text, Role role = Role::ink);
  // Digits of equal width, as everywhere on screen.
  static Formula number(std::string text, Role role = Role::ink);
  static Formula row(std::vector<Formula> parts);
  static Formula script(Formula base, Formula below, Formula above);
  static Formula fraction(Formula above, Formula below);
  static Formula root(Formula inside);
  static Formula brackets(Formula inside);  // as tall as what they hold
  static Formula sum(Formula below, Formula above);
  // A brace under it, and what it stands for: the terms of a sum that are not written.
  static Formula under(Formula what, std::string note);

  // From a line such as "softmax(Q K^T / √d_k)": ^ raises and _ lowers the letter or the {group} or (group)
  // behind it, / makes a fraction of the factors before it and the one behind it, √ a root of what follows;
  // Q, K, V and A take their colours.
  static Formula parse(std::string_view line);

  Size measure(const Ui& ui, FormulaSize size = FormulaSize::large) const;
  // At `x`, with its baseline at `y`. Returns its right end.
  float draw(Ui& ui, float x, float y, FormulaSize size = FormulaSize::large) const;
  bool empty() const { return node_ == nullptr; }
  bool is_space() const { return !empty() && node_->kind == Kind::text && node_->text == " "; }

 private:
  enum class Kind { text, number, row, script, fraction, root, brackets, sum, under };
  struct Node {
    Kind kind = Kind::text;
    std::string text = {};
    Role role = Role::ink;
    std::vector<Formula> parts = {};
  };
  struct Painter;
  explicit Formula(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}
  std::shared_ptr<const Node> node_;
};

}  // namespace headlight
