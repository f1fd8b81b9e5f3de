// Numbers on the command line: the whole of what was typed must be one.
#pragma once

#include <CLI/CLI.hpp>

namespace headlight {

// Adds to every option of the program and its commands that takes numbers: no spaces, nothing empty, and
// neither "nan" nor "inf", which pass every check of a range.
void require_numbers(CLI::App& program);

}  // namespace headlight
