// What may be larger than its place: there it scrolls, and shows that it does.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

// Where to draw what needs at least `wide` x `tall` pixels in `place`: in `place` itself, or where that is
// too small in an area of that size, of which `place` shows a part. What it shows is moved by the wheel,
// where nothing inside took it, by the bars at its sides and their arrow keys, and by a finger that drags
// what cannot be dragged itself. Every begin has its end; both may lie within others.
Area begin_scroll(Ui& ui, std::string_view id, const Area& place, float wide, float tall);
void end_scroll(Ui& ui);

// What follows something that is chosen in it: where it stands, in pixels at scale 1. The wheel over `place`
// moves it; where another thing is chosen it goes to `in_sight` of where it stood. A picture has another
// size: there the chosen thing is in sight too, unless somebody has moved it since.
struct Following {
  Area place;
  Ui::Way way = Ui::Way::down;
  float furthest = 0;  // 0: it does not scroll
  std::string chosen;
  std::function<float(float)> in_sight;
};
float followed(Ui& ui, const std::string& id, const Following& what);

// A menu under what opened it (WidgetState::overlay_opener), a row a choice, within the screen; it scrolls
// where that is too low. Returns the row pressed, or -1. Its rows are called "id/label".
struct MenuRow {
  std::string label;
  std::string detail = {};  // after it, paler
  bool chosen = false;
  bool pale = false;  // there is little to see
};
int menu(Ui& ui, std::string_view id, const std::vector<MenuRow>& rows);

}  // namespace headlight
