// From the corpus' French words to a line to read.
#pragma once

#include <string>
#include <vector>

namespace headlight {

// l' animal n' a pas ... -> l'animal n'a pas ...; a full stop and "-moi" stand against the word before them,
// and a piece of a word, traverser ##ai, is joined to it. Lower case stays.
std::string join_french(const std::vector<std::string>& words);

}  // namespace headlight
