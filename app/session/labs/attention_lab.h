// The lab on attention: the general attention layer.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct AttentionLab {
  int row = 0;  // the query whose row is followed

  bool operator==(const AttentionLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("row", self.row, Within{0, 4095});
  }
};

}  // namespace headlight
