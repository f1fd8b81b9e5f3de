#include "app/panels/panels.h"
namespace headlight {
void draw_steps(const PanelContext&, const Area&) {}
}  // namespace headlight
