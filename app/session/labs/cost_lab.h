// The lab on cost: what a model costs.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct CostLab {
  int tokens = 1024;  // T

  bool operator==(const CostLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("tokens", self.tokens, Within{1, 1 << 20});
  }
};

}  // namespace headlight
