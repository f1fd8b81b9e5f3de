// Every input of the corpora again: what once was a finding stays mended.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/targets.h"

namespace headlight {
namespace {

class Replay : public testing::TestWithParam<FuzzTarget> {};

TEST_P(Replay, TakesEveryInput) {
  const std::filesystem::path corpus =
      std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / GetParam().name;
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NO_THROW(GetParam().run(input)) << entry.path();
    ++inputs;
  }
  EXPECT_GT(inputs, 0) << corpus;
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(fuzz_targets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace headlight
