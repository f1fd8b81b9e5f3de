// The lab on temperature: the softmax at other temperatures.
#pragma once

#include "app/session/fields.h"

namespace headlight {

struct TemperatureLab {
  float temperature = 1;

  bool operator==(const TemperatureLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("temperature", self.temperature, Within{0.01F, 100.0F});
  }
};

}  // namespace headlight
