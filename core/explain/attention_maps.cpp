#include "core/explain/attention_maps.h"

#include <cmath>
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
    const int node = trace.find(edit.path);
    if (is_of_head(edit.path, SiteId::output) && node >= 0 && trace.read(node).view().map().isZero(0))
      off.insert(edit.path);
  }
  return off;
}

float attention_distance(const Trace& trace, int weights) {
  const auto& picture = trace.anatomy().picture;
  const Shape shape = trace.tape().node(weights).shape;
  if (!picture || shape.rows != picture->rows() || shape.cols != picture->rows()) return 0;
  const int grid = picture->features.grid(), cells = picture->features.cells();
  const int first = picture->class_token ? 1 : 0;
  const double cell = static_cast<double>(picture->features.side) / grid;
  const Reading read = trace.read(trace.label(weights).path);
  double sum = 0;
  int rows = 0;
  for (int query = 0; query < cells; ++query) {
    double far = 0, all = 0;
    for (int key = 0; key < cells; ++key) {
      const auto weight = static_cast<double>(read(first + query, first + key));
      far += weight * cell * std::hypot(query / grid - key / grid, query % grid - key % grid);
      all += weight;
    }
    if (!(all > 0)) continue;
    sum += far / all;
    ++rows;
  }
  return rows == 0 ? 0 : static_cast<float>(sum / rows);
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
