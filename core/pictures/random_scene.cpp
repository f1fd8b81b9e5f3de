#include "core/pictures/random_scene.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/matrix/random.h"
#include "core/pictures/caption.h"
#include "core/pictures/draw_scene.h"

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

}  // namespace headlight
