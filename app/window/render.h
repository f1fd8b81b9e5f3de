// A frame of a screen on the GL context at hand.
#pragma once

#include "app/window/gl_cells.h"
#include "app/window/screen.h"

namespace headlight {

// Draws what Dear ImGui has gathered, on the screen's paper.
void draw_gathered(const Screen& screen);
// A whole frame of `width` x `height` pixels at `scale` pixels per unit, without a window.
// `seconds` have gone by since the frame before.
void render_frame(Screen& screen, GlCells& cells, int width, int height, float scale,
                  float seconds = 1.0F / 60);
// Tells the backend that the font atlas is another one.
void upload_fonts();

}  // namespace headlight
