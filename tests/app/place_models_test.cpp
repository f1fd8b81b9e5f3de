// The one place with every model that is shipped, and with models of other makers: what each has of it is
// reached and left, and nothing lies over anything else.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "core/explain/sentence_vectors.h"
#include "core/figure/numbers.h"
#include "core/models/card.h"
#include "core/models/picture_text.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

// All that are shipped, of the many small ones for positions a few; and a folder of each kind of others'.
std::vector<std::string> models_of_the_place() {
  std::vector<std::string> models{"positions/third/rotary", "positions/third/none",
                                  "positions/two_back/causal_2_layers", "small-translator/step_01600"};
  for (const std::string& model : shipped_models()) {
    if (model != "positions" && model != "small-translator") models.push_back(model);
  }
  const std::string golden = HEADLIGHT_SOURCE_DIR "/tests/golden/";
  for (const char* const kind : {"bert",
                                 "bert_classes",
                                 "bert_one_label",
                                 "bert_one_tag",
                                 "bert_several",
                                 "bert_tags",
                                 "distilbert",
                                 "gpt2",
                                 "llama",
                                 "llama_31",
                                 "marian",
                                 "mistral_window",
                                 "qwen2",
                                 "vit",
                                 "vit_one_label",
                                 "qwen3",
                                 "gpt_neox",
                                 "gpt_neo",
                                 "gemma2",
                                 "gemma3",
                                 "modernbert",
                                 "t5",
                                 "roberta",
                                 "camembert_classes",
                                 "xlm_roberta_tags",
                                 "sentence_mean",
                                 "sentence_first",
                                 "mpnet",
                                 "gemma3_4b",
                                 "clip"})
    models.push_back(golden + "foreign/" + kind);
  for (const char* const file : {"four.npy", "cross.npy", "layers.safetensors", "one.safetensors"})
    models.push_back(golden + "given/" + file);
  return models;
}

Session opened_in_place(const std::string& model, Altitude altitude = Altitude::sentence) {
  Session session = opening_session(model);
  session.altitude = altitude;
  return session;
}

std::vector<Altitude> altitudes_of(const Anatomy& has) {
  std::vector<Altitude> all;
  for (int altitude = 0; altitude < altitude_count; ++altitude) {
    if (has_altitude(has, static_cast<Altitude>(altitude))) all.push_back(static_cast<Altitude>(altitude));
  }
  return all;
}

TEST(PlaceOfModels, EveryOneEntersIt) {
  for (const std::string& model : models_of_the_place()) {
    Driver driver(opened_in_place(model), 1280, 800);
    ASSERT_NE(driver.results()->model, nullptr) << model;
    EXPECT_TRUE(driver.session().altitude.has_value()) << model;
  }
}

TEST(PlaceOfModels, EveryAltitudeIsReachedAndLeft) {
  for (const std::string& model : models_of_the_place()) {
    Driver driver(opened_in_place(model), 1280, 800);
    const std::vector<Altitude> all = altitudes_of(driver.results()->model->anatomy());
    ASSERT_FALSE(all.empty()) << model;
    std::vector<Altitude> in{*driver.session().altitude}, out;
    for (int i = 0; i < altitude_count; ++i) {
      driver.press(Key::enter);
      driver.pass(0.5);
      if (*driver.session().altitude != in.back()) in.push_back(*driver.session().altitude);
    }
    EXPECT_EQ(in, all) << model;
    out.push_back(*driver.session().altitude);
    for (int i = 0; i < altitude_count; ++i) {
      driver.press(Key::escape);
      driver.pass(0.5);
      if (driver.session().altitude && *driver.session().altitude != out.back())
        out.push_back(*driver.session().altitude);
    }
    EXPECT_EQ(std::vector<Altitude>(out.rbegin(), out.rend()), all) << model;
  }
}

TEST(PlaceOfModels, EveryAltitudeIsTidy) {
  constexpr Size windows[] = {{1280, 800, 1}, {1366, 768, 1.25F}};
  for (const std::string& model : models_of_the_place()) {
    Driver driver(opened_in_place(model), 1280, 800);
    for (const Size& size : windows) {
      driver.resize(size.width, size.height, size.scale);
      driver.press(Key::home);
      for (int i = 0; i < altitude_count; ++i) {
        driver.pass(0.6);
        const int altitude = static_cast<int>(*driver.session().altitude);
        expect_tidy(driver, name_of(size, model + " at altitude " + std::to_string(altitude)));
        driver.press(Key::enter);
      }
    }
  }
}

// Another word, head, layer, step or number: the altitude stays, and what is chosen can be seen.
TEST(PlaceOfModels, AtEveryAltitudeTheKeysAndTheMouseChoose) {
  for (const std::string& model : models_of_the_place()) {
    Driver driver(opened_in_place(model), 1280, 800);
    for (int i = 0; i < altitude_count; ++i) {
      const Altitude altitude = *driver.session().altitude;
      for (const Key key : {Key::down, Key::right, Key::up, Key::left, Key::left}) {
        driver.press(key);
        driver.pass(0.4);
        EXPECT_EQ(*driver.session().altitude, altitude) << model;
      }
      for (const char* const list : {"place/list of words", "place/picture"}) {
        if (altitude == Altitude::sentence || !driver.has(list)) continue;
        const Area area = driver.area(list);
        driver.click_at(area.left + area.width() * 0.6F, area.top + area.height() * 0.6F);
        driver.pass(0.4);
        EXPECT_EQ(*driver.session().altitude, altitude) << model << " " << list;
      }
      expect_tidy(driver, model + " after keys, at altitude " + std::to_string(static_cast<int>(altitude)));
      driver.press(Key::enter);
      driver.pass(0.4);
    }
  }
}

// Two models that have not the same altitudes, and one at two moments of its training.
TEST(PlaceOfModels, TwoAreBesideEachOther) {
  const std::vector<std::array<const char*, 2>> pairs{
      {"translator", "seq2seq-attention"},
      {"seq2seq", "translator"},
      {"small-translator/step_00050", "small-translator/step_01600"}};
  for (const auto& [first, second] : pairs) {
    Session session = opened_in_place(first);
    session.runs = {{"The animal didn't cross the street because it was too tired"},
                    {"The animal didn't cross the street because it was too tired"}};
    session.runs[1].model = second;
    Driver driver(session, 1280, 800);
    for (int i = 0; i < altitude_count; ++i) {
      for (const int side : {1, 0}) {
        driver.apply(SelectSide{side});
        driver.settle();
        driver.pass(0.5);
        ASSERT_TRUE(driver.session().altitude.has_value()) << first << " " << second;
        expect_tidy(driver, std::string(first) + " and " + second + " side " + std::to_string(side) +
                                " at altitude " +
                                std::to_string(static_cast<int>(*driver.session().altitude)));
      }
      driver.press(Key::enter);
    }
  }
}

// Of two sentences the cosine, and beside each token what it adds; of one what the vector is.
TEST(PlaceOfModels, VectorsOfSentencesAreCompared) {
  const std::string folder = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/sentence_mean";
  Session session = opened_in_place(folder);
  session.runs = {{"the dog crossed the street"}, {"a student looked at the river"}};
  Driver driver(session, 1280, 800);
  const double cosine = sentence_cosine(*driver.results()->trace(0), *driver.results()->trace(1)).value();
  const std::string number = number_alone(static_cast<float>(cosine), NumberFormat::weight);
  EXPECT_TRUE(driver.shows("Cosine of both sentences: " + number));
  driver.press(Key::enter);
  driver.pass(0.6);
  EXPECT_TRUE(driver.shows("Cosine of both"));
  EXPECT_TRUE(driver.shows("Adds to the cosine"));
  const std::vector<double> added = added_to_cosine(*driver.results()->trace(0), *driver.results()->trace(1));
  for (const double each : added)
    EXPECT_TRUE(driver.shows(number_alone(static_cast<float>(each), NumberFormat::weight)));
  session.text(1).clear();
  Driver alone(session, 1280, 800);
  EXPECT_TRUE(alone.shows("12 numbers, the mean of all"));
}

// A picture keeps its texts when it changes, and other texts are typed under it.
TEST(PlaceOfModels, APictureIsComparedWithTextsThatAreTyped) {
  const std::string folder = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/clip";
  Driver driver(opened_in_place(folder), 1280, 800);
  EXPECT_TRUE(driver.shows("a blue square"));
  EXPECT_TRUE(driver.shows("cosine "));
  driver.apply(SetSentence{0, "small green star at 20,20; background 7"});
  driver.settle();
  EXPECT_EQ(texts_typed(driver.session().text(0)), "| " + std::string(example_texts));
  EXPECT_EQ(driver.results()->trace(0)->words().target_vocabulary->size(), 3U);
  driver.click("place/texts");
  driver.type(" | the wide street");
  driver.enter();
  driver.settle();
  EXPECT_EQ(driver.results()->trace(0)->words().target_vocabulary->back(), "the wide street");
  EXPECT_TRUE(driver.shows("the wide street"));
}

// Many layers, many heads and many words; two layers of a recurrent network.
TEST(PlaceOfModels, LargeOnesAreTidy) {
  struct Large {
    std::string model, text;
  };
  const std::vector<Large> all{{many_heads_folder(), random_letters(200)},
                               {tiny_rnn_folder(), "the animal is tired because the street was too wide"}};
  for (const Large& large : all) {
    Session session = opened_in_place(large.model);
    session.text(0) = large.text;
    session.text(1) = "";
    for (const Size& size : {Size{1280, 800, 1}, Size{1366, 768, 1.25F}}) {
      Driver driver(session, size.width, size.height, size.scale);
      for (int i = 0; i < altitude_count; ++i) {
        driver.pass(0.6);
        expect_tidy(driver, name_of(size, large.model + " at altitude " +
                                              std::to_string(static_cast<int>(*driver.session().altitude))));
        driver.press(Key::enter);
      }
    }
  }
}

// Where words are out of sight, it is said where ribbons come from and which rows of the table are at the
// left.
TEST(PlaceOfModels, WhatIsOutOfSightIsNamed) {
  Session session = opened_in_place(many_heads_folder());
  session.text(0) = random_letters(200);
  session.text(1) = "";
  session.token = 199;
  session.altitude = Altitude::model;
  Driver driver(session, 1280, 800);
  driver.pass(0.6);
  EXPECT_TRUE(driver.shows("from letters above"));
  EXPECT_TRUE(driver.shows("A dot is one head"));
  driver.apply(GoTo{.altitude = Altitude::head});
  driver.settle();
  driver.pass(0.6);
  EXPECT_TRUE(driver.shows("Dashed: the 24 rows at the left."));
}

// A share that the margin tells is that of the trace.
// In the row of each word the next one with its probability; and nothing is called a decoder where there is
// no encoder.
TEST(PlaceOfModels, OneThatGoesOnSaysTheNextWordInEveryRow) {
  Session session = opening_session("causal");
  session.text(0) = "dog table river anna dog table";
  session.altitude = Altitude::head;
  session.layer = 1;
  session.head = 0;
  session.token = 6;
  Driver driver(session, 1280, 800);
  int numbers = 0;
  for (const Placed& each : driver.placed())
    numbers += each.kind == Placed::Kind::text && each.area.left > 1200 && each.area.top > 300 &&
                       each.area.top < 560 && each.name.starts_with("0.")
                   ? 1
                   : 0;
  EXPECT_EQ(numbers, 7);
  for (const char* text : {"(end)", "(start)", "layer 2 of 3", "head 1 of 4"})
    EXPECT_TRUE(driver.shows(text)) << text;
  for (const char* text : {"</s>", "<s>", "decoder", "looks back"}) EXPECT_FALSE(driver.shows(text)) << text;
}

TEST(PlaceOfModels, TheNumbersAreThoseOfTheTrace) {
  for (const std::string& model : models_of_the_place()) {
    Driver driver(opened_in_place(model, Altitude::head), 1280, 800);
    if (*driver.session().altitude != Altitude::head) continue;
    const ResultsPtr results = driver.results();
    const Trace* const trace = results->trace(results->trace(0) != nullptr ? 0 : 1);
    ASSERT_NE(trace, nullptr) << model;
    const std::string path = selected_head_path(driver.session(), "weights");
    const Reading weights = trace->read(path);
    const int row = std::min(1, weights.shape().rows - 1);
    driver.apply(SelectToken{row});
    driver.settle();
    float most = 0;
    for (int column = 0; column < weights.shape().cols; ++column) most = std::max(most, weights(row, column));
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(most));
    EXPECT_TRUE(driver.shows(text)) << model << " " << path << " " << text;
  }
}

}  // namespace
}  // namespace headlight
