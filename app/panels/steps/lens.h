// An axis that is too long to print: what of it stands under the lens, and how much.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/widgets/matrix_view.h"

namespace headlight {

// What of a long axis is printed, and what of it is on screen at all.
struct LensPlace {
  int first = 0, end = 0;
  int shown_first = 0, shown_end = 0;
  std::optional<int> about = {};  // the place for the sake of which it stands there
};

struct Lenses {
  Zoom zoom = Zoom::lens;
  std::map<std::string, LensPlace> places;  // by node and axis
};

// The zoom of the matrices, and what their lenses stand around: the place they are `about`, else where
// somebody moved them. One that is kept goes no farther than it must for another place, so that what was
// clicked stays under the mouse.
int lens_centre(const Ui& ui, const std::string& axis, int about, int count);
void keep_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int about);
void move_lens(Ui& ui, const std::string& axis, const AxisPlaces& places, int by);
void zoom_by(Ui& ui, int by);
// Less and more, at the right end of a line; returns their left end.
float draw_zoom(Ui& ui, const Area& line);

}  // namespace headlight
