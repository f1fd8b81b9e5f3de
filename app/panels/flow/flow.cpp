#include "app/panels/panels.h"
namespace headlight {
void draw_flow(const PanelContext&, const Area&) {}
}
