#include "app/panels/panels.h"
namespace headlight {
void draw_inspector(const PanelContext& context, const Area& area) { context.ui.fill(area, context.ui.colours().rail); }
}  // namespace headlight
