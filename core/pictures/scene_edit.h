// Scenes changed by hand: each of these gives another scene.
#pragma once

#include "core/pictures/scene.h"

namespace headlight {

// The topmost object whose box holds a pixel; -1 for none.
int object_under(const Scene& scene, int x, int y);

// With an object's middle at a pixel, or as near to it as all of the object stays in the picture.
Scene moved(Scene scene, int object, int x, int y);

// With a small one more, of a kind that is not there yet, where it is farthest from all others. The same
// scene where there are as many as there may be.
Scene added(Scene scene);

Scene removed(Scene scene, int object);

}  // namespace headlight
