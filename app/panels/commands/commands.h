// Everything a person can do, in one table: the keys, the sheet that lists them, the hints of the top bar and
// the palette all come from here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/panels/common/panels.h"

namespace headlight {

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
