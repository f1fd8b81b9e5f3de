// From the corpus' French words to a line to read.
#pragma once

#include <string>
#include <vector>

namespace headlight {

// l' animal n' a pas ... -> l'animal n'a pas ...; a full stop stands against the word before it. Lower case
// stays.
std::string join_french(const std::vector<std::string>& words);

}  // namespace headlight
