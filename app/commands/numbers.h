// Numbers on the command line: the whole of what was typed must be one.
#pragma once

#include <CLI/CLI.hpp>

namespace headlight {

// Adds to every option of the program and its commands that takes numbers: no spaces, nothing empty, neither
// "nan" nor "inf", which pass every check of a range, and nothing that does not fit its type (a seed is a
// whole number from 0 to 2^64 - 1).
void require_numbers(CLI::App& program);

// For a whole number that must not be less: "0 is too small; give at least 1".
CLI::Validator at_least(int least);

}  // namespace headlight
