// Which altitudes of the one place a model has, and "Show me": the way through them and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/action.h"
#include "app/session/results.h"
#include "app/session/session.h"

namespace headlight {

// The node that is looked into where it is no head's: the step, or further in the node of the cell. Empty
// where a head is, and further out.
std::string step_outside_heads(const Look& look);
// With such a step also what lies below it.
bool has_altitude(const Anatomy& anatomy, Altitude altitude, std::string_view outside_heads = {});
// The one asked for; of a model without it the next one further out that there is, else the first one.
Altitude altitude_within(const Anatomy& anatomy, Altitude asked, std::string_view outside_heads = {});
// Whether the one place can show a model: it has at least one of them.
bool has_place(const Anatomy& anatomy);

// At which altitude the one place shows what a view shows.
Altitude altitude_of_view(const Look& look);
// The same session in the place, with what its view shows chosen there.
Session shown_in_place(Session session);

// Whether there is a way to show: a model with a sentence, and heads to look into.
bool has_flight(const Anatomy& anatomy);
// Through the selected head with the selected word: sentence, model, layer, head; the word's row of the
// scores, its largest number's cell and the largest product in it; the shares, what is mixed with them; and
// out again, as far as the model has these. Each says all that is chosen there, so that one can begin at any
// of them. Empty where nothing is computed, or there is no such way.
std::vector<GoTo> flight_of(const Session& session, const Results& results);

}  // namespace headlight
