// Attention beyond softmax against PyTorch's numbers (golden/make_beyond_goldens.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/files/safetensors.h"
#include "core/labs/recall.h"
#include "core/labs/softmax.h"
#include "core/learn/abstaining.h"

namespace headlight {
namespace {

const TensorFile& beyond_golden() {
  static const TensorFile file = read_safetensors(HEADLIGHT_SOURCE_DIR "/tests/golden/beyond.safetensors");
  return file;
}

Matrix golden_matrix(const std::string& name) {
  const Tensor* const found = beyond_golden().find(name);
  if (found == nullptr || found->shape.size() != 2) throw std::runtime_error(name);
  Matrix made(found->shape[0], found->shape[1]);
  std::copy(found->data.begin(), found->data.end(), made.data());
  return made;
}

void expect_golden(const Matrix& made, const std::string& name) {
  const Matrix golden = golden_matrix(name);
  ASSERT_EQ(made.rows(), golden.rows()) << name;
  ASSERT_EQ(made.cols(), golden.cols()) << name;
  EXPECT_LT((made - golden).cwiseAbs().maxCoeff(), 1e-5F) << name;
}

TEST(BeyondGolden, RecallIsAsInPyTorch) {
  RecallMemory memory;
  memory.keys = golden_matrix("recall.keys");
  memory.values = golden_matrix("recall.values");
  memory.kept = 0.9F;
  const auto read = static_cast<int>(memory.keys.rows());
  const Matrix query = golden_matrix("recall.query");
  expect_golden(memory.answer(RecallKind::softmax, read, query), "recall.softmax");
  expect_golden(memory.answer(RecallKind::linear, read, query), "recall.linear");
  expect_golden(memory.answer(RecallKind::delta, read, query), "recall.delta");
  expect_golden(memory.state(RecallKind::delta, read), "recall.delta_state");
  Tape tape;
  record_reading(tape, memory, read, query);
  tape.forward();
  const auto value = [&](const char* path) { return Matrix(tape.value(tape.find(path).value()).map()); };
  expect_golden(value("beyond_lab.state"), "recall.delta_state");
  expect_golden(value("beyond_lab.answer"), "recall.delta");
}

TEST(BeyondGolden, NormedQueriesAndKeysAreAsInPyTorch) {
  const QueriesAndKeys vectors{golden_matrix("qk.queries"), golden_matrix("qk.keys"), {}};
  const LengthStudy found = study_length(std::span(&vectors, 1), 8, 3);
  expect_golden(found.divided.weights, "qk.divided");
  expect_golden(found.normed.weights, "qk.normed");
}

TEST(BeyondGolden, OneMoreInTheSumIsAsInPyTorch) {
  Tape tape;
  record_one_more(tape, {.words = {0, 2, 1, 0}, .marked = -1}, golden_matrix("abstain.scores"));
  tape.forward();
  const Matrix shares = tape.value(tape.find("beyond_lab.shares").value()).map();
  expect_golden(shares, "abstain.shares");
  const Matrix output = tape.value(tape.find("beyond_lab.output").value()).map();
  EXPECT_NEAR(output(0, 0), shares(0, 0) + shares(0, 3), 1e-6) << "the same word twice";
  EXPECT_NEAR(output.sum(), 1 - shares(0, 4), 1e-6) << "what nothing has is missing";
}

}  // namespace
}  // namespace headlight
