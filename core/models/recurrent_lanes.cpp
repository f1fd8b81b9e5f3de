#include "core/models/recurrent_lanes.h"

#include <algorithm>
#include <array>

namespace headlight {

std::string RecurrentLane::at(int time, std::string_view part) const {
  return path + ".time." + std::to_string(time) + "." + std::string(part);
}

int RecurrentLane::time_of(std::string_view named) const {
  const Place place = place_of(named);
  const bool here = stack->name == place.stack && place.layer == layer && place.backwards == backwards;
  return here && place.time && *place.time < times ? *place.time : -1;
}

std::vector<RecurrentLane> recurrent_lanes(const Trace& trace) {
  std::vector<RecurrentLane> lanes;
  for (const StackInfo& stack : trace.anatomy().stacks) {
    for (int layer = 0; stack.recurrence && layer < stack.layers; ++layer) {
      const std::string path = std::string(stack.name) + "." + std::to_string(layer);
      for (const bool backwards : {false, true}) {
        RecurrentLane lane{backwards ? path + ".backwards" : path, &stack, layer, backwards};
        const int states = trace.find(lane.states());
        if (states < 0) continue;
        lane.times = trace.tape().node(states).shape.rows;
        lanes.push_back(std::move(lane));
      }
    }
  }
  return lanes;
}

std::vector<std::string> parts_of_cell(const Trace& trace, const RecurrentLane& lane) {
  constexpr std::array all{"reset_gate", "update_gate", "forget_gate", "input_gate",
                           "candidate",  "cell",        "output_gate", "state"};
  std::vector<std::string> parts;
  for (const char* const part : all) {
    if (trace.find(lane.at(0, part)) >= 0) parts.emplace_back(part);
  }
  return parts;
}

std::string bottleneck_of(const Trace& trace) {
  const Anatomy& has = trace.anatomy();
  if (!has.recurrent() || has.stacks.size() < 2 || has.find(Attention::cross) != nullptr) return "";
  const int contexts = trace.find(std::string(has.stacks.back().name) + ".0.contexts");
  if (contexts < 0) return "";
  return trace.label(trace.tape().node(contexts).inputs.front()).path;
}

}  // namespace headlight
