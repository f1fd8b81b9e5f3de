// A whole model as one program in plain PyTorch: what it reads, its layers and heads as loops, its search,
// and a comparison of every step with the trace. A template for each family, whose lines are those of the
// ops.
#pragma once

#include <filesystem>
#include <string>

#include "core/code/program.h"
#include "core/models/model.h"

namespace headlight {

// `numbers` is the file that it reads (write_whole_numbers). Throws std::invalid_argument for what has no
// code: an edited trace, weights without a model.
CodeProgram whole_program(const Model& model, const Trace& trace, const std::string& numbers);
// A .safetensors with every node of the trace by its path, weights among them, and as metadata the words that
// the model reads and writes.
void write_whole_numbers(const Model& model, const Trace& trace, const std::filesystem::path& file);

}  // namespace headlight
