// What holds for every screen: nothing lies over anything else, and no text is cut off.
#pragma once

#include <string>

#include "tests/app/driver.h"

namespace headlight {

struct Size {
  int width, height;
  float scale;
};
#ifdef __SANITIZE_ADDRESS__
// The narrowest and the widest layout: the others run through no other lines.
inline constexpr Size sizes[] = {{1024, 768, 1}, {2560, 1440, 1}};
#else
inline constexpr Size sizes[] = {
    {1024, 768, 1}, {1280, 800, 1}, {1440, 900, 1}, {2560, 1440, 1}, {2560, 1440, 2}};
#endif

// "lines at 1280x800 scale 1"
std::string name_of(const Size& size, const std::string& what);

// Fails the test, saying `what` was on screen, for texts that overlap or are cut off where nothing scrolls.
void expect_tidy(const Driver& driver, const std::string& what);
void expect_tidy_at_every_size(const Session& session, const std::string& what);

// So many words that the tiny model and the shipped one know.
std::string many_words(int count);

// Letters are large enough to be read there: how many pixels tall a line of text is tells that.
void expect_readable(const Driver& driver, float least, const std::string& what);

}  // namespace headlight
