// What every program of Headlight does with its command line: what is wrong is one line on stderr, which says
// what to try.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace headlight {

namespace exit_code {
inline constexpr int bad_input = 1;
inline constexpr int bad_usage = 2;
}  // namespace exit_code

// Set by the command that was chosen; returns the exit code.
using Chosen = std::function<int()>;

// Reads the command line of a program to which all options and commands have been added, and does what was
// chosen. Every option that takes numbers takes nothing else: no spaces, nothing empty, neither "nan" nor
// "inf", which pass every check of a range, and nothing that does not fit its type (a seed is a whole number
// from 0 to 2^64 - 1). Returns 0, 1 for bad input (what, where, what to try), 2 for bad usage.
int run_line(CLI::App& program, const Chosen& chosen, int argc, const char* const* argv);

// For a whole number that must not be less: "0 is too small; give at least 1".
CLI::Validator at_least(int least);
// For a text that means nothing where it is empty: "is empty; " and what to do otherwise.
CLI::Validator not_empty(const char* otherwise);

}  // namespace headlight
