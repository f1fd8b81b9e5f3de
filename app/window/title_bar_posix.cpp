#include "app/window/title_bar.h"

namespace headlight {

void colour_title_bar(GLFWwindow*, bool) {}

}  // namespace headlight
