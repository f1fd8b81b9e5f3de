// Every altitude and every lab, with models of each kind and on screens of several sizes: each thing stands
// where it stood (boxes.h), in the light as in the dark.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "tests/app/boxes.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

// A laptop, one with larger type, and a phone, on which a finger points.
constexpr Size boxed_sizes[] = {{1280, 800, 1}, {1366, 768, 1.25F}, {360, 640, 1}};

struct BoxedModel {
  std::string name, model, text;
  std::string compare = {};
};

// One of each kind, on one text or on two.
std::vector<BoxedModel> boxed_models() {
  return {{"translator", tiny_model_folder(), tired_sentence, wide_sentence},
          {"language model", tiny_language_model_folder(), tired_sentence, wide_sentence},
          {"labeller", tiny_labeller_folder(), "TRANSFORMER"},
          {"recurrent", tiny_seq2seq_folder(), tired_sentence, wide_sentence},
          {"recurrent with attention", tiny_seq2seq_attention_folder(), tired_sentence, wide_sentence},
          {"characters", tiny_lstm_folder(), "the animal is tired"},
          {"captions of one vector", tiny_caption_rnn_folder(), two_objects},
          {"captions with attention", tiny_caption_attention_folder(), two_objects, one_object},
          {"captions by a Transformer", tiny_caption_transformer_folder(), two_objects},
          {"vision Transformer", tiny_vit_folder(), two_objects},
          {"of pieces of words", HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert", "The animal was tired"},
          {"weights alone", HEADLIGHT_SOURCE_DIR "/tests/golden/given/four.npy", ""}};
}

Session boxed_session(const BoxedModel& what) {
  Session session = opening_session(what.model);
  if (!what.text.empty()) {
    session.text(0) = what.text;
    session.text(1) = what.compare;
  }
  session.token = 0;
  return session;
}

// A screen at every size; `open` does what a session does not say, as a sheet.
void add_screens(const std::string& name, Session session, std::vector<BoxedScreen>& screens,
                 const std::function<void(Driver&)>& open = {}, std::span<const Size> sizes = boxed_sizes) {
  session.reduced_motion = true;  // everything where it comes to rest
  ResultsPtr known;
  for (const Size& size : sizes) {
    Driver driver(session, size.width, size.height, size.scale, true, known);
    driver.state().touch = size.width < size.height;
    driver.state().shapes_placed = true;
    if (open) open(driver);
    driver.settle();
    driver.pass(0.2);  // without motion the old fades into the new
    // The export's preview is drawn beside the frames.
    for (int i = 0; i < 1000 && driver.shows("drawing …"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      driver.frame();
    }
    known = driver.results();
    BoxedScreen screen{name, size, boxes_on(driver)};
    driver.apply(SetTheme{Theme::dark});
    const BoxedScreen dark{name, size, boxes_on(driver)};
    expect_same_boxes(screen.things, dark, 0.01F, name + " at " + title_of(size) + ", in the dark", "");
    screens.push_back(std::move(screen));
  }
}

TEST(Boxes, ShapesAreAmongThemWhereAskedFor) {
  Driver driver(tiny_session(), 1280, 800);
  const auto has = [&](Placed::Kind kind) {
    return std::ranges::find(driver.placed(), kind, &Placed::kind) != driver.placed().end();
  };
  const Placed::Kind shapes[] = {Placed::Kind::turned, Placed::Kind::picture, Placed::Kind::ground,
                                 Placed::Kind::stroke};
  for (const Placed::Kind kind : shapes) EXPECT_FALSE(has(kind));
  driver.state().shapes_placed = true;
  driver.settle();
  for (const Placed::Kind kind : shapes) EXPECT_TRUE(has(kind));
}

TEST(Boxes, WhatHasMovedIsToldAndDrawn) {
  Driver driver(tiny_session(), 1280, 800);
  const BoxedScreen now{"head", {1280, 800, 1}, boxes_on(driver)};
  std::vector<BoxedThing> before = now.things;
  EXPECT_TRUE(expect_same_boxes(before, now, 2.5F, "here", ""));
  const auto chip = std::ranges::find(before, "item place/words", &BoxedThing::what);
  ASSERT_NE(chip, before.end());
  chip->box = chip->box.moved(2, -2);
  EXPECT_TRUE(expect_same_boxes(before, now, 2.5F, "here", ""));
  chip->box = chip->box.moved(3, 0);
  before.push_back({"\"nobody says this", {10, 20, 30, 40}});
  const TemporaryFolder folder;
  const std::string picture = folder / "moved.png";
  EXPECT_NONFATAL_FAILURE(expect_same_boxes(before, now, 2.5F, "here", picture),
                          "moved  item place/words from ");
  EXPECT_NONFATAL_FAILURE(expect_same_boxes(before, now, 2.5F, "here", ""),
                          "gone   \"nobody says this from 10,20 20x20");
  EXPECT_TRUE(std::filesystem::exists(picture));
}

TEST(BoxesOfAltitudes, EachThingStandsWhereItStood) {
  for (const BoxedModel& what : boxed_models()) {
    std::vector<BoxedScreen> screens;
    Session session = boxed_session(what);
    const ResultsPtr results = Driver(session, 1280, 800).results();
    ASSERT_NE(results->trace(0), nullptr) << what.name << ": " << results->side(0).error;
    for (const auto& [altitude, name] : altitude_names()) {
      if (!altitude || !has_altitude(results->trace(0)->anatomy(), *altitude)) continue;
      session.altitude = altitude;
      if (altitude == Altitude::cell) session.part = "scores";
      if (altitude == Altitude::cell)
        session.trail = {{selected_head_path(session, "scores"), session.token, 0}};
      session.number = altitude == Altitude::product ? 0 : -1;
      add_screens(name, session, screens);
    }
    expect_kept_boxes("place, " + what.name, screens);
  }
}

// Of pages that differ in what is computed and not in where it stands, one.
bool is_boxed_page(const LabPage& page) {
  const Lab* lab = lab_on_stage(page.session);
  const Labs& labs = page.session.labs;
  if (lab == lab_named("positions")) return labs.get<PositionsLab>().kind == Positions::rotary;
  if (lab == lab_named("masks")) return labs.get<MasksLab>().mask != MaskKind::sink;
  if (lab == lab_named("attention")) {
    const AttentionLab& settings = labs.get<AttentionLab>();
    return settings.alignment == Alignment::additive && settings.asking == AttentionAsking::inputs &&
           settings.projections == Projections::random;
  }
  if (lab == lab_named("decoding")) {
    const DecodingLab& settings = labs.get<DecodingLab>();
    return settings.page == DecodingLab::Page::words || settings.strategy == DecodingLab::Strategy::greedy;
  }
  if (lab == lab_named("handmade"))
    return labs.get<HandmadeLab>().task == HeadTask{} || !page.name.ends_with(", solved");
  if (lab == lab_named("causes") && labs.get<CausesLab>().page == CausesLab::Page::map)
    return labs.get<CausesLab>().put == Exchange::clean || labs.get<CausesLab>().put == Exchange::zero;
  return true;
}

TEST(BoxesOfLabs, EachThingStandsWhereItStood) {
  const std::vector<LabPage> pages = lab_pages();
  for (const Lab* lab : labs()) {
    std::vector<BoxedScreen> screens;
    std::set<std::string> names;
    for (const LabPage& page : pages) {
      if (lab_on_stage(page.session) != lab || !is_boxed_page(page)) continue;
      if (names.insert(page.name).second) add_screens(page.name, page.session, screens);
    }
    expect_kept_boxes("lab, " + std::string(lab->name), screens);
  }
}

// Labs that show what is on stage, as they open: on the laptop with larger type.
bool shows_its_labs(const BoxedModel& model) {
  const std::set<std::string> names{"language model",          "labeller",           "characters",
                                    "captions with attention", "vision Transformer", "of pieces of words"};
  return names.contains(model.name);
}

TEST(BoxesOfLabs, WithModelsOfOtherKindsEachThingStandsWhereItStood) {
  const std::set<std::string> about_models{"lookup", "order", "attention", "masks",
                                           "block",  "cost",  "causes",    "decoding"};
  for (const BoxedModel& what : boxed_models()) {
    if (!shows_its_labs(what)) continue;
    Session session = boxed_session(what);
    const ResultsPtr results = Driver(session, 1280, 800).results();
    std::vector<BoxedScreen> screens;
    for (const Lab* lab : labs()) {
      if (!about_models.contains(lab->name)) continue;
      show_lab(session, lab);
      if (has_view(results->model->anatomy(), session.view))
        add_screens(lab->name, session, screens, {}, std::span(boxed_sizes).subspan(1, 1));
    }
    expect_kept_boxes("labs, " + what.name, screens);
  }
}

// What lies over a view or beside it.
TEST(BoxesOfSheets, EachThingStandsWhereItStood) {
  std::vector<BoxedScreen> screens;
  const std::pair<const char*, Overlay> sheets[] = {
      {"words", Overlay::words},    {"export", Overlay::export_figure}, {"colours", Overlay::colour_scale},
      {"keys", Overlay::keys},      {"find", Overlay::palette},         {"more", Overlay::more},
      {"link", Overlay::open_link}, {"models", Overlay::models},        {"glossary", Overlay::glossary}};
  for (const auto& [name, sheet] : sheets) {
    add_screens(name, tiny_session(), screens,
                [overlay = sheet](Driver& driver) { driver.state().overlay = overlay; });
  }
  expect_kept_boxes("sheets", screens);
}

TEST(BoxesOfSheets, EachThingBesideAViewStandsWhereItStood) {
  std::vector<BoxedScreen> screens;
  Session session = tiny_session();
  session.rail = true;
  add_screens("lessons", session, screens);
  add_screens("a step of a lesson", tiny_session(), screens, [](Driver& driver) {
    driver.apply(OpenLesson{"it", 1});
  });
  session = tiny_session();
  show_lab(session, lab_named("cost"));
  session.trail = {{"encoder.1.self_attention.head.0.weights", 7, 1}};
  add_screens("the inspector", session, screens);
  session = tiny_session();
  session.edits = {Edit{.path = "encoder.1.self_attention.head.0.weights",
                        .kind = Edit::Kind::swap,
                        .row = 7,
                        .col = 1,
                        .other = 5}};
  session.edits_open = true;
  add_screens("edits", session, screens);
  expect_kept_boxes("beside a view", screens);
}

TEST(BoxesOfSheets, EachThingBeforeAClassStandsWhereItStood) {
  std::vector<BoxedScreen> screens;
  Session session = tiny_session();
  session.presenting = true;
  for (const Altitude altitude : {Altitude::sentence, Altitude::model, Altitude::head, Altitude::step}) {
    session.altitude = altitude;
    add_screens(name_of(altitude_names(), std::optional(altitude)), session, screens);
  }
  show_lab(session, lab_named("masks"));
  add_screens("a lab", session, screens);
  expect_kept_boxes("before a class", screens);
}

// Of a test that is gone none stays.
TEST(BoxesOfSheets, EveryFileIsOfAScreen) {
  std::set<std::string> names{"sheets", "beside a view", "before a class"};
  for (const BoxedModel& what : boxed_models()) {
    names.insert("place, " + what.name);
    if (shows_its_labs(what)) names.insert("labs, " + what.name);
  }
  for (const Lab* lab : labs()) names.insert("lab, " + std::string(lab->name));
  for (const auto& entry :
       std::filesystem::directory_iterator(HEADLIGHT_SOURCE_DIR "/tests/snapshots/boxes")) {
    EXPECT_TRUE(names.contains(entry.path().stem().string())) << entry.path();
  }
}

}  // namespace
}  // namespace headlight
