// The one place: a sentence, and from there into the model, a layer, a head, a step, a cell and one
// multiplication. What is at the left, at the right, above and below stands still at all of them.
#pragma once

#include <string>

#include "app/panels/common/panels.h"

namespace headlight {

// The whole window, where the session is in the place (Look::altitude) and there is something to show of it.
void draw_place(const PanelContext& context);
bool shows_place(const PanelContext& context);
// Whether the model on stage is one that it is for, and the window large enough.
bool can_enter_place(const PanelContext& context);

// The same before a class, in an area of the screen; and its end, where it began.
void draw_presented_place(const PanelContext& context, const Area& area);
void end_presented_place(const PanelContext& context);

// What the session shows, without what is around it: a page of the place, or a view. For pictures in files.
void draw_on_stage(const PanelContext& context, const Area& area);

// To the page of a step, of a head or outside them, where the session is in the place; false where it is not,
// or has no page for it.
bool go_to_step_in_place(const PanelContext& context, const std::string& path);

// Into the place from the views, and back.
void enter_place(const PanelContext& context);
void leave_place(const PanelContext& context);

}  // namespace headlight
