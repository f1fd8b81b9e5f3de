// Draws a recorded drawing with Cairo. Private to core/figure: it needs Cairo's headers.
#pragma once

#include <cairo.h>

#include "core/figure/drawing.h"

namespace headlight {

// In units, from the current origin; with `ground` the theme's paper below everything.
void draw_drawing(cairo_t* to, const Drawing& drawing, bool ground);

}  // namespace headlight
