#include "core/explain/layer_maps.h"

#include <stdexcept>
#include <utility>

#include "core/explain/view.h"

namespace headlight {

LayerMaps layer_maps(const Trace& trace, const std::set<std::string>& off, std::string_view block) {
  const Place place = place_of(block);
  LayerMaps all;
  std::vector<Heatmap> means;
  for (int layer = 0; layer <= place.layer.value_or(-1); ++layer) {
    const auto path = [&](int head, const char* part) {
      return head_path(place.stack, layer, place.attention, head, part);
    };
    all.numbers.clear();
    all.off = 0;
    std::vector<Heatmap> on, off_heads;
    for (int head = 0; trace.find(path(head, "weights")) >= 0; ++head) {
      const bool is_off = off.contains(path(head, "output"));
      (is_off ? off_heads : on).push_back(view_of(trace, path(head, "weights")));
      if (is_off) {
        ++all.off;
      } else {
        all.numbers.push_back(head);
      }
    }
    all.mean = mean_of(on.empty() ? off_heads : on);
    if (!on.empty()) means.push_back(all.mean);
    all.hidden = hidden_by_mean(on, all.mean);
  }
  if (all.numbers.empty() && all.off == 0) throw std::invalid_argument(std::string(block) + " has no heads");
  if (place.attention == "self_attention" && !means.empty()) all.rollout = rollout_of(means);
  return all;
}

std::set<std::string> heads_off(const Trace& trace, std::span<const Edit> edits) {
  std::set<std::string> off;
  for (const Edit& edit : edits) {
    const Place place = place_of(edit.path);
    const int node = trace.find(edit.path);
    if (place.head && place.part == "output" && node >= 0 && trace.read(node).view().map().isZero(0))
      off.insert(edit.path);
  }
  return off;
}

}  // namespace headlight
