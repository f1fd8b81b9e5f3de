// Formulas as boxes with a baseline: text, sub- and superscripts, fractions, sums with limits.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

class Formula {
 public:
  struct Size {
    float width = 0, ascent = 0, descent = 0;  // from the baseline, both positive
  };

  static Formula text(std::string text, Role role = Role::ink);
  static Formula row(std::vector<Formula> parts);
  static Formula script(Formula base, std::string_view below, std::string_view above);
  static Formula fraction(Formula above, Formula below);
  static Formula sum(std::string below, std::string above);

  // From a line such as "softmax(Q K^T / √d_k)": ^ raises and _ lowers the letter or the {group} behind it; Q, K, V
  // and A take their colours.
  static Formula parse(std::string_view line);

  Size measure(const Ui& ui, bool small = false) const;
  // At `x`, with its baseline at `y`. Returns its right end.
  float draw(Ui& ui, float x, float y, bool small = false) const;

 private:
  enum class Kind { text, row, script, fraction, sum };
  struct Node {
    Kind kind = Kind::text;
    std::string text = {}, below = {}, above = {};
    Role role = Role::ink;
    std::vector<Formula> parts = {};
  };
  explicit Formula(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}
  std::shared_ptr<const Node> node_;
};

}  // namespace headlight
