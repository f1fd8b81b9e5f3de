// A context that shows nothing: Windows gives one only to a window, which stays hidden.
#include "app/window/render.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdexcept>
#include <string>

namespace headlight {

namespace {

std::string glfw_message() {
  const char* message = nullptr;
  glfwGetError(&message);
  return message == nullptr ? "no reason given" : message;
}

}  // namespace

HiddenContext::HiddenContext() {
  if (glfwInit() == GLFW_FALSE)
    throw std::runtime_error("nothing can be drawn: Windows opens no window (" + glfw_message() + ")");
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  GLFWwindow* const window = glfwCreateWindow(64, 64, "Headlight", nullptr, nullptr);
  glfwDefaultWindowHints();
  if (window == nullptr) {
    throw std::runtime_error("nothing can be drawn: the graphics driver has no OpenGL 3.3 (" +
                             glfw_message() + "); use: headlight figure");
  }
  context_ = window;
  glfwMakeContextCurrent(window);
}

HiddenContext::~HiddenContext() { glfwDestroyWindow(static_cast<GLFWwindow*>(context_)); }

}  // namespace headlight
