// Numbers of a sentence, beside those of cells and axes in numbers.h: as one would say them, and as one types
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

// A share of a whole alone, and a quantity that is not negative: three significant digits, but what rounding
// would hide is said: ">.999" is not quite all, "<.001" is not quite nothing.
std::string share_alone(double value);
std::string amount_alone(double value);
// The largest share of a distribution: all of it only where no entropy is left, whatever a float rounds to.
std::string largest_alone(double share, double entropy);

// "1 word", "2,000 words".
std::string counted(std::int64_t count, std::string_view one);

// A number as people type it: "-2,5", and with the typographic minus; "-inf" masks. Nothing where it is none.
std::optional<float> typed_number(std::string text);

}  // namespace headlight
