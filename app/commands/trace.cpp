#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "core/explain/confidence.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "core/files/safetensors.h"
#include "core/models/model.h"
#include "core/models/read_trace.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

using Json = nlohmann::ordered_json;

struct TraceOptions {
  SessionOptions session;
  std::string output;
  std::vector<int> cell;
  bool json = false;
};

Json axis_json(const Label& label) {
  Json axes = Json::array();
  for (const Axis axis : {label.rows, label.cols}) axes.push_back(info(axis).label);
  return axes;
}

// A node of a side's trace.
struct Written {
  const Trace* trace;
  int node;
};

// Every node by its name, behind `prefix`.
void collect(const Trace& trace, const std::string& prefix, std::vector<Written>& nodes,
             std::vector<NamedShape>& shapes, Json& axes) {
  for (int id = 0; id < trace.tape().size(); ++id) {
    const Label& label = trace.label(id);
    const Shape shape = trace.tape().node(id).shape;
    nodes.push_back({&trace, id});
    shapes.push_back({prefix + label.path, {shape.rows, shape.cols}});
    axes[prefix + label.path] = axis_json(label);
  }
}

std::string words_json(const std::vector<std::string>& words) { return Json(words).dump(); }

void describe(const Results& results, int side, const std::string& prefix,
              std::map<std::string, std::string>& metadata) {
  const Trace& trace = *results.trace(side);
  metadata[prefix + "sentence"] = results.side(side).text;
  metadata[prefix + "translation"] = written(trace);
  const Certainty& certainty = results.side(side).certainty;
  if (!certainty.sure())
    metadata[prefix + "not_sure"] = mark_of(certainty) + ": " + reasons_of(certainty, trace.words());
  metadata[prefix + "source_tokens"] = words_json(trace.words().source);
  metadata[prefix + "target_tokens"] = words_json(trace.words().target);
}

// Returns how many nodes were written.
std::size_t save_trace(const Results& results, const std::string& file) {
  std::vector<Written> nodes;
  std::vector<NamedShape> shapes;
  std::map<std::string, std::string> metadata{{"program", "headlight"}, {"model", results.model_name}};
  Json axes = Json::object();
  const bool both = results.trace(1) != nullptr;
  for (int side = 0; side < (both ? 2 : 1); ++side) {
    const std::string prefix = !both ? "" : side == 0 ? "first." : "second.";
    collect(*results.trace(side), prefix, nodes, shapes, axes);
    describe(results, side, prefix, metadata);
  }
  metadata["axes"] = axes.dump();
  // What a trace does not keep is there while it is written.
  std::optional<Reading> reading;
  const auto numbers = [&](std::size_t i) {
    reading.emplace(nodes[i].trace->read(nodes[i].node));
    return std::span(reading->view().data, static_cast<std::size_t>(reading->shape().size()));
  };
  write_safetensors(file, shapes, numbers, metadata);
  return nodes.size();
}

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
    const std::size_t count = save_trace(*computed.results, options.output);
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
