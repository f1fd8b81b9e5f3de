#include "core/figure/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/figure/figure.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The low end of a logarithm whose high end is `high`: the power of ten some four decades below.
float low_end(float high) {
  return static_cast<float>(std::pow(10.0, std::round(std::log10(static_cast<double>(high))) - 4));
}

}  // namespace

ColourScale clamped(ColourScale scale) {
  if (std::isfinite(scale.low) && std::isfinite(scale.high) && scale.low < scale.high) return scale;
  scale.own_range = false;
  scale.low = ColourScale{}.low;
  scale.high = ColourScale{}.high;
  return scale;
}

std::string in_words(const ColourScale& scale) {
  return joined({scale.logarithmic ? say("logarithmic") : say("linear"),
                 scale.own_range ? say("{low} to {high}", {{"low", tick_text(scale.low, false)},
                                                           {"high", tick_text(scale.high, false)}})
                                 : "",
                 scale.without_sink ? say("without the sink") : ""});
}

ColumnRanges ranges_of(const Heatmap& map) {
  const ValueRange none;
  ColumnRanges ranges;
  ranges.low.assign(static_cast<std::size_t>(map.columns), none.low);
  ranges.high.assign(static_cast<std::size_t>(map.columns), none.high);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const float value = map.value(row, column);
      if (map.state(row, column) != CellState::value || !std::isfinite(value)) continue;
      float& low = ranges.low[column];
      float& high = ranges.high[column];
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  return ranges;
}

void ValueRange::add(const ColumnRanges& columns, std::optional<int> left_out) {
  for (std::size_t column = 0; column < columns.low.size(); ++column) {
    if (left_out && static_cast<std::size_t>(*left_out) == column) continue;
    low = std::min(low, columns.low[column]);
    high = std::max(high, columns.high[column]);
  }
}

Scale scale_by(const ColourScale& by, const Scale& own, const ValueRange& range, bool column_left_out) {
  Scale scale = own;
  const bool diverging = own.ramp == Ramp::diverging;
  const bool any = range.low <= range.high;
  if (by.own_range) {
    const float most = std::max(std::fabs(by.low), std::fabs(by.high));
    scale.low = diverging ? -most : by.low;
    scale.high = diverging ? most : by.high;
  } else if (column_left_out && any) {
    const float most = diverging ? std::max(std::fabs(range.low), std::fabs(range.high)) : range.high;
    if (most > (diverging ? 0 : own.low)) {
      scale.high = most;
      if (diverging) scale.low = -most;
    }
  }
  if (by.logarithmic && scale.high > 0) {
    scale.log_from = diverging || scale.low <= 0 ? low_end(scale.high) : scale.low;
    if (!diverging) scale.low = scale.log_from;
  }
  // A softmax's 1 may be a little more.
  const float slack = 1e-5F * (scale.high - scale.low);
  scale.more_below = any && range.low < scale.low - (scale.log_from > 0 && !diverging ? 0 : slack);
  scale.more_above = any && range.high > scale.high + slack;
  return scale;
}

bool has_sink_column(const Heatmap& map) {
  return map.scale.ramp == Ramp::sequential && map.format == NumberFormat::weight && map.columns > 1 &&
         map.rows > 0;
}

std::optional<FaintWeights> faint_weights(const Heatmap& map, std::optional<int> sink) {
  if (map.scale.ramp != Ramp::sequential || map.format != NumberFormat::weight || map.scale.low != 0 ||
      map.scale.high != 1)
    return std::nullopt;
  FaintWeights found;
  std::vector<float> faint;
  for (int row = 0; row < map.rows; ++row) {
    float most = 0;
    for (int column = 0; column < map.columns; ++column) {
      if (sink == column || map.state(row, column) != CellState::value) continue;
      if (const float value = map.value(row, column); std::isfinite(value)) most = std::max(most, value);
    }
    if (!(most > 0)) continue;
    ++found.rows;
    found.largest = std::max(found.largest, most);
    if (most < FaintWeights::below) faint.push_back(most);
  }
  found.faint = static_cast<int>(faint.size());
  if (faint.empty() || static_cast<float>(found.faint) < FaintWeights::least * static_cast<float>(found.rows))
    return std::nullopt;
  const auto place = faint.begin() + (std::ssize(faint) - 1) * 3 / 4;
  std::nth_element(faint.begin(), place, faint.end());
  const double power = std::pow(10.0, std::floor(std::log10(static_cast<double>(*place))));
  for (const double times : {1.0, 2.0, 5.0, 10.0}) {
    found.high = static_cast<float>(times * power);
    if (found.high >= *place) break;
  }
  return found;
}

void colour_by(const ColourScale& by, Figure& figure, const std::vector<std::optional<int>>& sinks) {
  if (by == ColourScale{}) return;
  std::vector<Scale> before;
  std::vector<std::optional<int>> left_out;
  std::vector<ColumnRanges> ranges;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    before.push_back(figure.panels[i].scale);
    left_out.push_back(by.without_sink && i < sinks.size() ? sinks[i] : std::nullopt);
    ranges.push_back(ranges_of(figure.panels[i]));
  }
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    ValueRange range;
    bool any_left_out = false;
    for (std::size_t other = 0; other < before.size(); ++other) {
      if (!(before[other] == before[i])) continue;
      range.add(ranges[other], left_out[other]);
      any_left_out = any_left_out || left_out[other].has_value();
    }
    figure.panels[i].scale = scale_by(by, before[i], range, any_left_out);
    figure.panels[i].left_out = left_out[i];
  }
}

}  // namespace headlight
