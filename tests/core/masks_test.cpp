// Masks against their formulas, and what is reached against a breadth-first search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <random>
#include <stdexcept>

#include "core/explain/dependencies.h"
#include "core/figure/picture_figure.h"
#include "core/labs/general_attention.h"
#include "core/labs/masks.h"
#include "core/labs/model_positions.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/run.h"
#include "tests/tiny_model.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

MaskPattern random_pattern(std::mt19937& random, int tokens) {
  MaskPattern pattern(tokens);
  std::bernoulli_distribution kept(std::uniform_real_distribution<double>(0.05, 0.9)(random));
  for (int q = 0; q < tokens; ++q) {
    for (int k = 0; k < tokens; ++k) pattern.set(q, k, kept(random));
  }
  return pattern;
}

// The number of edges from a query to a key, along words that are in sight.
int steps_to(const MaskPattern& pattern, int query, int key) {
  std::vector<int> distance(static_cast<std::size_t>(pattern.tokens()), -1);
  std::deque<int> open{query};
  distance[static_cast<std::size_t>(query)] = 0;
  while (!open.empty()) {
    const int at = open.front();
    open.pop_front();
    for (int next = 0; next < pattern.tokens(); ++next) {
      if (!pattern(at, next) || distance[static_cast<std::size_t>(next)] >= 0) continue;
      distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(at)] + 1;
      open.push_back(next);
    }
  }
  return distance[static_cast<std::size_t>(key)];
}

TEST(Masks, RulesAgreeWithTheirFormulas) {
  for (int tokens = 1; tokens <= 9; ++tokens) {
    for (int window = 1; window <= 10; ++window) {
      for (int sink = 0; sink <= 3; ++sink) {
        for (const bool back : {false, true}) {
          MaskRule rule{
              .padding = std::min(sink, tokens - 1), .window = window, .sink = sink, .looks_back = back};
          for (int i = 0; i < tokens; ++i) {
            for (int j = 0; j < tokens; ++j) {
              const auto seen = [&](MaskKind kind) {
                rule.kind = kind;
                return pattern_of(rule, tokens)(i, j);
              };
              const int distance = i > j ? i - j : j - i;
              EXPECT_TRUE(seen(MaskKind::none));
              EXPECT_EQ(seen(MaskKind::causal), j <= i);
              EXPECT_EQ(seen(MaskKind::padding), j + rule.padding < tokens);
              EXPECT_EQ(seen(MaskKind::window), distance < window && (!back || j <= i));
              EXPECT_EQ(seen(MaskKind::sink), (distance < window || j < sink) && (!back || j <= i));
              rule.sink_from = 1;
              EXPECT_EQ(seen(MaskKind::sink),
                        (distance < window || (j >= 1 && j < 1 + sink)) && (!back || j <= i));
              rule.sink_from = 0;
            }
          }
        }
      }
    }
  }
}

TEST(Masks, WhatIsPaintedIsReadBack) {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const MaskPattern pattern = random_pattern(random, 1 + i % 12);
    const MaskRule rule{.kind = MaskKind::own, .masked = masked_cells(pattern)};
    EXPECT_EQ(pattern_of(rule, pattern.tokens()), pattern);
    EXPECT_EQ(static_cast<int>(masked_cells(pattern).size()) / 2 + pattern.count(),
              pattern.tokens() * pattern.tokens());
  }
  const MaskRule outside{.kind = MaskKind::own, .masked = {9, 0, 0, 9, 1}};
  EXPECT_EQ(pattern_of(outside, 3).count(), 9) << "cells of a longer sentence";
}

TEST(Masks, LayersAreTheStepsOfABreadthFirstSearch) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const MaskPattern pattern = random_pattern(random, 1 + i % 14);
    const int tokens = pattern.tokens();
    const std::vector<int> needed = layers_needed(pattern);
    for (int q = 0; q < tokens; ++q) {
      int farthest = 0;
      for (int k = 0; k < tokens; ++k) {
        const int steps = steps_to(pattern, q, k);
        EXPECT_EQ(needed[static_cast<std::size_t>(q * tokens + k)], steps);
        farthest = steps < 0 || farthest < 0 ? -1 : std::max(farthest, steps);
      }
      EXPECT_EQ(sees_all_after(needed, tokens, q, tokens).value_or(-1), farthest);
    }
  }
}

// Products of truth values, layer by layer: what a layer shows comes to a place with all that was there
// before.
TEST(Masks, WhereSomeLayersSeeOthersTheirOrderCounts) {
  std::mt19937 random(17);
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    const int tokens = 1 + i % 9, every = 1 + i % 4;
    const MaskPattern pattern = random_pattern(random, tokens), other = random_pattern(random, tokens);
    EXPECT_EQ(layers_needed(pattern, pattern, every), layers_needed(pattern));
    const std::vector<int> needed = layers_needed(pattern, other, every);
    different += needed != layers_needed(pattern) ? 1 : 0;
    std::vector<std::vector<bool>> has(static_cast<std::size_t>(tokens),
                                       std::vector<bool>(static_cast<std::size_t>(tokens)));
    for (int place = 0; place < tokens; ++place) has[place][place] = true;
    std::vector<int> expected(static_cast<std::size_t>(tokens * tokens), -1);
    for (int layer = 0; layer <= 40; ++layer) {
      if (layer > 0) {
        const auto before = has;
        for (int query = 0; query < tokens; ++query) {
          for (int place = 0; place < tokens; ++place) {
            if (!(layer % every == 0 ? other : pattern)(query, place)) continue;
            for (int key = 0; key < tokens; ++key) has[query][key] = has[query][key] || before[place][key];
          }
        }
      }
      for (int query = 0; query < tokens; ++query) {
        for (int key = 0; key < tokens; ++key) {
          int& first = expected[static_cast<std::size_t>(query * tokens + key)];
          if (first < 0 && has[query][key]) first = layer;
        }
      }
    }
    EXPECT_EQ(needed, expected) << tokens << " tokens, every " << every;
  }
  EXPECT_GT(different, 50);
}

TEST(Masks, AWindowReachesItsWidthLessOneALayer) {
  constexpr int tokens = 40;
  for (int window = 1; window <= 12; ++window) {
    const std::vector<int> needed =
        layers_needed(pattern_of({.kind = MaskKind::window, .window = window, .looks_back = true}, tokens));
    const int step = window - 1;
    for (int back = 0; back < tokens; ++back) {
      const int expected = back == 0 ? 0 : step == 0 ? -1 : (back + step - 1) / step;
      EXPECT_EQ(needed[static_cast<std::size_t>((tokens - 1) * tokens + tokens - 1 - back)], expected);
    }
  }
}

TEST(Masks, TheCacheOfAWindowStopsGrowing) {
  constexpr int tokens = 30;
  for (int window = 1; window <= 8; ++window) {
    for (int sink = 0; sink <= 3; ++sink) {
      const MaskPattern pattern =
          pattern_of({.kind = MaskKind::sink, .window = window, .sink = sink, .looks_back = true}, tokens);
      ASSERT_TRUE(pattern.causal());
      const std::vector<int> sizes = cache_sizes(pattern);
      for (int t = 0; t < tokens; ++t) {
        EXPECT_EQ(sizes[static_cast<std::size_t>(t)], std::min(t + 1, window + sink))
            << window << " " << sink;
      }
    }
  }
  const std::vector<int> all = cache_sizes(pattern_of({.kind = MaskKind::causal}, tokens));
  for (int t = 0; t < tokens; ++t) EXPECT_EQ(all[static_cast<std::size_t>(t)], t + 1);
}

TEST(Masks, EditsMaskExactlyWhatIsOutOfSight) {
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i) {
    const MaskPattern pattern = random_pattern(random, 1 + i % 10);
    const int tokens = pattern.tokens();
    Matrix scores = Matrix::Constant(tokens, tokens, 1.5F);
    for (const Edit& edit : edits_for(pattern, "x")) apply(edit, view(scores));
    for (int q = 0; q < tokens; ++q) {
      for (int k = 0; k < tokens; ++k) {
        if (pattern(q, k)) {
          EXPECT_EQ(scores(q, k), 1.5F);
        } else {
          EXPECT_TRUE(std::isinf(scores(q, k)) && scores(q, k) < 0);
        }
      }
    }
    const std::vector<int> blind = blind_rows(pattern);
    for (int q = 0; q < tokens; ++q) {
      EXPECT_EQ(std::find(blind.begin(), blind.end(), q) != blind.end(), pattern.count(q) == 0);
    }
  }
}

TEST(Masks, EditsOfALongTextAreAtMostThreeARow) {
  constexpr int tokens = 1024;
  for (const MaskRule& rule :
       {MaskRule{.kind = MaskKind::causal}, MaskRule{.kind = MaskKind::window, .window = 4},
        MaskRule{.kind = MaskKind::sink, .window = 4, .sink = 2},
        MaskRule{.kind = MaskKind::padding, .padding = 100}}) {
    const MaskPattern pattern = pattern_of(rule, tokens);
    const std::vector<Edit> edits = edits_for(pattern, "x");
    EXPECT_LE(edits.size(), 3 * static_cast<std::size_t>(tokens));
    std::int64_t hidden = 0;
    for (const Edit& edit : edits) hidden += static_cast<std::int64_t>(edit.cols) * (edit.row ? 1 : tokens);
    EXPECT_EQ(hidden, static_cast<std::int64_t>(tokens) * tokens - pattern.count());
    const Edit& last = edits.back();
    const Shape shape{tokens, tokens};
    EXPECT_TRUE(touches(last, shape, last.row.value_or(0), *last.col + last.cols - 1));
    EXPECT_FALSE(touches(last, shape, last.row.value_or(0), *last.col + last.cols));
  }
}

// Attention maps laid over pictures.

Picture in_one_colour(std::uint8_t value) {
  Picture picture;
  picture.rgb.fill(value);
  return picture;
}

int red_at(const Raster& image, int x, int y) {
  return static_cast<int>(
      image.pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                      static_cast<std::size_t>(x)) >>
          16U &
      0xffU);
}

std::vector<float> one_cell(int cell) {
  std::vector<float> weights(64, 0.0F);
  weights[static_cast<std::size_t>(cell)] = 0.5F;
  return weights;
}

TEST(LookedAt, APictureAloneIsItsPixelsEnlarged) {
  Picture picture;
  picture.pixel(3, 2)[0] = 200;
  const Raster image = image_of(picture, 3);
  EXPECT_EQ(image.width, 192);
  EXPECT_EQ(image.height, 192);
  EXPECT_EQ(image.pixels.size(), 192U * 192U);
  EXPECT_EQ(red_at(image, 9, 6), 200);
  EXPECT_EQ(red_at(image, 11, 8), 200);
  EXPECT_EQ(red_at(image, 12, 8), 0);
  EXPECT_EQ(image.pixels.front(), 0xff000000U);
}

TEST(LookedAt, TheLargestWeightLeavesItsCellAndTheRestIsDark) {
  const Raster image = looked_at(in_one_colour(200), one_cell(9), 2);
  // Cell 9 is in the second row and column. Its middle lies between the pixels 23 and 24, that of the next
  // cell between 39 and 40.
  EXPECT_GT(red_at(image, 24, 24), 185);
  EXPECT_NEAR(red_at(image, 32, 24), 200 * (1 - darkness * (1 - 0.46875 * 0.96875)), 1);
  for (int x = 25; x < 40; ++x) EXPECT_LE(red_at(image, x, 24), red_at(image, x - 1, 24));
  EXPECT_EQ(red_at(image, 40, 24), 50);
  EXPECT_EQ(red_at(image, 100, 100), 50);
  EXPECT_EQ(red_at(looked_at(in_one_colour(200), std::vector<float>(64, 0.0F), 1), 0, 0), 50) << "no weight";
}

TEST(LookedAt, NeedsASquareOfWeights) {
  EXPECT_THROW(looked_at(in_one_colour(0), std::vector<float>(65, 0.0F), 1), std::invalid_argument);
  EXPECT_THROW(looked_at(in_one_colour(0), {}, 1), std::invalid_argument);
}

// An encoder without positions is permutation equivariant, whatever its weights and its shape; with positions
// it is not. Over random models, sentences and orders.

struct RandomModel {
  TransformerConfig config;
  ModelPtr model;
  std::vector<int> tokens, order;
};

RandomModel random_model(std::uint64_t seed) {
  Random random(seed);
  RandomModel made;
  TransformerConfig& config = made.config;
  config.encoder_heads = 1 << random.below(3);
  config.d_model = config.encoder_heads * 2 * (1 + random.below(6));
  config.decoder_heads = config.cross_heads = 1;
  config.d_ff = 3 + random.below(30);
  config.encoder_layers = 1 + random.below(4);
  config.norm_place = random.chance(0.5) ? NormPlace::pre : NormPlace::post;
  config.normalization = random.chance(0.5) ? Normalization::layer : Normalization::rms;
  config.positions = random.chance(0.5) ? Positions::sinusoidal : Positions::learned;
  config.feed_forward = random.chance(0.5) ? FeedForward::swiglu : FeedForward::gelu;
  config.scaled_embedding = random.chance(0.5);
  const Model tiny = tiny_translator();
  config.source_words = tiny.source().size();
  config.target_words = tiny.target().size();
  made.model = std::make_shared<const Model>(config, Weights::random(config, seed), tiny.words());
  const int count = 2 + random.below(39);
  for (int i = 0; i < count; ++i) made.tokens.push_back(random.below(config.source_words));
  made.order = shuffled_order(count, seed);
  return made;
}

TEST(ReadAgain, ALongTextKeepsNoMatrixBetweenItsWords) {
  TransformerConfig config{.d_model = 16, .d_ff = 8, .encoder_layers = 2, .encoder_heads = 8};
  const Model tiny = tiny_translator();
  config.source_words = tiny.source().size();
  config.target_words = tiny.target().size();
  const auto model = std::make_shared<const Model>(config, Weights::random(config, 3), tiny.words());
  const std::vector<int> tokens(700, 1);
  const TracePtr trace = trace_reading(model, tokens, false);
  EXPECT_GT(bytes_of_all(trace->tape()), most_kept);
  EXPECT_LT(trace->tape().bytes(), most_kept / 8);
  EXPECT_EQ(trace->read("encoder.1.self_attention.head.7.weights").shape(), (Shape{700, 700}));
}

double apart(const RandomModel& m, bool positions, const std::string& path, bool columns) {
  const TracePtr before = trace_reading(m.model, m.tokens, positions);
  const TracePtr after = trace_reading(m.model, in_order(m.tokens, m.order), positions);
  const Matrix back = matched_back(after->read(path).view(), m.order, columns);
  const Reading there = before->read(path);
  const auto scale = static_cast<double>(there.view().map().cwiseAbs().maxCoeff());
  return static_cast<double>((back - there.view().map()).cwiseAbs().maxCoeff()) / scale;
}

TEST(Permutation, WithoutPositionsTheRowsOnlyMove) {
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomModel m = random_model(seed);
    const std::string output = reading_output_path(*m.model);
    EXPECT_LT(apart(m, false, output, false), 1e-4) << seed;
    for (int head = 0; head < m.config.encoder_heads; ++head) {
      const std::string weights =
          head_path("encoder", m.config.encoder_layers - 1, "self_attention", head, "weights");
      EXPECT_LT(apart(m, false, weights, true), 1e-4) << seed;
    }
    EXPECT_EQ(apart(m, true, "source.embedded", false), 0) << seed;
    if (apart(m, true, output, false) > 1e-3) ++changed;
  }
  EXPECT_GT(changed, 55) << "with positions the rows change";
}

TEST(Permutation, ACausalEncoderKnowsTheOrderWithoutPositions) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.causal_encoder = true;
  RandomModel m{config, std::make_shared<const Model>(tiny_translator(config)), {1, 2, 3, 4}, {3, 2, 1, 0}};
  EXPECT_GT(apart(m, false, reading_output_path(*m.model), false), 1e-3);
}

TEST(Permutation, WhatIsNoOrderIsAsWritten) {
  EXPECT_EQ(order_of({}, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(order_of({0, 0, 1}, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(order_of({2, 0, 1}, 2), (std::vector<int>{0, 1}));
  EXPECT_EQ(order_of({2, 0, 1}, 3), (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(places_of(std::vector<int>{2, 0, 1}), (std::vector<int>{1, 2, 0}));
}

// The largest difference of the output for the inputs in the layer's order and as given.
float order_difference(const GeneralAttention& layer) {
  GeneralAttention given = layer;
  given.order.clear();
  Tape one;
  Tape other;
  const int a = record_general_attention(one, given);
  const int b = record_general_attention(other, layer);
  return (one.value(a).map() - other.value(b).map()).cwiseAbs().maxCoeff();
}

TEST(Permutation, TheOutputOfAttentionIgnoresTheOrderOfItsInputs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    GeneralAttention layer;
    const int count = 1 + random.below(20);
    layer.inputs = Matrix(count, 1 + random.below(12));
    for (Eigen::Index i = 0; i < layer.inputs.size(); ++i)
      layer.inputs.data()[i] = static_cast<float>(random.normal());
    layer.alignment = static_cast<Alignment>(random.below(3));
    layer.projections = random.chance(0.5) ? Projections::none : Projections::random;
    layer.shares = random.chance(0.7) ? Weighting::softmax : Weighting::none;
    layer.d_k = 1 + random.below(9);
    layer.d_v = 1 + random.below(9);
    layer.seed = seed;
    layer.order = shuffled_order(count, seed);
    EXPECT_LT(order_difference(layer), 2e-4F) << seed;
  }
}

// What has to wait for what, counted on the tapes of recurrent models and of a Transformer.

std::vector<int> counted_from(int first, int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<int> downwards(int count) {
  std::vector<int> numbers = counted_from(1, count);
  return {numbers.rbegin(), numbers.rend()};
}

const std::vector<int> five{0, 1, 2, 3, 4}, three_written{2, 3, 4};

TEST(DependentSteps, ARecurrentModelReadsAndWritesOneByOne) {
  const TracePtr trace = tiny_recurrent(false).trace({.input = five, .words = three_written});
  for (const TokensGiven given : {TokensGiven::all, TokensGiven::read}) {
    const DependentSteps steps = dependent_steps(*trace, given);
    ASSERT_EQ(steps.lanes.size(), 2U);
    EXPECT_EQ(steps.lanes[0].at, counted_from(1, 5));
    EXPECT_EQ(steps.lanes[1].at, counted_from(6, 4)) << "<s> and three words";
    EXPECT_EQ(steps.reading, 5);
    EXPECT_EQ(steps.all, 9);
  }
}

TEST(DependentSteps, BothDirectionsAreReadAtOnce) {
  const TracePtr trace = tiny_recurrent(true).trace({.input = five, .words = three_written});
  const DependentSteps steps = dependent_steps(*trace, TokensGiven::all);
  ASSERT_EQ(steps.lanes.size(), 3U);
  EXPECT_EQ(steps.lanes[0].at, counted_from(1, 5));
  EXPECT_TRUE(steps.lanes[1].backwards);
  EXPECT_EQ(steps.lanes[1].at, downwards(5));
  EXPECT_EQ(steps.lanes[2].at, counted_from(6, 4));
  EXPECT_EQ(steps.reading, 5);
}

TEST(DependentSteps, ATransformerWaitsForLayersAndInWritingForWords) {
  const Model model = tiny_translator();
  const int layers = model.config().encoder_layers, above = model.config().decoder_layers;
  const TracePtr trace = model.trace({.input = five, .words = three_written});
  const DependentSteps learning = dependent_steps(*trace, TokensGiven::all);
  EXPECT_EQ(learning.reading, layers);
  EXPECT_EQ(learning.all, layers + above);
  for (int layer = 0; layer < layers; ++layer)
    EXPECT_EQ(learning.lanes[static_cast<std::size_t>(layer)].at, std::vector<int>(5, layer + 1));
  EXPECT_EQ(learning.lanes.back().at, std::vector<int>(4, layers + above));
  const DependentSteps writing = dependent_steps(*trace, TokensGiven::read);
  EXPECT_EQ(writing.reading, layers);
  EXPECT_EQ(writing.all, layers + 4 * above);
  for (int word = 0; word < 4; ++word)
    EXPECT_EQ(writing.lanes.back().at[static_cast<std::size_t>(word)], layers + (word + 1) * above);
}

// The layer above needs of the one below the same time alone, not all of it.
TEST(DependentSteps, StackedCellsFollowOneAnother) {
  const TracePtr trace = tiny_characters(RecurrentCell::rnn, 2).trace({.input = five});
  const DependentSteps steps = dependent_steps(*trace, TokensGiven::read);
  ASSERT_EQ(steps.lanes.size(), 2U);
  EXPECT_EQ(steps.lanes[0].at, counted_from(1, 5));
  EXPECT_EQ(steps.lanes[1].at, counted_from(2, 5));
  EXPECT_EQ(steps.reading, 6);
}

TEST(DependentSteps, OfTheShippedTranslatorsByTheirConfigs) {
  for (const char* name : {"seq2seq", "seq2seq-attention", "translator"}) {
    const ModelPtr model = load_model(model_folder(name));
    const TracePtr trace = model->trace({.text = tired_sentence});
    const DependentSteps steps = dependent_steps(*trace, TokensGiven::read);
    const auto words = static_cast<int>(trace->words().source.size());
    const StackInfo& reads = trace->anatomy().stacks.front();
    EXPECT_EQ(steps.reading, reads.recurrence ? words : reads.layers) << name;
    EXPECT_EQ(steps.all, steps.reading + static_cast<int>(trace->words().target.size())) << name;
  }
}

}  // namespace
}  // namespace headlight
