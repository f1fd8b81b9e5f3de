// What the lab on positions says of its pictures.
#pragma once

#include <string>

#include "app/labs/lab_caption.h"
#include "app/labs/positions/positions_lab.h"

namespace headlight {

// Of the open page.
LabCaption positions_caption(const CaptionAsked& asked);

// Of the biases of so many heads side by side; `origin`: where their numbers come from, a sentence; `own`:
// they are those of the model on stage.
std::string every_bias_caption(const PositionsLab& lab, int heads, const std::string& origin, bool own);

}  // namespace headlight
