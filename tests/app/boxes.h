// Where everything on a screen stands, kept as text: tests/snapshots/boxes/NAME.txt has a part for each
// screen at each size, headed "=== lines at 1280x800", and one before them for what stands in all of them. A
// line is
//   TOP+HEIGHT LEFT+WIDTH [LEFT+WIDTH ...] KIND WORDS
//   |LEFT+WIDTH TOP+HEIGHT [TOP+HEIGHT ...] KIND WORDS
// in units, for all places where the same stands in a row or in a column. Of a text the kind is a quotation
// mark. A number is written #. HEADLIGHT_UPDATE=1 in the environment writes what stands where now: read that
// change over, and look at the pictures of it, before it is committed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/tidy.h"

namespace headlight {

// Something on screen: its kind with its words or id, and where it stands in units.
struct BoxedThing {
  std::string what;
  Area box;
};

// As a person calls it, "1366x768 at 125 %".
std::string title_of(const Size& size);

struct BoxedScreen {
  std::string name;  // "lines"
  Size size;
  std::vector<BoxedThing> things = {};
};

// All that the last frame has placed, sorted, without what stands twice in one place. WidgetState says
// whether shapes are among it.
std::vector<BoxedThing> boxes_on(const Driver& driver);

// Fails the test, saying `where`, unless the same things stand in the same places, at most `tolerance` units
// apart at each side. `picture`: where the difference is then drawn; empty: nowhere.
bool expect_same_boxes(const std::vector<BoxedThing>& before, const BoxedScreen& now, float tolerance,
                       const std::string& where, const std::string& picture);

// Each thing stands where tests/snapshots/boxes/FILE.txt has it, with a tolerance of two units. Where one
// does not, a picture in the build folder shows both places.
void expect_kept_boxes(const std::string& file, const std::vector<BoxedScreen>& screens);

}  // namespace headlight
