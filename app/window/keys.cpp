#include "app/window/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace headlight {
namespace {

std::optional<Key> with_control(int key, bool shift) {
  switch (key) {
    case GLFW_KEY_Z:
      return shift ? Key::redo : Key::undo;
    case GLFW_KEY_Y:
      return Key::redo;
    case GLFW_KEY_E:
      return Key::export_figure;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      return Key::larger;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      return Key::smaller;
    case GLFW_KEY_0:
      return Key::usual_size;
    default:
      return std::nullopt;
  }
}

std::optional<Key> plain(int key, bool shift) {
  switch (key) {
    case GLFW_KEY_LEFT:
      return Key::left;
    case GLFW_KEY_RIGHT:
      return Key::right;
    case GLFW_KEY_UP:
    case GLFW_KEY_LEFT_BRACKET:
      return Key::up;
    case GLFW_KEY_DOWN:
    case GLFW_KEY_RIGHT_BRACKET:
      return Key::down;
    case GLFW_KEY_HOME:
      return Key::home;
    case GLFW_KEY_END:
      return Key::end;
    case GLFW_KEY_SPACE:
      return Key::space;
    case GLFW_KEY_T:
      return Key::theme;
    case GLFW_KEY_E:
      return Key::edits;
    case GLFW_KEY_W:
      return Key::what_if;
    case GLFW_KEY_SLASH:
      return shift ? std::optional(Key::help) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// These work while a text field has the keyboard, too.
std::optional<Key> always(int key) {
  switch (key) {
    case GLFW_KEY_TAB:
      return Key::tab;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return Key::enter;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_F1:
      return Key::help;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<KeyPress> key_press(int glfw_key, int glfw_mods, bool typing) {
  const bool shift = (glfw_mods & GLFW_MOD_SHIFT) != 0;
  const bool control = (glfw_mods & GLFW_MOD_CONTROL) != 0;
  std::optional<Key> key = always(glfw_key);
  if (!key && control) key = with_control(glfw_key, shift);
  if (!key && !control && !typing) key = plain(glfw_key, shift);
  // Undo while typing undoes the typing; the text field does that itself.
  if (typing && (key == Key::undo || key == Key::redo)) return std::nullopt;
  if (!key) return std::nullopt;
  return KeyPress{*key, shift};
}

}  // namespace headlight
