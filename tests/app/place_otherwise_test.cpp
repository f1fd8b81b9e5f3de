// What an altitude of the one place shows in another way: the heads of all layers, two sentences beside each
// other, causes in the place of weights, the inside of a picture.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/panels/common/cause_ribbons.h"
#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

constexpr Size sizes_of_otherwise[] = {{1280, 800, 1}, {1366, 768, 1.25F}, {1920, 1080, 1},
                                       {1024, 768, 1}, {834, 1194, 1},     {390, 844, 1}};

Session all_heads_session() {
  Session session = opening_session("translator");
  session.altitude = Altitude::head;
  session.heads_shown = HeadsShown::of_model;
  return session;
}

void expect_tidy_otherwise(Session session, const std::string& what) {
  session.reduced_motion = true;
  for (const bool dark : {false, true}) {
    session.theme = dark ? Theme::dark : Theme::light;
    Driver driver(session, 1280, 800);
    for (const Size& size : sizes_of_otherwise) {
      driver.resize(size.width, size.height, size.scale);
      driver.pass(0.4);
      expect_tidy(driver, name_of(size, what));
    }
    driver.resize(1024, 768, 1);
    driver.apply(SetPresenting{true});
    driver.pass(0.4);
    expect_tidy(driver, what + " before a class");
  }
}

TEST(PlaceOtherwise, AllHeadsAreReachedAndLeft) {
  Session session = all_heads_session();
  session.altitude = Altitude::model;
  session.heads_shown = HeadsShown::one;
  Driver driver(session, 1280, 800);
  driver.click("place/all layers");
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::of_model);
  EXPECT_TRUE(driver.has("place/all heads"));
  EXPECT_TRUE(driver.shows("All heads of all layers"));
  driver.press(Key::escape);
  EXPECT_EQ(driver.session().altitude, Altitude::model);
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::one);
  driver.apply(GoTo{.altitude = Altitude::head});
  driver.pass(0.8);  // it is far
  driver.click("place/heads/All layers");
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::of_model);
  driver.pass(0.8);
  driver.click("place/heads/All heads");
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::of_layer);
  driver.pass(0.8);
  driver.click("place/heads/This head");
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::one);
}

TEST(PlaceOtherwise, KeysWalkThroughAllHeads) {
  Session session = all_heads_session();
  session.layer = 1;
  session.head = 0;
  Driver driver(session, 1280, 800);
  driver.press(Key::right);
  EXPECT_EQ(driver.session().layer, 2);
  driver.press(Key::down);
  EXPECT_EQ(driver.session().head, 1);
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::of_model);
  driver.press(Key::enter);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::one);
  EXPECT_EQ(driver.session().head, 1);
}

TEST(PlaceOtherwise, AllHeadsAreSortedByWhatTheyDo) {
  Driver driver(all_heads_session(), 1280, 800);
  driver.click("place/order/previous word");
  EXPECT_EQ(driver.session().sort_heads, Trait::previous);
  EXPECT_TRUE(driver.shows("Which heads do"));
  EXPECT_TRUE(driver.shows("encoder 1, head"));
  driver.click("place/order/by layer");
  EXPECT_FALSE(driver.session().sort_heads.has_value());
}

TEST(PlaceOtherwise, AllHeadsAreTidy) {
  Session session = all_heads_session();
  expect_tidy_otherwise(session, "all heads");
  session.sort_heads = Trait::antecedent;
  expect_tidy_otherwise(session, "all heads, sorted");
}

TEST(PlaceOtherwise, AllHeadsOfOtherModelsAreTidy) {
  for (const char* const model :
       {"causal", "positions/two_back/causal_2_layers", "caption-transformer", "shapes"}) {
    Session session = opening_session(model);
    session.altitude = Altitude::head;
    session.heads_shown = HeadsShown::of_model;
    session.reduced_motion = true;
    Driver driver(session, 1280, 800);
    if (driver.results()->model == nullptr) continue;
    EXPECT_TRUE(driver.has("place/all heads")) << model;
    expect_tidy(driver, std::string("all heads of ") + model);
    driver.apply(SortHeads{Trait::itself});
    expect_tidy(driver, std::string("sorted heads of ") + model);
  }
}

Session both_session(const std::string& step) {
  Session session = opening_session("translator");
  session.altitude = Altitude::step;
  session.step = step;
  session.sides = Sides::both;
  return session;
}

TEST(PlaceOtherwise, TwoSentencesStandBesideEachOther) {
  Driver driver(both_session("encoder.3.normalized_2"), 1280, 800);
  EXPECT_TRUE(driver.has("place/both/0"));
  EXPECT_TRUE(driver.has("place/both/1"));
  EXPECT_TRUE(driver.shows("The cosine of the two rows"));
  driver.click("place/sides/difference");
  EXPECT_TRUE(driver.has("place/both/2"));
  EXPECT_FALSE(driver.has("place/both/0"));
  driver.click("place/sides/one");
  EXPECT_FALSE(driver.has("place/both/2"));
  EXPECT_EQ(driver.session().sides, Sides::one);
  driver.apply(GoTo{.altitude = Altitude::head});
  const Area opens = driver.area("place/sides/both");
  driver.click("place/sides/both");
  EXPECT_TRUE(driver.has("place/both/1"));
  EXPECT_EQ(driver.area("place/sides/both"), opens) << "it opens and closes at one place";
}

// What only one of them has cannot be subtracted.
TEST(PlaceOtherwise, OtherWordsHaveNoDifference) {
  Session session = both_session("encoder.3.normalized_2");
  session.text(1) = "The old animal didn't cross the street because it was too wide";
  session.altitude = Altitude::head;
  session.step.clear();
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("old"));
  EXPECT_TRUE(driver.has("place/sides/one"));
  EXPECT_FALSE(driver.has("place/sides/difference"));
}

TEST(PlaceOtherwise, WhatOnlyTheOtherSentenceHasStandsBetweenTheRows) {
  Session session = opening_session("translator");
  session.altitude = Altitude::head;
  session.layer = 3;
  session.token = 7;
  session.text(1) = "The animal didn't cross the old street because it was too wide";
  Driver driver(session, 1280, 800);
  EXPECT_TRUE(driver.shows("– old"));
  EXPECT_TRUE(driver.shows("il or elle?")) << "a word in the place of the other's, not one that only one has";
  expect_tidy(driver, "two sentences of different length");
  session.text(1) = "The animal didn't cross the street because it was too wide";
  EXPECT_FALSE(Driver(session, 1280, 800).shows("– "));
}

TEST(PlaceOtherwise, TwoSentencesAreTidy) {
  expect_tidy_otherwise(both_session("encoder.3.normalized_2"), "both at a step");
  Session session = both_session("");
  session.part = "weights";
  expect_tidy_otherwise(session, "both at the weights");
  session.sides = Sides::difference;
  session.altitude = Altitude::head;
  expect_tidy_otherwise(session, "difference of a head");
}

Session causes_session() {
  Session session = opening_session("translator");
  session.altitude = Altitude::model;
  session.cause_ribbons = true;
  return session;
}

TEST(PlaceOtherwise, CausesStandInThePlaceOfWeights) {
  Driver driver(causes_session(), 1280, 800);
  const CauseWays* const ways = cause_ways(driver.session(), *driver.results());
  ASSERT_NE(ways, nullptr);
  EXPECT_TRUE(driver.shows("Where does the"));
  EXPECT_TRUE(driver.shows("Effect: how far")) << "a legend";
  double most = 0;
  for (const CauseWays::Row& row : ways->rows) most = std::max(most, row.effect);
  EXPECT_GT(most, 0.9);
  driver.click("stage/causes");
  EXPECT_FALSE(driver.session().cause_ribbons);
  EXPECT_FALSE(driver.shows("Where does the"));
  driver.click("stage/causes");
  EXPECT_TRUE(driver.session().cause_ribbons);
}

TEST(PlaceOtherwise, CausesAreTidy) { expect_tidy_otherwise(causes_session(), "causes"); }

TEST(PlaceOtherwise, TheInsideOfAPictureIsTidy) {
  for (const char* const model : {"caption-transformer", "caption-attention", "shapes"}) {
    Session session = opening_session(model);
    session.altitude = Altitude::model;
    session.reduced_motion = true;
    Driver driver(session, 1280, 800);
    if (driver.results()->model == nullptr) continue;
    driver.click("place/inside picture");
    EXPECT_TRUE(driver.has("place/kernels")) << model;
    driver.pass(0.3);  // the old fades into the new
    expect_tidy(driver, std::string("features of ") + model);
    driver.click("place/picture shows/places");
    EXPECT_EQ(driver.session().picture_shows, PictureShows::positions);
    EXPECT_TRUE(driver.has("place/cells as words")) << model;
    for (const Size& size : sizes_of_otherwise) {
      driver.resize(size.width, size.height, size.scale);
      driver.pass(0.4);
      expect_tidy(driver, name_of(size, std::string("places of ") + model));
    }
    driver.resize(1280, 800, 1);
    driver.pass(0.4);
    driver.click("place/picture shows/the lines");
    EXPECT_EQ(driver.session().picture_shows, PictureShows::attention);
  }
}

// The page in a browser waits for it.
TEST(PlaceOtherwise, ComesToRest) {
  Session session;
  session.altitude = Altitude::model;
  Driver driver(session, 1280, 800);
  driver.click("place/all layers");
  driver.pass(1);
  EXPECT_LT(driver.draw_until_at_rest(), 100) << "all heads of all layers";
  driver.press(Key::enter);
  driver.pass(1);
  EXPECT_LT(driver.draw_until_at_rest(), 100) << "a head";
  driver.click("place/sides/both");
  driver.pass(1);
  EXPECT_LT(driver.draw_until_at_rest(), 100) << "both tables";
  driver.apply(GoTo{.altitude = Altitude::model});
  driver.pass(1);
  driver.click("stage/causes");
  driver.pass(1);
  EXPECT_LT(driver.draw_until_at_rest(), 100) << "causes";
}

}  // namespace
}  // namespace headlight
