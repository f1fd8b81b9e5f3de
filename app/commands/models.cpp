#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/report.h"
#include "app/session/session.h"
#include "core/models/card.h"
#include "core/models/outline.h"

namespace headlight {
namespace {

void print_card(const Card& card) {
  std::cout << card.name << ": " << card.title << " (" << card.origin << ")\n"
            << "  data     " << card.data << '\n'
            << "  recipe   " << card.recipe << '\n'
            << "  departs  " << card.departs << '\n'
            << "  limits   " << card.limits << '\n';
  if (const auto& head = card.reference_head) {
    std::cout << "  opens on " << head->stack << " layer " << head->layer << ", head " << head->head << '\n';
  }
  print_measures(card.measures);
  print_spreads(card.spreads);
}

int list_models(bool json) {
  auto cards = nlohmann::ordered_json::array();
  std::vector<std::string> names = shipped_models();
  // What the application opens with comes first.
  std::stable_partition(names.begin(), names.end(),
                        [opened = Session().model](const std::string& name) { return name == opened; });
  for (const std::string& name : names) {
    const OutlinePtr outline = outline_of(model_folder(name));
    const Card& card = outline->card();
    if (json) {
      cards.push_back(nlohmann::ordered_json::parse(to_json(card)));
    } else {
      print_card(card);
    }
  }
  if (json) std::cout << json_text(cards) << '\n';
  if (!json && names.empty())
    std::cout << "no models are shipped; make one with: headlight train translator\n";
  return 0;
}

}  // namespace

void add_models(CLI::App& program, Chosen& chosen) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("models", "List what is shipped, with its card");
  command->add_flag("--json", *json, "Print the cards as JSON");
  command->callback([json, &chosen] { chosen = [json] { return list_models(*json); }; });
}

}  // namespace headlight
