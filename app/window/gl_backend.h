// Dear ImGui's OpenGL backend from its start to its end, also when a frame throws. Needs a context of each.
#pragma once

#include <backends/imgui_impl_opengl3.h>

namespace headlight {

struct GlBackend {
  GlBackend() { ImGui_ImplOpenGL3_Init("#version 330"); }
  ~GlBackend() { ImGui_ImplOpenGL3_Shutdown(); }
  GlBackend(const GlBackend&) = delete;
  GlBackend& operator=(const GlBackend&) = delete;
};

}  // namespace headlight
