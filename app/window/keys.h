#pragma once

#include <string>

namespace headlight {

// A key of GLFW with what is held down beside it, as the table of commands writes it: "Ctrl Shift Z". Letters
// go by what the keyboard's layout calls them (`name`, glfwGetKeyName), not by where they lie. Empty for a
// key that only changes others.
std::string chord_name(int glfw_key, int glfw_mods, const char* name);

}  // namespace headlight
