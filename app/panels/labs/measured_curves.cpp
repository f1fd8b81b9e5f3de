#include "app/panels/labs/measured_curves.h"

#include <algorithm>
#include <cmath>

#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

std::string whole_tick(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : std::string();
}
std::string percent_tick(double value) { return measured_text(100 * value, 3) + " %"; }

}  // namespace

PlotAxis axis_along(std::span<const CardCurve> curves, std::string title) {
  PlotAxis axis{.title = std::move(title), .from = 1e9, .to = -1e9, .label = whole_tick};
  for (const CardCurve& each : curves) {
    axis.from = std::min(axis.from, each.curve.points.front().at);
    axis.to = std::max(axis.to, each.curve.points.back().at);
  }
  return axis;
}

void cut_without(Ui& ui, std::span<const std::string> without, Area& area) {
  for (const std::string& line : without)
    ui.text(area.cut_bottom(ui.height(type::caption) + ui.px(8)), Align::left, type::caption,
            ui.colours().text_2, ui.fitted(type::caption, line, area.width()));
}

void draw_exact_curves(Ui& ui, Area area, const ExactCurves& exact,
                       const std::function<Rgb(std::string_view name)>& colour) {
  cut_without(ui, exact.without, area);
  std::vector<PlotSeries> shares, counts;
  for (const CardCurve& each : exact.curves) {
    PlotSeries& share = shares.emplace_back(PlotSeries{.name = each.model, .colour = colour(each.model)});
    PlotSeries& count = counts.emplace_back(PlotSeries{.name = each.model, .colour = colour(each.model)});
    count.thickness = 1.5F;
    for (const MeasuredCurve::Point& point : each.curve.points) {
      share.points.push_back({point.at, point.value});
      count.points.push_back({point.at, static_cast<double>(point.count)});
    }
  }
  const PlotAxis x = axis_along(exact.curves, exact.curves.front().curve.along);
  PlotAxis plain = x;
  plain.name = plain.title;
  plain.title.clear();
  const PlotAxis y{.title = exact.exactly, .from = 0, .to = 1, .label = percent_tick};
  PlotAxis of = fitted_axis({.title = exact.counted, .label = whole_tick}, counts);
  of.from = 0;
  const float gap = ui.px(16);
  const float above = std::round((area.height() - gap) * 0.68F);
  Area top = area.cut_top(above);
  area.cut_top(gap);
  const PlotMargins margins =
      plot_margins(ui, top.height(), plain, y, shares) | plot_margins(ui, area.height(), x, of, counts);
  plot(ui, exact.id + "/exact", top, plain, y, shares, std::nullopt, margins);
  for (PlotSeries& each : counts) each.named_at_end = false;
  plot(ui, exact.id + "/counts", area, x, of, counts, std::nullopt, margins);
}

}  // namespace headlight
