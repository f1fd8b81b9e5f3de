// On every usual screen, nothing lies over anything else and no text is cut off.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
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
        driver.settle();
        expect_tidy(driver, name_of(size, "heads"));
        if (sorted) continue;
        driver.hover("grid/decoder.0.self_attention.head.1.weights");
        expect_tidy(driver, name_of(size, "heads with a pair"));
      }
    }
  }
}

TEST(Layout, HeadsOfALongSentenceAreTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.view = ViewKind::heads;
    session.sentence = many_words(40);
    session.compare = "animal";
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy(driver, name_of(size, "heads of forty words"));
  }
}

TEST(Layout, ManyHeadsAreTidy) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 24, .d_ff = 24};
  config.encoder_layers = config.decoder_layers = config.encoder_heads = config.decoder_heads = 12;
  Session session = tiny_session();
  session.model = saved_model(folder, config);
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::heads, ViewKind::lines}) {
      session.view = view;
      session.also_heads = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, "twelve heads"));
    }
  }
}

TEST(Layout, LinesBesideTheInspectorAreTidy) {
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::heads, ViewKind::lines}) {
      Session session = tiny_session();
      session.view = view;
      session.trail = {{"encoder.1.self_attention.head.0.weights", 7, 1}};
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, "beside the inspector"));
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
          session.compare = second;
          session.token = token;
          Driver driver(session, size.width, size.height, size.scale);
          driver.settle();
          expect_tidy(driver, name_of(size, "presenter of " + std::to_string(static_cast<int>(attention))));
        }
      }
    }
    Session session = tiny_session();
    session.presenting = true;
    session.sentence = many_words(40);
    session.compare = many_words(39) + "wide";
    session.token = 5;
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
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
    for (const char* what : {"stage", "heatmaps", "numbers", "steps, animated"}) {
      driver.click(std::string("export/what/") + what);
      expect_tidy(driver, name_of(size, std::string("export ") + what));
    }
    driver.press(Key::escape);
    driver.click("chip/0/10");
    expect_tidy(driver, name_of(size, "words"));
    driver.press(Key::escape);
    for (const Key key : {Key::find, Key::open, Key::save}) {
      driver.press(key);
      expect_tidy(driver, name_of(size, "sheet " + std::to_string(static_cast<int>(key))));
      driver.press(Key::escape);
    }
    driver.state().message = {"Restored after an unexpected end.", false, "Start fresh", {}};
    driver.settle();
    expect_tidy(driver, name_of(size, "message"));
  }
}

// Each step as it opens, and with its answer.
TEST(Layout, EveryStepOfEveryLessonIsTidy) {
  for (const Size& size : {Size{1440, 900, 1}, Size{1024, 768, 1}}) {
    for (const Theme theme : {Theme::light, Theme::dark}) {
      Session start;
      start.theme = theme;
      Driver driver(at_step(start, "it", 0), size.width, size.height, size.scale);
      for (const LessonPtr& lesson : shipped_lessons()) {
        for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
          driver.apply(OpenLesson{lesson->name, step});
          driver.settle();
          const std::string what = lesson->name + " " + std::to_string(step);
          expect_tidy(driver, name_of(size, what));
          if (!lesson->steps[static_cast<std::size_t>(step)].question) continue;
          driver.apply(AnswerLesson{0});
          driver.settle();
          expect_tidy(driver, name_of(size, what + " answered"));
        }
      }
    }
  }
}

TEST(Layout, TheListOfLessonsIsTidy) {
  for (const Size& size : sizes) {
    Session session = tiny_session();
    session.rail = true;
    Driver driver(session, size.width, size.height, size.scale);
    driver.settle();
    expect_tidy(driver, name_of(size, "lessons"));
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

}  // namespace
}  // namespace headlight
