#include "app/panels/flow/flow_pen.h"

#include <algorithm>

namespace headlight {

void FlowPen::station(const std::string& path, bool target, float x, const StripSize& size) {
  const float tall = std::max(px(3), std::min(px(14), layout.per_weight + px(1)));
  strips(path, target, x, size, rows(target), tall, FlowStrip::Kind::stream);
  exit_x = x + size.width;
  exit_target = target;
}

void FlowPen::strips(const std::string& path, bool target, float x, const StripSize& size,
                     const std::vector<float>& y, float tall, FlowStrip::Kind kind) {
  const int node = input.trace.find(path);
  if (node < 0) return;
  const Shape shape = input.trace.tape().node(node).shape;
  const std::vector<int>& words = shown(target);
  if (!words.empty() && shape.rows <= words.back()) return;
  for (int i = 0; i < static_cast<int>(y.size()); ++i) {
    layout.strips.push_back({path, words[i], i, std::min(size.numbers, shape.cols), target,
                             Area::at(x, std::round(y[i] - tall / 2), size.width, tall), kind});
  }
}

void FlowPen::arrive(float x) {
  hand_on(exit_x, x, exit_target);
  exit_x = x;
}

void FlowPen::hand_on(float from, float to, bool target) {
  if (to <= from) return;
  const std::vector<float>& y = rows(target);
  for (int i = 0; i < static_cast<int>(y.size()); ++i) {
    layout.ribbons.push_back({FlowRibbon::Kind::vector,
                              {from, y[i]},
                              {to, y[i]},
                              0,
                              layout.per_weight,
                              -1,
                              i,
                              i,
                              target,
                              target,
                              behind});
  }
}

void FlowPen::weighted(const Matrix& weights, FlowRibbon like, float from_x, const std::vector<float>& from_y,
                       float to_x, const std::vector<float>& to_y) {
  for (int query = 0; query < weights.rows() && query < static_cast<int>(to_y.size()); ++query) {
    float at = to_y[query] - layout.per_weight / 2;
    for (int key = 0; key < weights.cols() && key < static_cast<int>(from_y.size()); ++key) {
      const float weight = weights(query, key);
      if (!std::isfinite(weight)) continue;
      const float wide = weight * layout.per_weight;
      if (weight >= least_flow_weight) {
        like.from = {from_x, from_y[key]};
        like.to = {to_x, at + wide / 2};
        like.width = wide;
        like.weight = weight;
        like.from_token = key;
        like.to_token = query;
        layout.ribbons.push_back(like);
      }
      at += wide;
    }
  }
}

}  // namespace headlight
