// The steps of the training that the model on stage is one of, where they lie beside it: what the margin lets
// choose from. Read between two frames (app/window/file_work.h).
#pragma once

#include <string>
#include <vector>

#include "core/models/checkpoints.h"

namespace headlight {

struct TrainingSteps {
  std::string of;               // the model's name
  std::vector<Checkpoint> all;  // by their steps; empty where there is no other
  int here = 0;                 // its place among them
  int asked = -1;               // the place of the one that is being opened; none: -1
};

}  // namespace headlight
