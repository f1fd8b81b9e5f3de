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

struct TwoCurves {
  PlotAxis y;
  std::array<PlotSeries, 2> series;
};

// What a row of weights is like on average, against d_k. Without a range in `y`, the axis is fitted.
TwoCurves curve_of(const ScalingView& view, PlotAxis y, double Sharpness::*what, bool fitted) {
  const Ui& ui = view.context.ui;
  PlotSeries plain{.name = "q · k", .colour = plain_colour(ui)};
  PlotSeries scaled{.name = "q · k / √dₖ", .colour = scaled_colour(ui)};
  for (const SoftmaxStudy& at : view.study.softmaxes) {
    plain.points.push_back({static_cast<double>(at.d_k), at.plain.mean.*what});
    scaled.points.push_back({static_cast<double>(at.d_k), at.scaled.mean.*what});
  }
  TwoCurves curve{std::move(y), {std::move(plain), std::move(scaled)}};
  if (fitted) {
    curve.y = fitted_axis(curve.y, curve.series);
    curve.y.from = 0;
  }
  return curve;
}

// One below the other, over one axis of d_k.
void draw_curves(const ScalingView& view, Area area) {
  Ui& ui = view.context.ui;
  const double bits = std::log2(static_cast<double>(std::max<std::size_t>(2, view.study.keys.size())));
  const std::array curves{
      curve_of(view, {.title = "largest weight"}, &Sharpness::largest, false),
      curve_of(view, {.title = "entropy / bits", .from = 0, .to = bits}, &Sharpness::entropy, false),
      curve_of(view, {.title = "gradient of the softmax by its input, norm"}, &Sharpness::gradient, true)};
  const float third = std::floor(area.height() / static_cast<float>(curves.size()));
  PlotMargins margins;
  for (const TwoCurves& curve : curves)
    margins = margins | plot_margins(ui, third, d_k_axis(view, ""), curve.y, curve.series);
  for (const TwoCurves& curve : curves) {
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
                          sampled ? "Against dₖ, mean of " + std::to_string(sampled_queries) + " queries"
                                  : std::string("Against dₖ, mean of all queries"));
  const float half = std::round((left.height() - ui.px(14)) / 2);
  draw_weights(view, left.cut_top(half), "softmax(q · k)", view.study.softmax.plain, plain_colour(ui),
               "plain");
  left.cut_top(ui.px(14));
  draw_weights(view, left, "softmax(q · k / √dₖ)", view.study.softmax.scaled, scaled_colour(ui), "scaled");
  draw_curves(view, right);
}

}  // namespace headlight
