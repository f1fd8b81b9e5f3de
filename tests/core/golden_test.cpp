// Every named value against PyTorch's (tests/golden/make_goldens.py), reporting the first node that diverges.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "core/files/safetensors.h"
#include "core/models/model.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

const std::string golden = HEADLIGHT_SOURCE_DIR "/tests/golden/";

std::vector<int> ids_of(const TensorFile& file, const std::string& name) {
  std::vector<int> ids;
  for (const float id : file.find(name)->data) ids.push_back(static_cast<int>(id));
  return ids;
}

Weights weights_of(const TensorFile& file, const TransformerConfig& config) {
  Weights weights = Weights::zeros(config);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const Tensor* stored = file.find("parameters." + weights.spec(i).name);
    if (stored == nullptr) throw std::runtime_error("no parameter " + weights.spec(i).name);
    if (stored->data.size() != static_cast<std::size_t>(weights.tensor(i).size())) {
      throw std::runtime_error("another shape: " + weights.spec(i).name);
    }
    std::copy(stored->data.begin(), stored->data.end(), weights.tensor(i).data());
  }
  return weights;
}

// What is wrong with `value`, measured against the largest number of the golden; nothing when all is well.
std::optional<std::string> difference(ConstView value, const Tensor& stored, double tolerance) {
  if (static_cast<Eigen::Index>(stored.data.size()) != value.shape.size()) {
    return "another shape, " + to_string(value.shape);
  }
  double size = 1;
  for (const float x : stored.data) {
    if (std::isfinite(x)) size = std::max(size, std::abs(static_cast<double>(x)));
  }
  for (std::size_t i = 0; i < stored.data.size(); ++i) {
    const float ours = value.data[i];
    const float theirs = stored.data[i];
    if (ours == theirs) continue;
    if (!(std::abs(static_cast<double>(ours) - static_cast<double>(theirs)) <= tolerance * size)) {
      return "cell " + std::to_string(i) + " is " + std::to_string(ours) + ", PyTorch has " +
             std::to_string(theirs);
    }
  }
  return std::nullopt;
}

// Of the largest number of a node. What places alone decide is held closer than sums over many products:
// sinusoids, learned rows, and queries and keys after their turn.
double tolerance_of(std::string_view path) {
  for (const std::string_view held : {".positions", ".query_rotated", ".key_rotated"}) {
    if (path.ends_with(held)) return 1e-6;
  }
  return 1e-5;
}

// Compares in recording order, so that the failure names the first node that diverges.
void expect_same(const Tape& tape, const TensorFile& file) {
  int compared = 0;
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (node.kind == Node::Kind::parameter) continue;
    const Tensor* stored = file.find(node.label.path);
    ASSERT_NE(stored, nullptr) << node.label.path << " is not in the golden file";
    const auto wrong = difference(tape.value(id), *stored, tolerance_of(node.label.path));
    ASSERT_FALSE(wrong) << "first diverging node: " << node.label.path << ": " << *wrong;
    ++compared;
  }
  std::size_t values = 0;
  for (const NamedTensor& tensor : file.tensors) {
    values += !tensor.name.starts_with("parameters.") && !tensor.name.starts_with("gradients.") ? 1 : 0;
  }
  EXPECT_EQ(compared, static_cast<int>(values)) << "PyTorch has values that the tape does not have";
}

class RandomCase : public testing::TestWithParam<const char*> {};

TEST_P(RandomCase, EveryValueAndGradientAgreesWithPyTorch) {
  const TensorFile file = read_safetensors(golden + GetParam() + ".safetensors");
  const TransformerConfig config = config_from_json(file.metadata.at("config"));
  const Weights weights = weights_of(file, config);
  Weights gradients = Weights::zeros(config);

  Tape tape;
  Recording recording(tape, config, weights, 0, &gradients);
  int x = config.encoder_layers > 0 ? record_encoder(recording, ids_of(file, "source.tokens")) : -1;
  if (config.decoder_layers > 0) x = record_decoder(recording, ids_of(file, "target.tokens"), x);
  const int logits = record_logits(recording, x);
  record_probabilities(recording, logits);
  const int loss = record_loss(recording, logits, ids_of(file, "next"), 0.1F);
  tape.forward();
  expect_same(tape, file);

  tape.backward(loss);
  for (std::size_t i = 0; i < gradients.count(); ++i) {
    const Tensor* stored = file.find("gradients." + gradients.spec(i).name);
    if (stored == nullptr) continue;
    const auto wrong = difference(view(gradients.tensor(i)), *stored, 2e-5);
    EXPECT_FALSE(wrong) << "gradient of " << gradients.spec(i).name << ": " << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Configs, RandomCase,
                         testing::Values("post_norm", "pre_norm", "scale_only", "appended", "relative",
                                         "alibi", "alibi_one_sided", "rotary", "decoder_only"),
                         [](const auto& test) { return std::string(test.param); });

class TranslatorCase : public testing::TestWithParam<const char*> {};

TEST_P(TranslatorCase, EveryValueOfTheShippedModelAgreesWithPyTorch) {
  const TensorFile file = read_safetensors(golden + GetParam() + ".safetensors");
  const auto model = load_model(HEADLIGHT_SOURCE_DIR "/assets/models/translator", AnswerKind::translation);
  std::vector<int> target = ids_of(file, "target.tokens");
  target.erase(target.begin());
  const TracePtr trace = model->trace({.input = ids_of(file, "source.tokens"), .words = target});
  expect_same(trace->tape(), file);
}

INSTANTIATE_TEST_SUITE_P(Sentences, TranslatorCase, testing::Values("translator_tired", "translator_wide"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace headlight
