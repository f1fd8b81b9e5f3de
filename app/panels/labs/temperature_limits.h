// What the lab on temperature says of its limits.
#pragma once

#include "app/labs/temperature/temperature_work.h"
#include "app/panels/labs/labs.h"

namespace headlight {

// Two cards: what the shares come to as T goes to 0 and to infinity, and how far from that they are now.
void draw_temperature_limits(Ui& ui, Area area, const TemperatureStudy& study);

}  // namespace headlight
