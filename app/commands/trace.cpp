#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/session/session_export.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "core/files/json.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct TraceOptions {
  SessionOptions session;
  std::string output;
  std::vector<int> cell;
  bool json = false;
};

Rendered explained(const Computed& computed, const std::vector<int>& cell) {
  const Trace& trace = *computed.results->trace(0);
  return render(trace, {trace.at(shown_path(computed.session)), cell[0], cell[1]});
}

Json rendered_json(const Rendered& made) {
  Json json{{"cell", made.cell}, {"symbols", made.symbols}, {"numbers", made.numbers}, {"value", made.value}};
  json["named"] = Json::array();
  for (const NamedPart& part : made.named) {
    json["named"].push_back({{"letter", part.letter},
                             {"symbols", part.symbols},
                             {"numbers", part.numbers},
                             {"value", part.value}});
  }
  return json;
}

std::string number(double value) { return significant_text(static_cast<float>(value)); }

void print(const Rendered& made) {
  std::cout << printable(made.cell) << " = " << number(made.value) << '\n'
            << "  = " << printable(made.symbols) << '\n'
            << "  = " << printable(made.numbers) << '\n';
  for (const NamedPart& part : made.named) {
    std::cout << "  " << part.letter << " = " << part.symbols << '\n'
              << "  " << part.letter << " = " << part.numbers << " = " << number(part.value) << '\n';
  }
}

int write(const TraceOptions& options) {
  if (!options.output.empty()) {
    check_output(options.output, {"trace", {".safetensors"}}, options.session);
  }
  const Computed computed = compute_for(options.session, Second::only_when_asked);
  Json json{{"path", shown_path(computed.session)}, {"sentences", sentences_json(*computed.results)}};
  // The cell first: a wrong one leaves no file behind.
  if (!options.cell.empty()) {
    const Rendered made = explained(computed, options.cell);
    json["explained"] = rendered_json(made);
    if (!options.json) print(made);
  }
  if (!options.output.empty()) {
    const std::size_t count = write_trace(*computed.results, options.output);
    json["file"] = options.output;
    json["nodes"] = count;
    if (!options.json) std::cout << "wrote " << printable(options.output) << " (" << count << " nodes)\n";
  }
  if (options.json) std::cout << json_text(json) << '\n';
  return 0;
}

}  // namespace

void add_trace(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = program.add_subcommand("trace", "Write every number of a forward pass by its name");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->output, "FILE.safetensors");
  command
      ->add_option("--cell", options->cell, "ROW COLUMN of the chosen site: print how this cell was computed")
      ->expected(2);
  command->add_flag("--json", options->json, "Print what was written as JSON");
  command->callback([options, &chosen] {
    if (options->output.empty() && options->cell.empty()) throw CLI::RequiredError("-o FILE.safetensors");
    chosen = [options] { return write(*options); };
  });
}

}  // namespace headlight
