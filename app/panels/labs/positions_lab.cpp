#include "app/panels/labs/labs.h"

namespace headlight {

void draw_positions_lab(const PanelContext& context, const Area& area) {
  Area rest = area;
  lab_head(context, rest, "");
}

}  // namespace headlight
