// The lab on order: the words in another order.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct OrderLab {
  std::vector<int> order;  // the place in the sentence of the word at each place; empty: as written

  bool operator==(const OrderLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("order", self.order, Within{0, 4095});
  }
};

}  // namespace headlight
