// Scenes: as text, from a number, drawn, and their captions by rule.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "core/pictures/training_scenes.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

constexpr std::uint64_t swept = 400;

template <typename Each>
void for_random_scenes(const Each& each) {
  for (const SceneUse use : {SceneUse::training, SceneUse::measuring}) {
    for (std::uint64_t seed = 0; seed < swept; ++seed) {
      each(random_captioned_scene(seed, use), use);
      each(random_question_scene(seed, use), use);
    }
  }
}

TEST(Scenes, AreReadAsTheyWereWritten) {
  for_random_scenes([](const Scene& scene, SceneUse) { EXPECT_EQ(scene_of(to_text(scene)), scene); });
  for (const auto examples : {captioned_examples(), question_examples()}) {
    for (const ExamplePicture& example : examples) EXPECT_EQ(to_text(scene_of(example.scene)), example.scene);
  }
}

TEST(Scenes, AreReadHoweverTheyAreTyped) {
  const Scene scene = scene_of("large red circle at 20,30; small blue square at 44,12; background 7");
  EXPECT_EQ(scene_of("  a Large RED circle at 20 , 30;background 7 ; a small blue square at 44,12"), scene);
  EXPECT_EQ(scene_of("large red circle at 20,30").background, 0);
}

TEST(Scenes, SayWhatIsWrongAndWhatCouldStandThere) {
  const auto complaint = [](const char* text) {
    try {
      scene_of(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const auto& [text, word] :
       {std::pair("large red thing at 20,30", "triangle"), std::pair("large pink circle at 20,30", "purple"),
        std::pair("huge red circle at 20,30", "small"), std::pair("large red circle at 64,30", "63"),
        std::pair("large red circle at here", "here"), std::pair("large red circle", "at"),
        std::pair("background 1000000", "999999")})
    EXPECT_NE(complaint(text).find(word), std::string::npos) << text << ": " << complaint(text);
}

TEST(Scenes, ANumberIsAlwaysTheSameScene) {
  std::set<std::string> texts;
  for_random_scenes([&](const Scene& scene, SceneUse) { texts.insert(to_text(scene)); });
  EXPECT_EQ(texts.size(), 4 * swept) << "each number another scene";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Scene scene = random_captioned_scene(seed, SceneUse::training);
    EXPECT_EQ(random_captioned_scene(seed, SceneUse::training), scene);
    EXPECT_EQ(draw(scene), draw(scene));
  }
  // On every machine: what the shipped models were trained on can be made again.
  expect_said({to_text(random_captioned_scene(1, SceneUse::training)),
               to_text(random_question_scene(1, SceneUse::measuring))});
}

TEST(Scenes, WhatIsMeasuredOnWasNeverLearnedFrom) {
  int kept = 0, named = 0;
  for_random_scenes([&](const Scene& scene, SceneUse use) {
    EXPECT_EQ(scene.background % 2, use == SceneUse::training ? 0 : 1);
    if (only_red(scene) >= 0 && scene.objects.size() > 3) return;
    const Caption caption = caption_of(scene);
    if (caption.empty()) return;
    if (use == SceneUse::training && only_red(scene) < 0) {
      EXPECT_FALSE(held_out(caption)) << to_text(scene);
    }
    if (use == SceneUse::measuring && scene.objects.size() > 1) {
      ++named;
      kept += held_out(caption) ? 1 : 0;
    }
  });
  EXPECT_GT(kept, named / 3);
}

TEST(Scenes, AQuestionHasOneAnswer) {
  for (std::uint64_t seed = 0; seed < swept; ++seed) {
    const Scene scene = random_question_scene(seed, SceneUse::measuring);
    EXPECT_EQ(only_red(scene), 0) << to_text(scene);
    EXPECT_GE(scene.objects.size(), 3U);
    EXPECT_LE(scene.objects.size(), 4U);
  }
}

TEST(Scenes, NothingElseChangesWhereNothingIsRed) {
  const auto is_red = [](const SceneObject& object) { return object.colour == ObjectColour::red; };
  for (std::uint64_t seed = 0; seed < swept; ++seed) {
    const Scene asked = random_question_scene(seed, SceneUse::training);
    const Scene without = without_red_object(asked);
    EXPECT_EQ(draw(without), draw_without(asked, 0));
    Scene painted = with_red_painted_over(asked, seed);
    EXPECT_EQ(with_red_painted_over(asked, seed), painted);
    EXPECT_TRUE(std::none_of(without.objects.begin(), without.objects.end(), is_red));
    EXPECT_TRUE(std::none_of(painted.objects.begin(), painted.objects.end(), is_red));
    const auto said = [](const Scene& scene) { return shape_answers().at(shape_answer(scene).value()); };
    EXPECT_EQ(said(asked), name_of(asked.objects.front().shape));
    EXPECT_EQ(said(without), "none");
    EXPECT_EQ(said(painted), "none");
    painted.objects.front().colour = ObjectColour::red;
    EXPECT_EQ(painted, asked);
  }
  const Scene two_red = scene_of("small red star at 10,10; large red cross at 40,40");
  EXPECT_EQ(shape_answer(two_red), std::nullopt);
  EXPECT_EQ(shape_answers().at(shape_answer({}).value()), "none");
}

TEST(Scenes, AnObjectIsDrawnWithinItsBoxAndShadow) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Scene scene = random_captioned_scene(seed, SceneUse::measuring);
    const Picture all = draw(scene);
    for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
      const Picture without = draw_without(scene, object);
      const PixelBox box = box_of(scene, object);
      ASSERT_FALSE(box.empty());
      int changed = 0, outside = 0;
      for (int y = 0; y < Picture::side; ++y) {
        for (int x = 0; x < Picture::side; ++x) {
          if (std::equal(all.pixel(x, y), all.pixel(x, y) + Picture::channels, without.pixel(x, y))) continue;
          ++changed;
          // The shadow falls up to two pixels beyond.
          outside += x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 2 ? 1 : 0;
        }
      }
      EXPECT_GT(changed, 20) << to_text(scene);
      EXPECT_EQ(outside, 0) << to_text(scene) << ", object " << object;
    }
  }
}

// Of a scene one object was moved: the others are drawn as they were.
TEST(Scenes, MovingAnObjectChangesNothingOfTheOthers) {
  Scene scene = scene_of("small red circle at 12,12; large blue star at 46,46; background 8");
  const Variation before = variation(scene, 1);
  scene.objects[0].x = 30;
  const Variation after = variation(scene, 1);
  EXPECT_EQ(before.turn, after.turn);
  EXPECT_EQ(before.radius, after.radius);
  EXPECT_EQ(before.shade, after.shade);
}

TEST(Captions, GoByTheRules) {
  expect_answers([](const std::string& text) { return to_text(caption_of(scene_of(text))); });
}

TEST(Captions, HaveKnownWordsThatSpeakOfTheirObjects) {
  const std::vector<std::string> words = caption_words();
  const std::set<std::string> known(words.begin(), words.end());
  EXPECT_EQ(known.size(), words.size());
  for_random_scenes([&](const Scene& scene, SceneUse) {
    for (const CaptionWord& word : caption_of(scene)) {
      EXPECT_TRUE(known.contains(word.text)) << word.text;
      for (const int object : word.objects) {
        const SceneObject& one = scene.objects.at(static_cast<std::size_t>(object));
        const bool colour =
            std::find(colour_names.begin(), colour_names.end(), word.text) != colour_names.end();
        if (colour) {
          EXPECT_EQ(word.text, name_of(one.colour)) << to_text(scene);
        }
      }
    }
  });
}

// No picture that may be learned from is unlike those; what a person makes of one often is.
TEST(UnlikeLearned, SaysInWhatAPictureIsUnlikeThoseLearnedFrom) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (const SceneUse use : {SceneUse::training, SceneUse::measuring}) {
      EXPECT_FALSE(unlike_learned(to_text(random_captioned_scene(seed, use)), AskedOfScene::caption));
      const Scene asked = random_question_scene(seed, use);
      EXPECT_FALSE(unlike_learned(to_text(asked), AskedOfScene::red_shape));
      EXPECT_FALSE(unlike_learned(to_text(without_red_object(asked)), AskedOfScene::red_shape));
      EXPECT_FALSE(unlike_learned(to_text(with_red_painted_over(asked, seed)), AskedOfScene::red_shape));
    }
  }
  const auto caption = [](const char* text) { return unlike_learned(text, AskedOfScene::caption); };
  EXPECT_FALSE(caption(captioned_examples().front().scene)) << "the picture that a captioner opens with";
  for (const ExamplePicture& example : question_examples())
    EXPECT_FALSE(unlike_learned(example.scene, AskedOfScene::red_shape)) << example.name;
  EXPECT_TRUE(caption("large red circle at 20,30; large blue star at 24,32")) << "they overlap";
  EXPECT_TRUE(caption("large red circle at 20,30; covered r3c4"));
  EXPECT_TRUE(caption(
      "small red circle at 10,10; small blue star at 50,10; small green star at 12,50; small white cross "
      "at 52,52"))
      << "four";
  EXPECT_TRUE(caption("small red circle at 12,12; small blue star at 50,50")) << "as far across as down";
  EXPECT_TRUE(caption("data:image/png;base64,AAAA"));
  EXPECT_TRUE(unlike_learned("small red circle at 10,10; small red star at 50,10", AskedOfScene::red_shape))
      << "two are red";
}

// Scenes changed by hand, cells that are covered, and the pool of examples.

constexpr const char* edited_scene = "large red circle at 18,22; small blue square at 46,16; background 7";

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
