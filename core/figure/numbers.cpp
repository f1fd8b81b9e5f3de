#include "core/figure/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/platform/portable.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

constexpr const char* minus_sign = "\u2212";
// The least that two and three decimals can say, and from where they would say all.
constexpr float least_weight = 0.01f, nearly_weight = 0.995f;
constexpr float least_probability = 0.001f, nearly_probability = 0.9995f;
// What differs from all by no more than a float is rounded to is all.
constexpr float all_of_it = 1 - 1e-6f;

std::string with_minus_sign(std::string digits) {
  if (digits.find_first_of("123456789") == std::string::npos && digits.front() == '-') digits.erase(0, 1);
  for (std::size_t at = digits.find('-'); at != std::string::npos; at = digits.find('-', at)) {
    digits.replace(at, 1, minus_sign);
  }
  return digits;
}

template <typename Number>
std::string digits_of(Number value, std::chars_format format, int precision) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
  std::array<char, 80> digits{};  // a float in fixed notation has up to 39 digits before the point
  const auto end = portable::to_chars(digits.begin(), digits.end(), value, format, precision).ptr;
  return with_minus_sign({digits.begin(), end});
}

}  // namespace

std::string fixed_text(float value, int decimals) {
  return digits_of(value, std::chars_format::fixed, decimals);
}

std::string significant_text(float value, int digits) {
  return digits_of(value, std::chars_format::general, digits);
}

PrintedProduct printed_product(float left, float right) {
  PrintedProduct printed;
  printed.product = significant_text(left * right, 4);
  for (int decimals = 3; decimals <= 6; ++decimals) {
    const double unit = std::pow(10.0, decimals);
    const auto rounded = [&](float factor) { return std::round(static_cast<double>(factor) * unit) / unit; };
    printed.left = fixed_text(left, decimals);
    printed.right = fixed_text(right, decimals);
    if (significant_text(static_cast<float>(rounded(left) * rounded(right)), 4) == printed.product) break;
  }
  return printed;
}

std::string measured_text(double value, int digits) {
  return significant_text(static_cast<float>(value), digits);
}

std::string weight_in_cell(float value) {
  if (std::fabs(value) < least_weight) return "";
  // All of it does not start with the point.
  if (!(std::fabs(value) < all_of_it)) return fixed_text(value, 1);
  std::string text = fixed_text(std::clamp(value, -0.99f, 0.99f), 2);
  return text.erase(text.find('0'), 1);
}

std::string weight_alone(float value) {
  if (value >= nearly_weight && value < all_of_it) return ">.99";
  return value > 0 && value < least_weight ? "<.01" : fixed_text(value, 2);
}

std::string probability_text(float value) {
  if (value >= nearly_probability && value < all_of_it) return ">.999";
  return value >= 0 && value < least_probability ? "<.001" : fixed_text(value, 3);
}

std::string value_text(float value) { return fixed_text(value, 2); }

std::string score_text(float value) { return fixed_text(value, 1); }

std::string number_in_cell(float value, NumberFormat format) {
  switch (format) {
    case NumberFormat::weight:
      return weight_in_cell(value);
    case NumberFormat::probability:
      return probability_text(value);
    case NumberFormat::value:
      return value_text(value);
    case NumberFormat::score:
      return score_text(value);
  }
  return significant_text(value);
}

std::string number_alone(float value, NumberFormat format) {
  if (format == NumberFormat::weight) return weight_alone(value);
  const std::string text = number_in_cell(value, format);
  const bool decimals_do = !(std::fabs(value) < (format == NumberFormat::score ? 0.95f : 0.095f));
  return format == NumberFormat::probability || decimals_do || value == 0 ? text : significant_text(value, 2);
}

std::string tick_text(float value, bool with_sign) {
  // Three digits of it would have a power of ten.
  const bool thousands = std::fabs(value) >= 999.5F && std::fabs(value) < 1e6F;
  const std::string text = thousands ? count_text(std::lround(value)) : significant_text(value, 3);
  return with_sign && value > 0 ? "+" + text : text;
}

std::string count_text(std::int64_t count) { return with_minus_sign(thousands(count)); }

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
std::string counted_of(std::int64_t count, std::string_view several) {
  return counted(count, several.substr(0, several.size() - (several.ends_with('s') ? 1 : 0)));
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
  const auto [end, error] = portable::from_chars(text.data() + begin, text.data() + last + 1, value);
  const bool read = error == std::errc{} && end == text.data() + last + 1;
  return read && value <= std::numeric_limits<float>::max() ? std::optional(value) : std::nullopt;
}

}  // namespace headlight
