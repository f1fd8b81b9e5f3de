// What stands in a stack of the map from its words to its end, before anything has a place.
#pragma once

#include <optional>

#include "app/panels/map/map_layout.h"

namespace headlight {

// A block, or a stretch of the stream between blocks; bottom up.
struct MapRow {
  enum class Kind {
    block,
    stretch,  // an arrow
    split,    // the stream becomes query, key and value
    sum,      // two streams become one
    begin_frame,
    end_frame,
  };
  Kind kind;
  float height;  // units
  MapBlock block = {};
  std::optional<MapBlock> beside = {};  // what is added, where it is no residual path
  std::string shape_of = {};
  bool branch = false;       // a residual path leaves the stream here
  bool cards_below = false;  // the edges of folded layers reach into it
};

std::vector<MapRow> map_rows(const MapInput& input, const StackInfo& stack);

}  // namespace headlight
