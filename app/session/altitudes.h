// Which altitudes of the one place a model has.
#pragma once

#include "app/session/session.h"

namespace headlight {

bool has_altitude(const Anatomy& anatomy, Altitude altitude);
// The one asked for; of a model without it the next one further out that there is, else the first one.
Altitude altitude_within(const Anatomy& anatomy, Altitude asked);

}  // namespace headlight
