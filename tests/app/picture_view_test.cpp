// The picture that a model reads, changed by hand.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "app/panels/common/panels.h"
#include "app/panels/picture/picture.h"
#include "core/figure/numbers.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/session/picture_session.h"

namespace headlight {
namespace {

// On its first page, where it can be changed.
Session first_page(const std::string& model, const std::string& compare = "") {
  Session session = picture_session(model, compare);
  session.altitude = Altitude::sentence;
  return session;
}

TEST(PictureView, ModelsOfPicturesOpenOnIt) {
  for (const std::string& model : {tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                   tiny_caption_transformer_folder(), tiny_vit_folder()}) {
    Driver driver(first_page(model));
    EXPECT_TRUE(driver.has("picture/another")) << model;
    EXPECT_TRUE(driver.has("picture/object/0/0")) << model;
  }
  Driver words(tiny_session());
  words.apply(SetView{ViewKind::picture});
  EXPECT_EQ(words.session().view, ViewKind::lines) << "no picture, no view of one";
}

TEST(PictureView, ShowsThePixelsThatTheModelWasGiven) {
  Driver driver(first_page(tiny_caption_attention_folder()));
  const Trace& trace = *driver.results()->trace(0);
  EXPECT_EQ(unscaled(trace.read("picture").view()), picture_of(two_objects));
}

TEST(SceneByHand, ADraggedObjectIsOneChange) {
  Driver driver(first_page(tiny_caption_attention_folder()));
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
  Driver driver(first_page(tiny_caption_attention_folder()));
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
  Driver driver(first_page(tiny_vit_folder()));
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
  Driver driver(first_page(tiny_caption_attention_folder()));
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
  Driver driver(first_page(tiny_vit_folder()));
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
    Driver driver(first_page(tiny_caption_attention_folder()), width, height, scale);
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
  Session session = first_page(tiny_vit_folder());
  session.text(0) = data_uri(picture_of(one_object));
  Driver driver(session);
  EXPECT_FALSE(driver.has("picture/object/0/0"));
  EXPECT_FALSE(driver.has("picture/add"));
  EXPECT_TRUE(driver.has("picture/covering"));
}

TEST(PictureView, IsTidy) {
  for (const std::string& model : {tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                   tiny_caption_transformer_folder(), tiny_vit_folder()}) {
    for (const Size& size : {Size{1024, 768, 1}, Size{1280, 800, 1}, Size{360, 640, 1}}) {
      for (const char* compare : {"", one_object}) {
        Driver driver(first_page(model, compare), size.width, size.height, size.scale);
        expect_tidy(driver, name_of(size, model + (*compare == 0 ? ", one" : ", two")));
      }
    }
  }
}

}  // namespace
}  // namespace headlight
