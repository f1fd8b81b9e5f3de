#include "core/text/numbers.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace headlight {
namespace {

constexpr std::array kOnes{"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                           "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                           "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array kTens{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};

}  // namespace

std::string number_in_words(std::string_view digits) {
  if (digits.empty() || digits.size() > 3 || digits.find_first_not_of("0123456789") != digits.npos) return "";
  if (digits.size() > 1 && digits[0] == '0') return "";
  const std::size_t number = static_cast<std::size_t>(std::stoi(std::string(digits)));
  if (number < kOnes.size()) return kOnes.at(number);
  if (number == 100) return "a hundred";
  if (number > 100) return "";
  const std::string tens = kTens.at(number / 10 - 2);
  return number % 10 == 0 ? tens : tens + "-" + kOnes.at(number % 10);
}

std::string number_in_digits(std::string_view word) {
  const auto one = std::find(kOnes.begin(), kOnes.end(), word);
  if (one != kOnes.end()) return std::to_string(one - kOnes.begin());
  const auto ten = std::find(kTens.begin(), kTens.end(), word);
  return ten == kTens.end() ? "" : std::to_string(20 + 10 * (ten - kTens.begin()));
}

}  // namespace headlight
