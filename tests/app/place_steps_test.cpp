// The steps outside the heads in the one place: of every model each has a page that is reached and left, and
// its numbers are those of the trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "app/lessons/link.h"
#include "app/panels/place/model_steps.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

// Post-norm and pre-norm, causal, with a picture, recurrent with and without attention, gated with RMSNorm,
// of other makers, and small ones of one's own.
std::vector<std::string> models_with_steps() {
  const std::string foreign = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/";
  return {"translator",
          "causal",
          "vit",
          "seq2seq",
          "caption-rnn",
          "seq2seq-attention",
          "characters",
          "caption-attention",
          "caption-transformer",
          "positions/third/rotary",
          foreign + "bert",
          foreign + "bert_one_label",
          foreign + "gpt2",
          foreign + "llama",
          foreign + "marian",
          foreign + "vit",
          tiny_rnn_folder()};
}

std::vector<std::string> paths_outside_heads(const Trace& trace) {
  std::vector<std::string> paths;
  for (const int node : trace.steps()) {
    // Of a recurrent layer those of one time: the other times have the same.
    const std::string& path = trace.label(node).path;
    if (place::is_outside_heads(trace, node) && place_of(path).time.value_or(1) == 1) paths.push_back(path);
  }
  return paths;
}

const Trace& trace_of(Driver& driver) {
  const ResultsPtr results = driver.results();
  return *results->trace(results->trace(0) != nullptr ? 0 : 1);
}

std::string two_decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", std::fabs(value));
  return text;
}

double spread_of(const Reading& numbers, int row) {
  double sum = 0, squares = 0;
  const int count = numbers.shape().cols;
  for (int column = 0; column < count; ++column) {
    const auto value = static_cast<double>(numbers(row, column));
    sum += value;
    squares += value * value;
  }
  return std::sqrt(squares / count - sum / count * (sum / count));
}

const std::string feed_forward = "encoder.3.feed_forward.";
const std::string plus = "encoder.3.residual_2";

Session translator_at(const std::string& path) {
  Session session;  // of the shipped translator
  session.layer = 3;
  session.token = 7;
  session.altitude = Altitude::step;
  session.step = path;
  return session;
}

TEST(PlaceSteps, EveryOneOfEveryModelIsShownAndTidy) {
  constexpr Size windows[] = {{1280, 800, 1}, {1093, 614, 1}};
  for (const std::string& model : models_with_steps()) {
    Driver driver(opening_session(model), 1280, 800);
    const std::vector<std::string> paths = paths_outside_heads(trace_of(driver));
    ASSERT_FALSE(paths.empty()) << model;
    for (const Size& size : windows) {
      driver.resize(size.width, size.height, size.scale);
      for (const std::string& path : paths) {
        driver.apply(GoTo{.altitude = Altitude::step, .path = path});
        driver.settle();
        driver.pass(0.6);
        ASSERT_EQ(driver.session().altitude, Altitude::step) << model << " " << path;
        EXPECT_EQ(driver.session().step, path) << model;
        EXPECT_TRUE(driver.has("place/list of steps")) << model << " " << path;
        expect_tidy(driver, name_of(size, model + " " + path));
        driver.press(Key::enter);
        driver.pass(0.6);
        ASSERT_EQ(driver.session().altitude, Altitude::cell) << model << " " << path;
        ASSERT_FALSE(driver.session().trail.empty());
        EXPECT_EQ(driver.session().trail.back().path, path) << model;
        expect_tidy(driver, name_of(size, model + " a cell of " + path));
        driver.press(Key::escape);
        EXPECT_EQ(driver.session().altitude, Altitude::step) << model << " " << path;
        EXPECT_EQ(driver.session().step, path) << model;
      }
    }
  }
}

TEST(PlaceSteps, ALayerLeadsToThemAndTheyLeadBack) {
  Session session = translator_at("");
  session.altitude = Altitude::layer;
  Driver driver(session, 1280, 800);
  driver.click("place/feed-forward");
  driver.pass(0.5);
  EXPECT_EQ(driver.session().altitude, Altitude::step);
  EXPECT_EQ(driver.session().step, feed_forward + "activated");
  EXPECT_EQ(driver.session().token, 7);
  EXPECT_TRUE(driver.shows("feed-forward, ReLU"));
  EXPECT_FALSE(driver.has("crumb/3")) << "the head's crumb is left out";
  driver.press(Key::escape);
  driver.pass(0.5);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
  EXPECT_EQ(driver.session().layer, 3);
  driver.click("place/plus/1");
  driver.pass(0.5);
  EXPECT_EQ(driver.session().step, plus);
  driver.press(Key::escape);
  driver.pass(0.5);
  driver.click("place/plus/0");
  EXPECT_EQ(driver.session().step, "encoder.3.residual_1");
}

TEST(PlaceSteps, LeftAndRightGoThroughThoseOfTheLayer) {
  Driver driver(translator_at("encoder.3.self_attention.concatenated"), 1280, 800);
  std::vector<std::string> seen{driver.session().step};
  for (int i = 0; i < 20; ++i) {
    driver.press(Key::right);
    if (driver.session().step != seen.back()) seen.push_back(driver.session().step);
  }
  EXPECT_EQ(seen.size(), 9U);
  EXPECT_EQ(seen.back(), "encoder.3.normalized_2");
  EXPECT_EQ(driver.session().altitude, Altitude::step);
  driver.press(Key::left);
  EXPECT_EQ(driver.session().step, plus);
  // They are one thing to press, at a place of it.
  const auto hidden = std::find(seen.begin(), seen.end(), feed_forward + "hidden");
  ASSERT_NE(hidden, seen.end());
  const Area steps = driver.area("place/list of steps");
  const float each = steps.width() / 8.75F;
  driver.click_at(steps.left + (static_cast<float>(hidden - seen.begin()) + 0.35F) * each, steps.middle_y());
  EXPECT_EQ(driver.session().step, feed_forward + "hidden");
}

TEST(PlaceSteps, AHeadOrItsPartClosesThem) {
  Driver driver(translator_at(plus), 1280, 800);
  driver.apply(GoTo{.altitude = Altitude::step, .part = "scores"});
  EXPECT_TRUE(driver.session().step.empty());
  driver.pass(0.8);
  EXPECT_TRUE(driver.has("place/list of steps"));
  EXPECT_EQ(driver.session().part, "scores");
  driver.apply(GoTo{.altitude = Altitude::step, .path = plus});
  driver.apply(GoTo{.altitude = Altitude::head, .head = HeadChoice{Attention::encoder, 1, 0}});
  EXPECT_TRUE(driver.session().step.empty());
}

TEST(PlaceSteps, OfAnotherStackItsLayerAndItsWordsAreChosen) {
  Driver driver(translator_at(plus), 1280, 800);
  driver.apply(GoTo{.altitude = Altitude::step, .path = "decoder.0.feed_forward.hidden"});
  driver.settle();
  driver.pass(0.5);
  EXPECT_EQ(driver.session().attention, Attention::decoder);
  EXPECT_EQ(driver.session().layer, 0);
  EXPECT_TRUE(driver.shows("(start)"));
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
  driver.apply(GoTo{.altitude = Altitude::step, .path = "probabilities"});
  driver.settle();
  driver.pass(0.5);
  EXPECT_TRUE(driver.shows("words out"));
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().altitude, Altitude::model);
}

TEST(PlaceSteps, TheModelLeadsToWordsInAndOut) {
  Session session = translator_at("");
  session.altitude = Altitude::model;
  Driver driver(session, 1280, 800);
  driver.click("place/words in");
  driver.pass(0.5);
  EXPECT_EQ(driver.session().step, "source.input");
  driver.press(Key::escape);
  driver.pass(0.5);
  driver.click("place/words out");
  driver.pass(0.5);
  EXPECT_EQ(driver.session().step, "probabilities");
}

TEST(PlaceSteps, TheNumbersAreThoseOfTheTrace) {
  Driver driver(translator_at(plus), 1280, 800);
  const Trace& trace = trace_of(driver);
  for (const char* const path : {"encoder.3.normalized_1", "encoder.3.feed_forward.output",
                                 "encoder.3.residual_2", "encoder.3.normalized_2"})
    EXPECT_TRUE(driver.shows(two_decimals(spread_of(trace.read(path), 7)))) << path;
  const Reading hidden = trace.read(feed_forward + "hidden");
  int above = 0;
  for (int column = 0; column < hidden.shape().cols; ++column) above += hidden(7, column) > 0 ? 1 : 0;
  const std::string stay = std::to_string(above) + " of " + std::to_string(hidden.shape().cols) + " stay";
  EXPECT_TRUE(driver.shows(stay)) << stay;
  driver.apply(GoTo{.altitude = Altitude::step, .path = feed_forward + "hidden"});
  driver.pass(0.5);
  EXPECT_TRUE(driver.shows(stay)) << stay;
}

// A number of a strip leads to its cell, and from that to what it was made from.
// Every index of the sum is explained, counted from 1.
TEST(PlaceSteps, AScoreIsASumInLetters) {
  Session session = opening_session("translator");
  session.altitude = Altitude::cell;
  session.layer = 3;
  session.token = 7;
  session.part = "scores";
  session.trail = {{selected_head_path(session, "scores"), 7, 1}};
  session.dial = Dial::formula;
  Driver driver(session, 1280, 800);
  for (const char* text :
       {"row 8: it, which asks", "row 2: animal, which is asked", "counts the 32 numbers of a row", "√32"})
    EXPECT_TRUE(driver.shows(text)) << text;
  expect_tidy(driver, "a score in letters");
}

// Before a class the words that are asked stand at their K.
TEST(PlaceSteps, ADecoderBeforeAClassNamesWhatItReads) {
  Session session = opening_session("translator");
  session.altitude = Altitude::layer;
  session.attention = Attention::cross;
  session.layer = session.head = 0;
  session.presenting = true;
  Driver driver(session, 1024, 768);
  EXPECT_TRUE(driver.shows("because"));
  expect_tidy(driver, "a decoder before a class");
}

TEST(PlaceSteps, ANumberOpens) {
  Driver driver(translator_at(plus), 1280, 800);
  const Area sum = driver.area("place/strip/2");
  const auto wide = static_cast<float>(trace_of(driver).read(plus).shape().cols);
  driver.click_at(sum.left + sum.width() * 30.5F / wide, sum.top + sum.height() * 7.5F / 11);
  driver.pass(0.5);
  ASSERT_EQ(driver.session().altitude, Altitude::cell);
  const CellName opened = driver.session().trail.back();
  EXPECT_EQ(opened.path, plus);
  EXPECT_EQ(opened.row, 7);
  EXPECT_NEAR(opened.col, 30, 1) << "a number is narrower than a pixel";
  const Reading value = trace_of(driver).read(plus);
  EXPECT_TRUE(driver.shows(two_decimals(static_cast<double>(value(7, opened.col)))));
  const Area line = driver.area("place/band/encoder.3.feed_forward.output");
  driver.click_at(line.left + line.width() * 40.5F / wide, line.middle_y());
  driver.pass(0.5);
  EXPECT_EQ(driver.session().trail.back(), (CellName{feed_forward + "output", 7, 40}));
  driver.press(Key::enter);
  driver.pass(0.5);
  EXPECT_EQ(driver.session().altitude, Altitude::product);
  EXPECT_GE(driver.session().number, 0);
  for (const Altitude out : {Altitude::cell, Altitude::step, Altitude::layer}) {
    driver.press(Key::escape);
    driver.pass(0.5);
    EXPECT_EQ(driver.session().altitude, out);
  }
}

TEST(PlaceSteps, TheFrameStandsStill) {
  const auto stands = [](const std::string& id) {
    return id == "place/map" || id == "place/words" || id == "place/in" || id == "place/out" ||
           id == "more" || id == "find" || id == "present" || id == "side" || id == "place/list of words" ||
           id == "crumb/0" || id == "crumb/1" || id == "crumb/2";
  };
  std::map<std::string, Area> first;
  int compared = 0;
  for (const Session& session : {[] {
                                   Session layer = translator_at("");
                                   layer.altitude = Altitude::layer;
                                   return layer;
                                 }(),
                                 translator_at(plus), translator_at(feed_forward + "hidden"),
                                 translator_at("encoder.3.self_attention.projected")}) {
    Driver driver(session, 1280, 800);
    for (const Placed& placed : driver.placed()) {
      if (placed.kind != Placed::Kind::item || !stands(placed.name)) continue;
      const auto [at, is_new] = first.try_emplace(placed.name, placed.area);
      if (is_new) continue;
      EXPECT_EQ(at->second, placed.area) << placed.name << " at " << session.step;
      ++compared;
    }
  }
  EXPECT_GT(compared, 30);
}

// The gates of a recurrent cell: a word is a time, and the same step is shown there.
TEST(PlaceSteps, AGateOpensAtItsTime) {
  Session session = opening_session("seq2seq-attention");
  session.altitude = Altitude::layer;
  session.step = "encoder.0.time.3.state";
  Driver driver(session, 1280, 800);
  const Area gate = driver.area("place/gate/update_gate");
  const auto count = static_cast<float>(trace_of(driver).words().source.size());
  driver.click_at(gate.middle_x(), gate.top + gate.height() * 5.5F / count);
  driver.pass(0.5);
  EXPECT_EQ(driver.session().altitude, Altitude::step);
  EXPECT_EQ(driver.session().step, "encoder.0.time.5.update_gate");
  driver.press(Key::up);
  driver.pass(0.5);
  EXPECT_EQ(driver.session().step, "encoder.0.time.4.update_gate");
  driver.press(Key::escape);
  driver.pass(0.5);
  EXPECT_EQ(driver.session().altitude, Altitude::layer);
  EXPECT_EQ(driver.session().step, "encoder.0.time.4.update_gate");
}

TEST(PlaceSteps, ASessionKeepsThem) {
  Session session = translator_at(plus);
  session.attention = Attention::encoder;
  EXPECT_EQ(session_from_json(to_json(session)), session);
  Session cell = session;
  cell.altitude = Altitude::cell;
  cell.trail = {{plus, 7, 3}};
  EXPECT_EQ(session_from_json(to_json(cell)), cell);
  EXPECT_EQ(session_of_link(link_of(cell)), cell);
  Driver driver(cell, 1280, 800);
  EXPECT_EQ(driver.session().altitude, Altitude::cell);
  EXPECT_TRUE(driver.has("place/band/" + plus + "/own"));
  EXPECT_EQ(step_outside_heads(cell), plus);
  cell.trail = {{"encoder.3.self_attention.head.0.scores", 7, 3}};
  EXPECT_EQ(step_outside_heads(cell), "");
}

TEST(PlaceSteps, FindLeadsToThem) {
  Session session = translator_at("");
  session.altitude = Altitude::model;
  Driver driver(session, 1280, 800);
  driver.click("find");
  driver.type("encoder.3.feed_forward.hidden");
  driver.press(Key::enter);
  driver.pass(0.5);
  EXPECT_EQ(driver.session().altitude, Altitude::step);
  EXPECT_EQ(driver.session().step, feed_forward + "hidden");
}

}  // namespace
}  // namespace headlight
