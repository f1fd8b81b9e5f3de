#include "core/files/json_fields.h"

#include <cmath>

namespace headlight {

Json number(double value) {
  if (std::isfinite(value)) return value;
  return value < 0 ? "-inf" : "inf";
}

}  // namespace headlight
