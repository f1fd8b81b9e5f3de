// Where the cells of a matrix's axis lie: all printed, under a lens, or all small.
#include <algorithm>
#include <cmath>

#include "app/widgets/matrix_view.h"

namespace headlight {

float AxisPlaces::begin_of(int index) const {
  index = std::clamp(index, shown_first, shown_end);
  const int before = std::min(index, lens_first) - shown_first;
  const int inside = std::clamp(index, lens_first, lens_end) - lens_first;
  const int behind = std::max(index, lens_end) - lens_end;
  return start + strip * static_cast<float>(before + behind) + printed * static_cast<float>(inside);
}

int AxisPlaces::index_at(float pixel) const {
  for (int i = shown_first; i < shown_end; ++i) {
    if (pixel < end_of(i)) return i;
  }
  return shown_end - 1;
}

namespace {

// All cells of one size; when not even a pixel is left for each, those around `hot`.
AxisPlaces lay_out_overview(AxisPlaces axis, float room, int hot, const AxisCells& cells) {
  axis.printed = std::clamp(std::floor(room / static_cast<float>(axis.count)), 1.0F, cells.overview);
  const int shown = std::clamp(static_cast<int>(room / axis.printed), 1, axis.count);
  axis.shown_first = std::clamp(hot - shown / 2, axis.first, axis.first + axis.count - shown);
  axis.shown_end = axis.shown_first + shown;
  axis.lens_first = axis.shown_first;
  axis.lens_end = axis.shown_end;
  return axis;
}

// As many as leave a strip for each of the others; at least half of the room's worth.
int lens_for(float room, int count, const AxisCells& cells) {
  const float left = room - static_cast<float>(count) * cells.most_strip;
  return std::max(static_cast<int>(left / (cells.printed - cells.most_strip)),
                  static_cast<int>(room * 0.5F / cells.printed));
}

}  // namespace

float printed_width(const Ui& ui, const Heatmap& map) {
  return std::max(ui.px(34), ui.width(type::cell_hot, number_in_cell(map.scale.low, map.format)) + ui.px(3));
}

float printed_cell(const Ui& ui, float least, float room, int count, float grown) {
  const float fits = std::floor(room / static_cast<float>(count));
  return fits >= least ? std::min(fits, ui.px(54 * grown)) : std::max(least, ui.px(46 * grown));
}

AxisPlaces lay_out_axis(float start, float room, int first, int count, int hot, const AxisCells& cells) {
  AxisPlaces axis;
  axis.first = first;
  axis.count = count;
  axis.start = start;
  axis.printed = cells.printed;
  axis.shown_first = axis.lens_first = first;
  axis.shown_end = axis.lens_end = first + count;
  if (cells.zoom == Zoom::overview) return lay_out_overview(axis, room, hot, cells);
  if (static_cast<float>(count) * cells.printed <= room) return axis;
  const int fits = std::max(1, static_cast<int>(room / cells.printed));
  const int lens =
      cells.zoom == Zoom::numbers
          ? std::min(fits, count)
          : std::clamp(cells.lens > 0 ? cells.lens : lens_for(room, count, cells), 1, std::min(fits, count));
  const float left = room - static_cast<float>(lens) * cells.printed;
  const int strips = std::max(0, static_cast<int>(left / cells.least_strip));
  const int shown = std::min(count, lens + strips);
  axis.lens_first = std::clamp(hot - lens / 2, first, first + count - lens);
  axis.lens_end = axis.lens_first + lens;
  // What cannot be shown is left out farthest from the lens.
  axis.shown_first = std::clamp(axis.lens_first - (shown - lens) / 2, first, first + count - shown);
  axis.shown_end = axis.shown_first + shown;
  if (shown > lens) {
    axis.strip =
        std::clamp(std::floor(left / static_cast<float>(shown - lens)), cells.least_strip, cells.most_strip);
  }
  return axis;
}

}  // namespace headlight
