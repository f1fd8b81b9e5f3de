// What lies behind the objects of a scene.
#pragma once

#include "core/pictures/picture.h"

namespace headlight {

// A muted colour, neither dark nor bright, that runs into another across the picture, with faint stripes,
// clouds and grain. Each number has its own, always the same.
Picture background(int number);

}  // namespace headlight
