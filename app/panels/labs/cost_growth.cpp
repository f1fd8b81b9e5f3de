// Parameters by year.
#include <array>
#include <cmath>

#include "app/panels/labs/cost_parts.h"
#include "app/panels/labs/quantity.h"
#include "app/widgets/plot.h"

namespace headlight {
namespace {

std::string year_label(double year) { return std::to_string(std::lround(year)); }

}  // namespace

void draw_growth(const PanelContext& context, const Area& whole) {
  Area area = whole;
  Ui& ui = context.ui;
  PlotSeries dots{.name = "parameters", .colour = ui.colours().weights};
  dots.kind = PlotSeries::Kind::dots;
  dots.thickness = 5;
  dots.named_at_end = false;
  std::vector<std::string_view> sources;
  for (const RealModel& model : real_models()) {
    sources.push_back(model.source);
    dots.points.push_back({model.year, static_cast<double>(parameters_of(model).total())});
    dots.labels.emplace_back(model.name);
  }
  cut_sources(ui, area, sources);
  const std::array series{dots};
  PlotAxis y{
      .title = "parameters, G = 10⁹", .from = 1e7, .to = 1e12, .logarithmic = true, .label = count_tick};
  plot(ui, "cost/growth", area, {.title = "year of the paper", .from = 2017, .to = 2026, .label = year_label},
       y, series);
}

}  // namespace headlight
