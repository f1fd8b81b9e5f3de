// The lab on lookup: one-hot times matrix, and indexing.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct LookupLab {
  int place = 0;  // of the word in the sentence that is looked up

  bool operator==(const LookupLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("place", self.place, Within{0, 4095});
  }
};

}  // namespace headlight
