// The lab on temperature, used by mouse and keyboard.
#include <algorithm>
#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/temperature/temperature_lab.h"
#include "app/window/exporter.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session temperature_session(TemperatureLab::Of of = TemperatureLab::Of::attention, float degrees = 1) {
  Session session = lab_session(lab_named("temperature"));
  session.experts = true;
  session.labs.get<TemperatureLab>().of = of;
  session.labs.get<TemperatureLab>().temperature = degrees;
  return session;
}
const TemperatureStudy& temperature_study_of(Driver& driver) {
  return *driver.results()->lab->result<TemperatureStudy>();
}

TEST(TemperatureLab, AtOneTheSharesAreTheModels) {
  for (const auto of : {TemperatureLab::Of::attention, TemperatureLab::Of::output}) {
    Driver driver(temperature_session(of));
    const TemperatureStudy& study = temperature_study_of(driver);
    const Reading model = driver.results()->trace(0)->read(study.path);
    for (int column = 0; column < model.shape().cols; ++column) {
      const auto at = static_cast<std::size_t>(column);
      EXPECT_NEAR(study.one.shares[at], model(study.row, column), 1e-6F);
      EXPECT_NEAR(study.one.shares[at], study.chosen.shares[at], 1e-6F);
    }
  }
}

TEST(TemperatureLab, TheEndsOfTheSliderAreNearTheLimits) {
  Driver driver(temperature_session());
  hold_at(driver, "slide/temperature/temperature", 0.999F);
  EXPECT_NEAR(driver.session().labs.get<TemperatureLab>().temperature, 100, 5);
  EXPECT_LT(temperature_study_of(driver).from_hot, 0.05);
  hold_at(driver, "slide/temperature/temperature", 0.5F);
  EXPECT_EQ(driver.session().labs.get<TemperatureLab>().temperature, 1) << "the middle is the model's own";
  driver.press(Key::undo);
  EXPECT_NEAR(driver.session().labs.get<TemperatureLab>().temperature, 100, 5);
}

TEST(TemperatureLab, ArrowsDoubleAndHalveIt) {
  Driver driver(temperature_session());
  tab_to(driver, "slide/temperature/temperature");
  driver.press(Key::right);
  EXPECT_EQ(driver.session().labs.get<TemperatureLab>().temperature, 2);
  driver.press(Key::left);
  driver.press(Key::left);
  EXPECT_EQ(driver.session().labs.get<TemperatureLab>().temperature, 0.5F);
}

TEST(TemperatureLab, IsPutIntoTheModelAndTakenOut) {
  for (const auto of : {TemperatureLab::Of::attention, TemperatureLab::Of::output}) {
    Driver driver(temperature_session(of, 0.5F));
    const std::vector<float> one = temperature_study_of(driver).one.shares;
    const std::vector<float> chosen = temperature_study_of(driver).chosen.shares;
    driver.click("temperature/use");
    ASSERT_EQ(driver.session().edits.size(), 1U);
    EXPECT_TRUE(driver.results()->error.empty()) << driver.results()->error;
    const TemperatureStudy& study = temperature_study_of(driver);
    EXPECT_FLOAT_EQ(study.in_model, 0.5F);
    const Reading model = driver.results()->trace(0)->read(study.path);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      EXPECT_NEAR(model(study.row, static_cast<int>(i)), chosen[i], 1e-5F)
          << "the model now has the lab's shares";
      EXPECT_NEAR(study.one.shares[i], one[i], 1e-5F) << "T = 1 stays what was trained";
    }
    driver.click("temperature/use");
    EXPECT_TRUE(driver.session().edits.empty());
  }
}

TEST(TemperatureLab, OpensOnTheWordThatIsFollowedOrOnTheMostSpreadRow) {
  Session session = temperature_session();
  session.token = 2;
  Driver followed(session);
  EXPECT_EQ(temperature_study_of(followed).row, 2);
  session.token = -1;
  Driver none(session);
  const TemperatureStudy& study = temperature_study_of(none);
  EXPECT_TRUE(none.shows("query “" + study.row_word + "”"));
  const Reading weights = none.results()->trace(0)->read(study.path);
  const auto entropy = [&](int row) {
    double bits = 0;
    for (int column = 0; column < weights.shape().cols; ++column) {
      const auto p = static_cast<double>(weights(row, column));
      if (p > 0) bits -= p * std::log2(p);
    }
    return bits;
  };
  for (int row = 0; row < weights.shape().rows; ++row)
    EXPECT_LE(entropy(row), entropy(study.row) + 1e-6) << row;
}

TEST(TemperatureLab, APressedColumnOpensItsCell) {
  Driver driver(temperature_session());
  driver.click("temperature/bars/2");
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0].path, temperature_study_of(driver).path);
  EXPECT_EQ(driver.session().trail[0].col, 2);
}

TEST(TemperatureLab, StepsThroughThePlacesOfTheOutput) {
  Driver driver(temperature_session());
  driver.click("temperature/of/The next word");
  EXPECT_EQ(temperature_study_of(driver).row, 0);
  driver.click("temperature/place/on");
  EXPECT_EQ(temperature_study_of(driver).row, driver.session().labs.get<TemperatureLab>().place);
}

TEST(TemperatureLab, SettingsSurviveAFile) {
  Session session = temperature_session(TemperatureLab::Of::output, 0.25F);
  session.labs.get<TemperatureLab>().place = 3;
  EXPECT_EQ(session_from_json(to_json(session)).labs, session.labs);
}

TEST(TemperatureLab, IsTidy) {
  for (const auto of : {TemperatureLab::Of::attention, TemperatureLab::Of::output}) {
    for (const float degrees : {0.01F, 1.0F, 3.2F})
      expect_tidy_on_screens(temperature_session(of, degrees), "temperature");
  }
  Session forty = temperature_session(TemperatureLab::Of::attention, 2);
  forty.text(0).clear();
  for (int i = 0; i < 40; ++i) forty.text(0) += i % 2 == 0 ? "because " : "didn't ";
  forty.text(1).clear();
  expect_tidy_on_screens(forty, "temperature of forty words");
  forty.text(0) = "animal";
  expect_tidy_on_screens(forty, "temperature of one word");
}

TEST(TemperatureLab, LabelsOfALongTextDoNotLieOverOneAnother) {
  Session session = lab_session(lab_named("temperature"), 60);
  Driver driver(session, 1280, 800);
  StageRecorder recorder;
  TraceMaps pictures;
  pictures.follow(driver.results());
  const Drawing drawing =
      recorder.record(driver.session(), driver.results(), pictures, *fonts_for(1), driver.states(), {});
  std::vector<double> upright;
  for (const DrawnItem& item : drawing.items) {
    if (const auto* text = std::get_if<DrawnText>(&item); text != nullptr && text->degrees == 90)
      upright.push_back(text->at.x);
  }
  ASSERT_GT(upright.size(), 10U);
  EXPECT_LT(upright.size(), 60U);
  std::sort(upright.begin(), upright.end());
  for (std::size_t i = 1; i < upright.size(); ++i) EXPECT_GE(upright[i] - upright[i - 1], 11) << i;
}

}  // namespace
}  // namespace headlight
