// Translations that are known to be right: of the sentences of the lessons, and of the lists that people
// wrote beside a translator (class_set.h). Of any other sentence nobody here knows one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

// Those of a sentence as it is typed, but for capitals, punctuation and blanks, the most usual first; none
// where none is known. `lists` is the folder with the lists; one that is not there is left out.
std::vector<std::string> known_translations(const std::string& typed, const std::filesystem::path& lists);

}  // namespace headlight
