// Ribbons as wide as what comes over from the other sentence (app/lab/lab_work.h), over the flow and the
// map: their switch, their width and colour, and what stands beside them.
#pragma once

#include "app/lab/lab_work.h"
#include "app/panels/common/panels.h"
#include "app/widgets/area.h"

namespace headlight {

// What is to be drawn over the view; null for nothing.
const CauseWays* shown_cause_ways(const PanelContext& context);

// Whether ribbons can be asked for: of two sentences, and a model with an answer.
bool can_show_causes(const PanelContext& context);

// The switch, with its right end here; where ribbons are not shown and cannot be asked for, and where it
// would begin before `from`, there is none. A figure has its place, empty. Returns its left end, or `right`
// without it.
float draw_cause_switch(const PanelContext& context, float from, float right, float middle_y);

// So thick, in pixels; what is less than CauseWays::least has nothing. Beyond one and a half it grows no
// more.
float cause_thickness(const Ui& ui, double effect);
// As in a map of effects: one colour for what goes towards the other answer, one for what works against it.
Rgb cause_colour(const Ui& ui, double effect);
inline constexpr float cause_alpha = 0.6F;

// What the ribbons are, with samples, or why there are none; in one line.
void draw_cause_legend(const PanelContext& context, const Area& line);

}  // namespace headlight
