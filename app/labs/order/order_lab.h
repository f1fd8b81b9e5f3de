// The lab on order: the words in another order.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "core/files/fields.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class OrderShown { embedding, output, weights };
inline const EnumNames<OrderShown>& order_shown_names() {
  static const EnumNames<OrderShown> names{
      {OrderShown::embedding, "embedding"}, {OrderShown::output, "output"}, {OrderShown::weights, "weights"}};
  return names;
}

struct OrderLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  std::vector<int> order;  // the place in the sentence of the word at each place; empty: as written
  OrderShown shown = OrderShown::output;
  bool positions = false;   // what is shown knows the words' places
  int layer = 1, head = 0;  // whose weights are compared

  bool operator==(const OrderLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("order", self.order, Within{0, 4095});
    visit("shown", self.shown, order_shown_names());
    visit("positions", self.positions);
    visit("layer", self.layer, Within{0, 255});
    visit("head", self.head, Within{0, 255});
  }
};

// What the lab on order finds: how far the output's rows are from the same words' in another order.

struct OrderStudy {
  std::array<double, 2> largest{};  // difference of a cell: without positions, with them
  std::vector<std::string> words;
  std::vector<double> of_words;  // the largest of each word's row, of the way that is shown

  double largest_difference(bool positions) const { return largest[positions ? 1 : 0]; }
};

}  // namespace headlight
