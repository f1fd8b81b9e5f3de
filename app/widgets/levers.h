// What is moved by hand: switches and sliders.
#pragma once

#include <optional>
#include <string_view>

#include "app/widgets/ui.h"

namespace headlight {

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

}  // namespace headlight
