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

}  // namespace headlight
