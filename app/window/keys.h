#pragma once

#include <optional>

#include "app/widgets/state.h"

namespace headlight {

// What a key of GLFW means here; nothing for keys without a meaning, and for those that the text field needs
// while something is being typed.
std::optional<KeyPress> key_press(int glfw_key, int glfw_mods, bool typing);

}  // namespace headlight
