// The kinds of positions by name: of their steps and tensors, and in a config.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/layers/sites.h"
#include "core/models/transformer.h"
#include "tests/core/position_models.h"

namespace headlight {
namespace {

std::string kind_name(Positions kind) {
  const std::string json = to_json(small_labeller(kind));
  const std::size_t begin = json.find(':', json.find("\"positions\"")) + 3;
  return json.substr(begin, json.find('"', begin) - begin);
}

// Every step and every tensor of a model of one layer, with its axes; of the heads, the first.
std::string names(Positions kind) {
  const TransformerConfig config = small_labeller(kind);
  const Weights weights = Weights::random(config, 1);
  Tape tape;
  Recording recording(tape, config, weights);
  record_logits(recording, record_encoder(recording, std::vector<int>{0, 1, 2}));
  std::string list = kind_name(kind) + "\n";
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    if (place_of(node.label.path).head.value_or(0) != 0) continue;
    if (node.kind != Node::Kind::parameter) {
      EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    }
    list += "  " + node.label.path + " " + to_string(node.shape) + " [" +
            std::string(info(node.label.rows).letter) + ", " + std::string(info(node.label.cols).letter) +
            "]\n";
  }
  return list;
}

// Frozen like those of the translator.
TEST(PositionKinds, HaveTheFrozenNames) {
  std::string all;
  for (const Positions kind : every_kind) all += names(kind);
  std::ifstream file(HEADLIGHT_SOURCE_DIR "/tests/golden/position_names.txt");
  std::ostringstream frozen;
  frozen << file.rdbuf();
  EXPECT_EQ(all, frozen.str());
}

TEST(PositionKinds, AConfigMayLeaveTheirFieldsOut) {
  TransformerConfig config = small_labeller(Positions::alibi);
  config.position_slope = 0.25F;
  config.position_base = 500;
  config.position_one_sided = true;
  EXPECT_EQ(config_from_json(to_json(config)), config);
  std::string text = to_json(small_labeller(Positions::alibi));
  const std::size_t begin = text.find(",\n  \"position_dimensions\"");
  ASSERT_NE(begin, std::string::npos);
  const TransformerConfig read = config_from_json(text.substr(0, begin) + "\n}");
  EXPECT_EQ(read.position_reach, TransformerConfig{}.position_reach);
  EXPECT_EQ(read.position_base, 10000);
}

TEST(PositionKinds, WhatDoesNotFitIsRefusedByName) {
  const auto refused = [](Positions kind, auto change, const std::string& needle) {
    TransformerConfig config = small_labeller(kind);
    config.check();
    change(config);
    try {
      config.check();
      FAIL() << needle;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(needle), std::string::npos) << error.what();
    }
  };
  using C = TransformerConfig;
  refused(
      Positions::appended, [](C& c) { c.position_dimensions = 8; }, "position_dimensions");
  refused(
      Positions::appended, [](C& c) { c.position_dimensions = 0; }, "position_dimensions");
  refused(
      Positions::relative, [](C& c) { c.position_reach = 0; }, "position_reach");
  refused(
      Positions::rotary, [](C& c) { c.position_base = 1; }, "position_base");
  refused(
      Positions::rotary, [](C& c) { c.encoder_heads = 8; }, "rotary");
  refused(
      Positions::alibi, [](C& c) { c.position_slope = 0; }, "position_slope");
  refused(
      Positions::alibi, [](C& c) { c.position_one_sided = c.causal_encoder = true; }, "position_one_sided");
  refused(
      Positions::appended,
      [](C& c) {
        c.decoder_layers = 1;
        c.tied_output = true;
      },
      "tied_output");
}

}  // namespace
}  // namespace headlight
