// What every lab has to stand, and how a person gets at its controls.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/app/tidy.h"

namespace headlight {

// The tiny model with a lab open, on its two sentences, or on one of so many words.
inline Session lab_session(const Lab* lab, int words = 0) {
  Session session = tiny_session();
  show_lab(session, lab);
  if (words == 0) return session;
  session.text(0) = many_words(words);
  session.text(1).clear();
  return session;
}

inline Session after_json(const Session& session) { return session_from_json(to_json(session)); }

// On all sizes; in the dark theme with the inspector on `cell`, where one is given.
inline void expect_tidy_on_screens(Session session, const std::string& what, const CellName& cell = {}) {
  session.theme = Theme::light;
  session.trail.clear();
  expect_tidy_at_every_size(session, what);
  if (cell.path.empty()) return;
  session.theme = Theme::dark;
  session.trail = {cell};
  expect_tidy_at_every_size(session, what + ", inspected");
}

// Holds the mouse at a share of a slider's track.
inline void hold_at(Driver& driver, const std::string& id, float share) {
  const Area track = driver.area(id);
  driver.click_at(track.left + track.width() * share, track.middle_y());
}

// Gives the keyboard to an item by Tab alone.
inline void tab_to(Driver& driver, const std::string& id) {
  for (int i = 0; i < 120 && driver.state().focus != id; ++i) driver.press(Key::tab);
  EXPECT_EQ(driver.state().focus, id) << "cannot be reached with Tab";
}

}  // namespace headlight
