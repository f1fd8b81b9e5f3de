// The one place: a sentence, and from there into the model, a layer, a head, a step, a cell and one
// multiplication. What is at the left, at the right, above and below stands still at all of them.
#pragma once

#include "app/panels/common/panels.h"

namespace headlight {

// The whole window, where there is something to show.
void draw_place(const PanelContext& context);
bool shows_place(const PanelContext& context);
// Where there is nothing: no model, or a text that it cannot read.
void draw_without_trace(const PanelContext& context);

// The same before a class, in an area of the screen; and its end, where it began.
void draw_presented_place(const PanelContext& context, const Area& area);
void end_presented_place(const PanelContext& context);

// What the session shows, without what is around it. For pictures in files.
void draw_on_stage(const PanelContext& context, const Area& area);

}  // namespace headlight
