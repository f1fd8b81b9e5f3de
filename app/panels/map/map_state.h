// What the Map view keeps from one frame to the next.
#pragma once

#include <map>
#include <string>

namespace headlight {

struct MapState {
  std::map<std::string, bool> unfolded;  // layers that somebody folded or unfolded, by path
  std::string followed;                  // the block that was last scrolled into sight
};

}  // namespace headlight
