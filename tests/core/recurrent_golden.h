// What the tests of recurrent models share: the golden files of tests/golden/make_recurrent_goldens.py, held
// against a tape and its gradients.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/files/safetensors.h"
#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {

inline TensorFile recurrent_golden(const std::string& name) {
  return read_safetensors(HEADLIGHT_SOURCE_DIR "/tests/golden/" + name + ".safetensors");
}

inline const Tensor& tensor_of(const TensorFile& file, const std::string& name) {
  const Tensor* stored = file.find(name);
  if (stored == nullptr) throw std::runtime_error("no " + name);
  return *stored;
}

inline std::vector<int> numbers_of(const TensorFile& file, const std::string& name) {
  std::vector<int> ids;
  for (const float id : tensor_of(file, name).data) ids.push_back(static_cast<int>(id));
  return ids;
}

inline void expect_close(ConstView ours, const Tensor& theirs, const std::string& name, double tolerance) {
  ASSERT_EQ(static_cast<std::size_t>(ours.shape.size()), theirs.data.size()) << name;
  for (std::size_t i = 0; i < theirs.data.size(); ++i) {
    if (ours.data[i] == theirs.data[i]) continue;  // masked
    ASSERT_NEAR(ours.data[i], theirs.data[i], tolerance * std::max(1.0F, std::abs(theirs.data[i])))
        << name << ", number " << i;
  }
}

// `record` puts a model with these tensors onto a tape and returns its logits: then every node but the
// parameters is in the file and no others are, and so with the gradients of the summed loss.
inline void expect_taped_as_in(
    const TensorFile& file, const std::vector<TensorSpec>& specs,
    const std::function<int(Tape& tape, const Weights& weights, Weights& gradients)>& record) {
  Weights weights = Weights::zeros(specs);
  Weights gradients = Weights::zeros(specs);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const Tensor& stored = tensor_of(file, "parameters." + weights.spec(i).name);
    ASSERT_EQ(stored.data.size(), static_cast<std::size_t>(weights.tensor(i).size())) << weights.spec(i).name;
    std::copy(stored.data.begin(), stored.data.end(), weights.tensor(i).data());
  }
  Tape tape;
  const int logits = record(tape, weights, gradients);
  const std::vector<float> next = tensor_of(file, "next").data;
  const int wanted = tape.constant({"next"}, {next.data(), {static_cast<int>(next.size()), 1}});
  const int loss = tape.record({"loss"}, cross_entropy(0), {logits, wanted});
  tape.forward();
  int compared = 0;
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (node.kind == Node::Kind::parameter) continue;
    expect_close(tape.value(id), tensor_of(file, node.label.path), node.label.path, 1e-5);
    EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    ++compared;
  }
  int stored = 0;
  for (const NamedTensor& tensor : file.tensors)
    stored += tensor.name.starts_with("parameters.") || tensor.name.starts_with("gradients.") ? 0 : 1;
  EXPECT_EQ(compared, stored);

  tape.backward(loss);
  for (std::size_t i = 0; i < gradients.count(); ++i)
    expect_close(view(gradients.tensor(i)), tensor_of(file, "gradients." + gradients.spec(i).name),
                 gradients.spec(i).name, 3e-5);
}

// The same of a model that records layers.
inline void expect_as_in(const TensorFile& file, const std::vector<TensorSpec>& specs,
                         const std::function<int(LayerRecording&)>& record) {
  expect_taped_as_in(file, specs, [&](Tape& tape, const Weights& weights, Weights& gradients) {
    LayerRecording recording(tape, weights, 0, &gradients);
    return record(recording);
  });
}

}  // namespace headlight
