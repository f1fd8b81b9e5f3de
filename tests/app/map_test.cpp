// The map of the model: every step has its block, whatever the config, and a click goes there.
#include <gtest/gtest.h>

#include <cmath>

#include "app/panels/map/map.h"
#include "core/layers/recording.h"
#include "core/models/transformer.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

constexpr Area stage{0, 0, 1360, 700};

TransformerConfig small_config() {
  TransformerConfig config;
  config.d_model = 8;
  config.d_ff = 12;
  config.source_words = 7;
  config.target_words = 9;
  config.decoder_heads = 2;
  return config;
}

std::vector<TransformerConfig> configs() {
  std::vector<TransformerConfig> all;
  all.push_back(small_config());
  TransformerConfig deep = small_config();
  deep.encoder_layers = 12;
  deep.decoder_layers = 12;
  all.push_back(deep);
  TransformerConfig encoder_only = small_config();
  encoder_only.decoder_layers = 0;
  encoder_only.encoder_layers = 5;
  all.push_back(encoder_only);
  TransformerConfig labels = encoder_only;
  labels.tied_output = false;
  labels.target_words = labels.source_words;
  all.push_back(labels);
  TransformerConfig pre = small_config();
  pre.norm_place = NormPlace::pre;
  pre.positions = Positions::learned;
  pre.feed_forward = FeedForward::swiglu;
  pre.normalization = Normalization::rms;
  all.push_back(pre);
  TransformerConfig bare = small_config();
  bare.positions = Positions::none;
  bare.scaled_embedding = false;
  bare.tied_output = false;
  bare.encoder_heads = 8;
  bare.causal_encoder = true;
  all.push_back(bare);
  TransformerConfig decoder_only = pre;
  decoder_only.encoder_layers = decoder_only.source_words = 0;
  decoder_only.decoder_layers = 5;
  decoder_only.decoder_heads = 3;
  decoder_only.head_size = 5;
  all.push_back(decoder_only);
  return all;
}

// A pass over three words, recorded and not computed.
Trace trace_of(const TransformerConfig& config, const Weights& weights) {
  Tape tape;
  Recording recording(tape, config, weights);
  const std::vector<int> words{1, 2, 3};
  int last = config.encoder_layers > 0 ? record_encoder(recording, words) : -1;
  if (config.decoder_layers > 0) last = record_decoder(recording, words, last);
  if (weights.has("output.bias")) record_probabilities(recording, record_logits(recording, last));
  return {std::move(tape), {}, nullptr, std::make_shared<const Anatomy>(anatomy_of(config))};
}

// The names of all steps of a forward pass.
std::vector<std::string> steps_of(const TransformerConfig& config, const Weights& weights) {
  const Trace trace = trace_of(config, weights);
  std::vector<std::string> steps;
  for (const int step : trace.steps()) steps.push_back(trace.label(step).path);
  return steps;
}

BlockLayout layout_of(const TransformerConfig& config, const Weights& weights, const std::string& shown,
                      const std::map<std::string, bool>& unfolded = {}) {
  const Trace trace = trace_of(config, weights);
  return lay_out_map(
      {.trace = trace, .weights = weights, .area = stage, .shown = shown, .unfolded = unfolded});
}

std::map<std::string, bool> all_layers(const TransformerConfig& config, bool unfolded) {
  std::map<std::string, bool> layers;
  for (int l = 0; l < config.encoder_layers; ++l) layers["encoder." + std::to_string(l)] = unfolded;
  for (int l = 0; l < config.decoder_layers; ++l) layers["decoder." + std::to_string(l)] = unfolded;
  return layers;
}

TEST(BlockLayout, EveryStepHasItsBlockFoldedAndUnfolded) {
  for (const TransformerConfig& config : configs()) {
    const Weights weights = Weights::random(config, 1);
    for (const std::string& step : steps_of(config, weights)) {
      for (const bool unfolded : {false, true}) {
        const BlockLayout layout = layout_of(config, weights, step, all_layers(config, unfolded));
        int blocks = 0;
        for (const MapBlock& block : layout.blocks) blocks += block.stands_for_path(step) ? 1 : 0;
        EXPECT_EQ(blocks, 1) << step;
      }
    }
  }
}

TEST(BlockLayout, EveryClickGoesToAStepThereIs) {
  for (const TransformerConfig& config : configs()) {
    const Weights weights = Weights::random(config, 1);
    const std::vector<std::string> steps = steps_of(config, weights);
    for (const MapBlock& block : layout_of(config, weights, "", all_layers(config, true)).blocks) {
      if (block.step.empty()) continue;
      EXPECT_NE(std::find(steps.begin(), steps.end(), block.step), steps.end()) << block.step;
    }
  }
}

TEST(BlockLayout, BlocksAddUpToAllParameters) {
  for (const TransformerConfig& config : configs()) {
    const Weights weights = Weights::random(config, 1);
    for (const bool unfolded : {false, true}) {
      std::int64_t sum = 0;
      for (const MapBlock& block : layout_of(config, weights, "", all_layers(config, unfolded)).blocks)
        sum += block.parameters;
      EXPECT_EQ(sum, weights.parameters());
    }
  }
}

TEST(BlockLayout, BlocksDoNotTouchOneAnother) {
  for (const TransformerConfig& config : configs()) {
    const Weights weights = Weights::random(config, 1);
    for (const bool unfolded : {false, true}) {
      const BlockLayout layout = layout_of(config, weights, "", all_layers(config, unfolded));
      for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
        EXPECT_FALSE(layout.blocks[i].area.empty()) << layout.blocks[i].id;
        for (std::size_t j = i + 1; j < layout.blocks.size(); ++j)
          EXPECT_FALSE(layout.blocks[i].area.overlaps(layout.blocks[j].area))
              << layout.blocks[i].id << " and " << layout.blocks[j].id;
      }
      for (const MapLine& line : layout.lines) {
        for (const ImVec2& point : line.points) EXPECT_TRUE(std::isfinite(point.x) && std::isfinite(point.y));
      }
    }
  }
}

TEST(BlockLayout, OfManyLayersTheCurrentOneIsUnfolded) {
  const TransformerConfig config = configs()[1];
  const Weights weights = Weights::random(config, 1);
  const BlockLayout layout = layout_of(config, weights, "encoder.7.residual_1");
  const MapBlock* here = layout.block_of("encoder.7.residual_1");
  ASSERT_NE(here, nullptr);
  EXPECT_EQ(here->kind, MapBlock::Kind::sum);
  EXPECT_EQ(layout.block_of("encoder.3.residual_1")->kind, MapBlock::Kind::folded);
  EXPECT_EQ(layout.block_of("encoder.3.residual_1")->last_layer, 6);
  EXPECT_LE(layout.height, stage.height());
}

TEST(BlockLayout, EveryEncoderDecoderAttentionGetsKeysAndValues) {
  TransformerConfig config = small_config();
  config.decoder_layers = 3;
  const Weights weights = Weights::random(config, 1);
  const BlockLayout layout = layout_of(config, weights, "", all_layers(config, true));
  int found = 0;
  for (const MapBlock& block : layout.blocks) {
    if (block.kind != MapBlock::Kind::attention || block.attention != Attention::cross) continue;
    ++found;
    for (const MapLine::Kind kind : {MapLine::Kind::key, MapLine::Kind::value}) {
      const bool reached = std::any_of(layout.lines.begin(), layout.lines.end(), [&](const MapLine& line) {
        return line.kind == kind && line.points.back().x == block.area.left &&
               line.points.back().y > block.area.top && line.points.back().y < block.area.bottom;
      });
      EXPECT_TRUE(reached) << block.id;
    }
  }
  EXPECT_EQ(found, 3);
}

Session map_session() {
  Session session = tiny_session();
  session.view = ViewKind::map;
  return session;
}

TEST(Map, AnAttentionBlockOpensItsHead) {
  Driver driver(map_session());
  driver.click("map/decoder.0.self_attention/head/2");
  EXPECT_EQ(driver.session().attention, Attention::decoder);
  EXPECT_EQ(driver.session().head, 2);
  EXPECT_TRUE(any_of_kind<SetView>(driver.take_actions()));
  EXPECT_NE(driver.session().view, ViewKind::map);
}

TEST(Map, AnyOtherBlockOpensItsStep) {
  for (const std::string id :
       {"encoder.0.feed_forward", "encoder.0.residual_1", "logits", "source.positions"}) {
    Driver driver(map_session());
    driver.click("map/" + id);
    EXPECT_EQ(driver.session().view, ViewKind::steps) << id;
    EXPECT_TRUE(driver.session().step.starts_with(id)) << driver.session().step;
  }
}

TEST(Map, TheStepsMoveOnIt) {
  Driver driver(map_session());
  driver.press(Key::home);
  EXPECT_EQ(driver.session().view, ViewKind::map);
  EXPECT_EQ(driver.session().step, "source.tokens");
  EXPECT_EQ(driver.state<MapState>().followed, "source.tokens");
  driver.press(Key::end);
  EXPECT_EQ(driver.state<MapState>().followed, "probabilities");
}

TEST(Map, ALayerFoldsAndUnfolds) {
  Driver driver(map_session());
  ASSERT_TRUE(driver.has("map/encoder.0.feed_forward"));
  driver.click("map/fold/encoder.0");
  EXPECT_FALSE(driver.has("map/encoder.0.feed_forward"));
  driver.click("map/encoder.0");
  EXPECT_TRUE(driver.has("map/encoder.0.feed_forward"));
}

TEST(Map, SaysWhatABlockMeans) {
  Driver driver(map_session());
  driver.hover("map/encoder.0.normalized_1");
  EXPECT_TRUE(driver.shows("mean 0 and standard deviation 1"));
}

}  // namespace
}  // namespace headlight
