#include "app/commands/commands.h"
#include "app/commands/learning.h"
#include "app/commands/report.h"

namespace headlight {

void add_bench(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("bench", "Measure the ratios of the performance table");
  command->add_flag("--json", *json, "Print one object");
  command->callback([json, &chosen, window] {
    chosen = [json, window] {
      print_report("bench", run_bench(window), *json);
      return 0;
    };
  });
}

}  // namespace headlight
