// The ways between places, by the keys of what is on stage: what two pages have in common moves, what is far
// is reached by what both places lie within, and nothing takes longer than it may.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/scene.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

using FilmFrame = std::map<stage::Key, stage::OnStage>;

FilmFrame on_stage(Driver& driver) {
  FilmFrame all;
  for (const stage::OnStage& each : stage::things_on_stage(driver.states(), "place"))
    all.emplace(each.key, each);
  return all;
}

stage::Key layer_key(const char* what, const char* stack, int layer) {
  return {.site = stage::number_of(what), .stack = stage::number_of(stack), .layer = layer};
}
stage::Key word_key(const char* stream, int place) {
  return {.site = stage::number_of(std::string("word/") + stream), .row = place};
}

Session filmed_at(Altitude altitude, HeadChoice head = {Attention::encoder, 3, 0}) {
  Session session;
  session.altitude = altitude;
  session.attention = head.attention;
  session.layer = head.layer;
  session.head = head.head;
  session.token = 7;
  session.part = "scores";
  if (altitude >= Altitude::cell) session.trail = {{selected_head_path(session, "scores"), 7, 1}};
  if (altitude == Altitude::product) session.number = 17;
  return session;
}

constexpr double seconds_of_frame = 1.0 / 60;
int frames_of(float ms) {
  return static_cast<int>(std::ceil(static_cast<double>(ms) / 1000 / seconds_of_frame));
}

// Where one comes from, with all that is shown where one goes to made before: what is still being made comes
// later than what moves.
void begin_at(Driver& driver, const Session& from, const std::vector<Session>& further) {
  for (const Session& each : further) {
    driver.apply(OpenSession{each});
    driver.pass(1);
  }
  driver.apply(OpenSession{from});
  driver.pass(1);
}

// What was on stage, frame by frame, from the first one that knows of the way.
std::vector<FilmFrame> film_to(Driver& driver, const Action& action, int frames) {
  driver.begin(action);
  std::vector<FilmFrame> film;
  for (int i = 0; i < frames; ++i) {
    driver.frame();
    film.push_back(on_stage(driver));
  }
  return film;
}

// The page as it stands, by its keys.
std::map<stage::Key, Area> boxes_at(const Session& session) {
  Driver driver(session, 1280, 800);
  driver.pass(1);
  std::map<stage::Key, Area> boxes;
  for (const auto& [key, thing] : on_stage(driver)) boxes.emplace(key, thing.box);
  return boxes;
}

// Whether all of a page is on stage where it belongs, and nothing else.
bool is_page(const FilmFrame& shown, const std::map<stage::Key, Area>& page) {
  return shown.size() == page.size() && std::all_of(shown.begin(), shown.end(), [&](const auto& each) {
           const auto found = page.find(each.first);
           return found != page.end() && found->second == each.second.box && each.second.shown >= 1;
         });
}

std::optional<int> first_frame_of(const std::vector<FilmFrame>& film,
                                  const std::map<stage::Key, Area>& page) {
  for (std::size_t i = 0; i < film.size(); ++i) {
    if (is_page(film[i], page)) return static_cast<int>(i);
  }
  return std::nullopt;
}

struct FarWay {
  const char* name;
  Session from, by, to;
};

std::vector<FarWay> far_ways() {
  const HeadChoice encoder{Attention::encoder, 3, 0}, other{Attention::encoder, 1, 2},
      decoder{Attention::decoder, 0, 1}, cross{Attention::cross, 0, 0};
  return {{"a cell to a decoder head", filmed_at(Altitude::cell, encoder),
           filmed_at(Altitude::model, decoder), filmed_at(Altitude::head, decoder)},
          {"a head to one of another layer", filmed_at(Altitude::head, encoder),
           filmed_at(Altitude::model, other), filmed_at(Altitude::head, other)},
          {"a step to one of another head", filmed_at(Altitude::step, encoder),
           filmed_at(Altitude::layer, {Attention::encoder, 3, 2}),
           filmed_at(Altitude::step, {Attention::encoder, 3, 2})},
          {"the model to a head", filmed_at(Altitude::model, encoder), filmed_at(Altitude::layer, encoder),
           filmed_at(Altitude::head, encoder)},
          {"a cell to the sentence", filmed_at(Altitude::cell, encoder), filmed_at(Altitude::layer, encoder),
           filmed_at(Altitude::sentence, encoder)},
          {"the model to the head that reads", filmed_at(Altitude::model, encoder),
           filmed_at(Altitude::layer, cross), filmed_at(Altitude::head, cross)}};
}

TEST(PlaceFilm, WhatIsFarIsReachedByWhatBothPlacesLieWithin) {
  for (const FarWay& way : far_ways()) {
    SCOPED_TRACE(way.name);
    const auto by = boxes_at(way.by), to = boxes_at(way.to);
    Driver driver(way.from, 1280, 800);
    begin_at(driver, way.from, {way.by, way.to});
    const int longest = frames_of(place::longest_film_ms);
    const std::vector<FilmFrame> film = film_to(driver, OpenSession{way.to}, longest + 30);
    const std::optional<int> middle = first_frame_of(film, by), end = first_frame_of(film, to);
    ASSERT_TRUE(middle) << "the stage shows what both lie within";
    ASSERT_TRUE(end) << "and arrives";
    EXPECT_LT(*middle, *end);
    EXPECT_LE(*end, longest);
    for (std::size_t i = static_cast<std::size_t>(*end); i < film.size(); ++i)
      EXPECT_TRUE(is_page(film[i], to)) << "and stays there, frame " << i;
    driver.draw_until_at_rest();
    EXPECT_FALSE(driver.wants_another_frame());
  }
}

TEST(PlaceFilm, WhatAllThreeHaveInCommonPassesThrough) {
  for (const FarWay& way : far_ways()) {
    SCOPED_TRACE(way.name);
    const auto from = boxes_at(way.from), by = boxes_at(way.by), to = boxes_at(way.to);
    std::vector<stage::Key> common;
    for (const auto& [key, box] : from) {
      if (by.contains(key) && to.contains(key)) common.push_back(key);
    }
    EXPECT_FALSE(common.empty());
    Driver driver(way.from, 1280, 800);
    begin_at(driver, way.from, {way.by, way.to});
    const std::vector<FilmFrame> film =
        film_to(driver, OpenSession{way.to}, frames_of(place::longest_film_ms) + 2);
    for (const stage::Key& key : common) {
      std::size_t seen = 0;
      for (const FilmFrame& frame : film) {
        const auto found = frame.find(key);
        seen += found != frame.end() && found->second.stays && found->second.shown >= 1;
      }
      EXPECT_EQ(seen, film.size()) << "site " << key.site << ", row " << key.row;
    }
  }
}

// Beside each other, or one within the other: one motion, with nothing between.
TEST(PlaceFilm, WhatIsNearIsOneMotion) {
  const HeadChoice head{Attention::encoder, 3, 0};
  struct NearWay {
    const char* name;
    Session from, to;
    float ms;
  };
  Session other_word = filmed_at(Altitude::head, head);
  other_word.token = 3;
  for (const NearWay& way :
       {NearWay{"sentence to model", filmed_at(Altitude::sentence), filmed_at(Altitude::model), 340},
        NearWay{"model to layer", filmed_at(Altitude::model), filmed_at(Altitude::layer), 320},
        NearWay{"layer to head", filmed_at(Altitude::layer), filmed_at(Altitude::head), 300},
        NearWay{"head to step", filmed_at(Altitude::head), filmed_at(Altitude::step), 300},
        NearWay{"step to cell", filmed_at(Altitude::step), filmed_at(Altitude::cell), 280},
        NearWay{"cell to product", filmed_at(Altitude::cell), filmed_at(Altitude::product), 200},
        NearWay{"product to cell", filmed_at(Altitude::product), filmed_at(Altitude::cell), 200},
        NearWay{"head to head", filmed_at(Altitude::head),
                filmed_at(Altitude::head, {Attention::encoder, 3, 1}), 240},
        NearWay{"layer to layer", filmed_at(Altitude::layer),
                filmed_at(Altitude::layer, {Attention::encoder, 2, 0}), 240},
        NearWay{"word to word", filmed_at(Altitude::head), other_word, 240}}) {
    SCOPED_TRACE(way.name);
    const auto to = boxes_at(way.to);
    Driver driver(way.from, 1280, 800);
    begin_at(driver, way.from, {way.to});
    const std::vector<FilmFrame> film = film_to(driver, OpenSession{way.to}, 60);
    const std::optional<int> end = first_frame_of(film, to);
    ASSERT_TRUE(end);
    EXPECT_LE(*end, frames_of(way.ms) + 1);
    for (const FilmFrame& frame : film) {
      for (const auto& [key, box] : to) EXPECT_TRUE(frame.contains(key));
    }
  }
}

TEST(PlaceFilm, NothingMovesWhenNothingChanged) {
  for (int altitude = 0; altitude < altitude_count; ++altitude) {
    const Session session = filmed_at(static_cast<Altitude>(altitude));
    SCOPED_TRACE(altitude);
    Driver driver(session, 1280, 800);
    driver.pass(1);
    driver.draw_until_at_rest();
    const FilmFrame before = on_stage(driver);
    ASSERT_FALSE(before.empty());
    Session same = session;
    same.theme = Theme::dark;
    for (const Action& action : {Action(GoTo{.altitude = session.altitude}), Action(SetTheme{same.theme})}) {
      for (const FilmFrame& frame : film_to(driver, action, 12)) {
        ASSERT_EQ(frame.size(), before.size());
        for (const auto& [key, thing] : frame) {
          EXPECT_EQ(thing.box, before.at(key).box);
          EXPECT_EQ(thing.shown, 1);
        }
      }
    }
  }
}

// Whoever turns round on the way starts from where things are.
TEST(PlaceFilm, ANewGestureStartsFromWhereThingsAre) {
  const HeadChoice decoder{Attention::decoder, 0, 1};
  const Session from = filmed_at(Altitude::head), to = filmed_at(Altitude::head, decoder);
  const auto back = boxes_at(from);
  for (const double seconds : {0.06, 0.15, 0.34, 0.45, 0.6}) {
    SCOPED_TRACE(seconds);
    Driver driver(from, 1280, 800);
    begin_at(driver, from, {to});
    driver.begin(OpenSession{to});
    driver.pass(seconds);
    const FilmFrame before = on_stage(driver);
    const std::vector<FilmFrame> film =
        film_to(driver, OpenSession{from}, frames_of(place::longest_film_ms) + 2);
    for (const auto& [key, thing] : film.front()) {
      const auto was = before.find(key);
      if (was == before.end()) {
        EXPECT_EQ(thing.shown, 0) << "what is new is not there at once";
        continue;
      }
      // A frame takes a motion no further than a seventh of its way, and fades no more than half.
      EXPECT_LT(std::fabs(thing.box.left - was->second.box.left), 140);
      EXPECT_LT(std::fabs(thing.box.top - was->second.box.top), 140);
      EXPECT_LT(std::fabs(thing.shown - was->second.shown), 0.5F);
    }
    EXPECT_TRUE(is_page(film.back(), back));
  }
}

TEST(PlaceFilm, WithReducedMotionTheOldFadesIntoTheNewAndNothingMoves) {
  Session from = filmed_at(Altitude::cell), to = filmed_at(Altitude::head, {Attention::decoder, 0, 1});
  from.reduced_motion = to.reduced_motion = true;
  const auto page = boxes_at(to);
  Driver driver(from, 1280, 800);
  begin_at(driver, from, {to});
  const std::vector<FilmFrame> film = film_to(driver, OpenSession{to}, 14);
  int fading = 0;
  for (const FilmFrame& frame : film) {
    ASSERT_EQ(frame.size(), page.size()) << "no stop on the way";
    for (const auto& [key, thing] : frame) {
      ASSERT_TRUE(page.contains(key)) << "site " << key.site;
      EXPECT_EQ(thing.box, page.at(key));
      fading += thing.shown > 0 && thing.shown < 1;
    }
  }
  EXPECT_GT(fading, 0);
  EXPECT_TRUE(is_page(film[frames_of(150)], page));
}

// From the model to the decoder that reads: the English goes to the right, each word in its row, the French
// comes from the answer, each word one row further down, and the encoder folds into its tab.
TEST(PlaceFilm, TheWordsChangeTheirLanguageOnTheWayIntoTheDecoder) {
  const Session from = filmed_at(Altitude::model), to = filmed_at(Altitude::layer, {Attention::cross, 0, 0});
  const auto outside = boxes_at(from), inside = boxes_at(to);
  Driver driver(from, 1280, 800);
  begin_at(driver, from, {to});
  const std::vector<FilmFrame> film = film_to(driver, OpenSession{to}, frames_of(320) + 2);
  const auto along = [&](const stage::Key& key) {
    std::vector<Area> way;
    for (const FilmFrame& frame : film) {
      const auto found = frame.find(key);
      if (found != frame.end()) way.push_back(found->second.box);
    }
    return way;
  };
  for (int word = 0; word < 11; ++word) {
    const std::vector<Area> way = along(word_key("source", word));
    ASSERT_EQ(way.size(), film.size()) << word;
    EXPECT_EQ(way.front().top, outside.at(word_key("source", word)).top);
    EXPECT_EQ(way.back().top, way.front().top) << "in its row";
    EXPECT_GT(way.back().right, way.front().right + 100) << "to those who are asked";
    for (std::size_t i = 1; i < way.size(); ++i) EXPECT_GE(way[i].right, way[i - 1].right);
  }
  const float pitch = inside.at(word_key("target", 2)).top - inside.at(word_key("target", 1)).top;
  for (int word = 1; word < 12; ++word) {
    const std::vector<Area> way = along(word_key("target", word));
    ASSERT_EQ(way.size(), film.size()) << word;
    EXPECT_LT(way.back().right, way.front().left) << "from the answer to those who ask";
    EXPECT_NEAR(way.back().top - way.front().top, pitch, 1.5F);
  }
  EXPECT_EQ(film.front().at(word_key("target", 0)).shown, 0) << "(start) was not written, and comes last";
  const Area tab = inside.at(layer_key("layer", "encoder", 3));
  for (int layer = 0; layer < 3; ++layer) {
    EXPECT_EQ(inside.at(layer_key("layer", "encoder", layer)), tab);
    EXPECT_EQ(along(layer_key("layer", "encoder", layer)).size(), film.size());
  }
  EXPECT_TRUE(is_page(film.back(), inside));
  // And the same backwards.
  const std::vector<FilmFrame> out = film_to(driver, OpenSession{from}, frames_of(320) + 2);
  EXPECT_TRUE(is_page(out.back(), outside));
  for (int word = 0; word < 11; ++word) EXPECT_TRUE(out.front().contains(word_key("source", word)));
}

// The margin says where one is going before the stage is there.
TEST(PlaceFilm, TextIsThereFirst) {
  Driver driver(filmed_at(Altitude::cell), 1280, 800);
  driver.pass(1);
  driver.begin(OpenSession{filmed_at(Altitude::head, {Attention::decoder, 0, 1})});
  driver.frame();
  driver.frame();
  EXPECT_TRUE(driver.shows("looks back, head 2"));
  EXPECT_FALSE(driver.has("place/table")) << "the stage is on its way";
}

}  // namespace
}  // namespace headlight
