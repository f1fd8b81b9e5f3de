// The lab on scaling, used by mouse and keyboard.
#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/scaling/scaling_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session scaling_session(ScalingLab::Page page = ScalingLab::Page::products,
                        ScalingLab::Source source = ScalingLab::Source::sampled) {
  Session session = lab_session(lab_named("scaling"));
  session.labs.get<ScalingLab>().page = page;
  session.labs.get<ScalingLab>().source = source;
  session.labs.get<ScalingLab>().samples = 300;
  return session;
}
const ScalingStudy& scaling_study_of(Driver& driver) {
  return *driver.results()->lab->result<ScalingStudy>();
}

TEST(ScalingLab, TheSliderSetsTheDimensionsAndUndoTakesThemBack) {
  Driver driver(scaling_session());
  EXPECT_EQ(scaling_study_of(driver).chosen.d_k, 64);
  EXPECT_TRUE(driver.shows("Why divide by"));
  hold_at(driver, "slide/scaling/dimensions", 0.999F);
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().dimensions, 1024);
  EXPECT_EQ(scaling_study_of(driver).chosen.d_k, 1024);
  EXPECT_LT(std::fabs(scaling_study_of(driver).chosen.variance - 1024),
            5 * scaling_study_of(driver).chosen.error);
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().dimensions, 64);
}

TEST(ScalingLab, ArrowsDoubleAndHalveTheDimensions) {
  Driver driver(scaling_session());
  tab_to(driver, "slide/scaling/dimensions");
  driver.press(Key::right);
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().dimensions, 128);
  driver.press(Key::left);
  driver.press(Key::left);
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().dimensions, 32);
}

TEST(ScalingLab, DrawingAgainChangesTheNumbersAndMovingTheSliderDoesNot) {
  Driver driver(scaling_session());
  const auto drawn = scaling_study_of(driver).drawn;
  hold_at(driver, "slide/scaling/dimensions", 0.5F);
  EXPECT_EQ(scaling_study_of(driver).drawn, drawn);
  driver.click("scaling/draw");
  EXPECT_NE(scaling_study_of(driver).drawn, drawn);
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().draw, 2);
}

TEST(ScalingLab, TheModelsOwnWeightsAreTheModels) {
  Driver driver(scaling_session(ScalingLab::Page::softmax, ScalingLab::Source::model));
  for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
    driver.apply(SelectHead{0, 0, attention});
    driver.apply(SelectToken{1});
    driver.apply(SetLabs{[&] {
      Labs labs = driver.session().labs;
      labs.get<ScalingLab>().dimensions = 1024;
      return labs;
    }()});
    driver.settle();
    const ScalingStudy& study = scaling_study_of(driver);
    const Reading weights = driver.results()->trace(0)->read(selected_path(driver.session()));
    ASSERT_EQ(weights.shape().cols, study.softmax.scaled.weights.cols());
    for (int row = 0; row < weights.shape().rows; ++row) {
      for (int key = 0; key < weights.shape().cols; ++key)
        EXPECT_NEAR(study.softmax.scaled.weights(row, key), weights(row, key), 1e-5F);
    }
    EXPECT_EQ(study.row, 1);
  }
}

// What can be opened in the inspector has the head's mask, as what is plotted.
TEST(ScalingLab, RecordsTheMaskOfTheHead) {
  Session session = scaling_session(ScalingLab::Page::softmax, ScalingLab::Source::model);
  session.attention = Attention::decoder;
  session.layer = session.head = 0;
  session.labs.get<ScalingLab>().dimensions = 1024;
  Driver driver(session);
  ASSERT_NE(driver.results()->lab->recorded, nullptr) << driver.results()->lab->error;
  const Trace& recorded = *driver.results()->lab->recorded->trace(0);
  const Reading weights = recorded.read("attention_lab.weights");
  const Matrix& plotted = scaling_study_of(driver).softmax.scaled.weights;
  ASSERT_EQ(weights.shape().rows, plotted.rows());
  for (int query = 0; query < weights.shape().rows; ++query) {
    for (int key = 0; key < weights.shape().cols; ++key) {
      EXPECT_NEAR(weights(query, key), plotted(query, key), 1e-6) << query << " " << key;
      EXPECT_TRUE(key <= query || weights(query, key) == 0) << "no word looks ahead";
    }
  }
}

TEST(ScalingLab, StepsThroughHeadsAndWords) {
  Driver driver(scaling_session(ScalingLab::Page::softmax, ScalingLab::Source::model));
  const std::string before = selected_path(driver.session());
  driver.click("lab/head/on");
  EXPECT_NE(selected_path(driver.session()), before);
  driver.click("lab/head/back");
  EXPECT_EQ(selected_path(driver.session()), before);
  const int token = driver.session().token;
  driver.click("lab/word/on");
  EXPECT_EQ(driver.session().token, token + 1);
  EXPECT_EQ(scaling_study_of(driver).row, token + 1) << "the work follows the selection";
}

TEST(ScalingLab, PagesAndSourcesAreChosen) {
  Driver driver(scaling_session());
  EXPECT_TRUE(driver.has("scaling/histogram"));
  driver.click("scaling/page/Their softmax");
  EXPECT_FALSE(driver.has("scaling/histogram"));
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().page, ScalingLab::Page::softmax);
  driver.click("scaling/source/the model’s own");
  EXPECT_EQ(driver.session().labs.get<ScalingLab>().source, ScalingLab::Source::model);
  EXPECT_TRUE(driver.results()->lab->error.empty());
}

TEST(ScalingLab, SettingsSurviveAFile) {
  Session session = scaling_session(ScalingLab::Page::softmax, ScalingLab::Source::model);
  session.labs.get<ScalingLab>() = {ScalingLab::Page::softmax, ScalingLab::Source::model, 17, 333, 9, 4};
  EXPECT_EQ(session_from_json(to_json(session)).labs, session.labs);
  EXPECT_EQ(session_from_json(R"({"labs": {"scaling": {"source": "model"}}})").labs.get<ScalingLab>().source,
            ScalingLab::Source::model);
  EXPECT_THROW(session_from_json(R"({"labs": {"scaling": {"source": "mine"}}})"), std::invalid_argument);
}

TEST(ScalingLab, EveryTableIsFilled) {
  for (const auto source : {ScalingLab::Source::sampled, ScalingLab::Source::model}) {
    Driver driver(scaling_session(ScalingLab::Page::softmax, source));
    ASSERT_FALSE(driver.results()->lab->tables.empty());
    for (const LabTable& table : driver.results()->lab->tables) {
      EXPECT_FALSE(table.rows.empty()) << table.name;
      for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.name;
    }
  }
}

TEST(ScalingLab, IsTidy) {
  for (const auto page : {ScalingLab::Page::products, ScalingLab::Page::softmax}) {
    for (const auto source : {ScalingLab::Source::sampled, ScalingLab::Source::model}) {
      Session session = scaling_session(page, source);
      for (const int d_k : {1, 1024}) {
        session.labs.get<ScalingLab>().dimensions = d_k;
        session.labs.get<ScalingLab>().keys = d_k == 1 ? 2 : 64;
        expect_tidy_on_screens(session, "scaling, page " + std::to_string(static_cast<int>(page)) +
                                            ", source " + std::to_string(static_cast<int>(source)));
      }
    }
  }
}

TEST(ScalingLab, IsAtRest) {
  Driver driver(scaling_session());
  driver.take_actions();
  for (int i = 0; i < 10; ++i) driver.frame();
  EXPECT_TRUE(driver.take_actions().empty());
  EXPECT_FALSE(driver.wants_another_frame());
}

}  // namespace
}  // namespace headlight
