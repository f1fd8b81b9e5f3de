#include "core/pictures/unlike_learned.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

#include "core/pictures/picture.h"
#include "core/pictures/random_scene.h"
#include "core/pictures/scene.h"

namespace headlight {
namespace {

using In = UnlikeLearned::In;

std::string number_word(int count) {
  constexpr std::array words{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
  const auto at = static_cast<std::size_t>(count);
  return at < words.size() ? words[at] : std::to_string(count);
}

// Pixels. Scenes are drawn with least_gap; painting an object another colour changes its radius a little.
constexpr double nearly_touching = 0;

bool any_two_close(const Scene& scene) {
  const auto count = static_cast<int>(scene.objects.size());
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i; ++j) {
      if (gap_between(scene, i, j) < nearly_touching) return true;
    }
  }
  return false;
}

// Captions count objects of one kind, tell how two lie, or list three from left to right.
std::optional<UnlikeLearned> order_unclear(const Scene& scene) {
  const auto& objects = scene.objects;
  const bool one_kind = std::all_of(objects.begin(), objects.end(), [&](const SceneObject& each) {
    return each.colour == objects.front().colour && each.shape == objects.front().shape;
  });
  if (objects.size() < 2 || one_kind) return std::nullopt;
  if (objects.size() == 2) {
    const int across = std::abs(objects[0].x - objects[1].x);
    const int down = std::abs(objects[0].y - objects[1].y);
    if (std::abs(across - down) < least_difference_of_directions) return UnlikeLearned{In::direction};
    return std::nullopt;
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::abs(objects[i].x - objects[j].x) < least_step_of_a_list) return UnlikeLearned{In::order};
    }
  }
  return std::nullopt;
}

std::optional<UnlikeLearned> of_scene(const Scene& scene, AskedOfScene asked) {
  const auto count = static_cast<int>(scene.objects.size());
  const bool caption = asked == AskedOfScene::caption;
  if (count < (caption ? 1 : 2)) return UnlikeLearned{In::few_objects, count};
  if (count > (caption ? 3 : 4)) return UnlikeLearned{In::many_objects, count};
  if (any_two_close(scene)) return UnlikeLearned{In::overlap};
  if (caption) return order_unclear(scene);
  const auto red =
      static_cast<int>(std::count_if(scene.objects.begin(), scene.objects.end(), [](const SceneObject& each) {
        return each.colour == ObjectColour::red;
      }));
  if (red > 1) return UnlikeLearned{In::several_red, red};
  return std::nullopt;
}

}  // namespace

std::optional<UnlikeLearned> unlike_learned(std::string_view picture_text, AskedOfScene asked) {
  try {
    const CoveredText text = covered_text_of(picture_text);
    if (is_data_uri(text.picture)) return UnlikeLearned{In::own_picture};
    if (const auto unlike = of_scene(scene_of(text.picture), asked)) return unlike;
    if (!text.covered.empty()) return UnlikeLearned{In::covered, static_cast<int>(text.covered.size())};
  } catch (const std::invalid_argument&) {
    // The stage says what is wrong with it.
  }
  return std::nullopt;
}

std::string text_of(const UnlikeLearned& unlike) {
  switch (unlike.in) {
    case In::own_picture:
      return "a picture of your own, and it learned from drawn scenes alone";
    case In::few_objects:
      return unlike.count == 1
                 ? "there is one object, fewer than it learned from"
                 : "there are " + number_word(unlike.count) + " objects, fewer than it learned from";
    case In::many_objects:
      return "there are " + number_word(unlike.count) + " objects, more than it learned from";
    case In::overlap:
      return "two objects overlap or nearly touch";
    case In::direction:
      return "the two objects lie neither clearly beside nor clearly above each other";
    case In::order:
      return "two objects stand one above the other, and it learned to list them from left to right";
    case In::several_red:
      return number_word(unlike.count) + " objects are red, and it learned from one at most";
    case In::covered:
      return "cells are covered, and it never learned from such pictures";
  }
  return "";
}

}  // namespace headlight
