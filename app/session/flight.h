// "Show me": the way from a sentence to one multiplication and back, as places of the one place.
#pragma once

#include <vector>

#include "app/session/action.h"
#include "app/session/results.h"

namespace headlight {

// Whether a model has a sentence, and heads to look into.
bool has_flight(const Anatomy& anatomy);

// Through the selected head with the selected word: sentence, model, layer, head; the word's row of the
// scores, its largest number's cell and the largest product in it; the shares, what is mixed with them; and
// out again. Each says all that is chosen there, so that one can begin at any of them. Empty where nothing is
// computed, or the one place cannot show the model.
std::vector<GoTo> flight_of(const Session& session, const Results& results);

}  // namespace headlight
