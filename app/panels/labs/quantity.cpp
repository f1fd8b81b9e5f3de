#include "app/panels/labs/quantity.h"

#include <array>
#include <cmath>

#include "core/figure/numbers.h"

namespace headlight {
namespace {

constexpr std::array letters{"", "k", "M", "G", "T", "P", "E"};

}  // namespace

std::string quantity_text(double value, const std::string& unit, int digits) {
  std::size_t place = 0;
  // What would be rounded up to a thousand has the next letter.
  const double thousand = 1000 - 0.5 * std::pow(10.0, 3 - digits);
  while (place + 1 < letters.size() && std::fabs(value) >= thousand) {
    value /= 1000;
    ++place;
  }
  const std::string letter = letters[place] + unit;
  return significant_text(static_cast<float>(value), digits) + (letter.empty() ? "" : " " + letter);
}

std::string count_tick(double value) { return quantity_text(value); }
std::string bytes_tick(double value) { return quantity_text(value, "B"); }

}  // namespace headlight
