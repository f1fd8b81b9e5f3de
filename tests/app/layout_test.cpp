// On every usual screen, nothing lies over anything else and no text is cut off.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/driver.h"

namespace headlight {
namespace {

struct Size {
  int width, height;
  float scale;
};
constexpr Size sizes[] = {{1024, 768, 1}, {1280, 800, 1}, {1440, 900, 1}, {2560, 1440, 1}, {2560, 1440, 2}};

std::string describe(const Placed& each) {
  return "\"" + each.name + "\" at " + std::to_string(static_cast<int>(each.area.left)) + "," +
         std::to_string(static_cast<int>(each.area.top)) + " to " +
         std::to_string(static_cast<int>(each.area.right)) + "," +
         std::to_string(static_cast<int>(each.area.bottom));
}

std::vector<Placed> texts(const Driver& driver) {
  std::vector<Placed> found;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.area.overlaps(each.clip)) found.push_back(each);
  }
  return found;
}

void expect_tidy(const Driver& driver, const std::string& what) {
  const std::vector<Placed> all = texts(driver);
  const float slack = 1.5F;
  int faults = 0;
  for (std::size_t i = 0; i < all.size() && faults < 5; ++i) {
    if (!all[i].scrolls) {
      const Area cut = all[i].area.inset(slack, slack);
      const bool inside = cut.left >= all[i].clip.left && cut.right <= all[i].clip.right &&
                          cut.top >= all[i].clip.top && cut.bottom <= all[i].clip.bottom;
      EXPECT_TRUE(inside) << what << ": cut off: " << describe(all[i]);
      faults += inside ? 0 : 1;
    }
    for (std::size_t j = i + 1; j < all.size() && faults < 5; ++j) {
      if (all[i].layer != all[j].layer) continue;
      const Area a = all[i].area.within(all[i].clip).inset(slack, slack);
      const Area b = all[j].area.within(all[j].clip).inset(slack, slack);
      if (a.empty() || b.empty() || !a.overlaps(b)) continue;
      ADD_FAILURE() << what << ": " << describe(all[i]) << " lies over " << describe(all[j]);
      ++faults;
    }
  }
}

std::string name_of(const Size& size, const std::string& what) {
  return what + " at " + std::to_string(size.width) + "x" + std::to_string(size.height) + " scale " +
         std::to_string(static_cast<int>(size.scale));
}

std::string many_words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += i % 2 == 0 ? "because " : "didn't ";
  return text;
}

TEST(Layout, LinesAreTidy) {
  for (const Size& size : sizes) {
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      Session session = tiny_session();
      session.attention = attention;
      session.token = 1;
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, "lines"));
    }
  }
}

TEST(Layout, FortyWordsAreTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.sentence = many_words(40);
    session.compare = many_words(39) + "wide";
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy(driver, name_of(size, "forty words"));
  }
}

TEST(Layout, OneWordIsTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.sentence = "animal";
    session.compare = "";
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy(driver, name_of(size, "one word"));
  }
}

TEST(Layout, EveryStepIsTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.view = ViewKind::steps;
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    driver.press(Key::home);
    const int count = static_cast<int>(driver.document()->trace(0)->steps().size());
    for (int i = 0; i < count; ++i) {
      expect_tidy(driver, name_of(size, driver.session().step));
      driver.press(Key::right);
    }
  }
}

TEST(Layout, EveryStepOfBothSentencesIsTidy) {
  for (const Size& size : sizes) {
    for (const Sides sides : {Sides::both, Sides::difference}) {
      Session session = tiny_session();
      session.view = ViewKind::steps;
      session.theme = Theme::dark;
      session.sides = sides;
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      driver.press(Key::home);
      const int count = static_cast<int>(driver.document()->trace(0)->steps().size());
      for (int i = 0; i < count; ++i) {
        expect_tidy(driver, name_of(size, "both sentences, " + driver.session().step));
        driver.press(Key::right);
      }
    }
  }
}

TEST(Layout, StepsOfFortyWordsAreTidyAtEveryZoom) {
  for (const Size& size : sizes) {
    for (const Zoom zoom : {Zoom::overview, Zoom::lens, Zoom::numbers}) {
      Session session = tiny_session();
      session.view = ViewKind::steps;
      session.sentence = many_words(40);
      session.compare = "";
      for (const char* part : {"scores", "weights", "output"}) {
        session.step = std::string("encoder.0.self_attention.head.0.") + part;
        Driver driver(session, size.width, size.height, size.scale);
        driver.state().zoom = zoom;
        driver.settle();
        expect_tidy(driver, name_of(size, session.step + ", zoom " + std::to_string(static_cast<int>(zoom))));
      }
    }
  }
}

TEST(Layout, APlayedProductIsTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.view = ViewKind::steps;
    session.step = "encoder.0.feed_forward.hidden";
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    for (const double elapsed : {0.0, 0.7, 1.4, 1.7, 2.0, 3.0}) {
      driver.state().playing.step = session.step;
      driver.state().playing.elapsed = elapsed;
      driver.settle();
      expect_tidy(driver, name_of(size, "product at " + std::to_string(elapsed)));
    }
  }
}

TEST(Layout, SheetsAreTidy) {
  for (const Size& size : sizes) {
    Driver driver(tiny_session(), size.width, size.height, size.scale);
    driver.settle();
    driver.press(Key::help);
    expect_tidy(driver, name_of(size, "keys"));
    driver.press(Key::escape);
    driver.press(Key::export_figure);
    expect_tidy(driver, name_of(size, "export"));
    driver.press(Key::escape);
    driver.click("chip/0/10");
    expect_tidy(driver, name_of(size, "words"));
  }
}

}  // namespace
}  // namespace headlight
