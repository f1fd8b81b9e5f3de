// The lab on positions: where a word stands.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct PositionsLab {
  int position = 7;  // of the word that is followed

  bool operator==(const PositionsLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("position", self.position, Within{0, 4095});
  }
};

}  // namespace headlight
