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

// On a narrow screen the column covers a part of the lines.
bool lies_over_the_stage(const Size& size) { return static_cast<float>(size.width) / size.scale < 1200; }

std::vector<SessionEdit> many_edits() {
  const std::string head = "encoder.1.self_attention.head.0.";
  return {Edit{.path = head + "weights", .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5},
          Edit{.path = head + "scaled", .kind = Edit::Kind::multiply, .values = {0.25F}},
          {Edit{.path = "encoder.0.self_attention.head.1.output", .values = {0}}, false},
          Edit{.path = "decoder.0.self_attention.head.0.masked", .kind = Edit::Kind::pass},
          Edit{.path = "decoder.0.feed_forward.activated", .row = 0, .col = 11, .values = {12345.678F}},
          Edit{.path = "source.positions", .values = {0}}};
}

TEST(Layout, EditsAreTidy) {
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::lines, ViewKind::steps}) {
      if (view == ViewKind::lines && lies_over_the_stage(size)) continue;
      Session session = tiny_session();
      session.view = view;
      session.edits = many_edits();
      session.edits_open = true;
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, "edits"));
      driver.state().scroll["what if panel"] = 10000;
      driver.settle();
      expect_tidy(driver, name_of(size, "the end of the edits"));
      EXPECT_TRUE(driver.has("lever/head"));
    }
  }
}

TEST(Layout, ACellThatWasEditedIsTidy) {
  for (const Size& size : sizes) {
    for (const std::string path :
         {"encoder.1.self_attention.head.0.weights", "encoder.0.residual_1", "probabilities"}) {
      Session session = tiny_session();
      session.edits = many_edits();
      session.view = lies_over_the_stage(size) ? ViewKind::steps : ViewKind::lines;
      session.trail = {{path, 0, 5}};
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, path));
      driver.click("compared/difference");
      expect_tidy(driver, name_of(size, path + ", difference"));
    }
  }
}

TEST(Layout, FortyWordsTurnedAreTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.sentence = many_words(40);
    session.compare = "";
    session.view = lies_over_the_stage(size) ? ViewKind::steps : ViewKind::lines;
    session.edits = many_edits();
    session.edits_open = true;
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy(driver, name_of(size, "forty words, edited"));
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
