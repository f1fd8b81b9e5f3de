// The Picture view: the numbers of the trace on the picture.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "app/panels/common/panels.h"
#include "app/panels/picture/picture_view.h"
#include "core/figure/numbers.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/session/picture_session.h"

namespace headlight {
namespace {

TEST(PictureView, ModelsOfPicturesOpenOnIt) {
  for (const std::string& model : {tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                   tiny_caption_transformer_folder(), tiny_vit_folder()}) {
    Driver driver(picture_session(model));
    EXPECT_EQ(driver.session().view, ViewKind::picture) << model;
    EXPECT_TRUE(driver.has("view/Picture")) << model;
    EXPECT_TRUE(driver.has("picture/another")) << model;
  }
  Driver words(tiny_session());
  EXPECT_FALSE(words.has("view/Picture")) << "no picture, no view of one";
  words.apply(SetView{ViewKind::picture});
  EXPECT_EQ(words.session().view, ViewKind::lines);
}

// Beside it stands a run whose model reads words, or none that can be read: one picture is shown.
TEST(PictureView, StandsBesideWhatIsNoPicture) {
  Driver mixed(picture_session(tiny_caption_attention_folder()));
  Session session = mixed.session();
  session.runs.at(1) = {tired_sentence, tiny_session().model};
  mixed.apply(OpenSession{session});
  ASSERT_NE(mixed.results()->trace(1), nullptr);
  EXPECT_TRUE(mixed.has("picture/word/0"));
  EXPECT_FALSE(mixed.shows("Second picture"));

  // The trace that stood there before was of words.
  Driver unreadable(tiny_session());
  session.runs.at(1) = {"no picture at all"};
  unreadable.apply(OpenSession{session});
  ASSERT_EQ(unreadable.results()->trace(1), nullptr);
  EXPECT_TRUE(unreadable.has("picture/word/0"));
}

TEST(PictureView, ShowsThePixelsThatTheModelWasGiven) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  const Trace& trace = *driver.results()->trace(0);
  EXPECT_EQ(unscaled(trace.read("picture").view()), picture_of(two_objects));
}

// A word, or a cell that asks, has a map; hovering and clicking it is the same as anywhere else.
TEST(PictureView, AWordOfTheStripCanBeKept) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  const auto words = static_cast<int>(driver.results()->trace(0)->words().next.size());
  for (int word = 0; word < words; ++word) EXPECT_TRUE(driver.has("picture/word/" + std::to_string(word)));
  EXPECT_FALSE(driver.has("picture/word/" + std::to_string(words)));
  driver.click("picture/word/1");
  EXPECT_EQ(driver.session().token, 1);
  const Reading weights = driver.results()->trace(0)->read("decoder.0.cross_attention.head.0.weights");
  int largest = 0;
  for (int cell = 1; cell < weights.shape().cols; ++cell)
    largest = weights(1, cell) > weights(1, largest) ? cell : largest;
  EXPECT_TRUE(driver.shows(driver.results()->trace(0)->words().source[static_cast<std::size_t>(largest)]));
  EXPECT_TRUE(driver.shows(weight_alone(weights(1, largest))));
  driver.click("picture/word/1");
  EXPECT_EQ(driver.session().token, -1);
}

TEST(PictureView, ACellOpensItsWeight) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  driver.click("picture/word/2");
  driver.click("picture/map/0/5");
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail.back(), (CellName{"decoder.0.cross_attention.head.0.weights", 2, 5}));
}

// Where the cells ask one another a class token stands before them.
TEST(PictureView, ACellOfAVisionTransformerAsks) {
  Driver driver(picture_session(tiny_vit_folder()));
  EXPECT_TRUE(driver.shows("[class]"));
  driver.click("picture/map/0/5");
  EXPECT_EQ(driver.session().token, 6);
  driver.settle();
  EXPECT_TRUE(driver.shows("“" + driver.results()->trace(0)->words().source[6] + "”"));
  const int heads = driver.results()->model->anatomy().find(Attention::encoder)->count();
  EXPECT_TRUE(driver.has("picture/rollout"));
  driver.click("picture/head/" + std::to_string(heads - 1));
  EXPECT_EQ(driver.session().head, driver.results()->model->anatomy().heads(Attention::encoder, 1) - 1);
  EXPECT_EQ(driver.session().layer, 1);
}

TEST(PictureView, OneVectorIsShownAsOne) {
  Driver driver(picture_session(tiny_caption_rnn_folder()));
  EXPECT_TRUE(driver.shows("no attention"));
  EXPECT_TRUE(driver.shows("9 numbers"));
  driver.click("picture/unrolled");
  EXPECT_EQ(driver.session().altitude, Altitude::model);
}

TEST(PictureView, TwoPicturesHaveTheirDifference) {
  Driver driver(picture_session(tiny_vit_folder(), one_object));
  EXPECT_TRUE(driver.has("picture/map/0/0"));
  EXPECT_TRUE(driver.has("picture/map/1/0"));
  EXPECT_TRUE(driver.shows("Second"));
  driver.click("picture/map/1/5");
  EXPECT_EQ(driver.session().side, 1);
}

// --- scenes by hand

// A title says which word each of the two maps is of: "“circle” looks at r3c2".
TEST(PictureView, TwoPicturesAreComparedByTheSameWord) {
  Session session = opening_session("caption-transformer");
  session.text(0) = "large red circle at 18,20; small blue square at 46,14";
  session.text(1) = "large red circle at 46,20; small blue square at 16,14";
  Driver driver(session);
  const auto& first = driver.results()->trace(0)->words().next;
  const auto& second = driver.results()->trace(1)->words().next;
  const auto in_second = [&](const std::string& word) {
    return std::count(second.begin(), second.end(), word);
  };
  int compared = 0;
  for (std::size_t row = 0; row < first.size(); ++row) {
    const std::string& word = first[row];
    if (std::count(first.begin(), first.end(), word) != 1 || in_second(word) != 1) continue;
    driver.apply(SelectToken{static_cast<int>(row)});
    const std::string title = "“" + word + "”";
    const auto titles = std::count_if(
        driver.placed().begin(), driver.placed().end(),
        [&](const Placed& each) { return each.kind == Placed::Kind::text && each.name.starts_with(title); });
    EXPECT_EQ(titles, 2) << word;
    ++compared;
  }
  EXPECT_GT(compared, 2);
}

TEST(SceneByHand, EachOfTwoPicturesIsChanged) {
  Driver driver(picture_session(tiny_caption_attention_folder(), one_object));
  EXPECT_FALSE(driver.has("picture/object/1/0"));
  driver.click("picture/change/1");
  driver.frame();
  EXPECT_TRUE(driver.has("picture/object/0/0"));
  driver.click("picture/object/1/0");
  driver.frame();
  driver.click("picture/colour/0/second");
  EXPECT_EQ(scene_of(driver.session().text(1)).objects.at(0).colour, ObjectColour::red);
  EXPECT_EQ(driver.session().text(0), two_objects);
  driver.click("picture/maps");
  driver.frame();
  EXPECT_FALSE(driver.has("picture/object/1/0"));
}

TEST(SceneByHand, ADraggedObjectIsOneChange) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  const std::string before = driver.session().text(0);
  const Area object = driver.area("picture/object/0/0");
  driver.move(object.middle_x(), object.middle_y());
  ImGui::GetIO().MouseDown[0] = true;
  driver.frame();
  for (int i = 1; i <= 4; ++i) driver.move(object.middle_x() + 12 * static_cast<float>(i), object.middle_y());
  ImGui::GetIO().MouseDown[0] = false;
  driver.frame();
  driver.settle();
  const Scene changed = scene_of(driver.session().text(0));
  EXPECT_GT(changed.objects[0].x, scene_of(before).objects[0].x);
  EXPECT_EQ(changed.objects[0].y, scene_of(before).objects[0].y);
  EXPECT_EQ(changed.objects[1], scene_of(before).objects[1]);
  EXPECT_EQ(unscaled(driver.results()->trace(0)->read("picture").view()), draw(changed));
  EXPECT_TRUE(driver.has("picture/colour/0")) << "what was moved is chosen";
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().text(0), before);
}

TEST(SceneByHand, TheChosenObjectIsMadeAnother) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  driver.click("picture/object/0/0");
  driver.frame();
  driver.click("picture/colour/2");
  driver.click("picture/shape/3");
  driver.click("picture/size");
  const SceneObject object = scene_of(driver.session().text(0)).objects[0];
  EXPECT_EQ(object.colour, ObjectColour::green);
  EXPECT_EQ(object.shape, ObjectShape::star);
  EXPECT_EQ(object.size, ObjectSize::small);
  driver.click("picture/remove");
  EXPECT_EQ(scene_of(driver.session().text(0)).objects.size(), 1U);
  driver.click("picture/add");
  EXPECT_EQ(scene_of(driver.session().text(0)).objects.size(), 2U);
}

TEST(SceneByHand, ACoveredCellIsGreyToTheModel) {
  Driver driver(picture_session(tiny_vit_folder()));
  driver.click("picture/covering");
  driver.frame();
  driver.click("picture/cover/0/18");
  EXPECT_EQ(driver.session().text(0), std::string(two_objects) + "; covered r3c3");
  const Reading pixels = driver.results()->trace(0)->read("picture");
  EXPECT_EQ(pixels(16 * 64 + 16, 0), 0);
  EXPECT_EQ(pixels(23 * 64 + 23, 2), 0);
  driver.click("picture/covering");
  driver.frame();
  driver.click("picture/uncover");
  EXPECT_EQ(driver.session().text(0), two_objects);
}

TEST(SceneByHand, EscapeLetsGo) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  driver.click("picture/object/0/0");
  driver.frame();
  EXPECT_EQ(driver.state<SceneHand>().chosen, 0);
  driver.press(Key::escape);
  EXPECT_EQ(driver.state<SceneHand>().chosen, -1);
  driver.click("picture/covering");
  driver.frame();
  EXPECT_TRUE(driver.state<SceneHand>().covering);
  driver.press(Key::escape);
  EXPECT_FALSE(driver.state<SceneHand>().covering);
  EXPECT_EQ(driver.session().text(0), two_objects);
}

TEST(SceneByHand, OtherScenesAreDrawnAndExamplesGoRound) {
  Driver driver(picture_session(tiny_vit_folder()));
  driver.click("picture/another");
  EXPECT_GE(only_red(scene_of(driver.session().text(0))), 0) << "a question it can be asked";
  std::set<std::string> seen;
  for (std::size_t i = 0; i < question_examples().size(); ++i) {
    driver.click("picture/example");
    seen.insert(driver.session().text(0));
  }
  EXPECT_EQ(seen.size(), question_examples().size());
}

// Where the window is small the tools take more rows; none of them goes.
TEST(SceneByHand, EveryToolHasAPlace) {
  for (const auto& [width, height, scale] : {std::tuple{1440, 900, 1.0F}, {1280, 800, 1.0F}}) {
    Driver driver(picture_session(tiny_caption_attention_folder()), width, height, scale);
    // Without room for both, the map is in the picture's place.
    if (driver.has("picture/change/0")) driver.click("picture/change/0");
    driver.frame();
    for (const char* id : {"another", "example", "open", "covering", "add"})
      EXPECT_TRUE(driver.has(std::string("picture/") + id)) << id << " at " << width;
    expect_tidy(driver, "the tools of a scene");
    driver.click("picture/object/0/0");
    driver.frame();
    for (const char* id : {"colour/0", "shape/0", "size", "remove"})
      EXPECT_TRUE(driver.has(std::string("picture/") + id)) << id << " at " << width;
    expect_tidy(driver, "the tools of an object");
    driver.press(Key::escape);
    driver.click("picture/covering");
    driver.frame();
    for (const char* cell : {"18", "19"}) {
      driver.click(std::string("picture/cover/0/") + cell);
    }
    expect_tidy(driver, "while cells are covered");
    driver.click("picture/covering");
    driver.frame();
    for (const char* id : {"another", "example", "open", "covering", "uncover", "add"})
      EXPECT_TRUE(driver.has(std::string("picture/") + id)) << id << " at " << width;
    expect_tidy(driver, "covered");
  }
}

TEST(SceneByHand, APictureOfOnesOwnHasNoObjects) {
  Session session = picture_session(tiny_vit_folder());
  session.text(0) = data_uri(picture_of(one_object));
  Driver driver(session);
  EXPECT_FALSE(driver.has("picture/object/0/0"));
  EXPECT_FALSE(driver.has("picture/add"));
  EXPECT_TRUE(driver.has("picture/covering"));
}

TEST(PictureView, EveryLabelHasItsProbability) {
  for (const char* compare : {"", one_object}) {
    Driver driver(picture_session(tiny_vit_folder(), compare));
    for (int side = 0; side < (*compare == 0 ? 1 : 2); ++side) {
      const Reading probabilities = driver.results()->trace(side)->read("probabilities");
      const std::vector<std::string> labels = shape_answers();
      ASSERT_EQ(probabilities.shape().cols, static_cast<int>(labels.size()));
      for (int label = 0; label < probabilities.shape().cols; ++label) {
        EXPECT_TRUE(driver.shows(labels[static_cast<std::size_t>(label)]));
        EXPECT_TRUE(driver.shows(number_alone(probabilities(0, label), NumberFormat::probability))) << label;
      }
    }
  }
}

// Weights that lie on no cell are told as well: a head that finds nothing rests there.
TEST(PictureView, SaysWhatAClassTokenKeepsForItself) {
  Driver driver(picture_session(tiny_vit_folder()));
  EXPECT_TRUE(driver.shows("[class]"));
  Driver without(picture_session(tiny_caption_attention_folder()));
  EXPECT_FALSE(without.shows("[class]"));
}

TEST(PictureView, HowTheMapLiesOverItIsKept) {
  Driver driver(picture_session(tiny_vit_folder()));
  driver.click("picture/laid/cell by cell");
  EXPECT_TRUE(driver.session().picture_cells);
  driver.apply(ShowOverPicture{true, 7.0F});
  EXPECT_EQ(driver.session().picture_dark, 1.0F);
  EXPECT_EQ(session_from_json(to_json(driver.session())), driver.session());
}

TEST(PictureView, FeatureMapsAreTheNumbersOfTheConvolutions) {
  Driver driver(picture_session(tiny_caption_attention_folder()));
  driver.click("picture/face/Features");
  EXPECT_EQ(driver.session().picture_shows, PictureShows::features);
  EXPECT_TRUE(driver.has("picture/channel/3"));
  EXPECT_FALSE(driver.has("picture/channel/4"));
  const Area tile = driver.area("picture/channel/2");
  driver.click_at(tile.left + 1, tile.top + 1);
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail.back(), (CellName{"features.0.activation", 0, 2}));
  EXPECT_NE(driver.results()->trace(0)->find("features.0.activation"), -1);
  driver.apply(GoBack{0});
  driver.click("picture/layer/1");
  EXPECT_EQ(driver.session().picture_layer, 1);
  EXPECT_TRUE(driver.has("picture/channel/5"));
  driver.apply(ShowOfPicture{PictureShows::features, 99});
  EXPECT_EQ(driver.session().picture_layer, 1) << "the last one";
}

TEST(PictureView, PositionsOfCellsThatLieOnTheirPlaces) {
  Driver driver(picture_session(tiny_vit_folder()));
  driver.click("picture/face/Positions");
  EXPECT_TRUE(driver.shows("64 tokens"));
  EXPECT_TRUE(driver.shows("class token"));
  EXPECT_TRUE(driver.has("picture/token/63"));
  EXPECT_TRUE(driver.has("picture/alike/63"));
  driver.hover("picture/token/10");
  EXPECT_EQ(driver.state<PictureHover>().followed_cell, 10);
}

TEST(PictureView, IsTidy) {
  for (const std::string& model : {tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                   tiny_caption_transformer_folder(), tiny_vit_folder()}) {
    for (const Size& size :
         {Size{1024, 768, 1}, Size{1280, 800, 1}, Size{1440, 900, 1}, Size{2560, 1440, 2}}) {
      for (const char* compare : {"", one_object}) {
        for (const auto& [shows, name] : picture_shows_names()) {
          Session session = picture_session(model, compare);
          session.picture_shows = shows;
          session.picture_cells = *compare == 0;
          Driver driver(session, size.width, size.height, size.scale);
          expect_tidy(driver, name_of(size, model + ", " + name + (*compare == 0 ? ", one" : ", two")));
          if (!driver.has("picture/change/0")) continue;
          driver.click("picture/change/0");
          expect_tidy(driver, name_of(size, model + ", " + name + ", two by hand"));
        }
      }
    }
  }
}

}  // namespace
}  // namespace headlight
