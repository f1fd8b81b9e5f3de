// The lab on temperature: the softmax at other temperatures.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"
#include "core/labs/temperature.h"

namespace headlight {

struct Lab;

struct TemperatureLab {
  static constexpr LabKind lab = LabKind::temperature;
  static const Lab lab_row;
  enum class Of { attention, output };  // the selected head's row, or the next word's probabilities

  Of of = Of::attention;
  float temperature = 1;
  int place = 0;  // of the output: how many words are written before

  bool operator==(const TemperatureLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("of", self.of, EnumNames<Of>{{Of::attention, "attention"}, {Of::output, "output"}});
    visit("temperature", self.temperature, Within{coldest, hottest});
    visit("place", self.place, Within{0, 4095});
  }
};

}  // namespace headlight
