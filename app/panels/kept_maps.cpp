#include "app/panels/kept_maps.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headlight {

HeatmapPtr KeptMaps::find(const std::string& name) {
  const auto found = all_.find(name);
  if (found == all_.end()) return nullptr;
  found->second.seen = frame_;
  return found->second.map;
}

void KeptMaps::keep(const std::string& name, HeatmapPtr map) {
  Entry& entry = all_[name];
  if (entry.map != nullptr) bytes_ -= bytes_of(*entry.map);
  bytes_ += bytes_of(*map);
  entry = {std::move(map), frame_};
}

void KeptMaps::settle() {
  if (bytes_ > most_) {
    std::vector<std::map<std::string, Entry>::iterator> unseen;
    for (auto entry = all_.begin(); entry != all_.end(); ++entry) {
      if (entry->second.seen < frame_) unseen.push_back(entry);
    }
    std::stable_sort(unseen.begin(), unseen.end(),
                     [](const auto& a, const auto& b) { return a->second.seen < b->second.seen; });
    for (const auto& entry : unseen) {
      if (bytes_ <= most_) break;
      bytes_ -= bytes_of(*entry->second.map);
      all_.erase(entry);
    }
  }
  ++frame_;
}

void KeptMaps::clear() {
  all_.clear();
  bytes_ = 0;
}

}  // namespace headlight
