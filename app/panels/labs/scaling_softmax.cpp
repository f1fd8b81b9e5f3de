// What a softmax makes of products of queries and keys, as they are and divided by the root of d_k.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/scaling_view.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

Rgb plain_colour(const Ui& ui) { return ui.colours().first_sentence; }
Rgb scaled_colour(const Ui& ui) { return ui.colours().weights; }

// One query's weights, with what they are like above them.
void draw_weights(const ScalingView& view, Area area, const std::string& title, const SoftmaxRows& rows,
                  Rgb colour, const char* id) {
  Ui& ui = view.context.ui;
  const Sharpness& at = rows.rows.at(static_cast<std::size_t>(view.study.row));
  const Area line = area.cut_top(ui.px(20));
  ui.text(line, Align::left, type::label_hot, colour, title);
  const std::string figures = "largest " + largest_alone(at.largest, at.entropy) + "  entropy " +
                              bits_text(at.entropy) + "  gradient " + amount_alone(at.gradient);
  const bool beside =
      ui.width(type::label_hot, title) + ui.width(type::path, figures) + ui.px(12) <= line.width();
  ui.text(beside ? line : area.cut_top(ui.px(18)), beside ? Align::right : Align::left, type::path,
          ui.colours().text_2, figures);
  ShareBars bars;
  bars.labels = view.study.keys;
  bars.series.push_back({"weight", colour, {}});
  for (Eigen::Index key = 0; key < rows.weights.cols(); ++key)
    bars.series[0].shares.push_back(rows.weights(view.study.row, key));
  // A bar is one product: the inspector takes it apart.
  const bool scaled = &rows == &view.study.softmax.scaled;
  if (const std::optional<int> key = share_bars(ui, std::string("scaling/bars/") + id, area, bars))
    ui.emit(SelectCell{{scaled ? "attention_lab.scaled" : "attention_lab.scores", view.study.row, *key}});
}

struct Curves {
  PlotAxis y;
  std::vector<PlotSeries> series;
};

PlotSeries against_d_k(const ScalingView& view, const char* name, Rgb colour, auto value) {
  PlotSeries series{.name = name, .colour = colour};
  for (const SoftmaxStudy& at : view.study.softmaxes)
    series.points.push_back({static_cast<double>(at.d_k), value(at)});
  return series;
}

// What a row of weights is like on average, against d_k.
Curves mean_curves(const ScalingView& view, PlotAxis y, double Sharpness::*what) {
  const Ui& ui = view.context.ui;
  Curves curves{std::move(y), {}};
  curves.series.push_back(against_d_k(view, "q · k", plain_colour(ui),
                                      [what](const SoftmaxStudy& at) { return at.plain.mean.*what; }));
  curves.series.push_back(against_d_k(view, "q · k / √dₖ", scaled_colour(ui),
                                      [what](const SoftmaxStudy& at) { return at.scaled.mean.*what; }));
  return curves;
}

// How much the weights of a row in the middle follow a change. Without the division the softmax is given q.k
// itself, so both derivatives are one curve. The axis begins at the power of ten below all of them.
Curves gradient_curves(const ScalingView& view) {
  const Ui& ui = view.context.ui;
  Curves curves{{.title = "gradient by q · k, median; dashed: by q · k / √dₖ",
                 .from = 1e-4,
                 .to = 1,
                 .logarithmic = true},
                {}};
  curves.series.push_back(against_d_k(view, "q · k", plain_colour(ui),
                                      [](const SoftmaxStudy& at) { return at.plain.median.by_product; }));
  curves.series.push_back(against_d_k(view, "q · k / √dₖ", scaled_colour(ui),
                                      [](const SoftmaxStudy& at) { return at.scaled.median.by_product; }));
  PlotSeries by_input = against_d_k(view, "by q · k / √dₖ", scaled_colour(ui),
                                    [](const SoftmaxStudy& at) { return at.scaled.median.gradient; });
  by_input.kind = PlotSeries::Kind::dashed;
  by_input.named_at_end = false;
  curves.series.push_back(std::move(by_input));
  for (const PlotSeries& each : curves.series) {
    for (const Point& point : each.points) {
      if (point.y > 0 && point.y < curves.y.from)
        curves.y.from = std::pow(10.0, std::floor(std::log10(point.y)));
    }
  }
  return curves;
}

// One below the other, over one axis of d_k.
void draw_curves(const ScalingView& view, Area area) {
  Ui& ui = view.context.ui;
  const double bits = std::log2(static_cast<double>(std::max<std::size_t>(2, view.study.keys.size())));
  const std::array curves{
      mean_curves(view, {.title = "largest weight, mean"}, &Sharpness::largest),
      mean_curves(view, {.title = "entropy / bits, mean", .from = 0, .to = bits}, &Sharpness::entropy),
      gradient_curves(view)};
  const float third = std::floor(area.height() / static_cast<float>(curves.size()));
  PlotMargins margins;
  for (const Curves& curve : curves)
    margins = margins | plot_margins(ui, third, d_k_axis(view, ""), curve.y, curve.series);
  for (const Curves& curve : curves) {
    const bool last = &curve == &curves.back();
    const Area place = last ? area : area.cut_top(third);
    follow_d_k(view, plot(ui, "scaling/" + curve.y.title, place, d_k_axis(view, last ? "dₖ" : ""), curve.y,
                          curve.series, PlotMark{static_cast<double>(view.study.softmax.d_k), ""}, margins));
  }
}

}  // namespace

void draw_scaling_softmax(const ScalingView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const float gap = ui.px(36);
  Area right = area;
  Area left = right.cut_left(std::round((area.width() - gap) * 0.54F));
  right.cut_left(gap);
  const bool sampled = view.sampled();
  left = scaling_section(ui, left,
                         sampled ? "One query’s weights" : "The weights of “" + view.study.query + "”");
  right = scaling_section(ui, right,
                          sampled ? "Against dₖ, over " + std::to_string(sampled_queries) + " queries"
                                  : std::string("Against dₖ, over all queries"));
  const float half = std::round((left.height() - ui.px(14)) / 2);
  draw_weights(view, left.cut_top(half), "softmax(q · k)", view.study.softmax.plain, plain_colour(ui),
               "plain");
  left.cut_top(ui.px(14));
  draw_weights(view, left, "softmax(q · k / √dₖ)", view.study.softmax.scaled, scaled_colour(ui), "scaled");
  draw_curves(view, right);
}

}  // namespace headlight
