// The lab on temperature: the softmax at other temperatures.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/slider.h"
#include "core/files/fields.h"
#include "core/labs/softmax.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct TemperatureLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  enum class Of { attention, output };  // the selected head's row, or the next word's probabilities

  Of of = Of::attention;
  float temperature = 1;
  int place = 0;  // of the output: how many words are written before

  bool operator==(const TemperatureLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("of", self.of, EnumNames<Of>{{Of::attention, "attention"}, {Of::output, "output"}});
    visit("temperature", self.temperature, Slider{coldest, hottest, 0.01, Track::logarithmic});
    visit("place", self.place, Within{0, 4095});
  }
};

// What the lab on temperature plots.

struct TemperatureStudy {
  std::string path;     // of the weights or probabilities that the row is of
  std::string divided;  // of the node that a temperature in the model divides
  int row = 0;
  std::string row_word;            // "it"
  std::vector<std::string> words;  // of the columns
  std::vector<float> inputs;       // of the softmax at T = 1
  float in_model = 1;              // the temperature that an edit has put into the model
  AtTemperature one, chosen;
  std::vector<AtTemperature> curve;    // from the coldest to the hottest; of the output without shares
  std::vector<float> cold, hot;        // the limits
  double from_cold = 0, from_hot = 0;  // total variation between the chosen one and each limit
};

}  // namespace headlight
