// The code of a step of a trace, and of a whole head: what it reads, one of its numbers, all of them. On
// screen beside the matrices, and as a file that runs and compares its numbers with those of the trace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/code/program.h"
#include "core/models/trace.h"

namespace headlight {

struct StepCode {
  std::vector<CodeLine> inputs;  // what is read from the trace
  std::vector<CodeLine> cell;    // one number; empty where it has no lines of its own
  // All numbers, the lines of one step after another's: more than one of a head.
  std::vector<std::vector<CodeLine>> steps;
  // Of a mask alone what follows from it, and the same written the other way round: True hides in one, keeps
  // in the other. Both give the weights.
  std::vector<CodeLine> both_ways;
  int weights = -1;                       // the node of these; -1 where there are no such lines
  std::vector<std::string> both_weights;  // what they are called in each

  std::vector<int> read;           // the nodes that the inputs read, in their order
  std::vector<int> given;          // those that the steps give
  std::vector<std::string> names;  // what these are called
  std::string cell_name;
};

// Steps in the order of the trace, each with what it reads of those before it; what else they read is an
// input. `cell`: the number that is told of, of the last of them; row and column are counted from 0. Throws
// std::invalid_argument for a value that is given and not computed, and for one that an edit has changed.
StepCode step_code(const Trace& trace, const std::vector<int>& nodes, Cell cell, Library library);
// The weights of the head that a node is of. Throws std::invalid_argument for what is of no head.
int weights_of_head(const Trace& trace, int node);
// The steps of a head by its weights. Where each word asks at a time of its own, those of one: of `row`.
std::vector<int> steps_of_head(const Trace& trace, int weights, int row);

// A file or a notebook of them that reads `arrays`, a .npz with those of `read` and `given` by their paths
// (write_step_numbers).
CodeProgram step_program(const Trace& trace, const StepCode& code, Cell cell, Library library,
                         const std::string& arrays);
void write_step_numbers(const Trace& trace, const StepCode& code, const std::filesystem::path& file);

}  // namespace headlight
