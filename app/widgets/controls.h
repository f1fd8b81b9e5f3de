// Buttons, tabs, choices, keys and text fields. None of them has a frame of Dear ImGui's; all show the
// keyboard's focus as an outline.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace headlight {

enum class ButtonKind {
  primary,  // ink with paper text: one on a screen
  plain,    // outlined
  quiet,    // text alone
};

float button_width(const Ui& ui, std::string_view label);
bool button(Ui& ui, std::string_view id, const Area& area, std::string_view label, ButtonKind kind,
            bool enabled = true);
// A small one in a line of others, lit while it is on.
float small_button_width(const Ui& ui, std::string_view label);
bool small_button(Ui& ui, const std::string& id, float left, float middle_y, const std::string& label,
                  const char* hint, bool on = false);
// A text with what to press for it, "Export [Ctrl E]"; `right` is its right end. Returns its left end.
float key_button_width(const Ui& ui, std::string_view label, std::string_view key, bool show_key);
float key_button(Ui& ui, std::string_view id, float right, float middle_y, std::string_view label,
                 std::string_view key, bool show_key, bool& pressed);

// A round "?".
bool help_button(Ui& ui, std::string_view id, const Area& area);

struct Choice {
  std::string label;
  bool enabled = true;
  std::string hint = {};  // of a disabled one: why
};
// Where what is shown goes on beyond a side of an area: it fades out into `ground` under an arrow.
enum class Beyond { left, right, above, below };
void more_beyond(Ui& ui, const Area& area, Beyond side, Rgb ground);

// One of a few, side by side. Returns the one pressed, or -1.
float choices_width(const Ui& ui, std::span<const Choice> choices);
int choices(Ui& ui, std::string_view id, const Area& area, std::span<const Choice> list, int chosen);

// A view's name in the top bar, underlined when it is the one shown.
bool tab(Ui& ui, std::string_view id, const Area& area, std::string_view label, bool chosen);

// A short word on a soft ground: "trained". Returns its right end.
float tag(Ui& ui, float x, float middle_y, std::string_view label, Rgb text, Rgb ground);

struct Field {
  bool changed = false;
  bool entered = false;  // Enter was pressed in it
  bool active = false;
};
// One line of text. `take_focus` gives it the keyboard in this frame.
Field text_field(Ui& ui, std::string_view id, const Area& area, std::string& text, Type type,
                 std::string_view hint, bool take_focus = false);

// A level bar for a share between 0 and 1 on a track.
void share_bar(Ui& ui, const Area& area, float share, Rgb colour);

// Cut to fit; then all of it is under the mouse.
void line_of_text(Ui& ui, const Area& area, Type type, Rgb colour, const std::string& text);

// Two crossed strokes: close, or remove.
void cross_mark(Ui& ui, ImVec2 centre, Rgb colour);

// At the right end of `area`, what of `content` pixels it shows once moved by `offset`; nothing when all
// fits.
void scroll_bar(Ui& ui, const Area& area, float content, float offset);

}  // namespace headlight
