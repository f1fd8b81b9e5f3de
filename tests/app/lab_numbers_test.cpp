// How the labs write numbers, on every page.
#include <gtest/gtest.h>

#include <regex>

#include "app/lab/lab_work.h"
#include "app/labs/scaling/scaling_lab.h"
#include "tests/app/lab_checks.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

TEST(LabNumbers, HaveTheTypographicMinus) {
  const std::regex keyboards("(^|[^A-Za-z0-9])-[.0-9]");
  int minuses = 0;
  for (const LabPage& page : lab_pages()) {
    Driver driver(page.session);
    driver.settle();
    for (const Placed& each : driver.placed()) {
      if (each.kind != Placed::Kind::text) continue;
      EXPECT_FALSE(std::regex_search(each.name, keyboards)) << page.name << ": " << each.name;
      minuses += each.name.find("−") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(minuses, 100);
}

// Where the lab reads the model without the session's edits it says so on its stage.
TEST(LabNumbers, OfAModelWithoutItsEditsAreSaidToBeThat) {
  Session session = lab_session(lab_named("positions"));
  session.labs.get<PositionsLab>().page = PositionsPage::scores;
  session.edits = {
      Edit{.path = "encoder.0.self_attention.head.0.scaled", .kind = Edit::Kind::multiply, .values = {0.5F}}};
  expect_tidy_on_screens(session, "scores without an edit");
  Driver driver(session);
  driver.settle();
  EXPECT_TRUE(driver.shows("Without the session’s 1 edit"));
  session.labs.get<PositionsLab>().page = PositionsPage::attention;
  Driver edited(session);
  edited.settle();
  EXPECT_FALSE(edited.shows("Without the session’s"));
}

TEST(LabNumbers, OfARandomProductAreTakenApart) {
  Session session = lab_session(lab_named("scaling"));
  session.labs.get<ScalingLab>().page = ScalingLab::Page::softmax;
  for (const auto source : {ScalingLab::Source::sampled, ScalingLab::Source::model}) {
    session.labs.get<ScalingLab>().source = source;
    Driver driver(session);
    driver.settle();
    driver.click("scaling/bars/plain/3");
    driver.settle();
    ASSERT_EQ(driver.session().trail.size(), 1U);
    const CellName cell = driver.session().trail[0];
    EXPECT_EQ(cell.path, "attention_lab.scores");
    EXPECT_EQ(cell.col, 3);
    const ScalingStudy& study = *driver.results()->lab->result<ScalingStudy>();
    const Trace& trace = *driver.results()->lab->recorded->trace(driver.session().side);
    EXPECT_EQ(trace.cell({trace.at(cell.path), cell.row, cell.col}), study.softmax.scores(cell.row, 3));
    EXPECT_TRUE(driver.shows("attention_lab.scores")) << "the inspector";
    driver.click("scaling/bars/scaled/2");
    driver.settle();
    EXPECT_EQ(driver.session().trail.back().path, "attention_lab.scaled");
    expect_tidy(driver, "a product in the inspector");
  }
}

}  // namespace
}  // namespace headlight
