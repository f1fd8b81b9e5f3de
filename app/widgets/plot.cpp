// A plot on screen: its parts laid out, what is read off it, and zooming.
#include "app/widgets/plot.h"

#include <imgui.h>

#include <cmath>
#include <limits>

#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Where numbers stand along the axes of a plot, and the axes themselves.

double share(const PlotAxis& axis, double value) {
  const double from = along(axis, axis.from);
  return (along(axis, value) - from) / (along(axis, axis.to) - from);
}

}  // namespace

double along(const PlotAxis& axis, double value) { return axis.logarithmic ? std::log(value) : value; }
double value_at(const PlotAxis& axis, double place) { return axis.logarithmic ? std::exp(place) : place; }

std::string label_of(const PlotAxis& axis, double value) {
  if (axis.label != nullptr) return axis.label(value);
  const bool thousands = std::fabs(value) >= 1000 && std::fabs(value) < 1e6;
  return thousands ? count_text(std::llround(value)) : significant_text(static_cast<float>(value), 4);
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

namespace {

// Of points with names the one that the mouse is at.
const Point* pointed_at(const Ui& ui, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
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

const std::string& name_of(const PlotAxis& axis) { return axis.name.empty() ? axis.title : axis.name; }

void draw_reading(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                  std::span<const PlotSeries> series, double mouse) {
  const Palette& c = ui.colours();
  const double at = read_at(x, y, series, mouse);
  std::vector<RichText> lines;
  std::string last;
  const auto add = [&](const PlotSeries& each, Point point, const std::string& name) {
    const ImVec2 place = frame(point);
    if (!inner.outset(1).contains(place)) return;
    if (lines.empty()) {
      ui.line(place.x, inner.top, place.x, inner.bottom, c.text_3, ui.hairline());
      if (each.labels.empty())
        lines.emplace_back((name_of(x).empty() ? "" : name_of(x) + "  ") + label_of(x, point.x));
    }
    ui.disc(place, ui.px(4), each.colour);
    std::string says = (name.empty() ? name_of(y) : name) + "  " + label_of(y, point.y);
    // Two parts of one curve meet in a point.
    if (says != last) lines.emplace_back(says);
    last = std::move(says);
  };
  for (const PlotSeries& each : series) {
    if (each.labels.empty()) {
      if (const std::optional<Point> point = drawn_at(x, y, each, at)) add(each, *point, each.name);
    } else if (const Point* point = pointed_at(ui, frame, x, y, each)) {
      const auto index = static_cast<std::size_t>(point - each.points.data());
      add(each, *point, index < each.labels.size() ? each.labels[index] : each.name);
    }
  }
  if (!lines.empty()) ui.tooltip(lines);
}

float names_width(const Ui& ui, std::span<const PlotSeries> series) {
  float wide = ui.px(16);
  for (const PlotSeries& each : series) {
    if (each.named_at_end && !each.name.empty())
      wide = std::max(wide, ui.width(type::caption_hot, each.name) + ui.px(12));
  }
  return wide;
}

// Over the highest tick's number, which larger type brings nearer.
float title_height(const Ui& ui) { return std::max(ui.px(20), 2 * ui.height(type::caption) - ui.px(10)); }

constexpr float least_inner = 30;  // units: the least height of what lies between the axes

// Below the axis: its numbers and its title, or the numbers alone where the title would take their room.
float foot_height(const Ui& ui, float height, const PlotAxis& x) {
  const float both = ui.px(42);
  const bool room = height - title_height(ui) - both - ui.px(6) >= ui.px(least_inner + 8);
  return x.title.empty() || !room ? ui.px(24) : both;
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

// Shows x from `from` to `to`, given along the axis; all of it when they hold it.
void show(Ui& ui, const std::string& id, const PlotAxis& all, double from, double to) {
  auto& zooms = ui.state().plots;
  const double first = along(all, all.from), last = along(all, all.to);
  ui.state().again = true;
  if (to - from >= last - first) {
    zooms.erase(id);
    return;
  }
  if (to - from <= (last - first) / 1000) return;
  const double inside = std::max(first - from, 0.0) - std::max(to - last, 0.0);
  zooms[id] = {value_at(all, from + inside), value_at(all, to + inside)};
}

// `steps` closer to the place `at`, or farther from it.
void zoom(Ui& ui, const std::string& id, const PlotAxis& all, const PlotAxis& shown, double at, float steps) {
  const double factor = std::pow(0.8, static_cast<double>(steps));
  const double centre = along(all, at);
  show(ui, id, all, centre + (along(shown, shown.from) - centre) * factor,
       centre + (along(shown, shown.to) - centre) * factor);
}

void zoom_by_mouse(Ui& ui, const std::string& id, const Area& inner, const PlotAxis& all,
                   const PlotAxis& shown, double at) {
  if (ui.hovered(inner) && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.state().plots.erase(id);
  if (const float turns = ui.wheel(inner); turns != 0) zoom(ui, id, all, shown, at, turns);
}

// Up and down zoom around what is followed, left and right move what is shown, Home shows all.
void zoom_by_keys(Ui& ui, const std::string& id, const PlotAxis& all, const PlotAxis& shown,
                  std::optional<PlotMark> mark) {
  const double from = along(shown, shown.from), to = along(shown, shown.to);
  const bool in_sight = mark && mark->x >= shown.from && mark->x <= shown.to;
  const double centre = in_sight ? mark->x : value_at(all, (from + to) / 2);
  if (const int closer = ui.take(Key::up) - ui.take(Key::down); closer != 0)
    zoom(ui, id, all, shown, centre, static_cast<float>(closer));
  if (const int right = ui.take(Key::right) - ui.take(Key::left); right != 0) {
    const double by = (to - from) / 10 * right;
    show(ui, id, all, from + by, to + by);
  }
  if (ui.take(Key::home) > 0) ui.state().plots.erase(id);
}

}  // namespace

Area mark_area(const PlotFrame& frame, const Area& inner, const PlotAxis& y, const PlotMark& mark,
               float beside) {
  const auto x_of = [&](double x) { return std::round(frame({x, y.from}).x); };
  const float to = x_of(mark.x);
  return {mark.from ? std::max(x_of(*mark.from), inner.left) : to - beside, inner.top,
          mark.from ? to : to + beside, inner.bottom};
}

PlotMargins plot_margins(const Ui& ui, float height, const PlotAxis& x, const PlotAxis& y,
                         std::span<const PlotSeries> series) {
  const float inner = height - title_height(ui) - foot_height(ui, height, x);
  float labels = 0;
  for (const double value : tick_values(y, most_ticks(ui, inner, true)))
    labels = std::max(labels, ui.width(type::path, label_of(y, value)));
  return {labels + ui.px(10), names_width(ui, series)};
}

PlotTouch plot(Ui& ui, std::string_view name, const Area& area, const PlotAxis& all, const PlotAxis& y,
               std::span<const PlotSeries> series, std::optional<PlotMark> mark, PlotMargins least) {
  const Palette& c = ui.colours();
  const std::string id(name);
  Area inner = area;
  const Area head = inner.cut_top(title_height(ui));
  const float foot = foot_height(ui, area.height(), all);
  inner.cut_bottom(foot);
  const PlotMargins own = plot_margins(ui, area.height(), all, y, series);
  inner.left += std::max(own.left, least.left);
  inner.right -= std::max(own.right, least.right);
  inner.top += ui.px(6);
  if (inner.width() < ui.px(40) || inner.height() < ui.px(least_inner)) {
    if (!ui.exporting())
      ui.text(head, Align::left, type::caption, c.text_2,
              ui.shortened(type::caption,
                           inner.width() < ui.px(40) ? "Too narrow for the chart" : "Too low for the chart",
                           head.width()));
    return {};
  }
  ui.text(head, Align::left, type::caption, c.text_2, y.title);

  PlotAxis x = zoomed(ui, id, all);
  if (foot < ui.px(42) && !x.title.empty()) {
    if (x.name.empty()) x.name = x.title;
    x.title.clear();
  }
  const PlotFrame frame(inner, x, y);
  draw_axes(ui, inner, frame, x, y);
  if (mark && mark->x >= x.from && mark->x <= x.to) {
    const Area band = mark_area(frame, inner, y, *mark, ui.px(5));
    const float at = band.middle_x();
    ui.fill(band, c.focus_band);
    if (!mark->name.empty()) {
      const float wide = ui.width(type::caption_hot, mark->name);
      const float free = std::max(inner.left, area.left + ui.width(type::caption, y.title) + ui.px(10));
      const float left = std::clamp(at - wide / 2, free, std::max(free, inner.right - wide));
      ui.text(left, area.top + title_height(ui) / 2, type::caption_hot, c.ink, mark->name);
    }
  }
  for (const PlotSeries& each : series) draw_series(ui, inner, frame, x, y, each);
  draw_labels(ui, inner, frame, x, y, series);
  draw_names(ui, inner, frame, x, y, series);

  PlotTouch touch;
  if (ui.is_heard()) {
    ToldChart chart{all.title, y.title, all.label, y.label, {}, area};
    for (const PlotSeries& each : series) {
      const auto kind = each.kind == PlotSeries::Kind::dots   ? ToldCurve::Kind::dots
                        : each.kind == PlotSeries::Kind::bars ? ToldCurve::Kind::bars
                                                              : ToldCurve::Kind::line;
      chart.curves.push_back({each.name, each.points, kind, each.labels});
    }
    ui.tell(std::move(chart));
  }
  if (ui.exporting()) return touch;
  const Touch pressed = ui.item(id, inner);
  if (pressed.focused) {
    ui.focus_ring(inner, ui.px(2));
    zoom_by_keys(ui, id, all, x, mark);
  }
  if (!pressed.hovered && !pressed.held && !pressed.clicked) return touch;
  for (std::size_t i = 0; i < series.size() && !touch.pointed; ++i) {
    const Point* point = series[i].labels.empty() ? nullptr : pointed_at(ui, frame, x, y, series[i]);
    if (point == nullptr) continue;
    touch.pointed = {i, static_cast<std::size_t>(point - series[i].points.data())};
    ui.hand();
  }
  if (pressed.clicked) touch.clicked_point = touch.pointed;
  touch.hovered_x = std::clamp(frame.x_at(ui.mouse().x), x.from, x.to);
  if (pressed.held) touch.clicked_x = touch.hovered_x;
  draw_reading(ui, inner, frame, x, y, series, *touch.hovered_x);
  zoom_by_mouse(ui, id, inner, all, x, *touch.hovered_x);
  return touch;
}

}  // namespace headlight
