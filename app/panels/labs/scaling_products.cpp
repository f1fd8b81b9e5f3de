// How products of queries and keys spread, and their variance against d_k.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/scaling_view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Beside the title of a plot's y axis.
void plot_legend(Ui& ui, const Area& area, const std::string& title, std::span<const LegendEntry> entries) {
  const float left = area.left + ui.width(type::caption, title) + ui.px(20);
  legend(ui, {left, area.top, area.right, area.top + ui.px(20)}, entries);
}

void draw_histogram(const ScalingView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const double d_k = view.study.chosen.d_k;
  double reach = 4 * std::sqrt(d_k);
  for (const double value : view.study.products) reach = std::max(reach, std::fabs(value));
  constexpr int bins = 41;
  const std::vector<double> density = histogram(view.study.products, -reach, reach, bins);
  PlotSeries bars{.name = view.sampled() ? "random q · k" : "the model’s q · k",
                  .colour = mix(c.stage, c.weights, 0.55F)};
  bars.kind = PlotSeries::Kind::bars;
  bars.named_at_end = false;
  for (int i = 0; i < bins; ++i)
    bars.points.push_back({-reach + (i + 0.5) * 2 * reach / bins, density[static_cast<std::size_t>(i)]});
  PlotSeries normal{.name = "normal, variance dₖ", .colour = c.ink};
  normal.named_at_end = false;
  constexpr int points = 161;
  for (int i = 0; i < points; ++i) {
    const double x = -reach + 2 * reach * i / (points - 1);
    normal.points.push_back({x, normal_density(x, d_k)});
  }
  const std::array series{bars, normal};
  PlotAxis y{.title = "density"};
  y.to = 1.08 * std::max(normal_density(0, d_k), *std::max_element(density.begin(), density.end()));
  plot(ui, "scaling/histogram", area, {.title = "q · k", .from = -reach, .to = reach}, y, series);
  const std::array entries{LegendEntry{bars.colour, bars.name}, LegendEntry{normal.colour, normal.name}};
  plot_legend(ui, area, y.title, entries);
}

void draw_variance(const ScalingView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  PlotSeries theory{.name = "theory: dₖ", .colour = c.ink};
  PlotSeries measured{.name = view.sampled() ? "measured" : "this head", .colour = c.weights};
  measured.kind = PlotSeries::Kind::dots;
  measured.thickness = 4;
  PlotSeries above{.name = "+2 standard errors", .colour = c.text_3};
  PlotSeries below{.name = "−2 standard errors", .colour = c.text_3};
  for (PlotSeries* band : {&above, &below}) {
    band->kind = PlotSeries::Kind::dashed;
    band->thickness = 1;
    band->named_at_end = false;
  }
  for (const ScalingStudy::VarianceAt& at : view.study.variances) {
    const double d_k = at.d_k;
    theory.points.push_back({d_k, d_k});
    measured.points.push_back({d_k, at.variance});
    above.points.push_back({d_k, d_k + 2 * at.error});
    below.points.push_back({d_k, d_k - 2 * at.error});
  }
  std::vector<PlotSeries> series{theory, measured};
  if (view.sampled()) series = {above, below, theory, measured};
  PlotAxis y{.title = "variance of q · k", .logarithmic = true};
  y = fitted_axis(y, series, 0.06);
  follow_d_k(view, plot(ui, "scaling/variance", area, d_k_axis(view, "dₖ"), y, series,
                        PlotMark{static_cast<double>(view.study.chosen.d_k), ""}));
  const std::array entries{LegendEntry{above.colour, "± 2 standard errors", true}};
  if (view.sampled()) plot_legend(ui, area, y.title, entries);
}

}  // namespace

void draw_scaling_products(const ScalingView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const ScalingStudy::VarianceAt& chosen = view.study.chosen;
  Area right = area;
  const float gap = ui.px(36);
  Area left =
      scaling_section(ui, right.cut_left(std::round((area.width() - gap) / 2)), "How the products spread");
  right.cut_left(gap);
  right = scaling_section(ui, right, "Variance against dₖ");
  const std::array values{KeyFigure{"variance measured", measured_text(chosen.variance, 4)},
                          KeyFigure{"theory: dₖ", std::to_string(chosen.d_k)},
                          KeyFigure{"standard deviation", measured_text(std::sqrt(chosen.variance))}};
  const double away = (chosen.variance - chosen.d_k) / std::max(1e-12, chosen.error);
  const std::array random{KeyFigure{"standard error", measured_text(chosen.error)},
                          KeyFigure{"standard errors from theory", fixed_text(static_cast<float>(away), 1)}};
  const auto pairs = static_cast<std::int64_t>(view.study.products.size());
  const std::array own{KeyFigure{"pairs", count_text(pairs)},
                       KeyFigure{"variance / dₖ", measured_text(chosen.variance / chosen.d_k)}};
  // Both plots begin at one height.
  const float figures =
      std::max(figures_row(ui, left, values), figures_row(ui, right, view.sampled() ? random : own)) +
      ui.px(6);
  left.cut_top(figures);
  right.cut_top(figures);
  draw_histogram(view, left);
  draw_variance(view, right);
}

}  // namespace headlight
