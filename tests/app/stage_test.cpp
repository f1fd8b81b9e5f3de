// Pieces of a page: what one frame and the next have in common moves, by its key.
#include <gtest/gtest.h>

#include "app/labs/attention/attention_lab.h"
#include "app/panels/labs/setting_controls.h"
#include "app/stage/board.h"
#include "core/layers/sites.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

float left_of(Driver& driver) { return driver.area("stage/output").left; }

TEST(Stage, WhatStaysMovesToItsNewPlace) {
  Driver driver(lab_session(lab_named("attention")));
  const float before = left_of(driver);
  driver.click("attention/alignment/dot");  // without S / √d_k the others have more room
  const float under_way = left_of(driver);
  driver.pass(0.1);
  const float later = left_of(driver);
  driver.pass(0.3);
  const float after = left_of(driver);
  EXPECT_NE(before, after);
  EXPECT_GT((under_way - before) / (after - before), 0);
  EXPECT_LT((under_way - before) / (after - before), 1);
  EXPECT_GT((later - under_way) / (after - before), 0);
  driver.pass(0.3);
  EXPECT_EQ(left_of(driver), after);
}

TEST(Stage, AMoveIsTurnedRoundFromWhereItIs) {
  Driver driver(lab_session(lab_named("attention")));
  const float before = left_of(driver);
  driver.click("attention/alignment/dot");
  driver.click("attention/alignment/scaled dot");
  const float under_way = left_of(driver);
  EXPECT_NE(under_way, before) << "it does not jump back";
  driver.pass(0.4);
  EXPECT_EQ(left_of(driver), before);
}

TEST(Stage, WithReducedMotionEverythingIsThereAtOnce) {
  Session session = lab_session(lab_named("attention"));
  session.reduced_motion = true;
  Driver driver(session);
  driver.click("attention/alignment/dot");
  const float at_once = left_of(driver);
  driver.pass(0.5);
  EXPECT_EQ(left_of(driver), at_once);
}

TEST(Stage, AnotherSizeOfTheWindowMovesNothing) {
  Driver driver(lab_session(lab_named("attention")));
  driver.resize(1280, 800, 1);
  driver.frame();
  const float at_once = left_of(driver);
  driver.pass(0.5);
  EXPECT_EQ(left_of(driver), at_once);
}

TEST(Stage, AKeyIsWhatAThingIsAndWhereItBelongs) {
  const stage::Key weights = stage::key_of("encoder.1.self_attention.head.2.weights");
  EXPECT_EQ(weights.site, stage::number_of("weights"));
  EXPECT_EQ(weights.layer, 1);
  EXPECT_EQ(weights.head, 2);
  EXPECT_NE(weights.stack, stage::key_of("decoder.1.self_attention.head.2.weights").stack);
  EXPECT_NE(stage::key_of("decoder.0.self_attention.head.0.weights"),
            stage::key_of("decoder.0.cross_attention.head.0.weights"));
  EXPECT_NE(stage::key_of("encoder.0.time.3.state"), stage::key_of("encoder.0.time.4.state"));
  EXPECT_NE(stage::key_of("attention_lab.query"), stage::key_of("attention_lab.key"));
}

TEST(Stage, WhatIsNewComesFromTheSameSiteOfTheNearestHead) {
  const auto weights = [](int layer, int head) {
    return stage::key_of(head_path("encoder", layer, "self_attention", head, "weights"));
  };
  const std::vector<stage::Key> gone{weights(0, 3), weights(1, 0), weights(1, 2)};
  EXPECT_EQ(*stage::partner_of(weights(1, 3), gone), weights(1, 2)) << "a head of the same layer";
  EXPECT_EQ(*stage::partner_of(weights(0, 0), gone), weights(0, 3));
  const stage::Key scores = stage::key_of(head_path("encoder", 1, "self_attention", 3, "scores"));
  EXPECT_EQ(stage::partner_of(scores, gone), nullptr) << "another site";
  stage::Key other_run = weights(1, 3);
  other_run.run = 1;
  EXPECT_EQ(stage::partner_of(other_run, gone), nullptr);
}

TEST(Stage, AControlSaysWhatTheListOfFieldsSays) {
  AttentionLab lab;
  lab.d_k = 16;
  EXPECT_EQ(setting_id(lab, &AttentionLab::d_k), "attention/d_k");
  const NumberSlide keys = setting_slide(lab, &AttentionLab::d_k, {.label = "size of keys"});
  EXPECT_EQ(keys.value, 16);
  EXPECT_EQ(keys.lowest, 1);
  EXPECT_EQ(keys.highest, 64);
  EXPECT_EQ(keys.usual, AttentionLab().d_k);
  const NumberSlide few = setting_slide(lab, &AttentionLab::layer, {.highest = 0});
  EXPECT_EQ(few.value, 0) << "of a model that has one layer";
  EXPECT_EQ(few.usual, 0);
}

}  // namespace
}  // namespace headlight
