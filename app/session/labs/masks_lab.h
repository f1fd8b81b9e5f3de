// The lab on masks: who may look at whom.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct MasksLab {
  int window = 3;  // keys this far away or farther are masked

  bool operator==(const MasksLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("window", self.window, Within{1, 4096});
  }
};

}  // namespace headlight
