// How numbers are written, on screen and in figures. The minus is U+2212; -0 is written as 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

// What a number is decides how it is written in a cell. A share is never rounded up to the least that can be
// written: below that it is blank in a cell of weights, "<.01" or "<.001" elsewhere.
//
// The weight of a head has two decimals where heads are compared and read: in its map, in what is said of it,
// before a class. Where it is made, at a step, at a cell and in its code, it has three, as a probability.
enum class NumberFormat {
  weight,       // .99  1.0  blank below .01
  probability,  // 0.927  <.001
  value,        // -2.32
  score,        // 17.3
};

// In all of these, what is not a number is "NaN", and infinities are U+221E with their sign.
std::string number_in_cell(float value, NumberFormat format);
// As in a cell, but a weight is 0.99 or <.01, and values and scores keep at least two significant digits:
// -0.065, where a cell has -0.1.
std::string number_alone(float value, NumberFormat format);

std::string weight_in_cell(float value);
std::string weight_alone(float value);
std::string probability_text(float value);
std::string value_text(float value);
std::string score_text(float value);
std::string fixed_text(float value, int decimals);

// Two factors and their product in four significant digits. The factors have three decimals, or as many more,
// up to six, as it takes that multiplying what is printed gives what is printed.
struct PrintedProduct {
  std::string left, right, product;
};
PrintedProduct printed_product(float left, float right);

// Up to `digits` significant digits, no trailing zeros: the tooltip.
std::string significant_text(float value, int digits = 5);
// The same of what was measured.
std::string measured_text(double value, int digits = 3);

// A count with its thousands apart: "16,640".
std::string count_text(std::int64_t count);

// The same number beside a colour bar; `with_sign` writes a plus before positive ones.
std::string tick_text(float value, bool with_sign);

// Numbers of a sentence, beside those of cells and axes in numbers.h: as one would say them, and as one types
// them.

// A share of a whole alone, and a quantity that is not negative: three significant digits, but what rounding
// would hide is said: ">.999" is not quite all, "<.001" is not quite nothing.
std::string share_alone(double value);
std::string amount_alone(double value);
// The largest share of a distribution: all of it only where no entropy is left, whatever a float rounds to.
std::string largest_alone(double share, double entropy);

// "1 word", "2,000 words".
std::string counted(std::int64_t count, std::string_view one);
// The same of what several of it are called: "1 token", "6 tokens".
std::string counted_of(std::int64_t count, std::string_view several);

// A number as people type it: "-2,5", and with the typographic minus; "-inf" masks. Nothing where it is none.
std::optional<float> typed_number(std::string text);

}  // namespace headlight
