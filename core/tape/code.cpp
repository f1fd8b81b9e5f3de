#include "core/tape/code.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/platform/portable.h"

namespace headlight {
namespace {

using Digits = std::array<char, 40>;

// "1e-5", where C++ writes 1e-05.
std::string python_digits(const Digits& digits, std::to_chars_result written) {
  std::string text(digits.data(), static_cast<std::size_t>(written.ptr - digits.data()));
  const std::size_t exponent = text.find("e-0");
  return exponent == std::string::npos ? text : text.erase(exponent + 2, 1);
}

}  // namespace

std::string filled(std::string_view literal, std::span<const NamedText> texts) {
  std::string result;
  while (!literal.empty()) {
    const std::size_t open = literal.find('{');
    const std::size_t close = literal.find('}', open == std::string_view::npos ? 0 : open);
    result += literal.substr(0, open);
    if (open == std::string_view::npos) break;
    if (close == std::string_view::npos) return result += literal.substr(open);
    const std::string_view name = literal.substr(open + 1, close - open - 1);
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const NamedText& each) { return each.name == name; });
    result += found == texts.end() ? literal.substr(open, close - open + 1) : found->text;
    literal = literal.substr(close + 1);
  }
  return result;
}

std::string with_columns(const std::string& name, const CodeInput& input) {
  if (input.columns.empty()) return name;
  return name + (input.as == PythonType::matrix ? "[:, " : "[") + input.columns + "]";
}

std::string python_number(float number) {
  Digits digits{};
  return python_digits(digits, portable::to_chars(digits.begin(), digits.end(), number));
}
std::string python_number(double number) {
  constexpr int all = 15;
  Digits digits{};
  return python_digits(
      digits, portable::to_chars(digits.begin(), digits.end(), number, std::chars_format::general, all));
}
std::string python_number(int number) { return std::to_string(number); }

}  // namespace headlight
