// The code of a step of a trace, and of a whole head: what it reads, one of its numbers, all of them. On
// screen beside the matrices, and as a file that runs and compares its numbers with those of the trace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/code/program.h"
#include "core/models/trace.h"

namespace headlight {

// What comes back to a step's input on the way back from the loss.
struct InputGradient {
  std::size_t input = 0;  // its place among the step's inputs
  std::string name;       // "dQ"; of one of a list "d_parts[3]"
};

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

  // Of backward_code: behind `steps`, the gradients of what the one step reads, from the gradient of its
  // value
  // ("dS"), which is an input.
  std::vector<CodeLine> backward = {};
  std::vector<InputGradient> gradients = {};
  std::string value_gradient = {};
};

// Steps in the order of the trace, each with what it reads of those before it; what else they read is an
// input. `cell`: the number that is told of, of the last of them; row and column are counted from 0. Throws
// std::invalid_argument for a value that is given and not computed, and for one that an edit has changed.
StepCode step_code(const Trace& trace, const std::vector<int>& nodes, Cell cell, Library library);
// Of the lines of a number that is a sum of products those for one of them, which are counted from 0, and its
// value; empty where the number is no such sum.
std::vector<CodeLine> product_code(const Trace& trace, const StepCode& code, Cell cell, int product);
// A step with its backward pass: the gradients of what it reads from that of its value. Throws
// std::invalid_argument as step_code() does, and for a step that no gradient flows through.
StepCode backward_code(const Trace& trace, int node, Library library);
// The step through which a number of a weight, in this column, gets its gradient: of heads the one that reads
// the column, of several steps the first. -1 where none reads it.
int step_that_reads(const Trace& trace, int weight, int column);
// The weights of the head that a node is of. Throws std::invalid_argument for what is of no head.
int weights_of_head(const Trace& trace, int node);
// The steps of a head by its weights. Where each word asks at a time of its own, those of one: of `row`.
std::vector<int> steps_of_head(const Trace& trace, int weights, int row);

// A file or a notebook of them that reads `arrays`, a .npz with those of `read` and `given` by their paths
// (write_step_numbers).
CodeProgram step_program(const Trace& trace, const StepCode& code, Cell cell, Library library,
                         const std::string& arrays);
void write_step_numbers(const Trace& trace, const StepCode& code, const std::filesystem::path& file);

// The same of backward_code(), whose file also has the gradients, of the loss at another node of the trace.
// Throws std::invalid_argument for a trace too large to keep all of its values.
CodeProgram backward_program(const Trace& trace, const StepCode& code, Library library,
                             const std::string& arrays);
void write_backward_numbers(const Trace& trace, const StepCode& code, int loss,
                            const std::filesystem::path& file);
// What of the gradient of its input comes back through a step, [rows, cols] of that input, and what comes
// back to its value.
struct StepGradients {
  Matrix of_value;
  std::vector<Matrix> of_inputs;  // empty where none flows
};
StepGradients step_gradients(const Trace& trace, int node, int loss);

}  // namespace headlight
