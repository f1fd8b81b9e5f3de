#include "app/window/render.h"

#include <imgui.h>

#include "app/window/gl.h"

namespace headlight {

void draw_gathered(const Screen& screen) {
  const Rgb paper = screen.paper();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(static_cast<float>(paper.red) / 255, static_cast<float>(paper.green) / 255,
               static_cast<float>(paper.blue) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void build_frame(Screen& screen, GlCells& cells, int width, int height, float scale, float seconds) {
  ImGuiIO& io = ImGui::GetIO();
  ImGui_ImplOpenGL3_NewFrame();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = seconds;
  screen.prepare(scale);
  cells.new_frame();
  ImGui::NewFrame();
  screen.frame();
}

void render_frame(Screen& screen, GlCells& cells, int width, int height, float scale) {
  build_frame(screen, cells, width, height, scale, 1.0F / 60);
  draw_gathered(screen);
}

}  // namespace headlight
