// Heatmaps by name, as many as fit into some memory: those that were not looked at for the longest time go
// first.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "core/figure/heatmap.h"

namespace headlight {

// Of its numbers, what they are, and its labels.
inline std::size_t bytes_of(const Heatmap& map) {
  return map.values.size() * sizeof(float) + map.states.size() * sizeof(CellState) +
         (map.row_labels.size() + map.column_labels.size()) * sizeof(std::string);
}

class KeptMaps {
 public:
  explicit KeptMaps(std::size_t most_bytes) : most_(most_bytes) {}

  // Null where it is not kept, or was let go.
  HeatmapPtr find(const std::string& name);
  // In the place of the one of this name, if any.
  void keep(const std::string& name, HeatmapPtr map);
  // Between two frames: lets go what is too much. What was looked at since the last time stays in any case:
  // else a screen full of maps would make each of them again in every frame.
  void settle();
  void clear();

  bool empty() const { return all_.empty(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    HeatmapPtr map;
    long seen = 0;  // in which frame
  };
  std::size_t most_;
  std::size_t bytes_ = 0;
  long frame_ = 0;
  std::map<std::string, Entry> all_;
};

}  // namespace headlight
