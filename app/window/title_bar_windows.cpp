#include <windows.h>

#include <dwmapi.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#define GLFW_EXPOSE_NATIVE_WIN32
#include <GLFW/glfw3native.h>

#include "app/window/title_bar.h"

namespace headlight {

void colour_title_bar(GLFWwindow* window, bool dark) {
  constexpr DWORD immersive_dark_mode = 20;  // DWMWA_USE_IMMERSIVE_DARK_MODE, which MinGW's header lacks
  const BOOL on = dark ? TRUE : FALSE;
  DwmSetWindowAttribute(glfwGetWin32Window(window), immersive_dark_mode, &on, sizeof on);
}

}  // namespace headlight
