// What frames do not do, counted: a frame computes nothing, reads no file, and does nothing again whose
// answer is the one of the frame before. Nothing here is measured in seconds.
#include <gtest/gtest.h>
#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/every_lab.h"
#include "app/lessons/library.h"
#include "app/panels/common/colours.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/labs.h"
#include "app/panels/words/answer_marks.h"
#include "app/panels/words/word_menu.h"
#include "app/window/file_work.h"
#include "core/models/card.h"
#include "core/models/picture_models.h"
#include "core/platform/background.h"
#include "tests/app/driver.h"
#include "tests/core/allocations.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_pictures.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

// What this thread does meanwhile: where frames are drawn nothing else is.
template <typename Work>
DoneHere done_by(const Work& work) {
  const DoneHere before = done_here();
  work();
  return {done_here().files - before.files, done_here().steps - before.steps};
}

template <typename Work>
void expect_nothing_done(const std::string& what, const Work& work) {
  const DoneHere done = done_by(work);
  EXPECT_EQ(done.steps, 0) << what << ": a frame computes steps of a model";
  EXPECT_EQ(done.files, 0) << what << ": a frame looks for files";
}

// Until what is asked for is there, and the mouse was on everything.
void expect_frames_do_nothing(Driver& driver, const std::string& what) {
  expect_nothing_done(what, [&] {
    for (bool computing = true; computing;) {
      computing = driver.results()->computing || driver.busy();
      driver.frame();
    }
    for (int i = 0; i < 3; ++i) driver.frame();
  });
  const std::vector<Placed> placed = driver.placed();
  expect_nothing_done(what + ", under the mouse", [&] {
    for (const Placed& each : placed) {
      if (each.kind == Placed::Kind::item && each.in_reach)
        driver.move(each.area.middle_x(), each.area.middle_y());
    }
    driver.move(-1, -1);
  });
}

// The same for everything that is dragged in a lab, from the action to its picture.
TEST(Frames, OfALabComputeNothing) {
  for (const Lab* lab : labs()) {
    SCOPED_TRACE(lab->title);
    Session session = tiny_session();
    show_lab(session, lab);
    Driver driver(session);
    expect_frames_do_nothing(driver, "opened");
    for (const LabDrag& drag : lab->drags) {
      SetLabs action{driver.session().labs};
      drag.move(action.value, 3);
      driver.begin(action);
      expect_frames_do_nothing(driver, drag.what);
    }
  }
}

TEST(Frames, OfAnAltitudeComputeNothing) {
  std::vector<std::pair<std::string, Session>> sessions{{"translator", tiny_session()}};
  Session edited = tiny_session();
  edited.edits.emplace_back(
      Edit{.path = "encoder.1.self_attention.head.0.output", .kind = Edit::Kind::multiply, .values = {0}});
  edited.edits_open = true;
  sessions.emplace_back("edited", edited);
  Session hidden;
  hidden.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert";
  hidden.text(0) = "The [MASK] was tired";
  hidden.text(1).clear();
  hidden.attention = Attention::encoder;
  sessions.emplace_back("hidden words", hidden);
  for (auto& [name, session] : sessions) {
    Driver driver(session);
    for (const auto& [altitude, called] : altitude_names()) {
      if (!altitude) continue;
      driver.begin(GoTo{.altitude = altitude});
      driver.pass(0.6);
      expect_frames_do_nothing(driver, name + ", " + called);
    }
  }
}

// At every altitude on a phone and before a class.
TEST(Frames, OfTheOnePlaceComputeNothing) {
  for (const bool presenting : {false, true}) {
    Session session;
    session.layer = 3;
    session.altitude = Altitude::sentence;
    session.presenting = presenting;
    Driver driver(session, presenting ? 1024 : 390, presenting ? 768 : 844);
    for (int altitude = 0; altitude < altitude_count; ++altitude) {
      driver.pass(presenting && altitude == 0 ? 7 : 0.6);
      expect_frames_do_nothing(driver, "altitude " + std::to_string(altitude));
      driver.press(Key::enter);
    }
  }
}

// A lab that the model on stage has nothing for names the model that has it.
TEST(Frames, SayWhichModelHasWhatIsMissingWithoutLookingForIt) {
  Session session;
  session.model = tiny_caption_rnn_folder();
  session.text(0) = example_picture;
  session.text(1).clear();
  int missing = 0;
  for (const Lab* lab : labs()) {
    show_lab(session, lab);
    Driver driver(session);
    if (driver.results()->lab == nullptr || driver.results()->lab->missing.empty()) continue;
    ++missing;
    EXPECT_TRUE(driver.has("lab/translator")) << lab->title;
    expect_frames_do_nothing(driver, lab->title);
  }
  EXPECT_GT(missing, 0);
}

// In a process of its own, which has read no lesson and no card yet: the first frame with the list of all of
// them reads none.
void find_with_nothing_read() {
  Driver driver(tiny_session(), 1440, 900, 1, false);
  driver.state().overlay = Overlay::palette;
  driver.frame();
  const bool unread = !all_lessons_read() && catalogue_read() == nullptr;
  driver.settle();
  driver.type("ViT");
  const bool listed = all_lessons_read() && catalogue_read() != nullptr && driver.has("palette/row/0");
  std::exit(unread && listed ? 0 : 1);
}

TEST(Frames, FindWaitsForNoFile) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(find_with_nothing_read(), ::testing::ExitedWithCode(0), "");
}

// How often a frame at rest asks for memory.
long allocations_of_a_frame(Driver& driver) {
  for (int i = 0; i < 4; ++i) driver.frame();
  const long before = allocations();
  driver.frame();
  return allocations() - before;
}

// What is kept of a text is not made again, however long the text is.
TEST(Frames, OfTheWordMenuDoNotGrowWithTheText) {
  for (const std::string& model :
       {tiny_model_folder(), std::string(HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/gpt2")}) {
    Session session = tiny_session();
    session.model = model;
    Driver driver(session);
    WordMenu& menu = driver.state<WordMenu>();
    menu = {0, 1, Area::at(300, 300, 80, 30), "", true};
    driver.state().overlay = Overlay::words;
    driver.frame();
    ASSERT_TRUE(driver.has(sentence_box)) << model;
    const auto typed = [&](int times) {
      menu.typed.clear();
      for (int i = 0; i < times; ++i) menu.typed += "didnt the ";
      return allocations_of_a_frame(driver);
    };
    const long few = typed(2), many = typed(50);
    EXPECT_LT(many, few + 40) << model;
  }
}

// While nothing changes a session is fitted to its results once.
TEST(Frames, FitNoSessionAgain) {
  Session session = tiny_session();
  show_lab(session, lab_named("cost"));
  Workspace workspace(session);
  workspace.wait();
  for (int i = 0; i < 2; ++i) workspace.finished();
  const long before = allocations();
  workspace.finished();
  EXPECT_EQ(allocations(), before);
  workspace.apply(SetTheme{Theme::dark});
  EXPECT_EQ(workspace.session().theme, Theme::dark);
}

// Its numbers are read once, however many maps are on screen.
TEST(Frames, ReadTheNumbersOfAMapOnce) {
  constexpr std::size_t count = KnownMaps::most + 50;
  Driver driver(tiny_session());
  States states;
  std::vector<Action> actions;
  NoCells cells;
  std::vector<HeatmapPtr> maps;
  for (std::size_t i = 0; i < count; ++i) {
    Heatmap map;
    map.rows = map.columns = 2;
    map.values.assign(4, static_cast<float>(i));
    maps.push_back(std::make_shared<const Heatmap>(std::move(map)));
  }
  const FontsPtr fonts = fonts_for(1);
  Ui ui(*fonts, Theme::light, cells, states, actions);
  // A mark that reading anew would take away.
  constexpr int mark = 77;
  for (const HeatmapPtr& map : maps) {
    numbers_of(ui, map);
    states.of<KnownMaps>().all.at(map.get()).sink = mark;
  }
  for (int frame = 0; frame < 3; ++frame) {
    driver.frame();
    for (const HeatmapPtr& map : maps) EXPECT_EQ(numbers_of(ui, map).sink, mark);
  }
  // Those that nobody asks for any more make room.
  driver.frame();
  driver.frame();
  driver.frame();
  Heatmap another;
  another.rows = another.columns = 1;
  another.values.assign(1, 0);
  numbers_of(ui, std::make_shared<const Heatmap>(std::move(another)));
  EXPECT_EQ(states.of<KnownMaps>().all.size(), 1U);
}

Trace il_or_elle(float il) {
  const std::array chances{il, 1 - il};
  Tape tape;
  tape.constant({"probabilities"}, {chances.data(), {1, 2}});
  Trace::Words words;
  words.target = {"<s>"};
  words.target_vocabulary =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"il", "elle"});
  return {std::move(tape), std::move(words), nullptr};
}

// A trace that lies in memory where another one did is another one.
TEST(Frames, KnowAChanceOfTheTraceItWasReadFrom) {
  Driver driver(tiny_session());
  States states;
  std::vector<Action> actions;
  NoCells cells;
  const FontsPtr fonts = fonts_for(1);
  Ui ui(*fonts, Theme::light, cells, states, actions);
  alignas(Trace) std::array<std::byte, sizeof(Trace)> place;
  Results results;
  results.runs[0].trace = std::make_shared<const Trace>(il_or_elle(0.5F));
  for (const float il : {0.25F, 0.75F}) {
    TraceMaps maps;
    results.runs[0].unedited =
        TracePtr(new (place.data()) Trace(il_or_elle(il)), [](const Trace* trace) { trace->~Trace(); });
    maps.follow(std::make_shared<const Results>(results));
    EXPECT_EQ(chance_before({ui, driver.session(), results, maps}, 0, 0, "il"), il);
    results.runs[0].unedited = nullptr;
  }
}

// The list of what was placed is handed on, not copied.
TEST(Frames, HandOnTheListOfWhatWasPlaced) {
  Driver driver(tiny_session());
  States states;
  std::vector<Action> actions;
  NoCells cells;
  ImGui::NewFrame();
  const FontsPtr fonts = fonts_for(1);
  Ui ui(*fonts, Theme::light, cells, states, actions);
  ui.begin();
  ui.text(10, 10, type::body, ui.colours().ink, "a text");
  const Placed* const first = ui.placed().data();
  ui.end();
  const std::vector<Placed> taken = ui.take_placed();
  EXPECT_EQ(taken.data(), first);
  EXPECT_TRUE(ui.placed().empty());
  ImGui::EndFrame();
}

// While steps play the screen is another one whenever a file was read.
TEST(Frames, ThatChangeAllTheTimeDoNotKeepAFileFromOpening) {
  const TemporaryFolder state;
  setenv("XDG_STATE_HOME", state.path().c_str(), 1);
  FileWork files;
  States states;
  std::vector<Action> actions;
  Session session = tiny_session();
  files.carry_out(OpenModel{tiny_labeller_folder()}, states, session);
  int times = 0;
  for (int step = 0; actions.empty() && times < 20;) {
    session.token = ++step;
    const bool was_busy = files.busy();
    files.follow(states, session, actions);
    if (was_busy && states.of<WidgetState>().again) ++times;
    states.of<WidgetState>().again = false;
  }
  EXPECT_EQ(times, 3);
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_NE(actions.front().get_if<OpenSession>(), nullptr);
  unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace headlight
