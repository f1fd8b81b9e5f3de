#include <CLI/CLI.hpp>

#include "train/commands/commands.h"

namespace headlight {

int run_train_program(int argc, const char* const* argv) {
  CLI::App program(
      "Trains and measures the models that come with Headlight, and writes what they learn from.");
  program.name("headlight-train");
  program.require_subcommand(1);
  Chosen chosen;
  add_train(program, chosen);
  add_evaluate(program, chosen);
  add_sentences(program, chosen);
  return run_line(program, chosen, argc, argv);
}

}  // namespace headlight
