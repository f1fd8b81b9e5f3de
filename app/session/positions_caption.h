// Sentences on single pictures of the positions lab, beside that of the page.
#pragma once

#include <string>

#include "app/session/labs/positions_lab.h"

namespace headlight {

// Of the biases of so many heads side by side; `origin`: where their numbers come from, a sentence; `own`:
// they are those of the model on stage.
std::string every_bias_caption(const PositionsLab& lab, int heads, const std::string& origin, bool own);

}  // namespace headlight
