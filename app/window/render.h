// A frame of a screen on the GL context at hand.
#pragma once

#include <backends/imgui_impl_opengl3.h>

#include <cstdint>
#include <vector>

#include "app/window/gl.h"
#include "app/window/gl_cells.h"
#include "app/window/screen.h"

namespace headlight {

// Dear ImGui's OpenGL backend from its start to its end, also when a frame throws. Needs a context of each.

struct GlBackend {
  GlBackend() { ImGui_ImplOpenGL3_Init(glsl_version); }
  ~GlBackend() { ImGui_ImplOpenGL3_Shutdown(); }
  GlBackend(const GlBackend&) = delete;
  GlBackend& operator=(const GlBackend&) = delete;
};

// A GL context without any display (EGL's surfaceless platform), and the picture rendered in it.
class Offscreen {
 public:
  // Throws std::runtime_error saying what is missing.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  // What was rendered: 0xffRRGGBB, row by row from the top.
  std::vector<std::uint32_t> pixels() const;

 private:
  int width_;
  int height_;
  void* display_ = nullptr;
  void* context_ = nullptr;
  unsigned frame_ = 0;
  unsigned colours_ = 0;
};

// Draws what Dear ImGui has gathered, on the screen's paper.
void draw_gathered(const Screen& screen);
// Gathers a whole frame of `width` x `height` pixels at `scale` pixels per unit, without a window.
// `seconds` have gone by since the frame before.
void build_frame(Screen& screen, GlCells& cells, int width, int height, float scale, float seconds);
// The same, and draws it.
void render_frame(Screen& screen, GlCells& cells, int width, int height, float scale);
}  // namespace headlight
