#include <filesystem>
#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/learning.h"
#include "app/commands/report.h"

namespace headlight {
namespace {

struct EvaluateOptions {
  std::string name;
  bool json = false;
  bool calibrate = false;
  bool curves = false;
  std::vector<std::string> seeds;
};

int evaluate(const EvaluateOptions& options) {
  const auto folder = model_folder(options.name);
  if (options.calibrate) calibrate_model(folder);
  if (options.curves) plot_model(folder);
  if (!options.seeds.empty()) {
    std::vector<std::filesystem::path> others;
    for (const std::string& seed : options.seeds) others.push_back(model_folder(seed));
    spread_over_seeds(folder, others);
    const Card card = load_card(folder);
    if (options.json) {
      std::cout << to_json(card) << '\n';
    } else {
      print_spreads(card.spreads);
    }
    return 0;
  }
  const Card card = load_card(folder);
  print_report(card.name, options.calibrate ? card.measures : evaluate_model(folder, card), options.json);
  return 0;
}

}  // namespace

void add_evaluate(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command =
      program.add_subcommand("evaluate", "Measure the figures on a model's card again, on held-out data");
  command->add_option("NAME", options->name, "A shipped model's name, or a model's folder")->required();
  command->add_flag("--json", options->json, "Print one object");
  command->add_flag("--calibrate", options->calibrate,
                    "First choose again from which probability on the translator is sure; write that and all "
                    "measures into the card");
  command->add_flag(
      "--curves", options->curves,
      "First measure again what is plotted, such as exact translations by length; write it into the card");
  command->add_option("--seeds", options->seeds,
                      "Folders trained by the same recipe with other seeds: write into the card how the "
                      "measures vary over all of them");
  command->callback([options, &chosen] { chosen = [options] { return evaluate(*options); }; });
}

}  // namespace headlight
