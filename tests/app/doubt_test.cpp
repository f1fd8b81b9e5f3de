// What the screen says of translations that are not sure, written into the output of a model that is
// calibrated.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/scripted_model.h"

namespace headlight {
namespace {

// On the first page, where the answer stands below the sentence.
Session on_first_page(const Script& first, const Script& second = {}) {
  Session session = scripted(first, second);
  session.altitude = Altitude::sentence;
  return session;
}

TEST(Doubt, IsMarkedWithItsReason) {
  Driver driver(on_first_page(unlikely_script), 1440, 900);
  EXPECT_TRUE(driver.shows("not sure"));
  EXPECT_TRUE(driver.shows("least sure of “animal” (0.60)"));
  Driver without(on_first_page(sure_script), 1440, 900);
  EXPECT_FALSE(without.shows("not sure"));
}

// Further in its number stands in the row of the word, and the reason over the answer.
TEST(Doubt, SaysWhichWordAtAHead) {
  const auto shows_both = [](const Script& script) {
    Session session = scripted(script);
    session.altitude = Altitude::head;
    session.attention = Attention::encoder;
    Driver driver(session, 1280, 800);
    int rows = 0;
    for (const Placed& each : driver.placed())
      rows += each.kind == Placed::Kind::text && each.name == "0.60" && each.area.left > 1112 ? 1 : 0;
    const bool reason = driver.shows("least sure");
    EXPECT_EQ(reason, rows > 0);
    return reason;
  };
  EXPECT_TRUE(shows_both(unlikely_script));
  EXPECT_FALSE(shows_both(sure_script));
}

TEST(Doubt, OfTwoWaysShowsBothAndTheirProbabilities) {
  for (const bool presenting : {false, true}) {
    Session session = on_first_page(ambiguous_script);
    session.presenting = presenting;
    session.attention = Attention::encoder;
    Driver driver(session, 1440, 900);
    for (const char* text : {"ambiguous", "il", "elle", "0.55", "0.43"})
      EXPECT_TRUE(driver.shows(text)) << text << (presenting ? " presented" : "");
  }
}

// The reason stands over the answer, and curves may go under the words: in a window that is low for two rows
// of words, too, their numbers end above it.
TEST(Doubt, ItsReasonIsBelowTheNumbersOfCurves) {
  const auto opened = [](const std::string& object, const char* first, const char* second) {
    Session session;
    session.altitude = Altitude::sentence;
    session.text(0) = "The " + object + " because it was " + first;
    session.text(1) = "The " + object + " because it was " + second;
    return session;
  };
  Driver doubtful(opened("cat ate the mouse", "small", "hungry"), 1280, 720);
  float reason = 0;
  for (const Placed& each : doubtful.placed())
    if (each.kind == Placed::Kind::text && each.name == "ambiguous") reason = each.area.top;
  ASSERT_GT(reason, 0);
  for (const std::string& object :
       {std::string("cat ate the mouse"), std::string("dog didn't eat the red apple in the big garden")}) {
    Driver driver(opened(object, "old", "full"), 1280, 720);
    int numbers = 0;
    for (const Placed& each : driver.placed()) {
      if (each.kind != Placed::Kind::text || each.area.top > 450 || each.name.size() != 4) continue;
      if (!each.name.starts_with("0.") && !each.name.starts_with("1.")) continue;
      ++numbers;
      EXPECT_LT(each.area.bottom + 5, reason) << each.name << " of the " << object;
    }
    EXPECT_GT(numbers, 1) << object;
  }
}

TEST(Doubt, IsPresented) {
  for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
    Session session = on_first_page(unlikely_script, sure_script);
    session.presenting = true;
    session.attention = attention;
    Driver driver(session, 1024, 768);
    EXPECT_TRUE(driver.shows("not sure"));
  }
}

// A model of one's own has no thresholds.
TEST(Doubt, IsNotMeasuredWithoutACalibration) {
  for (const Script& script : {unlikely_script, ambiguous_script}) {
    Session session = on_first_page(script);
    session.model = tiny_model_folder();
    Driver driver(session, 1440, 900);
    EXPECT_FALSE(driver.shows("not sure"));
    EXPECT_FALSE(driver.shows("ambiguous"));
  }
  Session session = on_first_page(repeating_script);
  session.model = tiny_model_folder();
  Driver driver(session, 1440, 900);
  EXPECT_TRUE(driver.shows("repeats itself"));
}

TEST(Doubt, LeavesTheScreenTidy) {
  for (const Script& first : {unlikely_script, repeating_script, ambiguous_script}) {
    for (const bool presenting : {false, true}) {
      for (const Attention attention : {Attention::encoder, Attention::cross}) {
        Session session = on_first_page(first, ambiguous_script);
        session.presenting = presenting;
        session.attention = attention;
        expect_tidy_at_every_size(session, presenting ? "doubts presented" : "doubts");
      }
    }
  }
}

// Long sentences with little room: what does not fit ends in an ellipsis.
TEST(Doubt, OfALongTranslationIsTidy) {
  const Script start = ambiguous_script;
  Script longer;
  for (int i = 0; i < 6; ++i) {
    for (const char* word : {"la", "rue", "était", i % 2 == 0 ? "a" : "animal"})
      longer.push_back({{word, 0.9F}});
  }
  Script ends = longer;
  ends.push_back({{"il", 0.55F}, {"elle", 0.43F}});
  ends.push_back({{"</s>", 0.9F}});
  Script begins = start;
  begins.pop_back();
  begins.insert(begins.end(), longer.begin(), longer.end());
  begins.push_back({{"</s>", 0.9F}});
  for (const bool presenting : {false, true}) {
    for (const auto& [first, second] : {std::pair(ends, begins), std::pair(begins, unlikely_script)}) {
      Session session = on_first_page(first, second);
      session.presenting = presenting;
      session.attention = Attention::encoder;
      expect_tidy_at_every_size(session, presenting ? "long doubts presented" : "long doubts");
    }
  }
}

}  // namespace
}  // namespace headlight
