#include "core/layers/config_json.h"

#include <stdexcept>

namespace headlight {

void check_size(const char* name, int value, int most) {
  if (value < 1 || value > most) {
    throw std::invalid_argument(std::string("\"") + name + "\" must be from 1 to " + std::to_string(most) +
                                ", not " + std::to_string(value));
  }
}

}  // namespace headlight
