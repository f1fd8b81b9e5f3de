// Work of a lab that goes on piece by piece: it can be shown while it is done, cancelled, and gone on with.
#pragma once

#include <functional>
#include <string>

#include "app/lab/lab_work.h"

namespace headlight {

// `advance` does some of it, as long as it is told to, and returns whether all is done. `progress`, 0 to 1,
// fills what lies between `from` and `to` of the whole; `fill`, where there is one, puts what is there so far
// into a work that is shown.
struct LongWork {
  std::string name;
  float from = 0, to = 1;
  std::function<bool(const std::function<bool()>& go_on)> advance;
  std::function<double()> progress;
  std::function<void(LabWork&)> fill = {};
};
// Throws LabCancelled.
void in_pieces(const LabInput& input, const LongWork& work);

}  // namespace headlight
