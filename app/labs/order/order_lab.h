// The lab on order: the words in another order.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

enum class OrderShown { embedding, output, weights };
inline const EnumNames<OrderShown>& order_shown_names() {
  static const EnumNames<OrderShown> names{
      {OrderShown::embedding, "embedding"}, {OrderShown::output, "output"}, {OrderShown::weights, "weights"}};
  return names;
}

struct OrderLab {
  static constexpr LabKind lab = LabKind::order;
  static const Lab lab_row;
  std::vector<int> order;  // the place in the sentence of the word at each place; empty: as written
  OrderShown shown = OrderShown::output;
  bool positions = false;   // what is shown knows the words' places
  int layer = 1, head = 0;  // whose weights are compared

  bool operator==(const OrderLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("order", self.order, Within{0, 4095});
    visit("shown", self.shown, order_shown_names());
    visit("positions", self.positions);
    visit("layer", self.layer, Within{0, 255});
    visit("head", self.head, Within{0, 255});
  }
};

}  // namespace headlight
