// Calls of the system that go wrong, for a test: this program's own open(), write(), fsync(), rename() ...
// stand before the C library's, and fail or end the program when the plan says so.
#pragma once

namespace headlight {

struct FaultPlan {
  int at = 0;     // the call that goes wrong, from 1; 0: none
  int error = 0;  // what it fails with; 0: the power goes, just before it
};

// From here on calls that write are counted. Never to be ended: it is for a forked child.
void begin_faults(const FaultPlan& plan);
int calls_counted();
// Whether all that was written, and the last name that was given, would outlive the power.
bool all_is_on_disk();

}  // namespace headlight
