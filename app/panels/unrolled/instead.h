// What a view says of a model that has nothing for it to show but is recurrent.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

// In a view of attention: where the model on stage has none, says so, leads to the network unrolled, and
// returns true.
bool draw_without_attention(const PanelContext& context, const Area& area);
// The same in a view of the stream through layers, for a recurrent model: its words go through time.
bool draw_flow_through_time(const PanelContext& context, const Area& area);

// A sentence in the middle of the stage and below it one button, pressed or not.
bool draw_instead(Ui& ui, const Area& area, std::string_view text, std::string_view label);

}  // namespace headlight
