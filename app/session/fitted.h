// What update() clips on its way. For update.cpp and fitted.cpp alone.
#pragma once

#include "app/session/document.h"

namespace headlight {

inline int side_within(int side) { return side <= 0 ? 0 : 1; }

// Attention, layer and heads to those that the model has.
void fit_selection(Session& session, const Document& document);

}  // namespace headlight
