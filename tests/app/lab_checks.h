// What every lab has to stand: no text over another or cut off, its settings through a file and back.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/driver.h"

namespace headlight {

inline Session lab_session(LabKind lab) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = lab;
  return session;
}

// Texts of the stage lie apart and inside what may be seen.
inline void expect_tidy_lab(const Driver& driver, const std::string& what) {
  std::vector<Placed> texts;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.layer == 0 && each.area.overlaps(each.clip))
      texts.push_back(each);
  }
  const float slack = 1.5F;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Area a = texts[i].area.inset(slack);
    EXPECT_TRUE(texts[i].scrolls || (a.left >= texts[i].clip.left && a.right <= texts[i].clip.right &&
                                     a.top >= texts[i].clip.top && a.bottom <= texts[i].clip.bottom))
        << what << ": cut off: " << texts[i].name;
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const Area b = texts[j].area.inset(slack);
      EXPECT_TRUE(a.empty() || b.empty() || !a.overlaps(b))
          << what << ": \"" << texts[i].name << "\" lies over \"" << texts[j].name << "\"";
    }
  }
}

inline void expect_tidy_on_screens(Session session, const std::string& what) {
  struct Screen {
    int width, height;
    float scale;
  };
  for (const Screen& size : {Screen{1024, 768, 1}, {1280, 800, 1}, {1440, 900, 1}, {2560, 1440, 2}}) {
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy_lab(driver, what + " at " + std::to_string(size.width));
  }
}

// Holds the mouse at a share of a slider's track.
inline void hold_at(Driver& driver, const std::string& id, float share) {
  const Area track = driver.area(id);
  driver.click_at(track.left + track.width() * share, track.middle_y());
  driver.settle();
}

// Gives the keyboard to an item by Tab alone.
inline void tab_to(Driver& driver, const std::string& id) {
  for (int i = 0; i < 120 && driver.state().focus != id; ++i) driver.press(Key::tab);
  EXPECT_EQ(driver.state().focus, id) << "cannot be reached with Tab";
}

}  // namespace headlight
