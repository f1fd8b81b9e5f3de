// What the system draws around the window.
#pragma once

struct GLFWwindow;

namespace headlight {

// In the colours of the theme, where the system offers both (Windows); the desktops of Linux decide by
// themselves.
void colour_title_bar(GLFWwindow* window, bool dark);

}  // namespace headlight
