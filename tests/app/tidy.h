// Whether what was drawn is tidy: no text over another one, none cut off.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/driver.h"

namespace headlight {

struct ScreenSize {
  int width, height;
  float scale;
};
inline constexpr ScreenSize usual_screens[] = {{1024, 768, 1}, {1280, 800, 1}, {2560, 1440, 2}};

inline std::string words_of_number(int count) {
  std::string text;
  const char* words[] = {"because", "didn't", "the", "street", "it"};
  for (int i = 0; i < count; ++i) text += std::string(i == 0 ? "" : " ") + words[i % 5];
  return text;
}

// A session with a lab open, on the tiny model, with a sentence of so many words; 11 is the usual one.
inline Session lab_session(LabKind lab, int words = 11) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = lab;
  if (words != 11) {
    session.sentence = words_of_number(words);
    session.compare.clear();
  }
  return session;
}

inline void expect_no_overlaps(const Driver& driver, const std::string& what) {
  constexpr float slack = 1.5F;
  std::vector<Placed> texts;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.area.overlaps(each.clip)) texts.push_back(each);
  }
  int faults = 0;
  for (std::size_t i = 0; i < texts.size() && faults < 4; ++i) {
    const Area whole = texts[i].area.inset(slack, slack);
    const Area& clip = texts[i].clip;
    const bool inside = texts[i].scrolls || (whole.left >= clip.left && whole.right <= clip.right &&
                                             whole.top >= clip.top && whole.bottom <= clip.bottom);
    EXPECT_TRUE(inside) << what << ": cut off: \"" << texts[i].name << "\"";
    faults += inside ? 0 : 1;
    for (std::size_t j = i + 1; j < texts.size() && faults < 4; ++j) {
      const Area a = texts[i].area.within(clip).inset(slack, slack);
      const Area b = texts[j].area.within(texts[j].clip).inset(slack, slack);
      if (texts[i].layer != texts[j].layer || a.empty() || b.empty() || !a.overlaps(b)) continue;
      ADD_FAILURE() << what << ": \"" << texts[i].name << "\" lies over \"" << texts[j].name << "\" at "
                    << a.left << "," << a.top;
      ++faults;
    }
  }
}

// On all usual screens, in both themes, with and without the inspector on `cell`.
inline void expect_tidy_everywhere(Session session, const std::string& what, const CellName& cell = {}) {
  for (const ScreenSize& size : usual_screens) {
    for (const bool inspected : {false, true}) {
      if (inspected && cell.path.empty()) continue;
      session.theme = inspected ? Theme::dark : Theme::light;
      session.trail.clear();
      if (inspected) session.trail = {cell};
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_no_overlaps(driver,
                         what + (inspected ? ", inspected, at " : " at ") + std::to_string(size.width));
    }
  }
}

inline Session after_json(const Session& session) { return session_from_json(to_json(session)); }

}  // namespace headlight
