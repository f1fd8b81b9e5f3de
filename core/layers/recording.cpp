#include "core/layers/recording.h"

#include <string_view>

#include "core/tape/ops/ops.h"

namespace headlight {

LayerRecording::LayerRecording(Tape& tape, const Weights& weights, float dropout, Weights* gradients)
    : tape_(tape), weights_(weights), dropout_(dropout), gradients_(gradients), nodes_(weights.count(), -1) {
  constexpr std::string_view before = "parameters.";
  for (int id = 0; id < tape.size(); ++id) {
    const std::string_view path = tape.node(id).label.path;
    if (!path.starts_with(before)) continue;
    const std::string_view name = path.substr(before.size());
    if (weights.has(name)) nodes_[weights.index(name)] = id;
  }
}

int LayerRecording::parameter(const std::string& name) {
  const std::size_t place = weights_.index(name);
  int& node = nodes_[place];
  if (node < 0) {
    const TensorSpec& spec = weights_.spec(place);
    node = tape_.parameter({"parameters." + name, spec.rows, spec.cols}, view(weights_.tensor(place)));
    if (gradients_ != nullptr) tape_.share_gradient(node, view(gradients_->tensor(place)));
  }
  return node;
}

int LayerRecording::linear(Label label, int x, const std::string& name, int begin, int count) {
  std::vector<int> inputs{x, parameter(name + ".weight")};
  if (weights_.has(name + ".bias")) inputs.push_back(parameter(name + ".bias"));
  return tape_.record(std::move(label), headlight::linear(begin, count), std::move(inputs));
}

int LayerRecording::linear(Label label, int x, const std::string& name) {
  return linear(std::move(label), x, name, 0, static_cast<int>(weights_[name + ".weight"].cols()));
}

int LayerRecording::dropped(Label label, int x) {
  return dropout_ > 0 ? tape_.record(std::move(label), headlight::dropout(dropout_), {x}) : x;
}

void LayerRecording::rewind(int size) {
  tape_.rewind(size);
  for (int& node : nodes_) {
    if (node >= size) node = -1;
  }
}

}  // namespace headlight
