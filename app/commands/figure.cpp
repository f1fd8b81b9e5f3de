#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/session_options.h"
#include "app/session/session_figure.h"

namespace headlight {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  SessionOptions session;
  std::string output;
  bool json = false;
};

// Cells that are no values are null.
Json panel_json(const Heatmap& map) {
  Json rows = Json::array();
  for (int row = 0; row < map.rows; ++row) {
    Json values = Json::array();
    for (int col = 0; col < map.columns; ++col) {
      values.push_back(map.state(row, col) == CellState::value ? Json(map.value(row, col)) : Json());
    }
    rows.push_back(std::move(values));
  }
  Json json{{"title", map.title.plain()}, {"row_axis", map.row_axis}, {"column_axis", map.column_axis}};
  json["rows"] = Json::array();
  json["columns"] = Json::array();
  for (int row = 0; row < map.rows; ++row) json["rows"].push_back(map.row_label(row));
  for (int col = 0; col < map.columns; ++col) json["columns"].push_back(map.column_label(col));
  json["values"] = std::move(rows);
  return json;
}

Json figure_json(const Computed& computed, const std::string& output) {
  Json json{{"path", shown_path(computed.session)}};
  if (!output.empty()) json["file"] = output;
  json["sentences"] = sentences_json(*computed.document);
  json["panels"] = Json::array();
  for (const Heatmap& map : figure_of(computed.session, *computed.document, false).panels) {
    json["panels"].push_back(panel_json(map));
  }
  return json;
}

int write(const Options& options) {
  const Computed computed = compute_for(options.session);
  if (!options.output.empty()) save_figure(computed, options.output);
  if (options.json) {
    std::cout << figure_json(computed, options.output).dump(2) << '\n';
  } else {
    std::cout << "wrote " << options.output << " (" << shown_path(computed.session) << ")\n";
  }
  return 0;
}

}  // namespace

void add_figure(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("figure", "Write what a session shows as a picture or as numbers");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->output, "FILE.png, .svg, .pdf, .csv or .npy");
  command->add_flag("--json", options->json, "Print the numbers as JSON; then -o may be left out");
  command->callback([options, &chosen] {
    if (options->output.empty() && !options->json) throw CLI::RequiredError("-o FILE");
    chosen = [options] { return write(*options); };
  });
}

}  // namespace headlight
