// The files of the fonts on the screen.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// The bytes of a file in the folders of fonts, read once: many sizes are made of each. Throws
// std::runtime_error naming the file that is missing and the package that has it. From any thread.
const std::string& font_file(std::string_view name, std::string_view package);
// Throws as font_file() where there is no such file, and does not read it.
void check_font_file(std::string_view name, std::string_view package);

}  // namespace headlight
