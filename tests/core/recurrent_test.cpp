// Recurrent layers: every gate and state against PyTorch's (tests/golden/make_recurrent_goldens.py),
// gradients through time, and the formula of every cell.
#include <gtest/gtest.h>

#include <cmath>

#include "core/files/safetensors.h"
#include "core/layers/recurrent.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr int batch = 2;

Matrix matrix_of(const TensorFile& file, const std::string& name) {
  const Tensor* stored = file.find(name);
  if (stored == nullptr) throw std::runtime_error("no " + name);
  Matrix m(stored->shape.at(0), stored->shape.at(1));
  std::copy(stored->data.begin(), stored->data.end(), m.data());
  return m;
}

void expect_near(ConstView ours, const Matrix& theirs, const std::string& name, double tolerance) {
  ASSERT_EQ(ours.shape.rows, theirs.rows()) << name;
  ASSERT_EQ(ours.shape.cols, theirs.cols()) << name;
  for (Eigen::Index i = 0; i < theirs.size(); ++i)
    ASSERT_NEAR(ours.data[i], theirs.data()[i], tolerance * std::max(1.0, std::abs(double(theirs.data()[i]))))
        << name << ", number " << i;
}

struct Recurrent : testing::TestWithParam<std::tuple<RecurrentCell, bool>> {
  static std::string name() {
    const auto [cell, backwards] = GetParam();
    constexpr const char* names[] = {"rnn", "gru", "lstm"};
    return names[static_cast<int>(cell)] + std::string(backwards ? "_backwards" : "");
  }
};

TEST_P(Recurrent, EveryValueAndGradientAgreesWithPyTorch) {
  const auto [cell, backwards] = GetParam();
  const TensorFile file =
      read_safetensors(HEADLIGHT_SOURCE_DIR "/tests/golden/recurrent_" + name() + ".safetensors");
  const Matrix x = matrix_of(file, "x");
  const Matrix factors = matrix_of(file, "factors");
  const std::vector<TensorSpec> specs =
      recurrent_tensors("encoder.0", cell, static_cast<int>(x.cols()), static_cast<int>(factors.cols()));
  Weights weights = Weights::zeros(specs);
  Weights gradients = Weights::zeros(specs);
  for (std::size_t i = 0; i < weights.count(); ++i)
    weights.tensor(i) = matrix_of(file, "parameters." + weights.spec(i).name);

  Tape tape;
  LayerRecording recording(tape, weights, 0, &gradients);
  const int in = tape.parameter({"x"}, view(x));
  const Block layer{Family::layer, "encoder.0"};
  const RecurrentRun run = record_recurrent(recording, layer, cell, in, batch, backwards);
  const int mixed =
      tape.record({"mixed"}, multiply(), {run.states, tape.constant({"factors"}, view(factors))});
  tape.forward();
  int compared = 0;
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (!node.label.path.starts_with("encoder.0.")) continue;
    expect_near(tape.value(id), matrix_of(file, node.label.path), node.label.path, 1e-5);
    EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    ++compared;
  }
  int stored = 0;
  for (const NamedTensor& tensor : file.tensors) stored += tensor.name.starts_with("encoder.0.") ? 1 : 0;
  EXPECT_EQ(compared, stored);

  tape.backward(mixed);
  for (std::size_t i = 0; i < gradients.count(); ++i)
    expect_near(view(gradients.tensor(i)), matrix_of(file, "gradients." + gradients.spec(i).name),
                gradients.spec(i).name, 2e-5);
  expect_near(tape.gradient(in), matrix_of(file, "gradients.x"), "x", 2e-5);
}

TEST_P(Recurrent, TheFormulaOfEveryCellGivesItsValue) {
  const auto [cell, backwards] = GetParam();
  Random random(4);
  const std::vector<TensorSpec> specs = recurrent_tensors("encoder.0", cell, 4, 3);
  Weights weights = Weights::zeros(specs);
  for (std::size_t i = 0; i < weights.count(); ++i)
    weights.tensor(i) = normal_matrix(weights.spec(i).shape.rows, weights.spec(i).shape.cols, random);
  const Matrix x = normal_matrix(3, 4, random);
  Tape tape;
  LayerRecording recording(tape, weights);
  const int in = tape.constant({"x"}, view(x));
  record_recurrent(recording, Block{Family::layer, "encoder.0"}, cell, in, 1, backwards);
  tape.forward();
  for (int id = 0; id < tape.size(); ++id) {
    if (tape.node(id).kind != Node::Kind::computed) continue;
    const ConstView value = tape.value(id);
    for (int row = 0; row < value.shape.rows; ++row) {
      for (int col = 0; col < value.shape.cols; ++col) {
        const double made = tape.explain({id, row, col}).evaluate([&](Cell read) {
          return static_cast<double>(tape.value(read.node)(read.row, read.col));
        });
        ASSERT_NEAR(made, value(row, col), 1e-5) << tape.node(id).label.path;
      }
    }
  }
}

// A text alone and in a batch, and two halves of a text with the state handed on: the same states.
TEST(RecurrentForward, ABatchAndAHandedStateChangeNothing) {
  for (const RecurrentCell cell : {RecurrentCell::rnn, RecurrentCell::gru, RecurrentCell::lstm}) {
    Random random(6);
    const std::vector<TensorSpec> specs = recurrent_tensors("encoder.0", cell, 4, 3);
    Weights weights = Weights::zeros(specs);
    for (std::size_t i = 0; i < weights.count(); ++i)
      weights.tensor(i) = normal_matrix(weights.spec(i).shape.rows, weights.spec(i).shape.cols, random);
    const Matrix text = normal_matrix(6, 4, random);
    const Matrix other = normal_matrix(6, 4, random);
    Matrix both(12, 4);
    for (int t = 0; t < 6; ++t) {
      both.row(2 * t) = text.row(t);
      both.row(2 * t + 1) = other.row(t);
    }
    const Block layer{Family::layer, "encoder.0"};
    Tape alone;
    LayerRecording one(alone, weights);
    const int states = record_recurrent(one, layer, cell, alone.constant({"x"}, view(text))).states;
    alone.forward();
    Tape batched;
    LayerRecording two(batched, weights);
    const int pair = record_recurrent(two, layer, cell, batched.constant({"x"}, view(both)), 2).states;
    batched.forward();
    Tape halves;
    LayerRecording three(halves, weights);
    const Matrix first = text.topRows(3);
    const Matrix second = text.bottomRows(3);
    const RecurrentRun before = record_recurrent(three, layer, cell, halves.constant({"first"}, view(first)));
    const int after =
        record_recurrent(three, layer, cell, halves.constant({"second"}, view(second)), 1, false, before.last)
            .states;
    halves.forward();
    for (int t = 0; t < 6; ++t) {
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(batched.value(pair)(2 * t, c), alone.value(states)(t, c), 1e-6);
        if (t >= 3) {
          EXPECT_NEAR(halves.value(after)(t - 3, c), alone.value(states)(t, c), 1e-6);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, Recurrent,
                         testing::Combine(testing::Values(RecurrentCell::rnn, RecurrentCell::gru,
                                                          RecurrentCell::lstm),
                                          testing::Bool()));

}  // namespace
}  // namespace headlight
