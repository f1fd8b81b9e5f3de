// The memory of this process.
#pragma once

namespace headlight {

double resident_mib();  // now
double peak_mib();      // the most it has had since the last forget_peak()
void forget_peak();

}  // namespace headlight
