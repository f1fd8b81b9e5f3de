#include "app/session/trace_file.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/explain/confidence.h"
#include "core/files/safetensors.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

std::size_t write_trace(const Results& results, const std::filesystem::path& file) {
  if (results.trace(0) == nullptr)
    throw std::invalid_argument("nothing is computed yet: there are no numbers to write");
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

}  // namespace headlight
