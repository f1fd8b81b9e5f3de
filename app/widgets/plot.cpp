#include "app/widgets/plot.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Along an axis everything is laid out in this: the number itself, or its logarithm.
double along(const PlotAxis& axis, double value) { return axis.logarithmic ? std::log(value) : value; }
double value_at(const PlotAxis& axis, double place) { return axis.logarithmic ? std::exp(place) : place; }

std::string label_of(const PlotAxis& axis, double value) {
  return axis.label != nullptr ? axis.label(value) : significant_text(static_cast<float>(value), 4);
}

class Frame {
 public:
  Frame(const Area& inner, const PlotAxis& x, const PlotAxis& y) : inner_(inner), x_(x), y_(y) {}

  ImVec2 operator()(Point at) const {
    return {inner_.left + inner_.width() * static_cast<float>(share(x_, at.x)),
            inner_.bottom - inner_.height() * static_cast<float>(share(y_, at.y))};
  }
  double x_at(float pixel) const {
    const double share = static_cast<double>((pixel - inner_.left) / inner_.width());
    return value_at(x_, along(x_, x_.from) + share * (along(x_, x_.to) - along(x_, x_.from)));
  }

 private:
  static double share(const PlotAxis& axis, double value) {
    const double from = along(axis, axis.from);
    return (along(axis, value) - from) / (along(axis, axis.to) - from);
  }
  Area inner_;
  const PlotAxis& x_;
  const PlotAxis& y_;
};

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

bool drawable(const PlotAxis& x, const PlotAxis& y, Point at) {
  return std::isfinite(at.x) && std::isfinite(at.y) && (!x.logarithmic || at.x > 0) &&
         (!y.logarithmic || at.y > 0);
}

void draw_dashed(Ui& ui, ImVec2 a, ImVec2 b, Rgb colour, float thickness, float& phase) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  const float on = ui.px(6), period = ui.px(10);
  for (float at = -phase; at < length; at += period) {
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

void draw_series(Ui& ui, const Area& inner, const Frame& frame, const PlotAxis& x, const PlotAxis& y,
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

// Grid, ticks, titles. Returns nothing: it only draws.
void draw_axes(Ui& ui, const Area& inner, const Frame& frame, const PlotAxis& x, const PlotAxis& y) {
  const Palette& c = ui.colours();
  for (const double value : tick_values(y, std::max(2, static_cast<int>(inner.height() / ui.px(44))))) {
    const float at = std::round(frame({x.from, value}).y);
    ui.line(inner.left, at, inner.right, at, value == 0 ? c.strong_line : c.hairline, ui.hairline());
    ui.text({inner.left - ui.px(80), at - ui.px(8), inner.left - ui.px(8), at + ui.px(8)}, Align::right,
            type::path, c.text_2, label_of(y, value));
  }
  ui.line(inner.left, inner.bottom, inner.right, inner.bottom, c.strong_line, ui.hairline());
  float free = inner.left - ui.px(40);
  for (const double value : tick_values(x, std::max(2, static_cast<int>(inner.width() / ui.px(64))))) {
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

// The y of a series where the mouse is: that of its nearest point.
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

// Of points with names the one that the mouse is at.
const Point* pointed_at(const Ui& ui, const Frame& frame, const PlotAxis& x, const PlotAxis& y,
                        const PlotSeries& series) {
  const Point* best = nullptr;
  float least = ui.px(30);
  for (const Point& point : series.points) {
    if (!drawable(x, y, point)) continue;
    const ImVec2 at = frame(point);
    const float far = std::hypot(at.x - ui.mouse().x, at.y - ui.mouse().y);
    if (far >= least) continue;
    least = far;
    best = &point;
  }
  return best;
}

void draw_reading(Ui& ui, const Area& inner, const Frame& frame, const PlotAxis& x, const PlotAxis& y,
                  std::span<const PlotSeries> series, double at) {
  const Palette& c = ui.colours();
  std::vector<RichText> lines;
  for (const PlotSeries& each : series) {
    const Point* point = each.labels.empty() ? nearest(x, y, each, at) : pointed_at(ui, frame, x, y, each);
    if (point == nullptr) continue;
    const ImVec2 place = frame(*point);
    if (!inner.outset(1).contains(place)) continue;
    if (lines.empty()) {
      ui.line(place.x, inner.top, place.x, inner.bottom, c.text_3, ui.hairline());
      if (each.labels.empty())
        lines.emplace_back((x.title.empty() ? "" : x.title + "  ") + label_of(x, point->x));
    }
    ui.disc(place, ui.px(4), each.colour);
    const auto index = static_cast<std::size_t>(point - each.points.data());
    const std::string name = index < each.labels.size() ? each.labels[index] : each.name;
    lines.emplace_back(
        (name.empty() ? y.title : name) + "  " +
        (y.label != nullptr ? y.label(point->y) : significant_text(static_cast<float>(point->y), 4)));
  }
  if (!lines.empty()) ui.tooltip(std::move(lines));
}

struct EndName {
  const PlotSeries* series;
  float y;
};

void draw_names(Ui& ui, const Area& inner, const Frame& frame, const PlotAxis& x, const PlotAxis& y,
                std::span<const PlotSeries> series) {
  std::vector<EndName> names;
  for (const PlotSeries& each : series) {
    const Point* last = each.name.empty() || !each.named_at_end ? nullptr : nearest(x, y, each, x.to);
    if (last != nullptr) names.push_back({&each, std::clamp(frame(*last).y, inner.top, inner.bottom)});
  }
  std::sort(names.begin(), names.end(), [](const EndName& a, const EndName& b) { return a.y < b.y; });
  const float line = ui.px(16);
  for (std::size_t i = 1; i < names.size(); ++i) names[i].y = std::max(names[i].y, names[i - 1].y + line);
  float lowest = inner.bottom + line / 2;
  for (std::size_t i = names.size(); i-- > 0; lowest = names[i].y - line)
    names[i].y = std::min(names[i].y, lowest);
  for (const EndName& name : names)
    ui.text(inner.right + ui.px(8), std::round(name.y), type::caption_hot, name.series->colour,
            name.series->name);
}

// Beside each point, at its right or its left, where neither another point's label nor the rim is in the way.
void draw_labels(Ui& ui, const Area& inner, const Frame& frame, const PlotAxis& x, const PlotAxis& y,
                 std::span<const PlotSeries> series) {
  std::vector<Area> taken;
  for (const PlotSeries& each : series) {
    for (std::size_t i = 0; i < std::min(each.labels.size(), each.points.size()); ++i) {
      if (!drawable(x, y, each.points[i])) continue;
      const ImVec2 at = frame(each.points[i]);
      if (inner.contains(at)) taken.push_back(Area{at.x, at.y, at.x, at.y}.outset(ui.px(each.thickness)));
    }
  }
  for (const PlotSeries& each : series) {
    for (std::size_t i = 0; i < std::min(each.labels.size(), each.points.size()); ++i) {
      if (!drawable(x, y, each.points[i])) continue;
      const ImVec2 at = frame(each.points[i]);
      if (!inner.contains(at)) continue;
      const float wide = ui.width(type::caption, each.labels[i]);
      const float away = ui.px(each.thickness + 5);
      const float half = ui.px(8);
      for (const Area& place : {Area{at.x + away, at.y - half, at.x + away + wide, at.y + half},
                                Area{at.x - away - wide, at.y - half, at.x - away, at.y + half}}) {
        const bool inside = place.left >= inner.left && place.right <= inner.right &&
                            place.top >= inner.top && place.bottom <= inner.bottom;
        const bool free = std::none_of(taken.begin(), taken.end(),
                                       [&](const Area& other) { return other.overlaps(place); });
        if (!inside || !free) continue;
        ui.text(place.left, std::round(place.middle_y()), type::caption, ui.colours().text_2, each.labels[i]);
        taken.push_back(place);
        break;
      }
    }
  }
}

float names_width(const Ui& ui, std::span<const PlotSeries> series) {
  float wide = ui.px(16);
  for (const PlotSeries& each : series) {
    if (each.named_at_end && !each.name.empty())
      wide = std::max(wide, ui.width(type::caption_hot, each.name) + ui.px(12));
  }
  return wide;
}

PlotAxis zoomed(Ui& ui, const std::string& id, PlotAxis x) {
  auto& zooms = ui.state().plots;
  const auto known = zooms.find(id);
  if (known != zooms.end()) {
    x.from = std::max(x.from, known->second.first);
    x.to = std::min(x.to, known->second.second);
    if (x.from >= x.to) zooms.erase(known);
  }
  return x;
}

void zoom(Ui& ui, const std::string& id, const Area& inner, const PlotAxis& all, const PlotAxis& shown,
          double at) {
  auto& zooms = ui.state().plots;
  if (ui.hovered(inner) && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) zooms.erase(id);
  const float turns = ui.wheel(inner);
  if (turns == 0) return;
  const double factor = std::pow(0.8, static_cast<double>(turns));
  const double centre = along(all, at);
  const double from = centre + (along(shown, shown.from) - centre) * factor;
  const double to = centre + (along(shown, shown.to) - centre) * factor;
  const double whole = along(all, all.to) - along(all, all.from);
  if (to - from >= whole) {
    zooms.erase(id);
  } else if (to - from > whole / 1000) {
    zooms[id] = {std::max(all.from, value_at(all, from)), std::min(all.to, value_at(all, to))};
  }
  ui.state().again = true;
}

}  // namespace

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
  double step = std::pow(10, std::floor(std::log10(length / std::max(most, 1))));
  for (const double times : {1.0, 2.0, 5.0, 10.0}) {
    if (length / (step * times) <= most) {
      step *= times;
      break;
    }
  }
  for (double i = std::ceil(axis.from / step - 1e-9); i * step <= axis.to + step * 1e-9; ++i)
    values.push_back(i * step);
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

PlotTouch plot(Ui& ui, std::string_view name, const Area& area, const PlotAxis& all, const PlotAxis& y,
               std::span<const PlotSeries> series, std::optional<PlotMark> mark) {
  const Palette& c = ui.colours();
  const std::string id(name);
  Area inner = area;
  ui.text(inner.cut_top(ui.px(20)), Align::left, type::caption, c.text_2, y.title);
  inner.cut_bottom(ui.px(all.title.empty() ? 24 : 42));
  float labels = 0;
  for (const double value : tick_values(y, std::max(2, static_cast<int>(inner.height() / ui.px(44)))))
    labels = std::max(labels, ui.width(type::path, label_of(y, value)));
  inner.left += labels + ui.px(10);
  inner.right -= names_width(ui, series);
  inner.top += ui.px(6);
  if (inner.width() < ui.px(40) || inner.height() < ui.px(30)) return {};

  const PlotAxis x = zoomed(ui, id, all);
  const Frame frame(inner, x, y);
  draw_axes(ui, inner, frame, x, y);
  if (mark && mark->x >= x.from && mark->x <= x.to) {
    const float at = std::round(frame({mark->x, y.from}).x);
    ui.fill({at - ui.px(5), inner.top, at + ui.px(5), inner.bottom}, c.focus_band);
    if (!mark->name.empty()) {
      const float wide = ui.width(type::caption_hot, mark->name);
      const float free = std::max(inner.left, area.left + ui.width(type::caption, y.title) + ui.px(10));
      const float left = std::clamp(at - wide / 2, free, std::max(free, inner.right - wide));
      ui.text(left, inner.top - ui.px(8), type::caption_hot, c.ink, mark->name);
    }
  }
  for (const PlotSeries& each : series) draw_series(ui, inner, frame, x, y, each);
  draw_labels(ui, inner, frame, x, y, series);
  draw_names(ui, inner, frame, x, y, series);

  PlotTouch touch;
  const Touch pressed = ui.item(id, inner, false);
  if (ui.exporting() || !(pressed.hovered || pressed.held)) return touch;
  touch.hovered_x = std::clamp(frame.x_at(ui.mouse().x), x.from, x.to);
  if (pressed.held) touch.clicked_x = touch.hovered_x;
  draw_reading(ui, inner, frame, x, y, series, *touch.hovered_x);
  zoom(ui, id, inner, all, x, *touch.hovered_x);
  return touch;
}

}  // namespace headlight
