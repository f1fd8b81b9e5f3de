#include "app/window/run.h"

#include <epoxy/gl.h>
// epoxy first: GLFW must not bring its own GL header.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "app/window/gl_backend.h"
#include "app/window/gl_cells.h"
#include "app/window/keys.h"
#include "app/window/screen.h"

namespace headlight {
namespace {

std::string glfw_message() {
  const char* message = nullptr;
  glfwGetError(&message);
  return message == nullptr ? "no reason given" : message;
}

// GLFW from its start to its end.
struct Glfw {
  Glfw() {
    if (glfwInit() == GLFW_FALSE) {
      throw std::runtime_error("no display can be opened (" + glfw_message() +
                               "); without one, use: headlight figure, or headlight screenshot");
    }
  }
  ~Glfw() { glfwTerminate(); }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
};

struct CloseWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowPtr = std::unique_ptr<GLFWwindow, CloseWindow>;

WindowPtr open_window() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  int width = 1440;
  int height = 900;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr) {
    int x = 0;
    int y = 0;
    int free_width = width;
    int free_height = height;
    glfwGetMonitorWorkarea(monitor, &x, &y, &free_width, &free_height);
    if (free_width > 0) width = std::min(width, free_width);
    if (free_height > 0) height = std::min(height, free_height);
  }
  WindowPtr window(glfwCreateWindow(width, height, "Headlight", nullptr, nullptr));
  if (!window) throw std::runtime_error("no window with OpenGL 3.3 can be opened (" + glfw_message() + ")");
  glfwSetWindowSizeLimits(window.get(), 800, 600, GLFW_DONT_CARE, GLFW_DONT_CARE);
  return window;
}

void on_key(GLFWwindow* window, int key, int, int action, int mods) {
  if (action == GLFW_RELEASE) return;
  auto* screen = static_cast<Screen*>(glfwGetWindowUserPointer(window));
  if (const auto press = key_press(key, mods, ImGui::GetIO().WantTextInput)) screen->press(*press);
}

// The framebuffer is the unit of layout: its size and the mouse in it, whatever the window system counts in.
float use_framebuffer(GLFWwindow* window) {
  int width = 1;
  int height = 1;
  int window_width = 1;
  int window_height = 1;
  float scale = 1;
  glfwGetFramebufferSize(window, &width, &height);
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetWindowContentScale(window, &scale, nullptr);
  ImGuiIO& io = ImGui::GetIO();
  const float ratio = window_width > 0 ? static_cast<float>(width) / static_cast<float>(window_width) : 1;
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
  if (ImGui::IsMousePosValid(&io.MousePos)) io.MousePos = {io.MousePos.x * ratio, io.MousePos.y * ratio};
  return std::max(1.0F, scale);
}

void run(GLFWwindow* window, Workspace& workspace) {
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  GlCells cells;
  Screen screen(workspace, cells, [] {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  });
  glfwSetWindowUserPointer(window, &screen);
  glfwSetKeyCallback(window, on_key);
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  const GlBackend backend;

  // `headlight bench` measures the time to the first frame with numbers in it.
  const bool first_frame_only = std::getenv("HEADLIGHT_FIRST_FRAME") != nullptr;
  // A click is two frames for Dear ImGui, and what it changes shows in a third.
  constexpr int frames_after_event = 3;
  constexpr double frame_length = 1.0 / 60;  // where the display does not hold back what moves, this does
  int due = frames_after_event;
  double shown = glfwGetTime();
  while (glfwWindowShouldClose(window) == GLFW_FALSE) {
    double wait = due > 0 ? 0 : screen.rest();
    if (ImGui::GetIO().WantTextInput) wait = std::min(wait, 0.4);  // the caret blinks
    if (std::isinf(wait)) {
      glfwWaitEvents();
    } else {
      glfwWaitEventsTimeout(std::max({0.0, wait, shown + frame_length - glfwGetTime()}));
    }
    if (due <= 0) due = frames_after_event;
    shown = glfwGetTime();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    screen.prepare(use_framebuffer(window));
    cells.new_frame();
    ImGui::NewFrame();
    screen.frame();
    const Rgb paper = screen.paper();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    glViewport(0, 0, static_cast<int>(size.x), static_cast<int>(size.y));
    glDisable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(paper.red) / 255, static_cast<float>(paper.green) / 255,
                 static_cast<float>(paper.blue) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window);
    if (first_frame_only && !workspace.document()->computing) break;
    due = screen.wants_another_frame() ? frames_after_event : due - 1;
  }
  ImGui_ImplGlfw_Shutdown();
}

}  // namespace

int run_window(const Session& session) {
  try {
    const Glfw glfw;
    const WindowPtr window = open_window();
    // The worker's thread may still wake the loop while it ends, so it must be gone before GLFW is.
    Workspace workspace(session, [] { glfwPostEmptyEvent(); });
    run(window.get(), workspace);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "headlight: %s\n", error.what());
    return 1;
  }
}

}  // namespace headlight
