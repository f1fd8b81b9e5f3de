// The marks of a plot: lines, dashes, dots and bars, with the names of series and points.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "app/widgets/plot.h"

namespace headlight {
namespace {

// The part of a stroke inside the area (Liang and Barsky 1984); nothing when it passes by.
std::optional<std::pair<ImVec2, ImVec2>> cut(const Area& area, ImVec2 a, ImVec2 b) {
  float from = 0, to = 1;
  const float dx = b.x - a.x, dy = b.y - a.y;
  for (const auto& [slope, room] : {std::pair{-dx, a.x - area.left}, std::pair{dx, area.right - a.x},
                                    std::pair{-dy, a.y - area.top}, std::pair{dy, area.bottom - a.y}}) {
    if (slope == 0) {
      if (room < 0) return std::nullopt;
    } else if (slope < 0) {
      from = std::max(from, room / slope);
    } else {
      to = std::min(to, room / slope);
    }
  }
  if (from > to) return std::nullopt;
  return std::pair{ImVec2(a.x + from * dx, a.y + from * dy), ImVec2(a.x + to * dx, a.y + to * dy)};
}

void draw_dashed(Ui& ui, ImVec2 a, ImVec2 b, Rgb colour, float thickness, float& phase) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  const float on = ui.px(6), period = ui.px(10);
  const int dashes = static_cast<int>(std::ceil((length + phase) / period));
  for (int i = 0; i < dashes; ++i) {
    const float at = static_cast<float>(i) * period - phase;
    const float from = std::max(at, 0.0F) / length, to = std::min(at + on, length) / length;
    if (to <= 0 || to <= from) continue;
    ui.line(a.x + from * (b.x - a.x), a.y + from * (b.y - a.y), a.x + to * (b.x - a.x),
            a.y + to * (b.y - a.y), colour, thickness);
  }
  phase = std::fmod(phase + length, period);
}

void draw_line(Ui& ui, const Area& inner, const PlotSeries& series, const std::vector<ImVec2>& points) {
  std::vector<ImVec2> run;
  const auto flush = [&] {
    if (run.size() > 1) ui.lines(run, series.colour, ui.px(series.thickness));
    run.clear();
  };
  float phase = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto part = cut(inner, points[i - 1], points[i]);
    if (!part) {
      flush();
      continue;
    }
    const auto [a, b] = *part;
    if (series.kind == PlotSeries::Kind::dashed) {
      draw_dashed(ui, a, b, series.colour, ui.px(series.thickness), phase);
      continue;
    }
    if (run.empty() || run.back().x != a.x || run.back().y != a.y) {
      flush();
      run.push_back(a);
    }
    run.push_back(b);
  }
  flush();
}

// The strokes of the lines, which no label may lie on.
std::vector<std::pair<ImVec2, ImVec2>> strokes_of(const PlotFrame& frame, const PlotAxis& x,
                                                  const PlotAxis& y, std::span<const PlotSeries> series) {
  std::vector<std::pair<ImVec2, ImVec2>> strokes;
  for (const PlotSeries& each : series) {
    if (each.kind != PlotSeries::Kind::line) continue;
    const Point* before = nullptr;
    for (const Point& point : each.points) {
      if (!drawable(x, y, point)) continue;
      if (before != nullptr) strokes.emplace_back(frame(*before), frame(point));
      before = &point;
    }
  }
  return strokes;
}

struct EndName {
  const PlotSeries* series;
  float y;
};

}  // namespace

void draw_series(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                 const PlotSeries& series) {
  std::vector<ImVec2> points;
  for (const Point& at : series.points) {
    if (drawable(x, y, at)) points.push_back(frame(at));
  }
  if (series.kind == PlotSeries::Kind::line || series.kind == PlotSeries::Kind::dashed)
    return draw_line(ui, inner, series, points);
  const float base = std::clamp(frame({x.from, y.logarithmic ? y.from : 0}).y, inner.top, inner.bottom);
  float gap = inner.width();
  for (std::size_t i = 1; i < points.size(); ++i) gap = std::min(gap, points[i].x - points[i - 1].x);
  const float half = std::max(ui.hairline() / 2, std::floor(gap * 0.42F));
  for (const ImVec2& at : points) {
    if (series.kind == PlotSeries::Kind::dots) {
      if (inner.outset(1).contains(at)) ui.disc(at, ui.px(series.thickness), series.colour);
      continue;
    }
    const float tip = std::clamp(at.y, inner.top, inner.bottom);
    const Area bar{std::max(at.x - half, inner.left), std::min(tip, base), std::min(at.x + half, inner.right),
                   std::max(tip, base)};
    if (bar.left < bar.right) ui.fill(bar, series.colour);
  }
}

const Point* nearest(const PlotAxis& x, const PlotAxis& y, const PlotSeries& series, double at) {
  const Point* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Point& point : series.points) {
    if (!drawable(x, y, point)) continue;
    const double far = std::fabs(along(x, point.x) - along(x, at));
    if (far >= least) continue;
    least = far;
    best = &point;
  }
  return best;
}

std::optional<Point> drawn_at(const PlotAxis& x, const PlotAxis& y, const PlotSeries& series, double at) {
  const Point* point = nearest(x, y, series, at);
  if (point == nullptr) return std::nullopt;
  const double place = along(x, at), span = along(x, x.to) - along(x, x.from);
  if (std::abs(along(x, point->x) - place) <= 1e-6 * span) return *point;
  const bool line = series.kind == PlotSeries::Kind::line || series.kind == PlotSeries::Kind::dashed;
  if (!line) return std::nullopt;
  const Point* other = nullptr;  // the nearest one on the other side
  const bool before = along(x, point->x) < place;
  for (const Point& each : series.points) {
    if (!drawable(x, y, each) || (along(x, each.x) < place) == before) continue;
    if (other == nullptr || std::abs(each.x - point->x) < std::abs(other->x - point->x)) other = &each;
  }
  if (other == nullptr) return std::nullopt;
  const double share = (place - along(x, point->x)) / (along(x, other->x) - along(x, point->x));
  const double height = along(y, point->y) + share * (along(y, other->y) - along(y, point->y));
  return Point{at, value_at(y, height)};
}

double read_at(const PlotAxis& x, const PlotAxis& y, std::span<const PlotSeries> series, double at) {
  const double wanted = along(x, at);
  std::optional<double> best;
  for (const PlotSeries& each : series) {
    const Point* point = each.labels.empty() ? nearest(x, y, each, at) : nullptr;
    if (point == nullptr) continue;
    if (!best || std::abs(along(x, point->x) - wanted) < std::abs(along(x, *best) - wanted)) best = point->x;
  }
  return best.value_or(at);
}

void draw_names(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                std::span<const PlotSeries> series) {
  std::vector<EndName> names;
  for (const PlotSeries& each : series) {
    const Point* last = each.name.empty() || !each.named_at_end ? nullptr : nearest(x, y, each, x.to);
    if (last != nullptr) names.push_back({&each, std::clamp(frame(*last).y, inner.top, inner.bottom)});
  }
  std::sort(names.begin(), names.end(), [](const EndName& a, const EndName& b) { return a.y < b.y; });
  const float line = ui.px(16);
  for (std::size_t i = 1; i < names.size(); ++i) names[i].y = std::max(names[i].y, names[i - 1].y + line);
  // Not among the numbers below the axis.
  float lowest = inner.bottom;
  for (std::size_t i = names.size(); i-- > 0; lowest = names[i].y - line)
    names[i].y = std::min(names[i].y, lowest);
  for (const EndName& name : names)
    ui.text(inner.right + ui.px(8), std::round(name.y), type::caption_hot, name.series->colour,
            name.series->name);
}

void draw_labels(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                 std::span<const PlotSeries> series) {
  std::vector<Area> taken;
  for (const PlotSeries& each : series) {
    for (std::size_t i = 0; i < std::min(each.labels.size(), each.points.size()); ++i) {
      if (!drawable(x, y, each.points[i])) continue;
      const ImVec2 at = frame(each.points[i]);
      if (inner.contains(at)) taken.push_back(Area{at.x, at.y, at.x, at.y}.outset(ui.px(each.thickness)));
    }
  }
  const std::vector<std::pair<ImVec2, ImVec2>> strokes = strokes_of(frame, x, y, series);
  for (const PlotSeries& each : series) {
    for (std::size_t i = 0; i < std::min(each.labels.size(), each.points.size()); ++i) {
      if (!drawable(x, y, each.points[i]) || each.labels[i].empty()) continue;
      const ImVec2 at = frame(each.points[i]);
      if (!inner.contains(at)) continue;
      const float wide = ui.width(type::caption, each.labels[i]);
      const float away = ui.px(each.thickness + 5);
      const float half = ui.px(8);
      for (const Area& place :
           {Area{at.x + away, at.y - half, at.x + away + wide, at.y + half},
            Area{at.x - away - wide, at.y - half, at.x - away, at.y + half},
            Area{at.x - wide / 2, at.y - away - 2 * half, at.x + wide / 2, at.y - away},
            Area{at.x - wide / 2, at.y + away, at.x + wide / 2, at.y + away + 2 * half}}) {
        const bool inside = place.left >= inner.left && place.right <= inner.right &&
                            place.top >= inner.top && place.bottom <= inner.bottom;
        const bool free = std::none_of(taken.begin(), taken.end(),
                                       [&](const Area& other) { return other.overlaps(place); });
        const bool crossed = std::any_of(strokes.begin(), strokes.end(), [&](const auto& stroke) {
          return cut(place, stroke.first, stroke.second).has_value();
        });
        if (!inside || !free || crossed) continue;
        ui.text(place.left, std::round(place.middle_y()), type::caption, ui.colours().text_2, each.labels[i]);
        taken.push_back(place);
        break;
      }
    }
  }
}

}  // namespace headlight
