#include "app/commands/commands.h"
#include "app/commands/learning.h"

namespace headlight {

void add_train(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = program.add_subcommand("train", "Make a shipped model's weights again");
  command->add_option("NAME", options->name, "The model: translator or positions")->required();
  command->add_option("-o,--output", options->folder, "The folder to write; if not given, ./NAME");
  command->add_option("--seed", options->seed, "Another seed than the recipe's");
  command->add_option("--steps", options->steps, "Another number of steps than the recipe's")
      ->check(CLI::PositiveNumber);
  command->add_option("--task", options->task, "positions: two_back or third alone");
  command->add_option("--kind", options->kind, "positions: one kind or variant alone, such as rotary");
  command->callback([options, &chosen] {
    if (options->folder.empty()) options->folder = options->name;
    chosen = [options] {
      return options->name == "positions" ? train_positions(*options) : train_model(*options);
    };
  });
}

}  // namespace headlight
