// How many letters the small models for the kinds of positions are trained and measured on.
#pragma once

#include <array>

namespace headlight {

inline constexpr int shortest_length = 8;  // trained on
inline constexpr int within_length = 16;   // the longest trained on
inline constexpr int beyond_length = 48;   // the longest measured
inline constexpr std::array order_lengths{within_length, 24, 32, beyond_length};

}  // namespace headlight
