// Scenes changed by hand, cells that are covered, and the pool of examples.
#include "core/pictures/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/pictures/caption.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/random_scene.h"

namespace headlight {
namespace {

constexpr const char* edited_scene = "large red circle at 18,22; small blue square at 46,16; background 7";

TEST(SceneEdit, AnObjectIsFoundWhereItIsDrawn) {
  const Scene scene = scene_of(edited_scene);
  EXPECT_EQ(object_under(scene, 18, 22), 0);
  EXPECT_EQ(object_under(scene, 46, 16), 1);
  EXPECT_EQ(object_under(scene, 32, 60), -1);
  const Scene over = scene_of("large red circle at 30,30; small blue square at 30,30; background 7");
  EXPECT_EQ(object_under(over, 30, 30), 1) << "the one on top";
}

TEST(SceneEdit, AMovedObjectStaysWholeAndNothingElseMoves) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Scene scene = random_captioned_scene(seed, SceneUse::training);
    const int object = static_cast<int>(seed % scene.objects.size());
    const int x = static_cast<int>(seed * 37 % 64), y = static_cast<int>(seed * 53 % 64);
    const Scene other = moved(scene, object, x, y);
    const PixelBox before = box_of(scene, object), after = box_of(other, object);
    EXPECT_EQ(after.right - after.left, before.right - before.left) << seed;
    EXPECT_EQ(after.bottom - after.top, before.bottom - before.top) << seed;
    Scene back = other;
    back.objects[static_cast<std::size_t>(object)] = scene.objects[static_cast<std::size_t>(object)];
    EXPECT_EQ(back, scene) << seed;
  }
}

TEST(SceneEdit, WhatIsAddedIsAnotherKindAndOverNothing) {
  Scene scene = scene_of(edited_scene);
  const Scene more = added(scene);
  ASSERT_EQ(more.objects.size(), 3U);
  EXPECT_NE(more.objects[2].colour, more.objects[0].colour);
  EXPECT_NE(more.objects[2].colour, more.objects[1].colour);
  EXPECT_NE(more.objects[2].shape, more.objects[1].shape);
  for (int object = 0; object < 2; ++object) {
    const PixelBox one = box_of(more, object), other = box_of(more, 2);
    EXPECT_TRUE(one.right <= other.left || other.right <= one.left || one.bottom <= other.top ||
                other.bottom <= one.top);
  }
  EXPECT_EQ(removed(more, 2), scene);
  for (int i = 0; i < 20; ++i) scene = added(scene);
  EXPECT_EQ(scene.objects.size(), static_cast<std::size_t>(Scene::most_objects));
}

TEST(Covered, CellsBecomeGreyAndNoOthers) {
  const Picture plain = picture_of(edited_scene);
  const Picture covered = picture_of(std::string(edited_scene) + "; covered r3c2 r1c8");
  for (int y = 0; y < Picture::side; ++y) {
    for (int x = 0; x < Picture::side; ++x) {
      const int cell = y / Picture::cell_side * Picture::cells + x / Picture::cell_side;
      for (int channel = 0; channel < Picture::channels; ++channel)
        ASSERT_EQ(covered.pixel(x, y)[channel],
                  cell == 17 || cell == 7 ? covering_grey : plain.pixel(x, y)[channel]);
    }
  }
}

TEST(Covered, ACellIsTurnedAndTurnedBack) {
  const std::string once = with_cell_turned(edited_scene, 17);
  EXPECT_EQ(once, std::string(edited_scene) + "; covered r3c2");
  EXPECT_EQ(with_cell_turned(once, 0), std::string(edited_scene) + "; covered r1c1 r3c2");
  EXPECT_EQ(with_cell_turned(once, 17), edited_scene);
  const std::string own = data_uri(picture_of(edited_scene));
  EXPECT_EQ(picture_of(with_cell_turned(own, 17)), picture_of(once)) << "of a picture of one's own as well";
}

TEST(Covered, OddTextsAreRefused) {
  for (const char* part : {"; covered r0c1", "; covered r9c1", "; covered it", "; covered r1c1 r1"})
    EXPECT_THROW(picture_of(std::string(edited_scene) + part), std::invalid_argument) << part;
  EXPECT_EQ(picture_of(std::string(edited_scene) + "; covered"), picture_of(edited_scene));
  EXPECT_THROW(picture_of("; covered r1c1"), std::invalid_argument) << "of nothing";
}

TEST(ExamplePictures, AreOfTheirKind) {
  std::set<std::string> names;
  for (const ExamplePicture& example : captioned_examples()) {
    EXPECT_FALSE(caption_of(scene_of(example.scene)).empty()) << example.name;
    EXPECT_TRUE(names.insert(example.name).second) << example.name;
  }
  for (const ExamplePicture& example : question_examples()) {
    EXPECT_TRUE(shape_answer(scene_of(example.scene))) << example.name;
    EXPECT_TRUE(names.insert(example.name).second) << example.name;
  }
  EXPECT_GE(names.size(), 12U);
}

}  // namespace
}  // namespace headlight
