// The chords of the table of commands: which one to show for a key, and which key one presses.
#include <array>

#include "app/panels/commands/commands.h"

namespace headlight {
namespace {

// Calls `visit` with each chord of a row until it returns true.
template <typename Visit>
bool any_chord(const Command& command, Visit visit) {
  std::string_view rest = command.chords;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(", ");
    if (visit(rest.substr(0, comma))) return true;
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 2);
  }
  return false;
}

// What a text field needs for itself: letters and signs, the caret's keys, the clipboard and its own undo.
bool belongs_to_typing(std::string_view chord) {
  if (chord.starts_with("Shift ")) chord.remove_prefix(6);
  if (chord.size() == 1) return true;
  constexpr std::array taken{"Left",      "Right",  "Home",         "End",   "Space",
                             "Backspace", "Ctrl Z", "Ctrl Shift Z", "Ctrl Y"};
  return std::find(taken.begin(), taken.end(), chord) != taken.end();
}

}  // namespace

std::string chord_of(const Command& command) {
  const std::string_view all = command.chords;
  return std::string(all.substr(0, all.find(", ")));
}

std::string chord_of(Key key) {
  for (const Command& command : commands()) {
    if (command.key == key && key != Key::none) return chord_of(command);
  }
  return "";
}

std::optional<KeyPress> key_of_chord(std::string_view chord, bool typing) {
  if (typing && belongs_to_typing(chord)) return std::nullopt;
  for (const Command& command : commands()) {
    if (any_chord(command, [&](std::string_view each) { return each == chord; }))
      return KeyPress{command.key, chord.find("Shift ") != std::string_view::npos};
  }
  return std::nullopt;
}

}  // namespace headlight
