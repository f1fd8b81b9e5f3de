// One function a command of headlight-train: it adds its options and what it does to the program. A command
// throws what is wrong with the input; run_line() makes the line on stderr and the exit code.
#pragma once

#include "app/line/line.h"

namespace headlight {

void add_train(CLI::App& program, Chosen& chosen);
void add_evaluate(CLI::App& program, Chosen& chosen);
void add_sentences(CLI::App& program, Chosen& chosen);

// Runs one command. Returns 0, 1 for bad input, 2 for bad usage, 130 for a training that was interrupted.
int run_train_program(int argc, const char* const* argv);

}  // namespace headlight
