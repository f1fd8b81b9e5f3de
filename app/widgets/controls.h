// Buttons, tabs, choices, keys and text fields. None of them has a frame of Dear ImGui's; all show the
// keyboard's focus as an outline.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/widgets/ui.h"
#include "core/text/say.h"

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

struct Choice {
  Choice() = default;
  // A sentence of the source: its English is the id, its label may be in another language.
  Choice(const char* sentence, bool can_be_chosen = true,
         std::string why_not = {})  // NOLINT(google-explicit-constructor)
      : label(translated(sentence)), id(sentence), enabled(can_be_chosen), hint(std::move(why_not)) {}
  // A text with values in it, or a name: id as well.
  Choice(std::string text, bool can_be_chosen = true,
         std::string why_not = {})  // NOLINT(google-explicit-constructor)
      : label(std::move(text)), id(label), enabled(can_be_chosen), hint(std::move(why_not)) {}

  std::string label;
  std::string id;  // by which it is pressed, and read aloud
  bool enabled = true;
  std::string hint;           // of a disabled one: why
  std::string whole;          // what a shortened label stands for, to be shown under the mouse
  std::optional<Rgb> colour;  // of its label, where it stands for something of that colour
  float beside = 22;          // units at both sides of the label together
};
// Where what is shown goes on beyond a side of an area: it fades out into `ground` under an arrow.
enum class Beyond { left, right, above, below };
void more_beyond(Ui& ui, const Area& area, Beyond side, Rgb ground);

// Several things that are one to press: one stop of the Tab key, the arrow keys go from one to the next; the
// mouse presses the one that it is on.
struct OneOfMany {
  int pointed = -1;     // under the mouse, or with the keyboard on it
  int clicked = -1;     // of them
  bool beside = false;  // pressed, but none of them
};
OneOfMany press_one_of(Ui& ui, const std::string& id, const std::vector<Area>& places, int chosen);

// How choices stand in their area.
struct ChoicesLook {
  // One stop of the Tab key. They fill the area, in rows of as many each where they do not fit side by side;
  // all of them can be chosen.
  bool one_stop = false;
  bool large = false;  // before a class
};

// One of a few, side by side; in rows where that is too wide for an area that is high enough. Returns the one
// pressed, or -1.
float choices_width(const Ui& ui, std::span<const Choice> choices, bool large = false);
// What they need in this width: `row` where they fit side by side.
float choices_height(const Ui& ui, std::span<const Choice> choices, float width, float row);
int choices(Ui& ui, std::string_view id, const Area& area, std::span<const Choice> list, int chosen,
            const ChoicesLook& look = {});

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

// What is moved by hand: switches and sliders.

// A pill with its knob at the right when on. Returns true when it was pressed.
float toggle_width(const Ui& ui);
bool toggle(Ui& ui, std::string_view id, float left, float middle_y, bool on);

// Where a share between 0 and 1 was moved to: by dragging anywhere in `area` (0 at its left end) or, with the
// keyboard on it, in steps of a twentieth. The id begins with "slide/". Draws nothing but the focus.
std::optional<float> drag_share(Ui& ui, std::string_view id, const Area& area, float share);

// The same as a track with a knob; a tick stands at `usual`.
std::optional<float> slide(Ui& ui, std::string_view id, const Area& area, float share, float usual);

// A number on a slider: its name at the left, the number at the right, the track below. While the keyboard is
// on it, the arrows move it by `step` (on a logarithmic track of whole powers of two: to the next power).
struct NumberSlide {
  std::string_view label;
  double value = 0, lowest = 0, highest = 1;
  double usual = 0;          // where the tick stands
  double step = 1;           // values are multiples of it
  bool logarithmic = false;  // then `lowest` is above 0
  std::string text = {};     // the number with its unit; else up to five significant digits
};
// Its id begins with "slide/".
float number_slide_height(const Ui& ui);
std::optional<double> number_slide(Ui& ui, std::string_view id, const Area& area, const NumberSlide& slide);

// Dear ImGui's text field holds letters of 16 bits. One beyond, as an emoji is, stands there as a syllable of
// Yi that is given to it, and so does every syllable of Yi itself: what was typed comes back as it was.

// How a letter stands in the field. U+FFFD once more than a thousand different ones have been typed.
char32_t field_letter(char32_t typed);

// A text as it stands in the field, and back again.
std::string field_text(std::string_view typed);
std::string typed_text(std::string_view field);

}  // namespace headlight
