#include "core/pictures/training_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "core/matrix/random.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/text/say.h"

namespace headlight {

namespace {

constexpr int side = Picture::side;
constexpr int placings = 60;  // tried before other objects are chosen

enum class Telling { one, related, listed, counted };

Telling telling(Random& random) {
  const double die = random.uniform();
  return die < 0.15   ? Telling::one
         : die < 0.5  ? Telling::related
         : die < 0.85 ? Telling::listed
                      : Telling::counted;
}

SceneObject any_object(Random& random) {
  SceneObject object;
  object.size = static_cast<ObjectSize>(random.below(2));
  object.colour = static_cast<ObjectColour>(random.below(object_colours));
  object.shape = static_cast<ObjectShape>(random.below(object_shapes));
  return object;
}

int any_background(Random& random, SceneUse use) {
  return 2 * random.below((Scene::most_background + 1) / 2) + (use == SceneUse::measuring ? 1 : 0);
}

double reach_of(const Scene& scene, int object) { return 1.08 * variation(scene, object).radius; }

// Puts every object somewhere within the picture, apart from the others; whether that was possible.
bool place(Scene& scene, Random& random) {
  std::vector<double> reach;
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    reach.push_back(reach_of(scene, static_cast<int>(i)));
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    SceneObject& object = scene.objects[i];
    const int edge = static_cast<int>(std::ceil(reach[i]));
    bool apart = false;
    for (int attempt = 0; attempt < placings && !apart; ++attempt) {
      object.x = edge + random.below(side - 2 * edge);
      object.y = edge + random.below(side - 2 * edge);
      apart = true;
      for (std::size_t j = 0; j < i; ++j) {
        const double distance = std::hypot(object.x - scene.objects[j].x, object.y - scene.objects[j].y);
        apart = apart && distance >= reach[i] + reach[j] + least_gap;
      }
    }
    if (!apart) return false;
  }
  return true;
}

// Whether nobody would tell the objects in another order.
bool clear(const Scene& scene, Telling how) {
  const auto& objects = scene.objects;
  if (how == Telling::related) {
    const int across = std::abs(objects[0].x - objects[1].x);
    const int down = std::abs(objects[0].y - objects[1].y);
    return std::abs(across - down) >= least_difference_of_directions;
  }
  if (how == Telling::listed) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (std::abs(objects[i].x - objects[j].x) < least_step_of_a_list) return false;
      }
    }
  }
  return true;
}

bool alike(const SceneObject& a, const SceneObject& b) { return a.colour == b.colour && a.shape == b.shape; }

std::vector<SceneObject> chosen(Telling how, Random& random) {
  const int count = how == Telling::one       ? 1
                    : how == Telling::related ? 2
                    : how == Telling::listed  ? 3
                                              : 2 + random.below(2);
  std::vector<SceneObject> objects{any_object(random)};
  while (static_cast<int>(objects.size()) < count) {
    SceneObject next = any_object(random);
    if (how == Telling::counted) {
      next.colour = objects.front().colour;
      next.shape = objects.front().shape;
    } else if (std::all_of(objects.begin(), objects.end(),
                           [&](const SceneObject& other) { return alike(other, next); })) {
      continue;
    }
    objects.push_back(next);
  }
  return objects;
}

}  // namespace

double gap_between(const Scene& scene, int one, int other) {
  const SceneObject& a = scene.objects.at(static_cast<std::size_t>(one));
  const SceneObject& b = scene.objects.at(static_cast<std::size_t>(other));
  return std::hypot(a.x - b.x, a.y - b.y) - reach_of(scene, one) - reach_of(scene, other);
}

Scene random_captioned_scene(std::uint64_t seed, SceneUse use) {
  Random random(seed);
  const Telling how = telling(random);
  Scene scene;
  while (true) {
    scene.background = any_background(random, use);
    scene.objects = chosen(how, random);
    if (!place(scene, random) || !clear(scene, how)) continue;
    const bool named_one_by_one = how == Telling::related || how == Telling::listed;
    if (held_out(caption_of(scene)) == (named_one_by_one && use == SceneUse::measuring)) return scene;
  }
}

Scene random_question_scene(std::uint64_t seed, SceneUse use) {
  Random random(seed);
  const int count = 3 + random.below(2);
  Scene scene;
  while (true) {
    scene.background = any_background(random, use);
    scene.objects.assign(static_cast<std::size_t>(count), {});
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      SceneObject& object = scene.objects[i];
      object = any_object(random);
      if (i == 0) object.colour = ObjectColour::red;
      while (i > 0 && object.colour == ObjectColour::red) object = any_object(random);
    }
    if (place(scene, random)) return scene;
  }
}

Scene without_red_object(Scene scene) {
  scene.objects.erase(scene.objects.begin());
  return scene;
}

Scene with_red_painted_over(Scene scene, std::uint64_t seed) {
  // Red is the first colour: any of the others.
  const int other = 1 + Random(seed).below(object_colours - 1);
  scene.objects.front().colour = static_cast<ObjectColour>(other);
  return scene;
}

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
      return "your own picture, but it was trained only on drawn scenes";
    case In::few_objects:
      return unlike.count == 1 ? "there is one object, fewer than it was trained on"
                               : say("there are {n} objects, fewer than it was trained on",
                                     {{"n", number_word(unlike.count)}});
    case In::many_objects:
      return say("there are {n} objects, more than it was trained on", {{"n", number_word(unlike.count)}});
    case In::overlap:
      return "two objects overlap or nearly touch";
    case In::direction:
      return "the two objects are neither clearly beside nor clearly above each other";
    case In::order:
      return "two objects are one above the other, but it learned to list them from left to right";
    case In::several_red:
      return say("{n} objects are red, but it was trained on at most one",
                 {{"n", number_word(unlike.count)}});
    case In::covered:
      return "it was never trained on pictures with covered cells";
  }
  return "";
}

}  // namespace headlight
