// The first experiments of a careful pupil, on the two sentences of the first screen: what the screen says
// beside them is what came out.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <map>
#include <set>

#include "app/labs/captioners/captioners_lab.h"
#include "app/labs/learn/learn_lab.h"
#include "app/labs/recurrence/recurrence_lab.h"
#include "app/labs/scaling/scaling_lab.h"
#include "app/lessons/library.h"
#include "app/panels/common/trace_maps.h"
#include "app/session/opening.h"
#include "core/explain/traits.h"
#include "core/learn/positions_task.h"
#include "core/models/trace.h"
#include "core/pictures/training_scenes.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

std::string french(Driver& driver, int side) { return written(*driver.results()->trace(side)); }

TEST(FirstExperiment, TheButtonTurnsBothPronouns) {
  Driver driver(opening_session("translator"));
  ASSERT_NE(french(driver, 0).find("qu'il"), std::string::npos);
  ASSERT_NE(french(driver, 1).find("qu'elle"), std::string::npos);
  driver.click("place/look elsewhere");
  EXPECT_NE(french(driver, 0).find("qu'elle"), std::string::npos) << french(driver, 0);
  EXPECT_NE(french(driver, 1).find("qu'il"), std::string::npos) << french(driver, 1);
  EXPECT_TRUE(driver.has("place/undo"));
}

// Every head of a shipped model, by what it is called for these texts and, on the first of them, under an
// edit of its own weights.
void expect_one_name(const std::string& model, const std::vector<std::string>& texts) {
  std::map<std::string, std::string> names;
  for (std::size_t run = 0; run <= texts.size(); ++run) {
    Session session = opening_session(model);
    session.text(0) = texts.at(run % texts.size());
    session.text(1).clear();
    const bool edited = run == texts.size();
    if (edited) {
      Edit edit;
      edit.path = names.begin()->first;
      edit.row = edit.col = 0;
      edit.values = {0.9F};
      session.edits = {edit};
    }
    const ResultsPtr results = compute(session, nullptr);
    ASSERT_NE(results->trace(0), nullptr) << model << ": " << results->side(0).error;
    TraceMaps pictures;
    pictures.follow(results);
    for (const AttentionHeads& kind : results->model->anatomy().attentions) {
      for (int number = 0; number < kind.count(); ++number) {
        const auto [layer, head] = kind.place_of(number);
        const std::string path = kind.info().path(layer, head, "weights");
        const HeadTraits* const called_by = pictures[0].called_by(path);
        ASSERT_NE(called_by, nullptr) << model << ": " << path;
        const auto most = strongest(*called_by);
        const std::string name = most ? std::string(info(most->trait).says) : "nothing";
        const auto [known, fresh] = names.try_emplace(path, name);
        EXPECT_EQ(known->second, name)
            << model << ": " << path << (edited ? ", edited, on " : ", on ") << texts.at(run % texts.size());
      }
    }
  }
  EXPECT_FALSE(names.empty()) << model;
}

TEST(FirstExperiment, HeadsOfTranslatorsHaveOneNameWhateverTheSentence) {
  const std::vector<std::string> texts{"the animal didn't cross the street because it was too tired",
                                       "I bought the apples because they were cheap", "the dog sleeps",
                                       "she reads a book and he reads a letter",
                                       "the animal didn't cross the street because it was too wide"};
  for (const char* model : {"translator", "seq2seq-attention"}) expect_one_name(model, texts);
}

TEST(FirstExperiment, HeadsOfModelsOfPicturesHaveOneNameWhateverThePicture) {
  for (const char* model : {"caption-attention", "caption-transformer", "vit"}) {
    std::vector<std::string> texts;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      texts.push_back(to_text(std::string(model) == "vit"
                                  ? random_question_scene(seed, SceneUse::measuring)
                                  : random_captioned_scene(seed, SceneUse::measuring)));
    }
    expect_one_name(model, texts);
  }
}

TEST(FirstExperiment, HeadsOfOtherModelsHaveOneNameWhateverTheText) {
  expect_one_name("causal",
                  {"the animal didn't cross the street because it was too", "the dog", "she reads a book",
                   "I bought the apples because they were", "the street was too wide"});
  for (const char* task : {"two_back", "third"}) {
    expect_one_name(
        positions_model(task, Positions::sinusoidal).string(),
        {"A B C D A B C D", "D C B A D C B A", "A A A A B B B B", "A C B D C A D B D", "B B A C D D A A"});
  }
}

TEST(FirstExperiment, AMouseThatRestsPointsAtNothingYet) {
  Driver driver(opening_session("translator"));
  driver.pass(1);
  const std::vector<std::string> before = driver.said();
  const Area word = driver.area("place/words");
  driver.input().enter(word.middle_x(), word.middle_y());
  driver.frame();
  driver.frame();
  EXPECT_LT(ImGui::GetIO().MousePos.x, 0);
  EXPECT_EQ(driver.said(), before);
  driver.input().move(word.middle_x() + 1, word.middle_y());
  driver.frame();
  driver.frame();
  EXPECT_NEAR(ImGui::GetIO().MousePos.x, word.middle_x() + 1, 0.6);
}

TEST(FirstExperiment, AClickWhereTheMouseRestsCounts) {
  Session session = opening_session("translator");
  session.altitude = Altitude::sentence;
  Driver driver(session);
  const Area button = driver.area("bar/sentence");
  driver.input().enter(button.middle_x(), button.middle_y());
  driver.input().button(0, true);
  driver.input().button(0, false);
  driver.draw_until_at_rest();
  EXPECT_EQ(driver.state().overlay, Overlay::words);
  EXPECT_LT(driver.state().overlay_area.top, button.bottom + 40) << "the field opens at its button";
  EXPECT_LE(driver.state().overlay_area.left, button.right);
  EXPECT_GE(driver.state().overlay_area.right, button.left);
}

TEST(FirstExperiment, LabsOpenWhereSomethingDiffers) {
  const Labs labs;
  EXPECT_EQ(labs.get<RecurrenceLab>().page, RecurrencePage::length);
  EXPECT_EQ(labs.get<CaptionersLab>().page, CaptionersPage::objects);
  EXPECT_EQ(labs.get<ScalingLab>().page, ScalingLab::Page::softmax);
}

TEST(FirstExperiment, SideBySideLeadsToASentenceInWhichTheTranslatorsDiffer) {
  Session session = opening_session("translator");
  show_lab(session, &RecurrenceLab::lab_row);
  session.labs.get<RecurrenceLab>().page = RecurrencePage::sides;
  Driver driver(session);
  driver.click("compared/example");
  ASSERT_EQ(driver.session().text(0), differing_sentence);
  const auto* study = driver.results()->lab->result<RecurrenceStudy>();
  ASSERT_NE(study, nullptr);
  std::set<std::string> all;
  for (const ComparedTranslator& model : study->models) {
    all.insert(written(*model.trace()));
    EXPECT_EQ(model.right, model.name == translators.back().name) << written(*model.trace());
  }
  EXPECT_EQ(all.size(), translators.size());
  EXPECT_FALSE(driver.has("compared/example"));
}

TEST(FirstExperiment, SideBySideLeadsToAPictureInWhichTheCaptionersDiffer) {
  Session session = opening_session("caption-attention");
  session.text(0) =
      "large blue square at 14,23; large red circle at 32,24; small green circle at 51,31; background 7";
  session.text(1).clear();
  show_lab(session, &CaptionersLab::lab_row);
  session.labs.get<CaptionersLab>().page = CaptionersPage::sides;
  Driver driver(session);
  driver.click("compared/example");
  ASSERT_EQ(driver.session().text(0), differing_scene);
  const auto* study = driver.results()->lab->result<CaptionersStudy>();
  ASSERT_NE(study, nullptr);
  for (const ComparedRun& model : study->models)
    EXPECT_EQ(model.right, model.name != captioners.front().name) << written(*model.trace());
  EXPECT_FALSE(driver.has("compared/example"));
}

TEST(FirstExperiment, LearningPlaysFromItsStart) {
  Session session = opening_session("translator");
  show_lab(session, &LearnLab::lab_row);
  Driver driver(session);
  EXPECT_TRUE(driver.shows("after 0 steps"));
  EXPECT_TRUE(driver.shows("Pause"));
  driver.pass(1);
  EXPECT_FALSE(driver.shows("after 0 steps"));
  EXPECT_EQ(driver.session().labs.get<LearnLab>().step, -1) << "nothing to undo";
  driver.pass(60);
  EXPECT_TRUE(driver.shows("Play"));
}

TEST(FirstExperiment, ALessonSaysThatWhatWasTypedIsKept) {
  const std::string kept = "rail/read/your sentence", typed = "I bought the apples because they were cheap";
  Driver driver(opening_session("translator"), 1440, 1800);
  const auto open_lesson = [&] {
    const std::string first = "lesson/" + shipped_lessons().front()->name;
    if (!driver.has(first)) driver.press(Key::lessons);
    if (!driver.has(first) && driver.has("rail/contents")) driver.click("rail/contents");
    driver.click(first);
  };
  open_lesson();
  ASSERT_FALSE(driver.session().lesson.empty());
  EXPECT_FALSE(driver.has(kept)) << "nothing was typed";
  driver.apply(CloseLesson{});
  driver.apply(GoTo{.altitude = Altitude::sentence});
  driver.click("bar/sentence");
  driver.type(typed);
  driver.enter();
  ASSERT_EQ(driver.session().text(0), typed);
  open_lesson();
  ASSERT_NE(driver.session().text(0), typed);
  EXPECT_TRUE(driver.has(kept));
  driver.click(kept);
  EXPECT_EQ(driver.session().text(0), typed);
  driver.press(Key::undo);
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().text(0), typed) << "as before the lesson";
  EXPECT_FALSE(driver.has(kept));
}

}  // namespace
}  // namespace headlight
