// Lines and heads on every usual screen: nothing lies over anything else, no text is cut off.
#include <gtest/gtest.h>

#include <string>

#include "app/panels/steps/steps.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

TEST(Layout, LinesAreTidy) {
  for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
    Session session = tiny_session();
    session.attention = attention;
    session.token = 1;
    expect_tidy_at_every_size(session, "lines");
  }
}

TEST(Layout, LinesOfSentencesOfAnyLengthAreTidy) {
  for (const Size& size : {Size{1024, 700, 1}, Size{1440, 900, 1}, Size{2560, 1440, 1}}) {
    for (const std::string& other : {std::string("the animal was tired"), many_words(40)}) {
      Session session = tiny_session();
      session.text(1) = other;
      Driver driver(session, size.width, size.height, size.scale);
      expect_tidy(driver, name_of(size, "lines beside " + std::to_string(other.size()) + " letters"));
    }
  }
}

TEST(Layout, LinesBesideRailAndInspectorAreTidy) {
  for (const Size& size : {Size{1024, 700, 1}, Size{1280, 800, 1}, Size{1440, 900, 1}, Size{1920, 1080, 1}}) {
    Session session = tiny_session();
    session.rail = true;
    session.token = 7;
    session.edits_open = true;
    Driver driver(session, size.width, size.height, size.scale);
    expect_tidy(driver, name_of(size, "lines beside rail and edits"));
  }
}

// A large display is used: the maps grow with it.
TEST(Layout, LinesGrowWithTheDisplay) {
  Driver usual(tiny_session(), 1440, 900, 1);
  const float width = usual.area("map/0").width();
  Driver large(tiny_session(), 2560, 1440, 1);
  EXPECT_GT(large.area("map/0").width(), 1.4F * width);
}

Session long_text_session(int words) {
  Session session = tiny_session();
  session.text(0) = many_words(words);
  session.text(1).clear();
  return session;
}

TEST(Layout, ALongMapIsTidyWholeAndInPart) {
  for (const Size& size :
       {Size{1024, 700, 1}, Size{1280, 800, 1}, Size{1366, 768, 1.25F}, Size{1920, 1080, 1}}) {
    Driver driver(long_text_session(60), size.width, size.height, size.scale);
    expect_tidy(driver, name_of(size, "a long map"));
    if (!driver.has("map/closer")) continue;
    for (int times = 0; times < 3; ++times) {
      driver.click("map/closer");
      expect_tidy(driver, name_of(size, "a part of a long map"));
    }
  }
}

TEST(LongMap, APartIsChosenMovedAndShownWholeAgain) {
  Driver driver(long_text_session(60), 1440, 900, 1);
  const float whole = driver.area("map/0").height();
  ASSERT_FALSE(driver.has("map/small"));
  driver.click("map/closer");
  driver.click("map/closer");
  ASSERT_TRUE(driver.has("map/small")) << "the frame of what is shown";
  EXPECT_TRUE(driver.shows(" of 60"));
  EXPECT_GE(driver.area("map/0").height(), 0.8F * whole);
  // A click on a cell opens that of the whole map, wherever the part lies.
  const Area small = driver.area("map/small");
  driver.click_at(small.right - 1, small.bottom - 1);
  driver.take_actions();
  const Area map = driver.area("map/0");
  driver.click_at(map.right - 3, map.bottom - 3);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail.back().row, 59);
  EXPECT_EQ(driver.session().trail.back().col, 59);
  driver.click("map/whole");
  EXPECT_FALSE(driver.has("map/small"));
}

TEST(LongMap, SeveralWordsAreToldInSightOrNot) {
  Session session = long_text_session(60);
  session.token = 50;
  session.also_tokens = {51};
  session.key_tokens = {1, 2, 40};
  Driver driver(session, 1440, 900, 1);
  EXPECT_TRUE(driver.shows("(sum over keys, mean over queries)"));
  expect_tidy(driver, "several words of a long map");
  driver.click("map/closer");
  EXPECT_TRUE(driver.shows("(sum over keys, mean over queries)"));
  expect_tidy(driver, "several words of a part of it");
  ImGui::GetIO().KeyShift = true;
  driver.click_at(driver.area("map/0/columns").left + 3, driver.area("map/0/columns").bottom - 1);
  ImGui::GetIO().KeyShift = false;
  EXPECT_NE(driver.session().key_tokens, session.key_tokens);
}

TEST(LongMap, AWordIsFoundAgainAndAgain) {
  Session session = long_text_session(40);
  session.text(0) += " tired " + many_words(20) + " tired";
  Driver driver(session, 1440, 900, 1);
  driver.click("map/find");
  driver.type("TIRED");
  EXPECT_TRUE(driver.shows("2 times; Enter: the first"));
  driver.enter();
  EXPECT_EQ(driver.session().token, 40);
  EXPECT_TRUE(driver.has("map/small")) << "the part around it is shown";
  EXPECT_TRUE(driver.shows("1 of 2; Enter: the next"));
}

TEST(Layout, HeadsAreTidy) {
  for (const Size& size : sizes) {
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      for (const bool sorted : {false, true}) {
        Session session = tiny_session();
        session.view = ViewKind::heads;
        session.attention = attention;
        session.token = 1;
        if (sorted) session.sort_heads = Trait::special;
        Driver driver(session, size.width, size.height, size.scale);
        expect_tidy(driver, name_of(size, "heads"));
        if (sorted) continue;
        driver.hover("grid/decoder.0.self_attention.head.1.weights");
        expect_tidy(driver, name_of(size, "heads with a pair"));
      }
    }
  }
}

TEST(Layout, HeadsOfALongSentenceAreTidy) {
  Session session = tiny_session();
  session.view = ViewKind::heads;
  session.text(0) = many_words(40);
  session.text(1) = "animal";
  expect_tidy_at_every_size(session, "heads of forty words");
}

TEST(Layout, ManyHeadsAreTidy) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 24, .d_ff = 24};
  config.encoder_layers = config.decoder_layers = config.encoder_heads = config.decoder_heads = 12;
  Session session = tiny_session();
  session.model = saved_model(folder, config);
  for (const ViewKind view : {ViewKind::heads, ViewKind::lines}) {
    session.view = view;
    session.also_heads = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    expect_tidy_at_every_size(session, "twelve heads");
  }
}

TEST(Layout, LinesBesideTheInspectorAreTidy) {
  for (const ViewKind view : {ViewKind::heads, ViewKind::lines}) {
    Session session = tiny_session();
    session.view = view;
    session.trail = {{"encoder.1.self_attention.head.0.weights", 7, 1}};
    expect_tidy_at_every_size(session, "beside the inspector");
  }
}

TEST(Layout, FortyWordsAreTidy) {
  Session session = tiny_session();
  session.text(0) = many_words(40);
  session.text(1) = many_words(39) + "wide";
  expect_tidy_at_every_size(session, "forty words");
}

TEST(Layout, OneWordIsTidy) {
  Session session = tiny_session();
  session.text(0) = "animal";
  session.text(1) = "";
  expect_tidy_at_every_size(session, "one word");
}

// Steps and the presenter on every usual screen.

TEST(Layout, EveryStepIsTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.view = ViewKind::steps;
    Driver driver(session, size.width, size.height, size.scale);
    driver.press(Key::home);
    const int count = static_cast<int>(driver.results()->trace(0)->steps().size());
    for (int i = 0; i < count; ++i) {
      expect_tidy(driver, name_of(size, driver.session().step));
      driver.press(Key::right);
    }
  }
}

TEST(Layout, PresenterIsTidy) {
  constexpr Size projectors[] = {
      {800, 600, 1}, {1024, 768, 1}, {1280, 800, 1}, {1920, 1080, 1}, {2560, 1440, 2}};
  for (const Size& size : projectors) {
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      for (const char* second : {wide_sentence, ""}) {
        for (const int token : {-1, 7}) {
          Session session = tiny_session();
          session.presenting = true;
          session.attention = attention;
          session.text(1) = second;
          session.token = token;
          Driver driver(session, size.width, size.height, size.scale);
          expect_tidy(driver, name_of(size, "presenter of " + std::to_string(static_cast<int>(attention))));
        }
      }
    }
    Session session = tiny_session();
    session.presenting = true;
    session.text(0) = many_words(40);
    session.text(1) = many_words(39) + "wide";
    session.token = 5;
    Driver driver(session, size.width, size.height, size.scale);
    expect_tidy(driver, name_of(size, "presenter of forty words"));
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
      driver.press(Key::home);
      const int count = static_cast<int>(driver.results()->trace(0)->steps().size());
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
      session.text(0) = many_words(40);
      session.text(1) = "";
      for (const char* part : {"scores", "weights", "output"}) {
        session.step = std::string("encoder.0.self_attention.head.0.") + part;
        Driver driver(session, size.width, size.height, size.scale);
        driver.state<Lenses>().zoom = zoom;
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
    for (const double elapsed : {0.0, 0.7, 1.4, 1.7, 2.0, 3.0}) {
      driver.state<Playing>().step = session.step;
      driver.state<Playing>().elapsed = elapsed;
      driver.settle();
      expect_tidy(driver, name_of(size, "product at " + std::to_string(elapsed)));
    }
  }
}

TEST(Layout, StepsGrowWithTheDisplay) {
  for (const char* step : {"encoder.1.self_attention.head.0.query", "encoder.0.normalized_2"}) {
    Session session = tiny_session();
    session.view = ViewKind::steps;
    session.step = step;
    const auto tall = [&](int width, int height) {
      Driver driver(session, width, height);
      expect_tidy(driver, step);
      return driver.area("result").height();
    };
    EXPECT_GT(tall(2560, 1440), 1.4F * tall(1440, 900)) << step;
  }
}

}  // namespace
}  // namespace headlight
