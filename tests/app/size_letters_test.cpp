// The sizes of matrices as letters: pointed at, every axis of that size on the page is marked.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "tests/app/driver.h"

namespace headlight {
namespace {

Session sized_letters_at(Altitude altitude, const std::string& part) {
  Session session;
  session.altitude = altitude;
  session.layer = 3;
  session.token = 7;
  session.part = part;
  if (altitude >= Altitude::cell) session.trail = {{selected_head_path(session, "scores"), 7, 1}};
  if (altitude == Altitude::product) session.number = 17;
  return session;
}

using Bars = std::multiset<std::tuple<float, float, float, float>>;

// Bars as thick as the mark of an axis, which is 4 units.
Bars bars_on(const Driver& driver) {
  Bars bars;
  for (const Placed& each : driver.placed()) {
    if (each.kind != Placed::Kind::ground || each.layer != 0) continue;
    const Area& at = each.area;
    if (std::min(at.width(), at.height()) == 4 && std::max(at.width(), at.height()) > 12)
      bars.emplace(at.left, at.top, at.right, at.bottom);
  }
  return bars;
}

// So many axes are marked where the mouse is on the letter of a size that the note calls so, somewhere in a
// line of the stage.
int axes_marked(Driver& driver, float y, const std::string& note) {
  driver.move(2, 2);
  const Bars before = bars_on(driver);
  const Area words = driver.area("place/list of words");
  for (float x = words.right + 8; x < 1112; x += 4) {
    driver.move(x, y);
    const bool said = std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
      return each.kind == Placed::Kind::text && each.layer > 0 && each.name == note;
    });
    if (!said) continue;
    const Bars now = bars_on(driver);
    return static_cast<int>(now.size()) - static_cast<int>(before.size());
  }
  ADD_FAILURE() << "no letter of " << note << " in the line at " << y;
  return 0;
}

Driver& with_shapes(Driver& driver) {
  driver.state().shapes_placed = true;
  driver.pass(0.6);
  return driver;
}

float middle_of_text(const Driver& driver, const std::string& text) {
  for (const Placed& each : driver.placed())
    if (each.kind == Placed::Kind::text && each.name == text) return each.area.middle_y();
  ADD_FAILURE() << "nothing says " << text;
  return 0;
}

TEST(SizeLetters, OfALayerMarkAllOfItsStrips) {
  Driver driver(sized_letters_at(Altitude::layer, "weights"), 1280, 800);
  with_shapes(driver);
  const float y = driver.area("place/list of words").bottom + 26;
  EXPECT_EQ(axes_marked(driver, y, "32 dimensions"), 4) << "Q, K, V and what is mixed";
  EXPECT_EQ(axes_marked(driver, y, "11 words"), 6) << "their rows, and both sides of the weights";
}

TEST(SizeLetters, OfAStepMarkItsMatrices) {
  struct Case {
    const char *part, *note;
    int count;
  };
  for (const Case& each : {Case{"scores", "11 words", 4}, Case{"query", "32 dimensions", 2},
                           Case{"value", "11 words", 2}, Case{"output", "32 dimensions", 2}}) {
    SCOPED_TRACE(each.part);
    Driver driver(sized_letters_at(Altitude::step, each.part), 1280, 800);
    with_shapes(driver);
    EXPECT_EQ(axes_marked(driver, driver.area("place/list of words").bottom + 20, each.note), each.count);
  }
}

TEST(SizeLetters, OfSharesMarkTheWordsThatAreAsked) {
  Driver driver(sized_letters_at(Altitude::step, "weights"), 1280, 800);
  with_shapes(driver);
  EXPECT_EQ(axes_marked(driver, middle_of_text(driver, "score"), "11 words"), 1);
}

TEST(SizeLetters, OfACellAndAProductMarkBothRowsAndTheProducts) {
  for (const Altitude altitude : {Altitude::cell, Altitude::product}) {
    Driver driver(sized_letters_at(altitude, "scores"), 1280, 800);
    with_shapes(driver);
    EXPECT_EQ(axes_marked(driver, middle_of_text(driver, "each column: q × k"), "32 dimensions"), 3);
  }
}

TEST(SizeLetters, OfAStepOutsideTheHeadsMarkWhatGoesInAndComesOut) {
  Session session = sized_letters_at(Altitude::step, "");
  session.step = "encoder.3.feed_forward.output";
  Driver driver(session, 1280, 800);
  with_shapes(driver);
  EXPECT_GE(axes_marked(driver, driver.area("place/list of words").bottom + 20, "224 dimensions"), 1);
}

}  // namespace
}  // namespace headlight
