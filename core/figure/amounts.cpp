#include "core/figure/amounts.h"

#include <charconv>
#include <limits>

#include "core/figure/numbers.h"

namespace headlight {

std::string share_alone(double value) { return value < 1 && value >= 0.9995 ? ">.999" : amount_alone(value); }

std::string amount_alone(double value) {
  return value > 0 && value < 0.001 ? "<.001" : significant_text(static_cast<float>(value), 3);
}

std::string largest_alone(double share, double entropy) {
  return entropy > 0 && share >= 1 ? ">.999" : share_alone(share);
}

std::string counted(std::int64_t count, std::string_view one) {
  return count_text(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

std::optional<float> typed_number(std::string text) {
  constexpr std::string_view sign = "\u2212";
  for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign))
    text.replace(at, sign.size(), "-");
  for (char& c : text) {
    if (c == ',') c = '.';
  }
  const std::size_t begin = text.find_first_not_of(" +");
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t last = text.find_last_not_of(' ');
  float value = 0;
  const auto [end, error] = std::from_chars(text.data() + begin, text.data() + last + 1, value);
  const bool read = error == std::errc{} && end == text.data() + last + 1;
  return read && value <= std::numeric_limits<float>::max() ? std::optional(value) : std::nullopt;
}

}  // namespace headlight
