#include "core/explain/picture_attention.h"

#include <cmath>

namespace headlight {

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
