// The lab on the general attention layer.
#include <gtest/gtest.h>

#include "app/lab/lab_work.h"
#include "app/labs/attention/attention_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session small_session() {
  Session session = lab_session(lab_named("attention"));
  session.labs.get<AttentionLab>().inputs = AttentionInputs::small;
  session.labs.get<AttentionLab>().projections = Projections::none;
  session.labs.get<AttentionLab>().alignment = Alignment::dot;
  return session;
}

float cell(Driver& driver, const std::string& part, int row, int col) {
  return driver.results()->lab->recorded->trace(0)->read("attention_lab." + part)(row, col);
}

TEST(AttentionLabView, WithoutWeightsThereIsNothingToLearn) {
  Driver driver(small_session());
  driver.settle();
  EXPECT_TRUE(driver.shows("0 weights: nothing to learn"));
  EXPECT_FALSE(driver.has("stage/query")) << "the vectors are queries, keys and values";
  EXPECT_EQ(cell(driver, "scores", 0, 0), 5);
  EXPECT_EQ(cell(driver, "scores", 0, 2), 2);
}

TEST(AttentionLabView, ANumberOfXIsTyped) {
  Driver driver(small_session());
  driver.settle();
  driver.click("x/0/1");
  driver.type("-3");
  driver.settle();
  EXPECT_EQ(cell(driver, "inputs", 0, 1), -3);
  EXPECT_EQ(cell(driver, "scores", 0, 0), 14);
  driver.enter();
  driver.click("attention/softmax");
  driver.press(Key::undo);
  EXPECT_TRUE(driver.session().labs.get<AttentionLab>().softmax);
  EXPECT_EQ(after_json(driver.session()), driver.session());
}

TEST(AttentionLabView, EveryAlignmentIsOneClickAway) {
  Driver driver(lab_session(lab_named("attention")));
  driver.settle();
  EXPECT_TRUE(driver.has("stage/scaled"));
  driver.click("attention/alignment/dot");
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().alignment, Alignment::dot);
  EXPECT_FALSE(driver.has("stage/scaled"));
  driver.click("attention/projections/none");
  EXPECT_TRUE(driver.shows("nothing to learn"));
  driver.click("attention/alignment/additive");
  EXPECT_FALSE(driver.shows("nothing to learn")) << "additive alignment has weights of its own";
  EXPECT_FALSE(driver.has("attention/projections/none"));
  driver.click("attention/softmax");
  EXPECT_FALSE(driver.has("stage/weights"));
  EXPECT_TRUE(driver.has("stage/output"));
}

TEST(AttentionLabView, AHeadOfTheModelIsThatHead) {
  Driver driver(lab_session(lab_named("attention")));
  driver.settle();
  driver.click("attention/projections/of a head");
  const LabWork& work = *driver.results()->lab;
  EXPECT_LT(work.result<AttentionStudy>()->model_difference, 1e-6);
  EXPECT_GE(work.result<AttentionStudy>()->model_difference, 0);
  const Reading here = work.recorded->trace(0)->read("attention_lab.weights");
  const Reading there = driver.results()->trace(0)->read("encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(here(7, 1), there(7, 1));
}

TEST(AttentionLabView, ShuffledInputsLeaveTheOutput) {
  Driver driver(lab_session(lab_named("attention")));
  driver.settle();
  const float before = cell(driver, "output", 7, 2);
  driver.click("attention/shuffle");
  EXPECT_NE(driver.results()->lab->recorded->trace(0)->words().source,
            driver.results()->trace(0)->words().source);
  EXPECT_NEAR(cell(driver, "output", 7, 2), before, 1e-5);
  EXPECT_LT(driver.results()->lab->result<AttentionStudy>()->order_difference, 1e-5);
  EXPECT_TRUE(driver.shows("the output differs by"));
  driver.click("attention/as given");
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().shuffle, 0);
}

TEST(AttentionLabView, ACellOpensAndItsRowIsFollowed) {
  Driver driver(lab_session(lab_named("attention")));
  driver.settle();
  const Area weights = driver.area("stage/weights");
  driver.click_at(weights.left + 2, weights.bottom - 2);
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().row, 10);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail[0], (CellName{"attention_lab.weights", 10, 0}));
  EXPECT_TRUE(driver.shows("Weight of “tired” on “the” (0)"));
}

TEST(AttentionLabView, SlidersMoveByKeys) {
  Driver driver(lab_session(lab_named("attention")));
  driver.settle();
  for (const char* id : {"slide/attention/d_k", "slide/attention/d_v"}) {
    driver.state().focus = id;
    driver.state().focus_visible = true;
    driver.press(Key::right);
  }
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().d_k, 9);
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().d_v, 5);
  EXPECT_EQ(driver.results()->lab->recorded->trace(0)->read("attention_lab.output").shape(), (Shape{11, 5}));
}

TEST(AttentionLabView, IsTidy) {
  for (const AttentionInputs inputs : {AttentionInputs::sentence, AttentionInputs::small}) {
    for (const AttentionAsking asking : {AttentionAsking::inputs, AttentionAsking::random}) {
      for (const Projections projections : {Projections::none, Projections::random, Projections::head}) {
        Session session = lab_session(lab_named("attention"));
        AttentionLab& lab = session.labs.get<AttentionLab>();
        lab.inputs = inputs;
        lab.asking = asking;
        lab.projections = projections;
        lab.shuffle = asking == AttentionAsking::random ? 2 : 0;
        lab.rows = 6;
        lab.columns = 6;
        expect_tidy_on_screens(session, "attention " + std::to_string(static_cast<int>(inputs)) +
                                            std::to_string(static_cast<int>(asking)) +
                                            std::to_string(static_cast<int>(projections)));
      }
    }
  }
  for (const int words : {1, 4, 40})
    expect_tidy_on_screens(lab_session(lab_named("attention"), words), std::to_string(words) + " words",
                           {"attention_lab.scores", 0, 0});
}

}  // namespace
}  // namespace headlight
