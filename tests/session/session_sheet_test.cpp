// The work sheet of a session: which step, which word, whose numbers.
#include "app/session/session_export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/labs/beyond/beyond_lab.h"
#include "tests/session/lab_pages.h"
#include "tests/session/tiny_session.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

Session with_step(const std::string& step) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = step;
  return session;
}

TEST(SessionSheet, IsOfTheStepThatIsOpen) {
  const WorkSheet sheet = work_sheet_of(with_step("encoder.0.residual_1"), tiny_results());
  ASSERT_EQ(sheet.tasks.size(), 1U);
  EXPECT_TRUE(sheet.tasks[0].title.starts_with("A sum")) << sheet.tasks[0].title;
  EXPECT_EQ(sheet.title, "residual, encoder layer 1");
  EXPECT_NE(sheet.about.find(tired_sentence), std::string::npos) << sheet.about;
  EXPECT_EQ(sheet.about.find(wide_sentence), std::string::npos) << sheet.about;
  EXPECT_NE(sheet.source.find("Step: encoder.0.residual_1."), std::string::npos) << sheet.source;
  EXPECT_NE(sheet.source.find("Model: "), std::string::npos) << sheet.source;
}

// What the delta rule does to a pair, and a softmax with one more in the sum.
TEST(SessionSheet, OfAttentionBeyondSoftmaxHasEachKindOfTask) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = lab_named("beyond");
  const auto titles = [&] {
    const ResultsPtr results = compute(session, nullptr);
    std::string all;
    for (const SheetTask& task : work_sheet_of(session, *results, SheetSteps::all).tasks)
      all += task.title + "\n";
    return all;
  };
  session.labs.get<BeyondLab>().read = 3;
  const std::string delta = titles();
  EXPECT_NE(delta.find("A sum"), std::string::npos) << delta;
  EXPECT_NE(delta.find("product"), std::string::npos) << delta;
  session.labs.get<BeyondLab>().page = BeyondPage::abstain;
  const std::string abstain = titles();
  EXPECT_NE(abstain.find("oftmax"), std::string::npos) << abstain;
}

TEST(SessionSheet, FollowsTheSideAndTheWordInFocus) {
  Session session = with_step("encoder.0.residual_1");
  session.side = 1;
  session.token = 4;
  const WorkSheet sheet = work_sheet_of(session, tiny_results());
  EXPECT_NE(sheet.about.find(wide_sentence), std::string::npos) << sheet.about;
  EXPECT_NE(sheet.tasks[0].title.find("“the (4)”"), std::string::npos) << sheet.tasks[0].title;
}

TEST(SessionSheet, OfAWholeHeadHasEachKindOfTaskOnce) {
  Session session = tiny_session();
  EXPECT_TRUE(has_more_steps(session, tiny_results()));
  const WorkSheet one = work_sheet_of(session, tiny_results()),
                  all = work_sheet_of(session, tiny_results(), SheetSteps::all);
  EXPECT_EQ(one.tasks.size(), 1U);
  EXPECT_GE(all.tasks.size(), 5U);
  std::set<std::string> titles;
  for (const SheetTask& task : all.tasks) EXPECT_TRUE(titles.insert(task.title).second) << task.title;
  EXPECT_EQ(all.title, "encoder layer 2, head 1");
  EXPECT_FALSE(has_more_steps(with_step("encoder.0.residual_1"), tiny_results()));
}

TEST(SessionSheet, SaysWhatToChooseWhereThereIsNothingToCalculate) {
  const std::string said = thrown_by([] { work_sheet_of(with_step("source.tokens"), tiny_results()); });
  EXPECT_TRUE(said.starts_with("nothing to calculate by hand in this step: choose ")) << said;
  EXPECT_NE(said.find("query"), std::string::npos) << said;
}

TEST(SessionSheet, SaysWhichStepAnEditChanged) {
  Session session = tiny_session();
  session.edits.emplace_back(Edit{.path = "encoder.1.self_attention.head.0.weights", .values = {0}});
  const ResultsPtr results = compute(session, nullptr);
  const std::string said = thrown_by([&] { work_sheet_of(session, *results); });
  EXPECT_NE(said.find("an edit"), std::string::npos) << said;
  // Of another step there is a sheet, which says that something was edited before it.
  session.view = ViewKind::steps;
  session.step = "encoder.1.residual_1";
  EXPECT_NE(work_sheet_of(session, *results).source.find("Edited: 1 intervention."), std::string::npos);
}

TEST(SessionSheet, OfLettersOfALabHasTheirRow) {
  Session session = tiny_session();
  show_lab(session, lab_named("handmade"));
  const WorkSheet sheet = work_sheet_of(session, *compute(session, nullptr));
  EXPECT_TRUE(sheet.about.starts_with("start ")) << sheet.about;
  EXPECT_EQ(std::count(sheet.about.begin(), sheet.about.end(), ' '), 8) << sheet.about;
}

TEST(SessionSheet, LabsThatRecordMatricesHaveTasks) {
  std::set<std::string> with, without;
  for (const LabPage& page : lab_pages()) {
    const ResultsPtr results = compute(page.session, nullptr);
    if (!can_have_tasks(page.session, *results)) {
      without.insert(page.name);
      EXPECT_NE(thrown_by([&] { work_sheet_of(page.session, *results); }), "no error") << page.name;
      continue;
    }
    try {
      const WorkSheet sheet = work_sheet_of(page.session, *results, SheetSteps::all);
      EXPECT_FALSE(sheet.tasks.empty()) << page.name;
      EXPECT_FALSE(sheet.source.empty()) << page.name;
      with.insert(page.name.substr(0, page.name.find(',')));
    } catch (const std::invalid_argument& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("nothing to calculate"))
          << page.name << ": " << error.what();
    }
  }
  for (const char* lab : {"attention", "lookup", "positions"}) EXPECT_TRUE(with.contains(lab)) << lab;
  EXPECT_FALSE(without.empty());
}

}  // namespace
}  // namespace headlight
