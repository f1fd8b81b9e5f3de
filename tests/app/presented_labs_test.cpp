// What each page says; and that the labs fit before a class, in words that the last row reads.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/labs/every_lab.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/labs.h"
#include "app/panels/place/experiments.h"
#include "app/session/opening.h"
#include "tests/app/lab_checks.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

struct Page {
  const char* name;
  const Lab* lab;
  std::function<void(Session&)> set = [](Session&) {};
};

std::vector<Page> pages() {
  return {
      {"letters", lab_named("lookup")},
      {"the sentence's rows", lab_named("lookup"),
       [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::sentence; }},
      {"a catalogue of films", lab_named("lookup"),
       [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::films; }},
      {"a paint shop", lab_named("lookup"), [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::paint; }},
      {"nothing moved", lab_named("order")},
      {"weights of words in another order", lab_named("order"),
       [](Session& s) {
         s.labs.get<OrderLab>().shown = OrderShown::weights;
         s.labs.get<OrderLab>().order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
       }},
      {"a random layer", lab_named("attention")},
      {"a model's head", lab_named("attention"),
       [](Session& s) { s.labs.get<AttentionLab>().projections = Projections::head; }},
      {"small numbers", lab_named("attention"),
       [](Session& s) {
         s.labs.get<AttentionLab>().inputs = AttentionInputs::small;
         s.labs.get<AttentionLab>().projections = Projections::none;
       }},
      {"scores divided by their sum", lab_named("attention"),
       [](Session& s) { s.labs.get<AttentionLab>().shares = Weighting::sum; }},
      {"two matrices as one", lab_named("attention"),
       [](Session& s) { s.labs.get<AttentionLab>().page = AttentionPage::one_map; }},
      {"products", lab_named("scaling"),
       [](Session& s) { s.labs.get<ScalingLab>().page = ScalingLab::Page::products; }},
      {"their softmax", lab_named("scaling"),
       [](Session& s) { s.labs.get<ScalingLab>().page = ScalingLab::Page::softmax; }},
      {"the model's products", lab_named("scaling"),
       [](Session& s) {
         s.labs.get<ScalingLab>().page = ScalingLab::Page::products;
         s.labs.get<ScalingLab>().source = ScalingLab::Source::model;
       }},
      {"a row", lab_named("temperature"),
       [](Session& s) { s.labs.get<TemperatureLab>().temperature = 0.3F; }},
      {"the next word", lab_named("temperature"),
       [](Session& s) { s.labs.get<TemperatureLab>().of = TemperatureLab::Of::output; }},
      {"a window", lab_named("masks"), [](Session& s) { s.labs.get<MasksLab>().mask = MaskKind::window; }},
      {"through twelve layers", lab_named("masks"), [](Session& s) { s.labs.get<MasksLab>().layers = 12; }},
      {"nothing set", lab_named("handmade")},
      {"two heads, solved", lab_named("handmade"),
       [](Session& s) {
         HandmadeLab& lab = s.labs.get<HandmadeLab>();
         lab.task = HeadTask::induction;
         lab.head = 1;
         for (const int head : {0, 1}) set_head(lab, head, solution_of(lab.task, head));
       }},
      {"of the sentence", lab_named("cost")},
      {"of models", lab_named("cost"),
       [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::models; }},
      {"of no model", lab_named("cost"),
       [](Session& s) {
         s.labs.get<CostLab>().page = CostLab::Page::models;
         s.labs.get<CostLab>().models.clear();
       }},
      {"of your own", lab_named("cost"),
       [](Session& s) {
         s.labs.get<CostLab>().page = CostLab::Page::models;
         s.labs.get<CostLab>().models = {"Your own", "Llama 2 13B"};
       }},
      {"a picture", lab_named("cost"),
       [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::pictures; }},
      {"by year", lab_named("cost"), [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::growth; }},
      {"what is kept", lab_named("cost"),
       [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::kept; }},
      {"words as points", lab_named("vectors"),
       [](Session& s) { s.labs.get<VectorsLab>().of = VectorsOf::stage; }},
      {"sentences in space", lab_named("vectors"),
       [](Session& s) {
         s.labs.get<VectorsLab>().of = VectorsOf::sentences;
         s.labs.get<VectorsLab>().in_space = true;
       }},
      {"three translators", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::sides; }},
      {"what waits for what", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::waiting; }},
      {"exact by length", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::length; }},
      {"gradient through time", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::gradient; }},
      {"names come again", lab_named("beyond")},
      {"each name once", lab_named("beyond"),
       [](Session& s) {
         s.labs.get<BeyondLab>().again = false;
         s.labs.get<BeyondLab>().pairs = most_recall_pairs;
       }},
      {"heads that may abstain", lab_named("beyond"),
       [](Session& s) { s.labs.get<BeyondLab>().page = BeyondPage::abstain; }},
      {"three norms", lab_named("block")},
      {"in the span", lab_named("block"), [](Session& s) { s.labs.get<BlockLab>().page = BlockPage::span; }},
      {"many heads", lab_named("block"), [](Session& s) { s.labs.get<BlockLab>().page = BlockPage::heads; }},
      {"three captioners", lab_named("captioners"),
       [](Session& s) { s.labs.get<CaptionersLab>().page = CaptionersPage::sides; }},
      {"exact by objects", lab_named("captioners"),
       [](Session& s) { s.labs.get<CaptionersLab>().page = CaptionersPage::objects; }},
      {"what words cost", lab_named("training")},
      {"some steps of training", lab_named("training"),
       [](Session& s) { s.labs.get<TrainingLab>().page = TrainingPage::step; }},
      {"a training that is shipped", lab_named("learn"),
       [](Session& s) { s.labs.get<LearnLab>().other_seed = 0; }},
      {"nothing trained so far", lab_named("learn"),
       [](Session& s) {
         s.labs.get<LearnLab>().run = LearnRun::yours;
         s.labs.get<LearnLab>().seed = most_learn_seed;
       }},
      {"rows exchanged", lab_named("causes")},
      {"rows made zero", lab_named("causes"),
       [](Session& s) { s.labs.get<CausesLab>().put = Exchange::zero; }},
      {"heads that carry it", lab_named("causes"),
       [](Session& s) { s.labs.get<CausesLab>().page = CausesLab::Page::heads; }},
      {"where heads look and what they matter", lab_named("causes"),
       [](Session& s) { s.labs.get<CausesLab>().page = CausesLab::Page::attention; }},
      {"the parts of a score", lab_named("causes"),
       [](Session& s) { s.labs.get<CausesLab>().page = CausesLab::Page::score; }},
      {"a logit by the words looked at", lab_named("causes"),
       [](Session& s) { s.labs.get<CausesLab>().page = CausesLab::Page::logit; }},
      {"heads over a text", lab_named("text_heads")},
      {"one head over a text", lab_named("text_heads"),
       [](Session& s) { s.labs.get<TextHeadsLab>().page = TextHeadsLab::Page::head; }},
      {"a short test of heads", lab_named("text_heads"),
       [](Session& s) { s.labs.get<TextHeadsLab>().page = TextHeadsLab::Page::narrow; }},
      {"a text cut by each tokenizer", lab_named("tokens")},
      {"byte pairs", lab_named("tokens"),
       [](Session& s) { s.labs.get<TokensLab>().page = TokensLab::Page::pairs; }},
  };
}

Session presented(const Page& page) {
  Session session = lab_session(page.lab);
  page.set(session);
  session.presenting = true;
  return session;
}

// What would come in with a motion is there at once.
Session without_motion(Session session) {
  session.reduced_motion = true;
  return session;
}

// What `driver` says besides what was there `before`.
std::vector<std::string> said_besides(const Driver& driver, const std::vector<std::string>& before) {
  std::vector<std::string> said = driver.said();
  std::erase_if(said, [&](const std::string& line) { return std::ranges::count(before, line) > 0; });
  return said;
}

TEST(Pages, TheLabsSayWhatTheyShow) {
  std::vector<std::string> before = Driver(without_motion(tiny_session())).said();
  for (const Lab* lab : labs()) before.emplace_back(lab->title);
  for (const Page& page : pages()) {
    Session session = lab_session(page.lab);
    page.set(session);
    expect_said(said_besides(Driver(without_motion(session)), before),
                std::string(page.lab->name) + ", " + page.name);
  }
}

TEST(Pages, TheAltitudesSayWhatTheyShow) {
  for (const auto& [altitude, name] : altitude_names()) {
    if (!altitude) continue;
    Session session = without_motion(tiny_session());
    session.altitude = altitude;
    session.part = *altitude >= Altitude::cell ? "scores" : "weights";
    session.trail = {{"encoder.1.self_attention.head.0." + session.part, 7, 1}};
    session.number = *altitude == Altitude::product ? 0 : -1;
    expect_said(Driver(session).said(), name);
  }
}

TEST(Pages, TheSheetsSayWhatTheyAreFor) {
  Driver driver(without_motion(tiny_session()));
  const std::vector<std::string> before = driver.said();
  for (const auto& [name, key] : {std::pair("keys and help", Key::help), std::pair("find", Key::find),
                                  std::pair("export", Key::export_figure)}) {
    driver.press(key);
    // The preview of what would be written is made off the frame.
    for (int i = 0; i < 1000 && driver.shows("drawing …"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      driver.pass(0.05);
    }
    expect_said(said_besides(driver, before), name);
    driver.press(Key::escape);
  }
}

TEST(Pages, EachHasATitleAndAHelpText) {
  std::vector<std::string> help;
  for (const AltitudeInfo& each : altitudes()) help.push_back(std::string(each.title) + ": " + each.help);
  for (const LabPanel* panel : lab_panels())
    help.push_back(called(panel->lab) + (": " + std::string(panel->help)));
  for (const Panel& panel : panels()) help.push_back(std::string(panel.title) + ": " + panel.help);
  expect_said(help);
}

TEST(PresentedLabsLong, EveryPageIsTidy) {
  for (const Page& page : pages()) {
    for (const Size& size : {Size{1024, 768, 1}, Size{1280, 720, 1}, Size{1920, 1080, 1}}) {
      Driver driver(presented(page), size.width, size.height, size.scale);
      expect_tidy(driver, name_of(size, page.name));
    }
  }
}

TEST(PresentedLabsLong, SoItIsForOneWordAndForForty) {
  for (const Page& page : pages()) {
    for (const int words : {1, 40}) {
      Session session = presented(page);
      session.text(0) = words == 1 ? "animal" : many_words(words);
      session.text(1).clear();
      Driver driver(session, 1024, 768);
      expect_tidy(driver, page.name + (", words: " + std::to_string(words)));
    }
  }
}

TEST(PresentedLabs, WordsGrowMoreThanPictures) {
  Session session = lab_session(lab_named("temperature"));
  session.experts = true;
  const auto height_of = [&](const std::string& text) {
    Driver driver(session, 1024, 768);
    for (const Placed& each : driver.placed()) {
      if (each.kind == Placed::Kind::text && each.name == text) return each.area.height();
    }
    ADD_FAILURE() << text << " is not there";
    return 1.0F;
  };
  const float at_desk = height_of("entropy / bits");
  session.presenting = true;
  EXPECT_GT(height_of("entropy / bits"), 1.3F * at_desk);
}

// A question of the one place before a class, on the shipped translator.
Session asked_before_a_class(const ExperimentQuestion& question) {
  Session session = opening_session("translator");
  session.altitude = Altitude::head;
  session.presenting = session.reduced_motion = true;
  show_lab(session, question.lab());
  return session;
}

TEST(PresentedQuestionsLong, EveryStepIsReadInTheLastRow) {
  for (const ExperimentQuestion& question : experiment_questions()) {
    for (const Theme theme : {Theme::light, Theme::dark}) {
      Session session = asked_before_a_class(question);
      session.theme = theme;
      Driver driver(session, 1024, 768);
      driver.pass(7);  // until nothing says any more how to leave
      std::set<std::string> shown;
      constexpr int most_steps = 20;
      for (int step = 0; step < most_steps; ++step) {
        const std::string what = std::string(question.asks) + " step " + std::to_string(step);
        for (const Size& size : {Size{1280, 800, 1}, Size{1024, 768, 1}}) {
          driver.resize(size.width, size.height, size.scale);
          driver.settle();
          expect_tidy(driver, name_of(size, what));
          expect_readable(driver, 23, name_of(size, what));
        }
        EXPECT_TRUE(driver.shows(question.asks)) << what;
        EXPECT_GT(driver.said().size(), 2U) << what << ": nothing but its title";
        if (!shown.insert(to_json(driver.session())).second) break;
        driver.press(Key::page_down);
      }
      EXPECT_GE(shown.size(), 2U) << question.asks << ": nothing to go on to";
      EXPECT_LT(shown.size(), static_cast<std::size_t>(most_steps)) << question.asks;
    }
  }
}

TEST(PresentedQuestions, PagesGoThroughTheStepsAndBack) {
  Session session = asked_before_a_class(question_of(lab_named("temperature")));
  Driver driver(session, 1024, 768);
  const Labs first = driver.session().labs;
  driver.press(Key::page_up);
  EXPECT_EQ(driver.session().labs, first) << "it is the first one";
  EXPECT_TRUE(driver.shows("As in the model"));
  driver.press(Key::right);
  EXPECT_TRUE(driver.shows("The scores are divided by 4"));
  driver.press(Key::page_up);
  EXPECT_EQ(driver.session().labs, first);
  for (int i = 0; i < 20; ++i) driver.press(Key::page_down);
  EXPECT_EQ(driver.session().lab, lab_named("scaling")) << "the other place of the question";
  EXPECT_TRUE(driver.session().presenting);
}

TEST(PresentedQuestions, SettingsOfOnesOwnAreShownAsTheyAre) {
  Session session = asked_before_a_class(question_of(lab_named("temperature")));
  session.labs.get<TemperatureLab>().temperature = 7;
  Driver driver(session, 1024, 768);
  EXPECT_TRUE(driver.shows("The scores are divided by 7"));
  driver.press(Key::page_down);
  EXPECT_FALSE(driver.shows("The scores are divided by 7"));
}

}  // namespace
}  // namespace headlight
