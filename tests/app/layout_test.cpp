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

// Many layers and heads, pre-norm, learned positions, a gate: everything the shipped model is not.
const std::string& odd_model_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const Translator tiny = tiny_translator();
    TransformerConfig config = tiny.config();
    config.encoder_layers = 6;
    config.decoder_layers = 5;
    config.encoder_heads = config.decoder_heads = config.cross_heads = 8;
    config.norm_place = NormPlace::pre;
    config.positions = Positions::learned;
    config.feed_forward = FeedForward::swiglu;
    config.normalization = Normalization::rms;
    const std::filesystem::path model = folder.path() / "odd";
    std::filesystem::create_directories(model);
    Translator(config, Weights::random(config, 3), tiny.source(), tiny.target()).save(model);
    return model.string();
  }();
  return path;
}

TEST(Layout, OddModelsAreTidyOnTheMapAndInTheFlow) {
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::map, ViewKind::flow}) {
      for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
        Session session = tiny_session();
        session.model = odd_model_folder();
        session.view = view;
        session.attention = attention;
        session.layer = 2;
        session.head = 5;
        Driver driver(session, size.width, size.height, size.scale);
        driver.settle();
        expect_tidy(driver, name_of(size, (view == ViewKind::map ? "odd map " : "odd flow ") +
                                              std::to_string(static_cast<int>(attention))));
      }
    }
  }
}

TEST(Layout, BesideTheInspectorMapAndFlowAreTidy) {
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::map, ViewKind::flow}) {
      Session session = tiny_session();
      session.view = view;
      session.trail = {{"source.input", 1, 1}};
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, view == ViewKind::map ? "map and inspector" : "flow and inspector"));
    }
  }
}

TEST(Layout, TheMapIsTidy) {
  for (const Size& size : sizes) {
    for (const int words : {1, 11, 40}) {
      Session session = tiny_session();
      session.view = ViewKind::map;
      if (words == 1) session.sentence = "animal";
      if (words == 40) session.sentence = many_words(40);
      if (words != 11) session.compare.clear();
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, "map of " + std::to_string(words) + " words"));
      driver.click("map/fold/encoder.0");
      driver.click("map/fold/encoder.1");
      expect_tidy(driver, name_of(size, "folded map"));
    }
  }
}

TEST(Layout, TheFlowIsTidy) {
  for (const Size& size : sizes) {
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      for (const int words : {1, 11, 40}) {
        Session session = tiny_session();
        session.view = ViewKind::flow;
        session.attention = attention;
        session.token = 0;
        if (words == 1) session.sentence = "animal";
        if (words == 40) session.sentence = many_words(40);
        if (words != 11) session.compare.clear();
        Driver driver(session, size.width, size.height, size.scale);
        driver.settle();
        const std::string what =
            "flow " + std::to_string(static_cast<int>(attention)) + " of " + std::to_string(words) + " words";
        expect_tidy(driver, name_of(size, what));
        driver.state().flow.closed = true;
        for (int i = 0; i < 30; ++i) driver.frame();
        expect_tidy(driver, name_of(size, "folded " + what));
      }
    }
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
