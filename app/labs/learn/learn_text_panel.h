// The page of a text of one's own: what it has beside the page of a training.
#pragma once

#include "app/labs/learn/learn_lab.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/lab_widgets.h"

namespace headlight {

// The texts to choose from, letters or pieces, and the sizes.
void text_settings(const PanelContext& context, ControlRows& row);
// The text itself, to be typed or pasted, and what is said of it in a line.
void text_to_learn(const PanelContext& context, Area area, const LearnStudy& study);
// What the model wrote by itself up to a step, the newest first, with what of it stands in the text.
void lines_written(const PanelContext& context, Area area, const LiveRun& run, int step);

}  // namespace headlight
