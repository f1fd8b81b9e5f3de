// What the window of a browser's tab asks of the platform beyond the headers beside this one.
#pragma once

namespace headlight {

// A tab has no threads: between two frames this does a slice of the work that waits, in turns. Returns
// whether there was any.
bool work_a_slice();

}  // namespace headlight
