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
      std::vector<LeftOut> left_out;
      const std::vector<Measure> measures = run_bench(window, left_out);
      print_report("bench", measures, *json, left_out);
      return 0;
    };
  });
}

}  // namespace headlight
