// What a person can do: a row of the table of commands, or of those that a lab brings.
#pragma once

#include "app/panels/common/panels.h"

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

}  // namespace headlight
