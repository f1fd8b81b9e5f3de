// Lists of words that somebody else wrote into a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

// A list in JSON, or as Python and NumPy print one, where the whole text is one; else a word a line, or all
// of them on one line. A first word may begin with a bracket: [CLS]. What ends in .json has to be a list.
// Throws AccessError or FormatError: file, what is wrong, what to try.
std::vector<std::string> read_word_list(const std::filesystem::path& file);

}  // namespace headlight
