// The commands on a model that is no translator.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/files/safetensors.h"
#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

TEST(ModelFamilies, ALabellerIsTracedAndDrawn) {
  const TemporaryFolder folder;
  const std::vector<std::string> asked{"--model", "positions/third/rotary", "--sentence", "q a z w"};
  const auto run_on = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), asked.begin(), asked.end());
    return run(arguments, folder.path());
  };
  const Result traced = run_on({"trace", "-o", "a.safetensors"});
  EXPECT_EQ(traced.code, 0) << traced.error;
  const TensorFile tensors = read_safetensors(folder.path() / "a.safetensors");
  const Tensor* const logits = tensors.find("logits");
  ASSERT_NE(logits, nullptr);
  EXPECT_EQ(logits->shape, (std::vector<std::int64_t>{4, 26}));

  for (const char* site : {"weights", "probabilities", "encoder.normalized"}) {
    const Result drawn = run_on({"figure", "--site", site, "-o", "a.svg"});
    EXPECT_EQ(drawn.code, 0) << drawn.error;
    EXPECT_NE(contents(folder.path() / "a.svg").find("</svg>"), std::string::npos);
  }
  const Result cross = run_on({"figure", "--site", "cross.weights", "-o", "b.svg"});
  EXPECT_EQ(cross.code, 1);
  EXPECT_NE(cross.error.find("this model has no decoder"), std::string::npos) << cross.error;
}

TEST(ModelFamilies, WhatItCannotReadIsNamed) {
  const TemporaryFolder folder;
  const Result result =
      run({"trace", "--model", "positions/third/rotary", "--sentence", "a 1 b", "-o", "a.safetensors"},
          folder.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  EXPECT_NE(result.error.find("1"), std::string::npos) << result.error;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.safetensors"));
}

}  // namespace
}  // namespace headlight
