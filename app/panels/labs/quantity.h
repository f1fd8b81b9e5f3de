// Large numbers with a letter for their thousands: k, M, G, T, P, E stand for 10^3 to 10^18.
#pragma once

#include <string>

namespace headlight {

// "8.03 G", "524 MB" with "B" as the unit.
std::string quantity_text(double value, const std::string& unit = "", int digits = 3);
// The same for a tick, a whole power of ten: "10 GB", "1 k".
std::string count_tick(double value);
std::string bytes_tick(double value);

}  // namespace headlight
