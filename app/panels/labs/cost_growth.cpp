// Parameters by year, and the line through the largest.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/cost_pages.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/quantity.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Whole years only.
std::string year_label(double year) {
  return std::fabs(year - std::round(year)) < 1e-6 ? std::to_string(std::lround(year)) : "";
}

}  // namespace

void draw_growth(const PanelContext& context, const Area& whole, const Growth& growth) {
  Area area = whole;
  Ui& ui = context.ui;
  PlotSeries dots{.name = "parameters", .colour = ui.colours().weights};
  dots.kind = PlotSeries::Kind::dots;
  dots.thickness = 5;
  dots.named_at_end = false;
  std::vector<const RealModel*> models;
  for (const RealModel& model : real_models()) {
    models.push_back(&model);
    dots.points.push_back({model.year, static_cast<double>(parameters_of(model).total())});
    dots.labels.emplace_back(model.name);
  }
  cut_sources(ui, area, models);
  // From the first paper's year to a little behind the last one, where its name stands.
  const auto [first, last] = std::minmax_element(dots.points.begin(), dots.points.end(),
                                                 [](const Point& a, const Point& b) { return a.x < b.x; });
  const PlotAxis x{.title = "first version of the paper",
                   .from = std::floor(first->x),
                   .to = last->x + 1.2,
                   .label = year_label};
  PlotSeries line{.name = "line of the largest", .colour = ui.colours().text_2};
  line.kind = PlotSeries::Kind::dashed;
  line.thickness = 1.5F;
  line.named_at_end = false;
  // Point by point, each with an empty label: the models' names keep clear of it.
  constexpr int steps = 64;
  const double begin = growth.largest.front()->year;
  const double end = growth.largest.back()->year;
  for (int i = 0; i <= steps; ++i) {
    const double year = begin + (end - begin) * i / steps;
    line.points.push_back({year, growth.parameters(year)});
    line.labels.emplace_back();
  }
  const std::array series{dots, line};
  PlotAxis y{
      .title = "parameters, G = 10⁹", .from = 3e7, .to = 1e12, .logarithmic = true, .label = count_tick};
  plot(ui, "cost/growth", area, x, y, series);
  const std::array entries{LegendEntry{
      line.colour,
      "fitted to the largest of these models in each year since " + std::to_string(first_year_of_growth) +
          ": × " + significant_text(static_cast<float>(growth.factor()), 2) + " a year",
      true}};
  const float left = area.left + ui.width(type::caption, y.title) + ui.px(24);
  legend(ui, {left, area.top, area.right, area.top + ui.px(20)}, entries);
}

}  // namespace headlight
