// The formula of a cell as text.
#include "core/explain/render.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/explain/letters.h"
#include "tests/reference_head.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

const Trace& trace() {
  static const TracePtr made = tiny_translator().trace({.text = tired_sentence});
  return *made;
}

Rendered rendered(const std::string& path, int row, int col, const RenderOptions& options = {}) {
  return render(trace(), {trace().at(path), row, col}, options);
}

TEST(Render, WritesADotProductAndElidesItsMiddle) {
  const Rendered made = rendered(reference_head + "scores", 7, 1, {.terms = 2});
  EXPECT_EQ(made.cell, "S[it, animal]");
  // The two largest of eight products, in their order.
  std::vector<std::pair<float, int>> sizes;
  for (int d = 0; d < 8; ++d) {
    const float q = trace().read(reference_head + "query")(7, d);
    const float k = trace().read(reference_head + "key")(1, d);
    sizes.emplace_back(-std::abs(q * k), d);
  }
  std::sort(sizes.begin(), sizes.end());
  const auto [first, second] = std::minmax(sizes[0].second, sizes[1].second);
  const auto term = [](int d) {
    return "Q[it, " + std::to_string(d) + "] × K[animal, " + std::to_string(d) + "]";
  };
  EXPECT_EQ(made.symbols, term(first) + " + " + term(second) + " + … 6 more terms");
  EXPECT_NE(made.numbers.find(" + … 6 more terms, together "), std::string::npos) << made.numbers;
  EXPECT_NEAR(made.value, trace().read(reference_head + "scores")(7, 1), 1e-5);
}

TEST(Render, WritesShortSumsWhole) {
  EXPECT_EQ(rendered(reference_head + "scores", 7, 1, {.terms = 8}).symbols.find("…"), std::string::npos);
  // Eliding a single term would save nothing.
  EXPECT_EQ(rendered(reference_head + "scores", 7, 1, {.terms = 7}).symbols.find("…"), std::string::npos);
  EXPECT_EQ(rendered("encoder.0.residual_1", 7, 1).symbols, "X[it, 1] + MultiHead[it, 1]");
}

TEST(Render, KeepsTheBiasOfALongSum) {
  const Rendered made = rendered(reference_head + "query", 7, 1, {.terms = 2});
  EXPECT_NE(made.symbols.find("… 14 more terms + "), std::string::npos) << made.symbols;
  EXPECT_NE(made.symbols.find("N_2[it, "), std::string::npos) << made.symbols;
  EXPECT_NE(made.symbols.find("] × W^Q["), std::string::npos) << made.symbols;
  EXPECT_TRUE(made.symbols.ends_with(" + b^Q[1]")) << made.symbols;
}

TEST(Render, ListsNamedParts) {
  const Rendered made = rendered("encoder.0.normalized_1", 7, 1);
  ASSERT_EQ(made.named.size(), 2U);
  EXPECT_EQ(made.named[0].letter, "μ");
  EXPECT_EQ(made.named[1].letter, "σ");
  EXPECT_NE(made.symbols.find("− μ) / σ"), std::string::npos) << made.symbols;
  EXPECT_EQ(made.named[1].symbols.find("√(((R_1[it, "), 0U) << made.named[1].symbols;
  double mean = 0;
  const Reading residual = trace().read("encoder.0.residual_1");
  for (int i = 0; i < 16; ++i) mean += residual(7, i) / 16.0;
  EXPECT_NEAR(made.named[0].value, mean, 1e-6);
}

TEST(Render, WritesTheSoftmax) {
  const Rendered made = rendered(reference_head + "weights", 7, 1, {.terms = 1});
  EXPECT_EQ(made.symbols.substr(0, 4), "exp(") << made.symbols;
  ASSERT_EQ(made.named.size(), 1U);
  EXPECT_EQ(made.named[0].letter, "m");
}

TEST(Render, WritesMaskedCellsAsInfinite) {
  const Rendered made = rendered("decoder.0.self_attention.head.0.masked", 0, 1);
  EXPECT_EQ(made.numbers, "−∞");
  EXPECT_TRUE(std::isinf(made.value));
}

TEST(Render, ComesToTheValueEverywhere) {
  for (const int step : trace().steps()) {
    const Reading reading = trace().read(step);
    const Cell cell{step, reading.shape().rows - 1, reading.shape().cols - 1};
    const Rendered made = render(trace(), cell);
    const float value = trace().cell(cell);
    EXPECT_FALSE(made.numbers.empty());
    if (std::isinf(value)) continue;
    EXPECT_NEAR(made.value, value, 1e-4 * std::max(1.0F, std::abs(value))) << trace().label(step).path;
  }
}

TEST(Render, RefusesCellsThatAreNotThere) {
  EXPECT_THROW(rendered(reference_head + "scores", 99, 0), std::out_of_range);
  EXPECT_THROW(rendered(reference_head + "scores", 0, -1), std::out_of_range);
  EXPECT_THROW(render(trace(), {-1, 0, 0}), std::out_of_range);
}

}  // namespace
}  // namespace headlight
