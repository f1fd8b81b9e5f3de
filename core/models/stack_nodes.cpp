#include "core/models/stack_nodes.h"

namespace headlight {

std::string input_of(const Trace& trace, const StackInfo& stack) {
  const std::string stream = std::string(stack.input) + ".";
  for (const char* part : {"input", "scaled"}) {
    if (trace.find(stream + part) >= 0) return stream + part;
  }
  return stream + "embedded";
}

bool normalizes_first(const Trace& trace, const StackInfo& stack) {
  return trace.find(std::string(stack.name) + ".normalized") >= 0;
}

std::string end_of_layer(const Trace& trace, const StackInfo& stack, int layer) {
  if (stack.recurrence) {
    const std::string path = std::string(stack.name) + "." + std::to_string(layer) + ".";
    for (const char* part : {"readout", "annotations"}) {
      if (trace.find(path + part) >= 0) return path + part;
    }
    return path + "states";
  }
  return std::string(stack.name) + "." + std::to_string(layer) +
         (normalizes_first(trace, stack) ? ".residual_" : ".normalized_") +
         std::to_string(trace.anatomy().sub_layers(stack.name));
}

int stream_size(const Trace& trace) {
  const auto& stacks = trace.anatomy().stacks;
  return stacks.empty() ? 1 : columns_of(trace, input_of(trace, stacks.front()), 1);
}

int columns_of(const Trace& trace, std::string_view path, int otherwise) {
  const int node = trace.find(path);
  return node < 0 ? otherwise : trace.tape().node(node).shape.cols;
}

}  // namespace headlight
