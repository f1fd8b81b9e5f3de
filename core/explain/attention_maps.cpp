#include "core/explain/attention_maps.h"

#include <stdexcept>

#include "core/explain/view.h"

namespace headlight {

LayerMaps layer_maps(const Trace& trace, const std::set<std::string>& off, std::string_view block,
                     const LayerMaps* below) {
  const Place place = place_of(block);
  const int layer = place.layer.value_or(-1);
  const auto path = [&](int head, const char* part) {
    return head_path(place.stack, layer, place.attention, head, part);
  };
  LayerMaps all;
  std::vector<Heatmap> off_heads;
  for (int head = 0; trace.find(path(head, "weights")) >= 0; ++head) {
    const bool is_off = off.contains(path(head, "output"));
    (is_off ? off_heads : all.heads).push_back(view_of(trace, path(head, "weights")));
    if (!is_off) all.numbers.push_back(head);
  }
  all.off = static_cast<int>(off_heads.size());
  if (all.all() == 0) throw std::invalid_argument(std::string(block) + " has no heads");
  all.mean = std::make_shared<const Heatmap>(mean_of(all.heads.empty() ? off_heads : all.heads));
  all.hidden = hidden_by_mean(all.heads, *all.mean);
  if (place.attention != "self_attention") return all;
  LayerMaps made_below;
  if (below == nullptr && layer > 0) {
    made_below =
        layer_maps(trace, off, place.stack + "." + std::to_string(layer - 1) + "." + place.attention);
    below = &made_below;
  }
  if (below != nullptr) {
    all.rolled = below->rolled;
    all.rollout = below->rollout;
  }
  if (all.heads.empty()) return all;
  all.rolled.add(*all.mean);
  all.rollout = std::make_shared<const Heatmap>(all.rolled.drawn(*all.mean));
  return all;
}

std::set<std::string> heads_off(const Trace& trace, std::span<const Edit> edits) {
  std::set<std::string> off;
  for (const Edit& edit : edits) {
    const int node = trace.find(edit.path);
    if (is_of_head(edit.path, SiteId::output) && node >= 0 && trace.read(node).view().map().isZero(0))
      off.insert(edit.path);
  }
  return off;
}

Matrix position_similarity(const Trace& trace) {
  const auto& picture = trace.anatomy().picture;
  if (!picture || trace.find("source.positions") < 0) return {};
  const Reading positions = trace.read("source.positions");
  const int cells = picture->features.cells();
  Matrix unit = positions.view().map().bottomRows(cells);
  for (int row = 0; row < cells; ++row) {
    const float length = unit.row(row).norm();
    if (length > 0) unit.row(row) /= length;
  }
  return unit * unit.transpose();
}

}  // namespace headlight
