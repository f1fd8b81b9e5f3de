// The keys that mean something; app/panels/commands/commands.h says what each of them does.
#pragma once

namespace headlight {

enum class Key {
  left,
  right,
  up,
  down,
  home,
  end,
  tab,
  enter,
  space,
  escape,
  help,
  undo,
  redo,
  export_figure,
  larger,
  smaller,
  usual_size,
  theme,
  find,
  save,
  save_as,
  open,
  quit,
  present,
  black,
  spotlight,
  page_up,
  page_down,
  motion,
  lessons,
  next_lesson_step,
  previous_lesson_step,
  edits,    // all of them off, and on again
  what_if,  // their list
  next_lab,
  previous_lab,
  glossary,
  backspace,  // takes back the word that was written last
  other,      // one without a meaning: "press any key"
  none,       // no key at all
};

struct KeyPress {
  Key key;
  bool shift = false;
};

}  // namespace headlight
