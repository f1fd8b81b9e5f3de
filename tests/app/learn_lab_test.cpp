// The lab on learning: the run that is shipped, and one of one's own, trained while frames are drawn.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ostream>
#include <thread>

#include "app/labs/learn/learn_lab.h"
#include "core/files/whole_file.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

class LearnLabView : public testing::Test {
 protected:
  void SetUp() override { setenv("XDG_STATE_HOME", folder_.path().c_str(), 1); }
  void TearDown() override { unsetenv("XDG_STATE_HOME"); }
  static Session own(LearnKind kind) {
    Session session = lab_session(lab_named("learn"));
    session.labs.get<LearnLab>().run = LearnRun::yours;
    session.labs.get<LearnLab>().kind = kind;
    return session;
  }

 private:
  TemporaryFolder folder_;
};

const LearnStudy& study(Driver& driver) { return *driver.results()->lab->result<LearnStudy>(); }

// Until the training rests, and what came of it is shown.
void wait_for(Driver& driver, int step) {
  for (int i = 0; i < 2000; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    driver.frame();
    const LiveShown& shown = *driver.state<LiveOnScreen>().shown;
    ASSERT_EQ(shown.error, "");
    if (shown.run.step >= step && shown.state == LiveShown::State::paused) break;
  }
  driver.settle();
  driver.settle();
}

TEST_F(LearnLabView, ShowsTheRunThatIsShipped) {
  Driver driver(lab_session(lab_named("learn")));
  EXPECT_GE(study(driver).steps.size(), 18U);
  EXPECT_TRUE(driver.shows("By step "));
  EXPECT_TRUE(driver.shows("it writes “"));
  EXPECT_FALSE(driver.has("learn/start")) << "there is nothing to train here";
  const int last = study(driver).shown()->step;
  EXPECT_EQ(last, study(driver).run.steps);
  driver.state().focus = "slide/learn/step";
  driver.state().focus_visible = true;
  // It plays by itself; a key stops that, before its end or there.
  driver.press(Key::left);
  EXPECT_LT(study(driver).shown()->step, last);
  driver.click("learn/head/0");
  EXPECT_EQ(driver.session().labs.get<LearnLab>().head, 0);
  EXPECT_FALSE(study(driver).other);
  driver.click("learn/other_seed");
  EXPECT_TRUE(study(driver).other) << "the curves of another seed";
  EXPECT_TRUE(driver.shows("seed " + std::to_string(study(driver).other->seed)));
  EXPECT_TRUE(driver.shows(", head by step "));
  driver.click("learn/other_seed");
  EXPECT_FALSE(study(driver).other);
}

TEST_F(LearnLabView, SaysThatItReadsAnotherSentence) {
  Session session = lab_session(lab_named("learn"));
  Driver known(session);
  EXPECT_FALSE(known.shows("does not know all words"));
  session.model = "translator";
  session.text(0) = "I love bears";
  Driver driver(session);
  EXPECT_TRUE(driver.shows("does not know all words of “I love bears”"));
}

// Another seed or another training may be whole.
TEST_F(LearnLabView, ADamagedRunLeavesTheControls) {
  Session session = own(LearnKind::two_back);
  const int seed = session.labs.get<LearnLab>().seed;
  const LiveKind& kind = session.labs.get<LearnLab>().trained();
  const std::filesystem::path file = live_folder(kind, seed) / "run.json";
  std::filesystem::create_directories(file.parent_path());
  replace_file(file, [](std::ostream& out) { out << "{"; });
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("run.json"));
  EXPECT_TRUE(driver.has("learn/start"));
  driver.click("learn/seed/on");
  EXPECT_TRUE(driver.shows("Nothing has been trained with this seed"));
}

TEST_F(LearnLabView, WhatCannotBeReadIsSaidToItsEnd) {
  Session session = own(LearnKind::two_back);
  const LearnLab& lab = session.labs.get<LearnLab>();
  const std::filesystem::path folder = live_folder(lab.trained(), lab.seed);
  std::filesystem::create_directories(folder);
  replace_file(folder / "run.json", [&](std::ostream& out) {
    out << R"({"kind": "two-back", "seed": )" << lab.seed
        << R"(, "step": 25, "steps": 240, "seconds": 1, "points": [], "kept": [0, 5, 10, 25]})";
  });
  Driver driver(session, 1280, 800);
  ASSERT_EQ(study(driver).without.size(), 4U);
  const std::string& first = study(driver).without.front();
  EXPECT_TRUE(driver.shows(first.substr(first.find_last_of(' ') + 1)));
  EXPECT_TRUE(driver.shows("and 2 more that cannot be shown"));
  EXPECT_TRUE(driver.has("learn/start"));
}

// The row of "it" comes to look at its noun between the first step and the last.
TEST_F(LearnLabView, TheSameSentenceAtEveryStep) {
  Driver driver(lab_session(lab_named("learn")));
  const LearnStudy& found = study(driver);
  ASSERT_EQ(found.words.at(static_cast<std::size_t>(found.row)), "it");
  const auto weight = [&](const LearnStep& step) {
    return step.rows.at(static_cast<std::size_t>(found.head())).at(1);
  };
  ASSERT_EQ(found.words.at(1), "animal");
  EXPECT_LT(weight(found.steps.front()), 0.3F);
  EXPECT_GT(weight(found.steps.back()), 0.6F);
}

TEST_F(LearnLabView, AStepIsShownOnTheStageAloneAndBesideTheFirst) {
  Session session = lab_session(lab_named("learn"));
  session.labs.get<LearnLab>().step = 12;
  Driver driver(session);
  const std::string name = "small-translator/" + live_step_name(study(driver).shown()->step);
  driver.click("learn/stage");
  EXPECT_EQ(driver.session().model, name);
  EXPECT_EQ(driver.results()->error, "");
  ASSERT_NE(driver.results()->trace(0), nullptr);
  driver.press(Key::undo);
  EXPECT_EQ(lab_on_stage(driver.session()), lab_named("learn"));
  driver.click("learn/both");
  EXPECT_EQ(driver.session().view, ViewKind::lines);
  EXPECT_TRUE(driver.shows("before training"));
  EXPECT_FALSE(driver.shows("step_0")) << "the name of a folder";
  EXPECT_EQ(driver.session().model_of(0), "small-translator/step_00000");
  EXPECT_EQ(driver.session().model_of(1), name);
  EXPECT_EQ(driver.results()->error, "");
  EXPECT_NE(driver.results()->trace(0), nullptr);
  EXPECT_NE(driver.results()->trace(1), nullptr);
}

TEST_F(LearnLabView, TrainsOneStepAndMoreAndPauses) {
  Driver driver(own(LearnKind::two_back));
  EXPECT_TRUE(driver.shows("Nothing has been trained with this seed"));
  driver.click("learn/steps/1");
  wait_for(driver, 1);
  EXPECT_EQ(driver.state<LiveOnScreen>().shown->run.step, 1);
  EXPECT_TRUE(driver.shows(", 1 of 240 steps"));
  EXPECT_FALSE(study(driver).steps.empty()) << "the step before the first is kept";
  driver.click("learn/steps/25");
  wait_for(driver, 26);
  EXPECT_EQ(driver.state<LiveOnScreen>().shown->run.step, 26);
  EXPECT_GT(study(driver).steps.size(), 3U) << "kept meanwhile, and shown";
  EXPECT_GT(std::ssize(study(driver).run.points), 5);
  driver.click("learn/start");
  for (int i = 0; i < 500 && !driver.shows("Pause"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    driver.frame();
  }
  EXPECT_TRUE(driver.shows("Pause"));
  driver.click("learn/start");
  wait_for(driver, 26);
  EXPECT_TRUE(driver.shows("Go on"));
}

TEST_F(LearnLabView, WhatWasTrainedIsThereWhenTheWindowOpensAgain) {
  {
    Driver driver(own(LearnKind::two_back));
    driver.click("learn/steps/25");
    wait_for(driver, 25);
  }
  Driver again(own(LearnKind::two_back));
  EXPECT_TRUE(again.shows(", 25 of 240 steps"));
  EXPECT_TRUE(again.shows("Go on"));
  again.click("learn/steps/1");
  wait_for(again, 26);
  EXPECT_EQ(again.state<LiveOnScreen>().shown->run.step, 26);
}

TEST_F(LearnLabView, TwoHeadsThatBeginEqualLieOnEachOther) {
  Driver driver(own(LearnKind::two_back));
  driver.click("learn/equal_heads/two equal");
  driver.click("learn/steps/25");
  wait_for(driver, 25);
  ASSERT_FALSE(study(driver).steps.empty());
  const LearnStep& last = study(driver).steps.back();
  EXPECT_EQ(last.step, 25);
  ASSERT_EQ(last.apart.size(), 1U);
  EXPECT_LT(last.apart[0], 1e-5);
  EXPECT_EQ(last.rows.at(0).size(), last.rows.at(1).size());
  EXPECT_NEAR(last.rows[0][0], last.rows[1][0], 1e-5F);
  const LabTable& two = *driver.results()->lab->table("two heads");
  EXPECT_EQ(two.rows.back()[1], two.rows.back()[2]);
  EXPECT_TRUE(driver.shows("After 25 steps the two heads give the same weights, but for rounding"));
  EXPECT_TRUE(driver.shows("layer 1, head 2"));
  driver.click("learn/equal_heads/equal but for W_O");
  EXPECT_TRUE(driver.shows("Nothing has been trained with this seed")) << "another run";
  driver.click("learn/steps/25");
  // Until then what is shown is the run before, which rests at the same step.
  for (int i = 0; i < 2000; ++i) {
    if (driver.state<LiveOnScreen>().shown->run.changes.equal_heads == EqualHeads::but_output) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    driver.frame();
  }
  wait_for(driver, 25);
  ASSERT_FALSE(study(driver).steps.empty());
  EXPECT_GT(study(driver).steps.back().apart.at(0), 1e-3);
  driver.click("learn/equal_heads/two equal");
  EXPECT_TRUE(driver.shows(", 25 of 240 steps")) << "it is still there";
  EXPECT_EQ(after_json(driver.session()), driver.session());
}

TEST_F(LearnLabView, AnotherSeedStandsBesideTheOneBefore) {
  Driver driver(own(LearnKind::two_back));
  driver.click("learn/steps/25");
  wait_for(driver, 25);
  driver.click("learn/seed/on");
  const auto& lab = driver.session().labs.get<LearnLab>();
  EXPECT_NE(lab.seed, lab.other_seed);
  EXPECT_TRUE(driver.shows("Nothing has been trained with this seed"));
  ASSERT_TRUE(study(driver).other) << "the one before stays beside it";
  EXPECT_EQ(study(driver).other->step, 25);
}

// --- a text of one's own

Session own_text_session(const std::string& text, int steps = 100) {
  Session session = lab_session(lab_named("learn"));
  LearnLab& lab = session.labs.get<LearnLab>();
  lab.run = LearnRun::text;
  lab.text_of = text.empty() ? LearnText::names : LearnText::own;
  lab.text = text;
  lab.steps = steps;
  lab.width = 16;
  lab.heads = 2;
  lab.context = 24;
  return session;
}

std::string names_of_a_class() {
  std::string text;
  for (const char* name :
       {"Anna", "Zoé", "Léa", "Emma", "Paul", "Louis", "Jules", "Hugo", "Nina", "Alice", "Marie", "Rosalie",
        "Benjamin", "Valentin", "Catherine", "Alexandre", "Mathilde", "Isabelle"})
    text += std::string(name) + "\n";
  return text;
}

TEST_F(LearnLabView, ATextOfOnesOwnIsLearnedAndWritesLines) {
  Driver driver(own_text_session(names_of_a_class()), 1280, 800);
  EXPECT_TRUE(driver.shows("18 lines, 103 letters")) << study(driver).about;
  EXPECT_TRUE(driver.shows("Nothing has been trained with this seed"));
  EXPECT_EQ(study(driver).error, "");
  driver.click("learn/start");
  wait_for(driver, 100);
  EXPECT_EQ(study(driver).run.kept.back(), 100);
  EXPECT_TRUE(driver.shows("What it writes by itself"));
  EXPECT_EQ(study(driver).run.points.back().written.size(), 4U);
  EXPECT_LT(study(driver).run.points.back().training_loss, study(driver).counts.back())
      << "less than a guess";
  EXPECT_EQ(study(driver).steps.back().heads.size(), 2U);
  expect_tidy(driver, "a text of one's own");
  EXPECT_EQ(after_json(driver.session()), driver.session()) << "the text is in the session";

  // On stage it is a model like any other.
  driver.click("learn/stage");
  EXPECT_EQ(driver.results()->error, "");
  ASSERT_NE(driver.results()->trace(0), nullptr);
  EXPECT_EQ(driver.session().attention, Attention::decoder);
  driver.press(Key::undo);
  EXPECT_EQ(lab_on_stage(driver.session()), lab_named("learn"));
  driver.click("learn/both");
  EXPECT_EQ(driver.results()->error, "");
  EXPECT_NE(driver.results()->trace(1), nullptr);
}

TEST_F(LearnLabView, ATextThatCannotBeLearnedIsSaidWithWhatToTry) {
  Driver driver(own_text_session("Anna\nPaul\n"), 1280, 800);
  EXPECT_TRUE(driver.shows("The text has 8 letters. It takes 100 or more to learn from"));
  driver.click("learn/text_of/First names");
  EXPECT_TRUE(driver.shows("685 lines"));
  EXPECT_EQ(driver.session().labs.get<LearnLab>().text, "Anna\nPaul\n") << "it is still there";
  driver.press(Key::undo);
  EXPECT_TRUE(driver.shows("The text has 8 letters"));
}

TEST_F(LearnLabView, BeginsAgainFromTheFirstStep) {
  Driver driver(own_text_session(names_of_a_class()), 1280, 800);
  driver.click("learn/start");
  wait_for(driver, 100);
  const std::vector<LivePoint> before = study(driver).run.points;
  driver.click("learn/again");
  for (int i = 0; i < 2000 && driver.state<LiveOnScreen>().shown->run.step == 100; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    driver.frame();
  }
  wait_for(driver, 100);
  ASSERT_EQ(study(driver).run.points.size(), before.size());
  EXPECT_EQ(study(driver).run.points.back().held_out_loss, before.back().held_out_loss) << "the same seed";
}

}  // namespace
}  // namespace headlight
