#include "app/panels/unrolled/instead.h"

#include <cmath>

#include "app/widgets/controls.h"

namespace headlight {
bool draw_instead(Ui& ui, const Area& area, std::string_view text, std::string_view label) {
  const float wide = std::min(ui.px(620), area.width() - ui.px(48));
  const float line = ui.px(26);
  const float tall = ui.wrapped_height(type::panel, text, wide, line);
  Area box = Area::at(std::round(area.middle_x() - wide / 2),
                      std::round(area.middle_y() - (tall + ui.px(54)) / 2), wide, tall);
  ui.wrapped(box, type::panel, ui.colours().ink, text, line);
  if (ui.exporting()) return false;
  return button(ui, "instead", Area::at(box.left, box.bottom + ui.px(18), button_width(ui, label), ui.px(36)),
                label, ButtonKind::primary);
}

}  // namespace headlight
