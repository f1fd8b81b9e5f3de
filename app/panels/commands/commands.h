// Everything a person can do, in one table: the keys, the sheet that lists them, the hints of the top bar and
// the palette all come from here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/panels/panels.h"

namespace headlight {

enum class CommandGroup { look, go, say, present, files, everywhere };

struct Command {
  CommandGroup group;
  const char* title;  // what it does: "Undo"
  const char* words;  // what else people call it, to search by
  Key key = Key::none;
  const char* chords = "";  // "Ctrl Shift Z, Ctrl Y": what presses it, the one to show first
  // `times` is how often the key was pressed since the last frame. Null: the key belongs to whatever has the
  // focus, and the row only tells of it.
  void (*run)(const PanelContext&, int times) = nullptr;
  bool (*available)(const PanelContext&) = nullptr;  // null: always
  bool on_stage = false;  // its key waits while a sheet is open or something is typed
};

std::span<const Command> commands();
bool is_available(const Command& command, const PanelContext& context);
const char* title_of(CommandGroup group);

// The chord to show for a key: "Ctrl K"; empty without one.
std::string chord_of(const Command& command);
std::string chord_of(Key key);
// The key that a chord presses; nothing when it has no meaning, or when it belongs to the text field in which
// something is being typed.
std::optional<KeyPress> key_of_chord(std::string_view chord, bool typing);

// The sheet of keys and help.

struct KeysSheet {
  std::string explained;  // the panel that it begins with
};

}  // namespace headlight
