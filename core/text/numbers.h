// Numbers in digits and in words.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// 21 -> twenty-one, 100 -> a hundred; empty from 101 on, and for what is no number.
std::string number_in_words(std::string_view digits);

// twelve -> 12; empty but for words up to twenty and the tens.
std::string number_in_digits(std::string_view word);

}  // namespace headlight
