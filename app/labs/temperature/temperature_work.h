// What the lab on temperature plots.
#pragma once

#include <string>
#include <vector>

#include "core/labs/temperature.h"

namespace headlight {

struct LabInput;
struct LabWork;

struct TemperatureStudy {
  std::string path;     // of the weights or probabilities that the row is of
  std::string divided;  // of the node that a temperature in the model divides
  int row = 0;
  std::string row_word;            // "it"
  std::vector<std::string> words;  // of the columns
  std::vector<float> inputs;       // of the softmax at T = 1
  float in_model = 1;              // the temperature that an edit has put into the model
  AtTemperature one, chosen;
  std::vector<AtTemperature> curve;    // from the coldest to the hottest
  std::vector<float> cold, hot;        // the limits
  double from_cold = 0, from_hot = 0;  // total variation between the chosen one and each limit
};

void compute_temperature(const LabInput& input, LabWork& work);

}  // namespace headlight
