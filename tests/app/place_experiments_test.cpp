// What can be tried in the one place: questions, each a lab in the frame that stands still.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/labs/masks/masks_lab.h"
#include "app/labs/temperature/temperature_lab.h"
#include "app/lessons/link.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/labs/labs.h"
#include "app/panels/place/experiments.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session place_at(Altitude altitude = Altitude::head) {
  Session session;  // of the shipped translator
  session.layer = 3;
  session.altitude = altitude;
  return session;
}

Session experiment(const Lab* lab) {
  Session session = place_at();
  show_lab(session, lab);
  return session;
}

Session questions_page() {
  Session session = place_at();
  session.questions = true;
  return session;
}

std::string row_of(const ExperimentQuestion& question) {
  return std::string("question/") + question.lab()->name;
}

TEST(PlaceExperiments, QuestionsReachEveryLabOnce) {
  std::vector<const Lab*> reached;
  for (const ExperimentQuestion& question : experiment_questions()) {
    EXPECT_TRUE(std::string(question.asks).ends_with("?")) << question.asks;
    ASSERT_NE(question.lab(0), nullptr) << question.asks;
    for (const std::size_t place : {0U, 1U}) {
      const Lab* const lab = question.lab(place);
      if (lab == nullptr) continue;
      reached.push_back(lab);
      EXPECT_EQ(&question_of(lab), &question) << lab->name;
    }
  }
  EXPECT_EQ(reached.size(), labs().size());
  EXPECT_EQ(std::set<const Lab*>(reached.begin(), reached.end()).size(), labs().size());
}

TEST(PlaceExperiments, TheDoorLeadsToThemAndEachRowToItsLab) {
  Driver driver(place_at(), 1280, 800);
  for (const ExperimentQuestion& question : experiment_questions()) {
    driver.click("place/experiments");
    EXPECT_TRUE(shows_questions(driver.session()));
    driver.click(row_of(question));
    EXPECT_TRUE(shows_experiment(driver.session()));
    EXPECT_EQ(lab_on_stage(driver.session()), question.lab());
    EXPECT_TRUE(driver.shows(question.asks));
    EXPECT_EQ(driver.session().altitude, Altitude::head);
    if (question.lab(1) == nullptr) continue;
    driver.click(std::string("question/place/") + question.at[1].name);
    EXPECT_EQ(lab_on_stage(driver.session()), question.lab(1));
  }
}

TEST(PlaceExperiments, AreTidy) {
  std::vector<Session> all{questions_page()};
  for (const Lab* lab : labs()) all.push_back(experiment(lab));
  for (Session& session : all) {
    const std::string name = session.questions ? "the questions" : lab_on_stage(session)->title;
    for (const bool experts : {false, true}) {
      session.experts = experts;
      session.theme = experts ? Theme::dark : Theme::light;
      Driver driver(session, 1280, 800);
      for (const Size& size : {Size{1280, 800, 1}, Size{1366, 768, 1.25F}, Size{1920, 1080, 1}}) {
        driver.resize(size.width, size.height, size.scale);
        driver.pass(0.4);
        expect_tidy(driver, name_of(size, name + (experts ? " for experts" : "")));
      }
    }
  }
}

// What a class would see shake.
TEST(PlaceExperiments, TheFrameStandsStill) {
  const std::set<std::string> stands{
      "more",          "find",       "present",           "place/lessons", "place/map", "place/experiments",
      "place/show me", "crumb/back", "crumb/experiments", "place/back",    "place/case"};
  std::map<std::string, Area> first;
  int compared = 0;
  std::vector<Session> all{place_at(), questions_page()};
  for (const Lab* lab : labs()) all.push_back(experiment(lab));
  for (const Session& session : all) {
    Driver driver(session, 1280, 800);
    for (const Placed& placed : driver.placed()) {
      if (placed.kind != Placed::Kind::item || !stands.contains(placed.name)) continue;
      const auto [at, is_new] = first.try_emplace(placed.name, placed.area);
      if (is_new) continue;
      EXPECT_EQ(at->second, placed.area) << placed.name << " in " << lab_on_stage(session)->title;
      ++compared;
    }
  }
  EXPECT_GT(compared, 180);
}

// A stop of the Tab key is one thing to press.
int things_to_press(const Session& session) {
  Driver driver(session, 1280, 800);
  return static_cast<int>(driver.state().focus_order.size());
}

TEST(PlaceExperiments, AtMost32ThingsToPress) {
  constexpr int most = 32;
  const int questions = things_to_press(questions_page());
  std::printf("questions: %d\n", questions);
  EXPECT_LE(questions, most);
  for (const Lab* lab : labs()) {
    Session session = experiment(lab);
    const int plain = things_to_press(session);
    session.experts = true;
    const int experts = things_to_press(session);
    std::printf("%s: %d, for experts %d\n", lab->name, plain, experts);
    EXPECT_LE(plain, most) << lab->name;
    EXPECT_LE(plain, experts) << lab->name;
  }
}

TEST(PlaceExperiments, BackRestoresWhatWasChosen) {
  for (int altitude = 0; altitude < altitude_count; ++altitude) {
    Session session = place_at(static_cast<Altitude>(altitude));
    session.token = 7;
    if (altitude >= static_cast<int>(Altitude::cell)) {
      session.part = "scores";
      session.trail = {{"encoder.3.self_attention.head.0.scores", 7, 1}};
      session.number = 4;
    }
    Driver driver(session, 1280, 800);
    const Session before = driver.session();
    driver.apply(OpenLab{lab_named("lookup")});
    driver.settle();
    EXPECT_TRUE(driver.session().trail.empty());
    driver.apply(SelectCell{{"lookup_lab.one_hot", 0, 0}});
    driver.settle();
    driver.click("place/back");
    Session after = driver.session();
    EXPECT_EQ(after.trail, before.trail);
    after.lab = before.lab;
    EXPECT_EQ(after, before) << altitude;
  }
}

TEST(PlaceExperiments, EscapeLeadsOutAndHomeToTheSentence) {
  Driver driver(experiment(lab_named("temperature")), 1280, 800);
  driver.press(Key::escape);
  EXPECT_TRUE(shows_questions(driver.session()));
  driver.press(Key::escape);
  EXPECT_FALSE(shows_questions(driver.session()));
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_TRUE(driver.has("place/out"));
  driver.apply(OpenLab{lab_named("masks")});
  driver.settle();
  driver.press(Key::home);
  EXPECT_EQ(driver.session().altitude, Altitude::sentence);
  EXPECT_FALSE(shows_experiment(driver.session()));
}

TEST(PlaceExperiments, IsUndone) {
  Driver driver(place_at(), 1280, 800);
  const Session before = driver.session();
  driver.click("place/experiments");
  driver.click("question/temperature");
  driver.click("place/case");
  EXPECT_FLOAT_EQ(driver.session().labs.get<TemperatureLab>().temperature, 16);
  driver.press(Key::undo);
  EXPECT_TRUE(shows_experiment(driver.session())) << "the case alone is taken back";
  driver.press(Key::undo);
  EXPECT_EQ(driver.session(), before);
}

TEST(PlaceExperiments, SessionsAndLinksKnowThem) {
  std::vector<Session> all{questions_page()};
  for (const Lab* lab : labs()) all.push_back(experiment(lab));
  for (Session session : all) {
    EXPECT_EQ(session_from_json(to_json(session)), session);
    EXPECT_EQ(session_of_link(link_of(session)), session);
    session.kept_trail = {{"encoder.3.self_attention.head.0.scores", 7, 1}};
    session.experts = true;
    EXPECT_EQ(session_from_json(to_json(session)), session);
  }
}

TEST(PlaceExperiments, FindOpensThem) {
  Driver driver(place_at(), 1280, 800);
  const auto find = [&](const std::string& text) {
    driver.press(Key::find);
    driver.type(text);
    driver.enter();
  };
  for (const ExperimentQuestion& question : experiment_questions()) {
    find(question.asks);
    EXPECT_TRUE(shows_experiment(driver.session())) << question.asks;
    EXPECT_EQ(lab_on_stage(driver.session()), question.lab()) << question.asks;
  }
  for (const Lab* lab : labs()) {
    find(lab->own_view ? called(lab) + " view" : called(lab));
    EXPECT_TRUE(shows_experiment(driver.session())) << lab->name;
    EXPECT_EQ(lab_on_stage(driver.session()), lab);
  }
  find("Experiments: questions to try");
  EXPECT_TRUE(shows_questions(driver.session()));
}

TEST(PlaceExperiments, YourSentenceAndTheLessonsAreBothKept) {
  Session session = experiment(lab_named("order"));
  session.text(0) = "The dog was hungry";
  session.text(1) = "";
  Driver driver(session, 1280, 800);
  driver.click("whose/the lesson’s");
  EXPECT_EQ(driver.session().text(0), Session().text(0));
  EXPECT_EQ(driver.session().text(1), Session().text(1));
  EXPECT_EQ(driver.session().own_runs.at(0).text, "The dog was hungry");
  EXPECT_EQ(session_from_json(to_json(driver.session())), driver.session());
  driver.click("whose/yours");
  EXPECT_EQ(driver.session().runs, session.runs);
  EXPECT_EQ(driver.session().pair, session.pair);
  EXPECT_TRUE(shows_experiment(driver.session()));
  driver.click("whose/the lesson’s");
  EXPECT_EQ(driver.session().text(0), Session().text(0));
}

TEST(PlaceExperiments, AreExportedAsLabs) {
  const TemporaryFolder folder;
  for (const char* const name : {"temperature", "causes"}) {
    Driver driver(experiment(lab_named(name)), 1280, 800);
    driver.press(Key::export_figure);
    ExportDialog& dialog = driver.state<ExportDialog>();
    EXPECT_EQ(dialog.name, name);
    dialog.folder = folder.path().string();
    for (const char* const kind : {"PNG", "SVG"}) {
      driver.click(std::string("export/as/") + kind);
      driver.click("export/write");
      EXPECT_EQ(dialog.error, "") << kind;
      EXPECT_TRUE(driver.shows("Written")) << kind;
    }
  }
}

// A cell of a lab stands in the margin.
TEST(PlaceExperiments, ACellIsToldInTheMargin) {
  Driver driver(experiment(lab_named("lookup")), 1280, 800);
  driver.apply(SelectCell{{"lookup_lab.one_hot", 0, 0}});
  driver.settle();
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_FALSE(driver.has("place/case"));
  expect_tidy(driver, "a cell of Lookup");
  driver.press(Key::escape);
  EXPECT_TRUE(driver.session().trail.empty());
  EXPECT_TRUE(shows_experiment(driver.session()));
  EXPECT_TRUE(driver.has("place/case"));
}

// Of a model that lacks what a question is about the page says so.
// Who reads under such a mask: models that a pupil has heard of.
TEST(PlaceExperiments, MasksNameWhoReadsLikeThat) {
  Session session = opening_session("translator");
  session.altitude = Altitude::head;
  session.layer = 3;
  session.token = 7;
  show_lab(session, lab_named("masks"));
  const auto shows = [&](MaskKind mask, const char* name) {
    session.labs.get<MasksLab>().mask = mask;
    return Driver(session, 1280, 800).shows(name);
  };
  EXPECT_TRUE(shows(MaskKind::causal, "GPT"));
  EXPECT_FALSE(shows(MaskKind::causal, "BERT"));
  EXPECT_TRUE(shows(MaskKind::none, "BERT"));
  EXPECT_FALSE(shows(MaskKind::none, "GPT"));
}

TEST(PlaceExperiments, AreTidyWithOtherModels) {
  for (const char* const model : {"caption-attention", "seq2seq-attention", "positions/third/rotary",
                                  "causal", "characters-rnn", "vit"}) {
    Session session = opening_session(model);
    session.altitude = Altitude::sentence;
    session.questions = true;
    Driver driver(session, 1280, 800);
    if (driver.results()->model == nullptr) continue;
    expect_tidy(driver, std::string("questions with ") + model);
    for (const Lab* lab : labs()) {
      driver.apply(OpenLab{lab});
      driver.settle();
      expect_tidy(driver, std::string(lab->title) + " with " + model);
    }
  }
}

}  // namespace
}  // namespace headlight
