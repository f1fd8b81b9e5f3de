#include "core/pictures/scene_edit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"

namespace headlight {
namespace {

constexpr int margin = 9;  // pixels that a small object wants on every side
constexpr int stride = 5;  // between the places that are tried

// How far a place is from the nearest object, in squared pixels.
int room_at(const Scene& scene, int x, int y) {
  int nearest = std::numeric_limits<int>::max();
  for (const SceneObject& object : scene.objects)
    nearest = std::min(nearest, (object.x - x) * (object.x - x) + (object.y - y) * (object.y - y));
  return nearest;
}

bool has_kind(const Scene& scene, const SceneObject& kind) {
  return std::any_of(scene.objects.begin(), scene.objects.end(), [&](const SceneObject& object) {
    return object.colour == kind.colour || object.shape == kind.shape;
  });
}

}  // namespace

int object_under(const Scene& scene, int x, int y) {
  for (int object = static_cast<int>(scene.objects.size()) - 1; object >= 0; --object) {
    if (box_of(scene, object).holds(x, y)) return object;
  }
  return -1;
}

Scene moved(Scene scene, int object, int x, int y) {
  const int radius = static_cast<int>(std::ceil(variation(scene, object).radius)) + 1;  // and its soft rim
  SceneObject& one = scene.objects.at(static_cast<std::size_t>(object));
  one.x = std::clamp(x, radius, Picture::side - 1 - radius);
  one.y = std::clamp(y, radius, Picture::side - 1 - radius);
  return scene;
}

Scene added(Scene scene) {
  if (scene.objects.size() >= Scene::most_objects) return scene;
  SceneObject object{.size = ObjectSize::small};
  // Colours and shapes go round together, so that each new one differs in both as long as that is possible.
  for (int kind = 0; kind < object_colours * object_shapes; ++kind) {
    object.colour = static_cast<ObjectColour>((kind + 2) % object_colours);
    object.shape = static_cast<ObjectShape>((kind + 1) % object_shapes);
    if (!has_kind(scene, object)) break;
  }
  int most = -1;
  for (int y = margin; y <= Picture::side - margin; y += stride) {
    for (int x = margin; x <= Picture::side - margin; x += stride) {
      const int room = room_at(scene, x, y);
      if (room <= most) continue;
      most = room;
      object.x = x;
      object.y = y;
    }
  }
  scene.objects.push_back(object);
  return scene;
}

Scene removed(Scene scene, int object) {
  scene.objects.erase(scene.objects.begin() + object);
  return scene;
}

}  // namespace headlight
