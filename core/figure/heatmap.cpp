#include "core/figure/heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace headlight {
namespace {

constexpr float left_out_share = 0.35F;  // of the strong line in the paper

std::size_t place(const Heatmap& map, int row, int column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) +
         static_cast<std::size_t>(column);
}

std::string label_of(const std::vector<std::string>& labels, int index) {
  return labels.empty() ? std::to_string(index) : labels.at(index);
}

float position_on_logarithm(const Scale& scale, float value) {
  const bool diverging = scale.ramp == Ramp::diverging;
  const double from = scale.log_from;
  const double size = diverging ? std::fabs(static_cast<double>(value)) : static_cast<double>(value);
  const double decades = std::log(static_cast<double>(scale.high) / from);
  if (!(decades > 0)) return 0.5F;
  const double share = size <= from ? 0 : std::min(std::log(size / from) / decades, 1.0);
  return static_cast<float>(diverging ? 0.5 + (value < 0 ? -0.5 : 0.5) * share : share);
}

// "0.00001": a power of ten looks foreign between 0.001 and 0.1.
std::string small_tick(float value, bool with_sign) {
  const float size = std::fabs(value);
  if (!(size >= 1e-7F && size < 1e-4F)) return tick_text(value, with_sign);
  std::string text = fixed_text(value, 2 - static_cast<int>(std::floor(std::log10(size) + 1e-6F)));
  while (text.back() == '0') text.pop_back();
  return with_sign && value > 0 ? "+" + text : text;
}

// Powers of ten strictly between the ends, clear of them, at most three.
std::vector<float> powers_between(float from, float high) {
  std::vector<float> all;
  const double decades = std::log10(static_cast<double>(high) / static_cast<double>(from));
  const int first = static_cast<int>(std::floor(std::log10(static_cast<double>(from)))) + 1;
  for (int power = first; power < first + 40; ++power) {
    const double value = std::pow(10.0, power);
    const double share = std::log10(value / static_cast<double>(from)) / decades;
    if (share > 0.9) break;
    if (share >= 0.1) all.push_back(static_cast<float>(value));
  }
  const std::size_t step = (all.size() + 2) / 3;
  std::vector<float> few;
  for (std::size_t i = step == 0 ? 0 : (all.size() - 1) % step; i < all.size(); i += step)
    few.push_back(all[i]);
  return few;
}

}  // namespace

bool operator==(const Scale& a, const Scale& b) {
  return a.ramp == b.ramp && a.low == b.low && a.high == b.high && a.label == b.label &&
         a.high_means.plain() == b.high_means.plain() && a.low_means.plain() == b.low_means.plain() &&
         a.log_from == b.log_from && a.more_below == b.more_below && a.more_above == b.more_above;
}

float position_on_scale(const Scale& scale, float value) {
  if (scale.log_from > 0) return position_on_logarithm(scale, value);
  // In double, because the width of a scale may be more than a float holds.
  const double low = scale.low;
  const double width = static_cast<double>(scale.high) - low;
  if (!(width > 0)) return 0.5f;
  return static_cast<float>(std::clamp((static_cast<double>(value) - low) / width, 0.0, 1.0));
}

Scale symmetric_scale(std::span<const float> values, std::string label) {
  float most = 0;
  for (const float value : values) {
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  }
  if (most == 0) most = 1;
  return {.ramp = Ramp::diverging, .low = -most, .high = most, .label = std::move(label)};
}

std::vector<ScaleTick> ticks_of(const Scale& scale) {
  const bool diverging = scale.ramp == Ramp::diverging;
  std::vector<float> at;
  if (scale.log_from <= 0) {
    at = {scale.low, std::midpoint(scale.low, scale.high), scale.high};
  } else {
    const float least = diverging ? scale.log_from : scale.low;
    at = powers_between(least, scale.high);
    if (diverging) {
      // One power of ten on either side of the zero, and the ends.
      const float between = at.empty() ? 0 : at[at.size() / 2];
      at = {0};
      if (between > 0) at = {-between, 0, between};
    }
    at.insert(at.begin(), scale.low);
    at.push_back(scale.high);
  }
  std::vector<ScaleTick> ticks;
  for (const float value : at)
    ticks.push_back({position_on_scale(scale, value), small_tick(value, diverging)});
  if (scale.more_below) ticks.front().text = "<" + ticks.front().text;
  if (scale.more_above) ticks.back().text = ">" + ticks.back().text;
  return ticks;
}

float Heatmap::value(int row, int column) const { return values[place(*this, row, column)]; }

CellState Heatmap::state(int row, int column) const {
  const CellState stated = states.empty() ? CellState::value : states[place(*this, row, column)];
  const float number = value(row, column);
  const bool hidden = number == -std::numeric_limits<float>::infinity() || mask == number;
  return stated == CellState::value && hidden ? CellState::masked : stated;
}

bool Heatmap::is_error(int row, int column) const {
  return state(row, column) == CellState::value && !std::isfinite(value(row, column));
}

std::string Heatmap::row_label(int row) const { return label_of(row_labels, row); }
std::string Heatmap::column_label(int column) const { return label_of(column_labels, column); }

void check(const Heatmap& map) {
  const auto demand = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("heatmap: ") + what);
  };
  demand(map.rows > 0 && map.columns > 0, "it needs at least one row and one column");
  const std::size_t cells = static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns);
  demand(map.values.size() == cells, "there are not as many values as cells");
  demand(map.states.empty() || map.states.size() == cells, "there are not as many states as cells");
  demand(map.row_labels.empty() || map.row_labels.size() == static_cast<std::size_t>(map.rows),
         "there are not as many row labels as rows");
  demand(map.column_labels.empty() || map.column_labels.size() == static_cast<std::size_t>(map.columns),
         "there are not as many column labels as columns");
  demand(std::isfinite(map.scale.low) && std::isfinite(map.scale.high) && map.scale.low <= map.scale.high,
         "its scale has no ends");
  const auto inside = [](int index, int size) { return index >= 0 && index < size; };
  demand(!map.focus_row || inside(*map.focus_row, map.rows), "the selected row is outside");
  demand(!map.focus_column || inside(*map.focus_column, map.columns), "the selected column is outside");
  demand(!map.left_out || inside(*map.left_out, map.columns), "the column left out is outside");
  for (const int row : map.chosen_rows) demand(inside(row, map.rows), "a chosen row is outside");
  for (const int column : map.chosen_columns)
    demand(inside(column, map.columns), "a chosen column is outside");
  for (const Mark& mark : map.marks) {
    demand(inside(mark.row, map.rows) && inside(mark.column, map.columns), "a marked cell is outside");
  }
}

std::vector<PlaceRun> runs_of(std::span<const int> places) {
  std::vector<PlaceRun> runs;
  for (const int place : places) {
    if (runs.empty() || runs.back().end != place) runs.push_back({place, place});
    ++runs.back().end;
  }
  return runs;
}

Rgb colour_on_scale(const Scale& scale, float value, Theme theme) {
  return colour_at(colour_map(scale.colours(), theme), position_on_scale(scale, value));
}

Rgb left_out_colour(Theme theme) {
  return mix(palette(theme).stage, palette(theme).strong_line, left_out_share);
}

Rgb cell_colour(const Heatmap& map, int row, int column, Theme theme) {
  if (map.left_out == column) return left_out_colour(theme);
  return colour_on_scale(map.scale, map.value(row, column), theme);
}

Heatmap with_axes_swapped(const Heatmap& map) {
  Heatmap turned = map;
  std::swap(turned.rows, turned.columns);
  std::swap(turned.row_labels, turned.column_labels);
  std::swap(turned.row_axis, turned.column_axis);
  turned.left_out.reset();  // columns alone can be
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const auto at = static_cast<std::size_t>(column) * map.rows + row;
      turned.values[at] = map.value(row, column);
      if (!turned.states.empty()) turned.states[at] = map.state(row, column);
    }
  }
  return turned;
}

}  // namespace headlight
