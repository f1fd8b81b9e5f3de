// The dial: every step and every cell in words, in numbers, as a formula and as code, with one choice for all
// of them, in the place, in the labs and before a class.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

constexpr Size dial_sizes[] = {{1280, 800, 1}, {1366, 768, 1.25F}};
const std::vector<std::string> dial_words{"words", "numbers", "formula", "code"};

Session dial_session(const std::string& model = "translator") {
  Session session = opening_session(model);
  if (model == "translator") {
    session.layer = 3;
    session.token = 7;
  }
  session.altitude = Altitude::step;
  session.part = "scores";
  session.reduced_motion = true;
  return session;
}

// Where one of its choices stands; empty without it.
Area choice_of_dial(const Driver& driver, const std::string& word) {
  if (!driver.has("dial")) return {};
  const Area dial = driver.area("dial");
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.name == word &&
        dial.contains({each.area.middle_x(), each.area.middle_y()}))
      return each.area;
  }
  return {};
}

void turn_dial(Driver& driver, Dial to, const std::string& where) {
  const Area choice = choice_of_dial(driver, dial_words.at(static_cast<std::size_t>(to)));
  ASSERT_FALSE(choice.empty()) << where;
  driver.click_at(choice.middle_x(), choice.middle_y());
  EXPECT_EQ(driver.session().dial, to) << where;
}

// It is on the screen, all four can be read, and another one is pressed.
void expect_dial(Driver& driver, const std::string& where) {
  ASSERT_TRUE(driver.has("dial")) << where;
  for (const std::string& word : dial_words)
    EXPECT_FALSE(choice_of_dial(driver, word).empty()) << where << word;
  const auto count = std::count_if(driver.placed().begin(), driver.placed().end(), [](const Placed& each) {
    return each.kind == Placed::Kind::item && each.name.starts_with("dial") && each.in_reach;
  });
  EXPECT_EQ(count, 1) << "one thing to press, in reach: " << where;
  const int next = (static_cast<int>(driver.session().dial) + 1) % 4;
  turn_dial(driver, static_cast<Dial>(next), where);
  expect_tidy(driver, where + " at " + dial_words[static_cast<std::size_t>(next)]);
}

const char* const parts_of_heads[] = {"query",  "key",    "value",  "rotated_query", "rotated_key", "scores",
                                      "scaled", "biased", "masked", "weights",       "output"};

// The steps of the chosen head, and the first of those outside heads. Layers have the same, and so have
// times.
std::vector<GoTo> steps_to_open(Driver& driver, int most_outside) {
  const ResultsPtr results = driver.results();
  const Trace& trace = *results->trace(results->trace(0) != nullptr ? 0 : 1);
  std::vector<GoTo> steps;
  for (const char* const part : parts_of_heads) {
    if (trace.find(selected_head_path(driver.session(), part)) >= 0)
      steps.push_back({.altitude = Altitude::step, .part = part});
  }
  int outside = 0;
  for (const int node : trace.steps()) {
    const Place at = place_of(trace.label(node).path);
    if (!at.head && trace.tape().node(node).shape.size() > 0 && at.layer.value_or(0) == 0 &&
        at.time.value_or(1) == 1 && ++outside <= most_outside)
      steps.push_back({.altitude = Altitude::step, .path = trace.label(node).path});
  }
  return steps;
}

TEST(Dial, IsAtEveryStepAndCellOfEveryModel) {
  for (const char* const model : {"translator", "causal", "vit", "seq2seq", "seq2seq-attention",
                                  "caption-attention", "caption-transformer", "positions/third/rotary"}) {
    Driver driver(dial_session(model), 1280, 800);
    for (const Size& size : dial_sizes) {
      driver.resize(size.width, size.height, size.scale);
      const std::vector<GoTo> steps = steps_to_open(driver, 20);
      ASSERT_GT(steps.size(), 3U) << model;
      for (const GoTo& step : steps) {
        driver.apply(step);
        driver.settle();
        driver.pass(0.3);
        const std::string where =
            name_of(size, std::string(model) + " " + step.part.value_or("") + step.path.value_or(""));
        expect_dial(driver, where);
        driver.press(Key::enter);
        driver.pass(0.3);
        if (driver.session().altitude == Altitude::cell) expect_dial(driver, "a cell of " + where);
      }
    }
  }
}

// Where the stage of a small window has no room for it, it stands with the text that is pulled up.
TEST(Dial, IsAtEveryStepOfASmallWindow) {
  for (const Size& size : {Size{390, 844, 1}, Size{640, 360, 1}, Size{768, 1024, 1}, Size{1024, 600, 1}}) {
    for (const char* const model : {"translator", "causal", "caption-attention"}) {
      Driver driver(dial_session(model), size.width, size.height);
      for (const GoTo& step : steps_to_open(driver, 6)) {
        driver.apply(step);
        driver.settle();
        driver.pass(0.3);
        const std::string where =
            name_of(size, std::string(model) + " " + step.part.value_or("") + step.path.value_or(""));
        if (!driver.has("dial")) driver.click("place/sheet");
        ASSERT_TRUE(driver.has("dial")) << where;
        for (int i = 0; i < 4; ++i) expect_dial(driver, where);
      }
    }
  }
}

// In a low window the matrix that is multiplied stands over the table, too.
TEST(Dial, LeavesRoomForBothFactorsInALowWindow) {
  Driver driver(dial_session(), 1366, 768, 1.25F);
  for (const char* const part : {"query", "key", "value", "scores", "output"}) {
    driver.apply(GoTo{.altitude = Altitude::step, .part = part});
    driver.pass(0.3);
    ASSERT_TRUE(driver.has("place/right")) << part;
    const Area right = driver.area("place/right"), result = driver.area("place/result");
    EXPECT_GE(right.height(), 15 * 1.25F) << part;
    EXPECT_LE(right.bottom, result.top) << part;
    EXPECT_NEAR(right.left, result.left, 1) << part;
  }
}

TEST(Dial, IsOneStopOfTheTabKeyWithArrowsWithin) {
  for (const bool cell : {false, true}) {
    Driver driver(dial_session(), 1280, 800);
    if (cell) driver.press(Key::enter);
    driver.pass(0.3);
    tab_to(driver, "dial");
    driver.press(Key::right);
    driver.press(Key::enter);
    EXPECT_EQ(driver.session().dial, Dial::formula);
    driver.press(Key::right);
    driver.press(Key::enter);
    EXPECT_EQ(driver.session().dial, Dial::code);
    EXPECT_EQ(driver.session().altitude, cell ? Altitude::cell : Altitude::step);
  }
}

TEST(Dial, HasLargeLettersBeforeAClass) {
  for (const bool cell : {false, true}) {
    for (const char* const path : {"", "encoder.3.residual_2", "encoder.3.normalized_2"}) {
      for (const int width : {1024, 1920}) {
        Session session = dial_session();
        session.part = "scores";
        session.step = path;
        if (cell) {
          session.altitude = Altitude::cell;
          session.trail = {{*path == 0 ? selected_head_path(session, "scores") : std::string(path), 7, 1}};
        }
        session.presenting = true;
        Driver driver(session, width, width == 1024 ? 768 : 1080);
        driver.pass(7);
        for (const Dial to : {Dial::words, Dial::formula, Dial::code, Dial::numbers}) {
          const std::string where = std::string(cell ? "a cell of " : "") + (*path == 0 ? "scores" : path) +
                                    " before a class, " + dial_words[static_cast<std::size_t>(to)];
          turn_dial(driver, to, where);
          driver.pass(0.3);
          expect_tidy(driver, where);
          // The scripts of a formula are smaller than its letters.
          if (width == 1024) expect_readable(driver, to == Dial::formula ? 15 : 23, where);
        }
      }
    }
  }
}

// The cells that experiments record, or read of the model, have it in their explanation.
TEST(Dial, IsInEveryLabWithCells) {
  int labs_with_cells = 0;
  for (const Lab* lab : labs()) {
    Session session = opening_session("translator");
    session.altitude = Altitude::head;
    show_lab(session, lab);
    Driver driver(session, 1280, 800);
    const Results* cells = driver.results()->lab_cells.get();
    if (cells == nullptr || cells->trace(0) == nullptr) continue;
    ++labs_with_cells;
    const Trace& trace = *cells->trace(0);
    int shown = 0;
    for (const int node : trace.steps()) {
      if (trace.tape().node(node).op == nullptr || trace.tape().node(node).shape.size() == 0) continue;
      if (++shown > 6) break;
      const std::string& path = trace.label(node).path;
      driver.apply(SelectCell{{path, 0, 0}});
      driver.settle();
      const std::string where = std::string(lab->name) + ": " + path;
      ASSERT_TRUE(driver.has("dial")) << where;
      for (const Dial to : {Dial::words, Dial::formula, Dial::code, Dial::numbers}) {
        turn_dial(driver, to, where);
        expect_tidy(driver, where + " at " + dial_words[static_cast<std::size_t>(to)]);
        EXPECT_EQ(driver.has("code/0"), to == Dial::code) << where;
      }
      const auto& stops = driver.state().focus_order;
      EXPECT_EQ(std::count(stops.begin(), stops.end(), "dial"), 1) << where;
    }
    EXPECT_GT(shown, 0) << lab->name;
  }
  EXPECT_GE(labs_with_cells, 6);
}

// A choice in the place is the one in an experiment, and the other way round.
TEST(Dial, IsOneChoiceForAll) {
  Driver driver(dial_session(), 1280, 800);
  turn_dial(driver, Dial::code, "a step");
  driver.apply(OpenLab{lab_named("lookup")});
  driver.settle();
  driver.apply(SelectCell{{"lookup_lab.product", 0, 0}});
  driver.settle();
  EXPECT_TRUE(driver.has("code/0"));
  turn_dial(driver, Dial::words, "an experiment");
  driver.click("place/back");
  driver.settle();
  driver.pass(0.6);
  EXPECT_TRUE(driver.shows("The score of "));
}

long grounds(const Driver& driver) {
  return std::count_if(driver.placed().begin(), driver.placed().end(),
                       [](const Placed& each) { return each.kind == Placed::Kind::ground; });
}

// How many more frames and grounds there are while the mouse is on it.
long marked_from(Driver& driver, const std::string& id) {
  driver.state().shapes_placed = true;
  driver.move(2, 2);
  driver.frame();
  driver.frame();
  const long before = grounds(driver);
  const Area area = driver.area(id);
  driver.move(area.middle_x(), area.middle_y());
  driver.frame();
  driver.frame();
  return grounds(driver) - before;
}

// A line of code and the matrices that it reads and gives are marked together, in an experiment as in the
// place.
TEST(Dial, ALineOfCodeMarksItsMatrixInALab) {
  Session session = opening_session("translator");
  session.altitude = Altitude::head;
  session.dial = Dial::code;
  show_lab(session, lab_named("lookup"));
  session.trail = {{"lookup_lab.product", 0, 0}};
  Driver driver(session, 1280, 800);
  EXPECT_GE(marked_from(driver, "code/0"), 2) << "the line's own ground, and a frame around the matrix";
}

TEST(Dial, ALineOfCodeMarksWhatItReadsAndGives) {
  Session session = dial_session();
  session.dial = Dial::code;
  Driver driver(session, 1280, 800);
  driver.pass(0.3);
  EXPECT_GE(marked_from(driver, "code/0"), 4) << "the line's own ground, and frames around Q, K and S";
  // Each of the three marks the line, besides what the mouse marks anyway.
  Driver numbers(dial_session(), 1280, 800);
  numbers.pass(0.3);
  for (const char* const matrix : {"place/left", "place/right", "place/result"})
    EXPECT_GT(marked_from(driver, matrix), marked_from(numbers, matrix)) << matrix;
  driver.apply(GoTo{.altitude = Altitude::step, .part = "weights"});
  driver.pass(0.3);
  EXPECT_GE(marked_from(driver, "code/1"), 2) << "the weights are given by the second line";
}

// What code is written with, and Copy, also where the line of the dial has no room for them.
TEST(Dial, CodeOfSharesIsCopiedInALowWindow) {
  for (const char* const part : {"scaled", "weights"}) {
    Session session = dial_session();
    session.part = part;
    session.dial = Dial::code;
    Driver driver(session, 1366, 768, 1.25F);
    EXPECT_TRUE(driver.has("code/library")) << part;
    ASSERT_TRUE(driver.has("code/copy")) << part;
    driver.click("code/copy");
    EXPECT_TRUE(driver.shows("Copied")) << part;
  }
}

TEST(Dial, WordsOfAWeightHaveItsPowerAndTheSumOfItsRow) {
  Session session = dial_session();
  session.dial = Dial::words;
  session.altitude = Altitude::cell;
  session.part = "weights";
  session.trail = {{selected_head_path(session, "weights"), 7, 2}};
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("take the largest number of the row"));
  EXPECT_TRUE(driver.shows("head 1, weights: didn't"));
  EXPECT_FALSE(driver.shows("token"));
}

TEST(Dial, AStepOfAModelOfWordsSpeaksOfWords) {
  Session session = dial_session();
  session.dial = Dial::words;
  for (const char* const part : {"query", "key", "value", "scores", "scaled", "weights"}) {
    session.part = part;
    Driver driver(session, 1280, 800);
    EXPECT_FALSE(driver.shows("token")) << part;
  }
}
}  // namespace
}  // namespace headlight
