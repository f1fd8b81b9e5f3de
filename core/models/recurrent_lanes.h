// The recurrent layers of a trace, each in one direction: where the nodes of its times lie.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

struct RecurrentLane {
  std::string path;  // "encoder.0.backwards"
  const StackInfo* stack = nullptr;
  int layer = 0;
  bool backwards = false;
  int times = 0;

  std::string states() const { return path + ".states"; }
  // "encoder.0.backwards.time.3.update_gate"
  std::string at(int time, std::string_view part) const;
  // The time that a path names, "encoder.0.backwards.time.3.state"; -1 where that is none of this lane's.
  int time_of(std::string_view path) const;
};

// In the order of the computation; none where nothing is recurrent. They live no longer than the trace.
std::vector<RecurrentLane> recurrent_lanes(const Trace& trace);

// What a cell is opened up into, in the order in which it is computed: its gates, the candidate, cell state
// and state, those of them that there are.
std::vector<std::string> parts_of_cell(const Trace& trace, const RecurrentLane& lane);

// The vector that is all the decoder is given of the text read, by its path: the state that the encoder ends
// with. Empty where the decoder looks back, and where there is no decoder behind an encoder.
std::string bottleneck_of(const Trace& trace);

}  // namespace headlight
