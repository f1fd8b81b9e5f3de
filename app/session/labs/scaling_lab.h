// The lab on scaling: why scores are divided by the square root of d_k.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct ScalingLab {
  int dimensions = 64;  // d_k

  bool operator==(const ScalingLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("dimensions", self.dimensions, Within{1, 1024});
  }
};

}  // namespace headlight
