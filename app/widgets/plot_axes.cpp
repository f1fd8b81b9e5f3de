// Where numbers stand along the axes of a plot, and the axes themselves.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/widgets/plot_frame.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

double share(const PlotAxis& axis, double value) {
  const double from = along(axis, axis.from);
  return (along(axis, value) - from) / (along(axis, axis.to) - from);
}

}  // namespace

double along(const PlotAxis& axis, double value) { return axis.logarithmic ? std::log(value) : value; }
double value_at(const PlotAxis& axis, double place) { return axis.logarithmic ? std::exp(place) : place; }

std::string label_of(const PlotAxis& axis, double value) {
  return axis.label != nullptr ? axis.label(value) : significant_text(static_cast<float>(value), 4);
}

bool drawable(const PlotAxis& x, const PlotAxis& y, Point at) {
  return std::isfinite(at.x) && std::isfinite(at.y) && (!x.logarithmic || at.x > 0) &&
         (!y.logarithmic || at.y > 0);
}

ImVec2 PlotFrame::operator()(Point at) const {
  return {inner_.left + inner_.width() * static_cast<float>(share(x_, at.x)),
          inner_.bottom - inner_.height() * static_cast<float>(share(y_, at.y))};
}

double PlotFrame::x_at(float pixel) const {
  const double part = static_cast<double>((pixel - inner_.left) / inner_.width());
  return value_at(x_, along(x_, x_.from) + part * (along(x_, x_.to) - along(x_, x_.from)));
}

int most_ticks(const Ui& ui, float length, bool upright) {
  return std::max(2, static_cast<int>(length / ui.px(upright ? 44 : 64)));
}

void draw_axes(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y) {
  const Palette& c = ui.colours();
  for (const double value : tick_values(y, most_ticks(ui, inner.height(), true))) {
    const float at = std::round(frame({x.from, value}).y);
    ui.line(inner.left, at, inner.right, at, value == 0 ? c.strong_line : c.hairline, ui.hairline());
    ui.text({inner.left - ui.px(80), at - ui.px(8), inner.left - ui.px(8), at + ui.px(8)}, Align::right,
            type::path, c.text_2, label_of(y, value));
  }
  ui.line(inner.left, inner.bottom, inner.right, inner.bottom, c.strong_line, ui.hairline());
  float free = inner.left - ui.px(40);
  for (const double value : tick_values(x, most_ticks(ui, inner.width(), false))) {
    const float at = std::round(frame({value, y.from}).x);
    const std::string text = label_of(x, value);
    const float wide = ui.width(type::path, text);
    ui.line(at, inner.bottom, at, inner.bottom + ui.px(4), c.strong_line, ui.hairline());
    if (at - wide / 2 < free) continue;
    ui.text({at - wide, inner.bottom + ui.px(6), at + wide, inner.bottom + ui.px(22)}, Align::centre,
            type::path, c.text_2, text);
    free = at + wide / 2 + ui.px(10);
  }
  if (!x.title.empty())
    ui.text({inner.left, inner.bottom + ui.px(24), inner.right, inner.bottom + ui.px(40)}, Align::right,
            type::caption, c.text_2, x.title);
}

std::vector<double> tick_values(const PlotAxis& axis, int most) {
  std::vector<double> values;
  if (axis.logarithmic) {
    const double factor = std::log(axis.base);
    const int first = static_cast<int>(std::ceil(std::log(axis.from) / factor - 1e-9));
    const int last = static_cast<int>(std::floor(std::log(axis.to) / factor + 1e-9));
    const int step = std::max(1, (last - first + most) / std::max(most, 1));
    for (int power = first; power <= last; power += step) values.push_back(std::pow(axis.base, power));
    // Less than two decades have ticks between their powers.
    if (values.size() > 2 || axis.base != 10 || axis.to <= axis.from) return values;
    std::vector<double> finer;
    for (int power = first - 1; power <= last; ++power) {
      for (const double times : {1.0, 2.0, 5.0}) {
        const double value = times * std::pow(10.0, power);
        if (value >= axis.from * (1 - 1e-9) && value <= axis.to * (1 + 1e-9)) finer.push_back(value);
      }
    }
    return finer.size() >= values.size() && static_cast<int>(finer.size()) <= most ? finer : values;
  }
  const double length = axis.to - axis.from;
  if (!(length > 0) || !std::isfinite(length)) return values;
  const double power = std::pow(10, std::floor(std::log10(length / std::max(most, 1))));
  // The finest that leaves room; finer where that leaves a single tick, which tells no scale.
  for (const double times : {10.0, 5.0, 2.0, 1.0}) {
    const double step = power * times;
    if (length / step > most && values.size() > 1) break;
    values.clear();
    for (double i = std::ceil(axis.from / step - 1e-9); i * step <= axis.to + step * 1e-9; ++i)
      values.push_back(i * step);
  }
  return values;
}

PlotAxis fitted_axis(PlotAxis axis, std::span<const PlotSeries> series, double room) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const PlotSeries& each : series) {
    for (const Point& point : each.points) {
      if (!std::isfinite(point.y) || (axis.logarithmic && point.y <= 0)) continue;
      lowest = std::min(lowest, point.y);
      highest = std::max(highest, point.y);
    }
  }
  if (lowest > highest) return axis;
  const double from = along(axis, lowest), to = along(axis, highest);
  const double more = to > from ? (to - from) * room : 0.5;
  axis.from = value_at(axis, from - more);
  axis.to = value_at(axis, to + more);
  return axis;
}

}  // namespace headlight
