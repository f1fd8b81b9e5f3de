// Formulas in letters: every product names its matrix, one letter for one thing, and no part that a model
// does not have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/explain/matrix_formulas.h"
#include "core/explain/render.h"
#include "tests/core/position_models.h"
#include "tests/core/small_transformer.h"
#include "tests/reference_head.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TracePtr translated(const TransformerConfig& config) {
  return tiny_translator(config).trace({.text = tired_sentence});
}

std::vector<TransformerConfig> every_shape() {
  std::vector<TransformerConfig> shapes;
  for (const NormPlace place : {NormPlace::post, NormPlace::pre}) {
    for (const Normalization norm : {Normalization::layer, Normalization::scale_only, Normalization::rms}) {
      TransformerConfig config{.d_model = 16, .d_ff = 24};
      config.norm_place = place;
      config.normalization = norm;
      config.feed_forward = static_cast<FeedForward>(shapes.size() % 4);
      config.tied_output = shapes.size() % 2 == 0;
      shapes.push_back(config);
    }
  }
  for (const Positions kind : every_kind) {
    TransformerConfig config{.d_model = 16, .d_ff = 24};
    config.positions = kind;
    config.position_dimensions = 4;
    config.scaled_embedding = kind != Positions::learned;
    config.tied_output = kind != Positions::appended;
    shapes.push_back(config);
  }
  TransformerConfig newer{.d_model = 16, .d_ff = 24, .head_size = 4};
  newer.norm_place = NormPlace::pre;
  newer.normalization = Normalization::rms;
  newer.positions = Positions::rotary;
  newer.query_norm = newer.output_norm = true;
  newer.feed_forward = FeedForward::geglu_tanh;
  newer.scores_divided_by = 9;
  newer.score_cap = 3;
  newer.logit_cap = 5;
  shapes.push_back(newer);
  return shapes;
}

std::string equation(const Trace& trace, const std::string& path) {
  return equation_of(trace, trace.at(path));
}

TEST(Letters, PositionsAreThoseOfTheModel) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  EXPECT_EQ(equation(*translated(config), "source.positions"), "PE = sin(pos / 10000^(2i/d)), cos(...)");
  config.positions = Positions::learned;
  EXPECT_EQ(equation(*translated(config), "source.positions"), "PE = one-hot(pos) × P");
  config.positions = Positions::counted;
  EXPECT_EQ(equation(*translated(config), "source.positions"), "PE = 1, 2, 3, …");
}

TEST(Letters, EveryProductNamesItsMatrix) {
  const TracePtr trace = translated({.d_model = 16, .d_ff = 24});
  const auto expect = [&](const std::string& path, const std::string& line) {
    EXPECT_EQ(equation(*trace, path), line) << path;
  };
  expect("encoder.0.self_attention.head.1.query", "Q = X W^Q + b^Q");
  expect(reference_head + "key", "K = N_2 W^K + b^K");
  expect(reference_head + "value", "V = N_2 W^V + b^V");
  expect(reference_head + "scores", "S = Q K^T");
  expect(reference_head + "scaled", "S' = S / √d_k");
  expect(reference_head + "weights", "A = softmax(S / √d_k)");
  expect(reference_head + "output", "head_1 = A V");
  expect("encoder.1.self_attention.head.1.output", "head_2 = A V");
  expect("encoder.1.self_attention.concatenated", "Concat = Concat(head_1, head_2)");
  expect("encoder.1.self_attention.projected", "MultiHead = Concat(head_1, head_2) W^O + b^O");
  expect("decoder.0.self_attention.concatenated", "Concat = Concat(head_1, …, head_4)");
  expect("decoder.0.self_attention.head.2.masked", "M = S' + mask");
  expect("decoder.0.self_attention.head.2.weights", "A = softmax(M)");
  expect("encoder.0.residual_1", "R_1 = X + MultiHead");
  expect("encoder.0.normalized_1", "N_1 = γ (R_1 − μ) / σ + β");
  expect("encoder.0.feed_forward.hidden", "H = N_1 W_1 + b_1");
  expect("encoder.0.feed_forward.activated", "F = max(0, H)");
  expect("encoder.0.feed_forward.output", "FFN = F W_2 + b_2");
  expect("encoder.0.residual_2", "R_2 = N_1 + FFN");
  expect("logits", "Z = N_3 E^T + b_out");
  expect("probabilities", "P = softmax(Z)");
}

TEST(Letters, NormsSayOnlyWhatTheyHave) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.normalization = Normalization::scale_only;
  EXPECT_EQ(equation(*translated(config), "encoder.0.normalized_1"), "N_1 = γ (R_1 − μ) / σ");
  config.normalization = Normalization::rms;
  EXPECT_EQ(equation(*translated(config), "encoder.0.normalized_1"), "N_1 = γ R_1 / r");
  config.norm_place = NormPlace::pre;
  EXPECT_EQ(equation(*translated(config), "encoder.0.normalized_1"), "N_1 = γ X / r");
  EXPECT_EQ(equation(*translated(config), "encoder.normalized"), "N = γ R_2 / r");
}

TEST(Letters, ActivationsAndPositionsAreThoseOfTheModel) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.feed_forward = FeedForward::swiglu;
  config.tied_output = false;
  TracePtr trace = translated(config);
  EXPECT_EQ(equation(*trace, "encoder.0.feed_forward.gate"), "G = N_1 W_g + b_g");
  EXPECT_EQ(equation(*trace, "encoder.0.feed_forward.activated"), "F = G / (1 + e^{−G})");
  EXPECT_EQ(equation(*trace, "encoder.0.feed_forward.gated"), "F' = F ⊙ H");
  EXPECT_EQ(equation(*trace, "logits"), "Z = N_3 W_out + b_out");
  config.feed_forward = FeedForward::gelu;
  config.positions = Positions::rotary;
  trace = translated(config);
  EXPECT_EQ(equation(*trace, "encoder.0.feed_forward.activated"), "F = 0.5 H (1 + erf(0.707 H))");
  EXPECT_EQ(equation(*trace, reference_head + "query_rotated"), "Q' = R(pos) Q");
  EXPECT_EQ(equation(*trace, reference_head + "scores"), "S = Q' K'^T");
  config.positions = Positions::alibi;
  trace = translated(config);
  EXPECT_EQ(equation(*trace, reference_head + "position_bias"), "B = −m |j − i|");
  EXPECT_EQ(equation(*trace, reference_head + "biased"), "S'' = S' + B");
  EXPECT_EQ(equation(*trace, reference_head + "weights"), "A = softmax(S'')");
}

TEST(Letters, OfANewerModelSayWhatItDoes) {
  const TracePtr trace = translated(every_shape().back());
  EXPECT_EQ(equation(*trace, reference_head + "query_normalized"), "Q^n = γ Q / r");
  EXPECT_EQ(equation(*trace, reference_head + "scores"), "S = Q' K'^T");
  EXPECT_EQ(equation(*trace, reference_head + "scaled"), "S' = S / √9");
  EXPECT_EQ(equation(*trace, reference_head + "capped"), "S^c = 3 tanh(S' / 3)");
  EXPECT_EQ(equation(*trace, reference_head + "weights"), "A = softmax(S^c)");
  EXPECT_EQ(equation(*trace, "logits"), "Z = 5 tanh(Z_0 / 5)");
  EXPECT_EQ(equation(*trace, "encoder.0.self_attention.head.0.query_rotated"), "Q' = R(pos) Q^n");
}

// Over all shapes of model: a step and what it was made from have letters, and all different ones.
TEST(Letters, AreOneForOneThing) {
  for (const TransformerConfig& config : every_shape()) {
    const TracePtr trace = translated(config);
    int products = 0;
    for (const int step : trace->steps()) {
      const Node& node = trace->tape().node(step);
      const std::string own = symbol_of(node.label.path);
      EXPECT_FALSE(own.empty()) << node.label.path;
      std::set<std::string> letters{own};
      for (const int input : node.inputs) {
        const std::string letter = symbol_of(trace->label(input).path);
        EXPECT_FALSE(letter.empty()) << trace->label(input).path;
        EXPECT_TRUE(letters.insert(letter).second) << letter << " twice in " << node.label.path;
      }
      const auto product = product_of(*trace, step);
      if (!product) continue;
      ++products;
      const std::string formula = letters_of(*trace, step);
      for (const int factor : {product->left, product->right}) {
        const std::string letter = symbol_of(trace->label(factor).path);
        EXPECT_NE(formula.find(letter), std::string::npos) << formula << " without " << letter;
      }
      EXPECT_EQ(product->bias.has_value(), formula.find(" + b") != std::string::npos) << formula;
    }
    EXPECT_GT(products, 20);
  }
}

// What an edit sets is a plain number; the formula is still that of the others.
TEST(Letters, AnEditDoesNotChangeTheFormula) {
  const Small edited(3, {Edit{.path = "encoder.0.feed_forward.hidden", .row = 0, .values = {1.0F}},
                         Edit{.path = reference_head + "scaled", .row = 0, .values = {1.0F}}});
  Small copy(3, edited.tape.edits());
  const Trace trace(std::move(copy.tape), {}, nullptr);
  EXPECT_EQ(equation(trace, "encoder.0.feed_forward.hidden"), "H = N_1 W_1 + b_1");
  EXPECT_EQ(equation(trace, reference_head + "weights"), "A = softmax(S / √d_k)");
}

TEST(Letters, AreRaisedAndLoweredInALine) {
  const RichText line = in_one_line("S = Q K^T / √d_k + X W^Q + b_out + head_0");
  EXPECT_EQ(line.plain(), "S = Q Kᵀ / √dₖ + X W^Q + b_out + head₀");
  ASSERT_EQ(line.runs.size(), 5U);
  EXPECT_EQ(line.runs[1].text, "Q");
  EXPECT_EQ(line.runs[1].rise, 1);
  EXPECT_EQ(line.runs[3].text, "out");
  EXPECT_EQ(line.runs[3].rise, -1);
  for (const TextRun& run : line.runs) EXPECT_EQ(run.text.find('^'), std::string::npos) << run.text;
}

// The formula of a cell as text.

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
