#include "app/commands/commands.h"
#include "app/commands/learning.h"
#include "app/commands/report.h"

namespace headlight {

void add_bench(CLI::App& program, Chosen& chosen) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("bench", "Measure the ratios of the performance table");
  command->add_flag("--json", *json, "Print one object");
  command->callback([json, &chosen] {
    chosen = [json] {
      print_report("bench", run_bench(), *json);
      return 0;
    };
  });
}

}  // namespace headlight
