// What this program asks the heap for through operator new: the tape's values come that way, Eigen's own
// temporaries do not.
#pragma once

namespace headlight {

// How often it has asked; and how often the thread that asks this has.
long allocations();
long allocations_here();
// Bytes that are not given back yet, and the most there were since the last begin_peak().
long bytes_in_use();
long peak_bytes();
void begin_peak();

}  // namespace headlight
