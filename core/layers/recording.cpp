#include "core/layers/recording.h"

#include <string_view>

#include "core/tape/ops/ops.h"

namespace headlight {

std::optional<KeysAndValues> KeyValueCache::find(const std::string& head) const {
  const auto found = parts_.find(head);
  if (found == parts_.end() || found->second.empty()) return std::nullopt;
  return found->second.front();
}

KeysAndValues KeyValueCache::add(Tape& tape, const std::string& head, KeysAndValues recorded, bool grows) {
  std::vector<KeysAndValues>& parts = parts_[head];
  parts.push_back(recorded);
  if (!grows || parts.size() == 1) return recorded;
  std::vector<int> keys, values;
  for (const KeysAndValues& part : parts) {
    keys.push_back(part.key);
    values.push_back(part.value);
  }
  const auto stacked = [&](std::vector<int> rows, const char* what) {
    const int all = tape.record({head + what, Axis::target_key, Axis::head}, stack(), std::move(rows));
    // One step reads it: of every token's stack nothing stays.
    tape.make_droppable(all);
    return all;
  };
  return {stacked(std::move(keys), ".kept_keys"), stacked(std::move(values), ".kept_values")};
}

void KeyValueCache::advance(int tokens) { rows_ += tokens; }

void KeyValueCache::rewind(int size, int rows) {
  rows_ = rows;
  for (auto& [head, parts] : parts_)
    std::erase_if(parts, [&](const KeysAndValues& part) { return part.key >= size; });
}

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
