// The stage: whose trace is on it, and where a view lies in it.
#pragma once

#include <array>
#include <string>

#include "app/panels/common/panels.h"
#include "app/widgets/controls.h"

namespace headlight {

// The trace that steps and inspector follow: the session's side, or the other one when it has none.
const TracePtr& stage_trace(const PanelContext& context);
int stage_side(const PanelContext& context);

// Of a side whose run is of another model than the other side's: that model's name; else empty.
std::string own_model(const PanelContext& context, int side);
// A sentence by what tells it from the other one: "… tired"; where two models read, by its model.
std::string side_name(const PanelContext& context, int side);
// Whether the steps show the node of both sentences: that is asked for, and both have it.
bool shows_both(const PanelContext& context);

// Where the view lies in an area: between margins, and on a large display no wider than its maps can use.
Area stage_within(const Ui& ui, const Area& area);

// The two sentences, to choose one of.
std::array<Choice, 2> sentence_choices(const PanelContext& context);
// Which of two sentences is followed, with its left end in `area`; returns the width it takes, 0 for one
// sentence.
float draw_side_choice(const PanelContext& context, const Area& area);

}  // namespace headlight
