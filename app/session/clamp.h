// What update() clips on its way. For update.cpp and clamp.cpp alone.
#pragma once

#include "app/session/results.h"

namespace headlight {

inline int side_within(int side) { return side <= 0 ? 0 : 1; }

// One that the model has; of a model without any, one whose words in focus are those that were typed.
Attention attention_within(Attention attention, const Anatomy& anatomy);
// Attention, layer and heads to those that the model has.
void fit_selection(Session& session, const Results& results);

}  // namespace headlight
