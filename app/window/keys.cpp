#include "app/window/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cctype>
#include <utility>

namespace headlight {
namespace {

constexpr std::array<std::pair<int, const char*>, 21> named{{
    {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_UP, "Up"},
    {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},
    {GLFW_KEY_PAGE_UP, "Page Up"},
    {GLFW_KEY_PAGE_DOWN, "Page Down"},
    {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"},
    {GLFW_KEY_SPACE, "Space"},
    {GLFW_KEY_ESCAPE, "Esc"},
    {GLFW_KEY_F1, "F1"},
    {GLFW_KEY_F5, "F5"},
    {GLFW_KEY_KP_ADD, "+"},
    {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_KP_0, "0"},
    {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_DELETE, "Delete"},
    {GLFW_KEY_INSERT, "Insert"},
}};

bool is_modifier(int key) {
  return (key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER) || key == GLFW_KEY_CAPS_LOCK ||
         key == GLFW_KEY_NUM_LOCK;
}

std::string name_of(int key, const char* layout_name) {
  for (const auto& [each, name] : named) {
    if (each == key) return name;
  }
  const bool letter = layout_name != nullptr && layout_name[0] > ' ' && layout_name[1] == '\0';
  const int sign = letter ? layout_name[0] : key;
  if (sign <= ' ' || sign > '~') return "Other";
  return std::string(1, static_cast<char>(std::toupper(sign)));
}

}  // namespace

std::string chord_name(int glfw_key, int glfw_mods, const char* name) {
  if (is_modifier(glfw_key)) return "";
  const bool shift = (glfw_mods & GLFW_MOD_SHIFT) != 0;
  std::string key = name_of(glfw_key, name);
  if (key == "/" && shift) return "?";
  std::string held;
  if ((glfw_mods & GLFW_MOD_CONTROL) != 0) held += "Ctrl ";
  // A sign that needs Shift on some layouts is the same sign.
  const bool sign = key.size() == 1 && std::isalnum(static_cast<unsigned char>(key[0])) == 0;
  if (shift && !sign) held += "Shift ";
  return held + key;
}

}  // namespace headlight
