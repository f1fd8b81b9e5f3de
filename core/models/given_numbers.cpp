#include "core/models/given_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "core/platform/background.h"
#include "core/platform/portable.h"
#include "core/text/languages.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr float far_below = -1e4F;
constexpr double tolerance = 0.005;  // what bfloat16 leaves of a sum

// "1 word", "2 words"

// Three digits, with a real minus, and a power of ten without signs and zeros in front: −1e9.
std::string three_digits(double value) {
  std::array<char, 32> digits{};
  const auto end =
      portable::to_chars(digits.begin(), digits.end(), std::fabs(value), std::chars_format::general, 3).ptr;
  std::string text(digits.begin(), end);
  if (const std::size_t power = text.find("e+"); power != std::string::npos)
    text.erase(power + 1, text.find_first_not_of("+0", power + 1) - power - 1);
  return (value < 0 ? "−" : "") + text;
}

}  // namespace

void GivenNumbers::Sums::add(double sum) {
  ++count;
  if (std::fabs(sum - 1) > tolerance) ++others;
  least = std::min(least, sum);
  most = std::max(most, sum);
}

void GivenNumbers::add(ConstView head) {
  const auto columns = static_cast<std::size_t>(head.shape.cols);
  for (int row = 0; row < head.shape.rows; ++row) {
    stop_if_asked(columns);
    for (const float value : std::span(head.data + row * columns, columns)) {
      if (!(value <= far_below) || !std::isfinite(value)) continue;
      several_far_below_ |= far_below_.value_or(value) != value;
      far_below_ = value;
    }
  }
}

std::optional<float> GivenNumbers::mask() const { return several_far_below_ ? std::nullopt : far_below_; }

void GivenNumbers::survey(ConstView head) {
  const std::optional<float> hides = mask();
  std::vector<double> of_columns(static_cast<std::size_t>(head.shape.cols), 0.0);
  std::vector<bool> all_numbers(of_columns.size(), true);
  for (int row = 0; row < head.shape.rows; ++row) {
    stop_if_asked(of_columns.size());
    double sum = 0;
    bool numbers = true;
    for (int column = 0; column < head.shape.cols; ++column) {
      const float value = head(row, column);
      const auto at = static_cast<std::size_t>(column);
      if (value == -std::numeric_limits<float>::infinity()) {
        ++masked_;
      } else if (hides == value) {
        ++hidden_;
      } else if (std::isfinite(value)) {
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
        sum += static_cast<double>(value);
        of_columns[at] += static_cast<double>(value);
      } else {
        ++(std::isnan(value) ? nan_ : infinite_);
        numbers = all_numbers[at] = false;
      }
    }
    if (numbers) {
      rows_.add(sum);
    } else {
      ++rows_.count;
    }
  }
  for (std::size_t column = 0; column < of_columns.size(); ++column) {
    if (all_numbers[column]) columns_.add(of_columns[column]);
  }
}

GivenWeights GivenNumbers::about() const {
  GivenWeights about;
  if (low_ <= high_) {
    about.low = low_;
    about.high = high_;
  }
  about.mask = mask();
  about.add_up = rows_.are_one();
  // A matrix of one row is its own column sums.
  about.columns_add_up =
      !about.add_up && rows_.others > 0 && columns_.are_one() && columns_.count > 1 && about.are_shares();
  const auto add = [&](const std::string& what) { about.says = paragraph({about.says, what}); };
  if (about.add_up) {
    add(nan_ + infinite_ == 0 ? say("Every row adds up to 1.") : say("Every row of numbers adds up to 1."));
  } else if (about.columns_add_up) {
    add(
        say("Every column adds up to 1, but not every row: the words that ask seem to be the columns. "
            "Transpose it to see them as rows."));
  } else if (rows_.least <= rows_.most) {
    const std::string least = three_digits(rows_.least), most = three_digits(rows_.most);
    const std::string rows = rows_.others == rows_.count
                                 ? say("No row adds up to 1")
                                 : say(several(rows_.others, "{n} row of {all} does not add up to 1",
                                               "{n} rows of {all} do not add up to 1"),
                                       {{"n", thousands(rows_.others)}, {"all", thousands(rows_.count)}});
    add(least == most ? say("{rows}: the sum is {sum}.", {{"rows", rows}, {"sum", least}})
                      : say("{rows}: sums go from {least} to {most}.",
                            {{"rows", rows}, {"least", least}, {"most", most}}));
  }
  if (!about.are_shares())
    add(say("Numbers go from {low} to {high}.", {{"low", three_digits(static_cast<double>(low_))},
                                                 {"high", three_digits(static_cast<double>(high_))}}));
  const auto cells = [&](std::int64_t count, Unfilled said, const std::string& value) {
    if (count > 0) add(say(said, {{"n", thousands(count)}, {"value", value}}));
  };
  cells(nan_, several(nan_, "{n} cell is not a number (NaN).", "{n} cells are not a number (NaN)."), "");
  cells(infinite_, several(infinite_, "{n} cell is infinite.", "{n} cells are infinite."), "");
  cells(masked_,
        several(masked_, "{n} cell is masked (minus infinity).", "{n} cells are masked (minus infinity)."),
        "");
  if (about.mask)
    cells(hidden_, several(hidden_, "{n} cell is masked ({value}).", "{n} cells are masked ({value})."),
          three_digits(static_cast<double>(*about.mask)));
  return about;
}

}  // namespace headlight
