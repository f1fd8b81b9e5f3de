// Why scores are divided by the root of d_k: what is asked for, over the page that shows it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/labs/scaling/scaling_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

struct ScalingView {
  const PanelContext& context;
  const ScalingLab& settings;
  const ScalingStudy& study;

  bool sampled() const { return settings.source == ScalingLab::Source::sampled; }
};

// Two softmaxes of the same products, at the values of one axis.
struct Compared {
  struct At {
    double x;
    const SoftmaxRows& first;
    const SoftmaxRows& second;
  };
  std::string first, second;  // their names at the curves
  PlotAxis x;
  std::vector<At> at;
  double chosen;
};

// A section's name over its part of the stage; returns what is left below it.
Area scaling_section(Ui& ui, const Area& area, const std::string& title) {
  Area inner = area;
  ui.text(inner.cut_top(ui.px(26)), Align::left, type::section, ui.colours().ink, title);
  return inner;
}

// An axis of d_k, and what a press on it does: the slider moves there.
PlotAxis d_k_axis(const ScalingView& view, const char* title) {
  return {.title = title,
          .name = "dₖ",
          .from = 1,
          .to = static_cast<double>(std::max(2, view.study.most)),
          .logarithmic = true,
          .base = 2};
}

void follow_d_k(const ScalingView& view, const PlotTouch& touch) {
  if (!touch.clicked_x) return;
  const int d_k = std::clamp(static_cast<int>(std::lround(*touch.clicked_x)), 1, view.study.most);
  if (d_k != view.settings.dimensions)
    change_lab<ScalingLab>(view.context, [d_k](ScalingLab& lab) { lab.dimensions = d_k; });
}

// How products of queries and keys spread, and their variance against d_k.

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
  for (int i = 0; i < bins; ++i) bars.points.push_back({-reach + (i + 0.5) * 2 * reach / bins, density[i]});
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

// How the products of queries and keys spread, and their variance against d_k.
void draw_scaling_products(const ScalingView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const ScalingStudy::VarianceAt& chosen = view.study.chosen;
  auto [left, right] = two_parts(ui, area, 0.5F);
  left = scaling_section(ui, left, "How far apart the products are");
  right = scaling_section(ui, right, "Variance against dₖ");
  const std::array values{KeyFigure{"variance measured", measured_text(chosen.variance, 4)},
                          KeyFigure{"theory: dₖ", count_text(chosen.d_k)},
                          KeyFigure{"standard deviation", measured_text(std::sqrt(chosen.variance))}};
  const double away = (chosen.variance - chosen.d_k) / std::max(1e-12, chosen.error);
  const std::array random{KeyFigure{"standard error", measured_text(chosen.error)},
                          KeyFigure{"standard errors off theory", fixed_text(static_cast<float>(away), 1)}};
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

// What a softmax makes of products of queries and keys, as they are and divided by the root of d_k.

Rgb plain_colour(const Ui& ui) { return ui.colours().first_sentence; }
Rgb scaled_colour(const Ui& ui) { return ui.colours().weights; }

// One query's weights, with what they are like above them.
void draw_weights(const ScalingView& view, Area area, const std::string& title, const SoftmaxRows& rows,
                  Rgb colour, const char* id) {
  Ui& ui = view.context.ui;
  const Sharpness& at = rows.rows.at(view.study.row);
  const Area line = area.cut_top(ui.px(20));
  ui.text(line, Align::left, type::label_hot, colour, title);
  const std::string figures = say("largest {largest}  entropy {entropy}  gradient {gradient}",
                                  {{"largest", largest_alone(at.largest, at.entropy)},
                                   {"entropy", bits_text(at.entropy)},
                                   {"gradient", amount_alone(at.gradient)}});
  const bool beside =
      ui.width(type::label_hot, title) + ui.width(type::path, figures) + ui.px(12) <= line.width();
  ui.text(beside ? line : area.cut_top(ui.px(18)), beside ? Align::right : Align::left, type::path,
          ui.colours().text_2, figures);
  ShareBars bars;
  bars.labels = view.study.keys;
  bars.series.push_back({"weight", colour, {}});
  for (Eigen::Index key = 0; key < rows.weights.cols(); ++key)
    bars.series[0].shares.push_back(rows.weights(view.study.row, key));
  const std::optional<int> key = share_bars(ui, std::string("scaling/bars/") + id, area, bars);
  // A bar is one product: the inspector takes it apart. Those of normed vectors are not recorded.
  if (!key || &rows == &view.study.length.normed) return;
  const bool divided = &rows != &view.study.softmax.plain;
  ui.emit(SelectCell{{divided ? "attention_lab.scaled" : "attention_lab.scores", view.study.row, *key}});
}

struct Curves {
  PlotAxis y;
  std::vector<PlotSeries> series;
};

PlotSeries compared_series(const Compared& of, const std::string& name, Rgb colour, auto value) {
  PlotSeries series{.name = name, .colour = colour};
  for (const Compared::At& at : of.at) series.points.push_back({at.x, value(at)});
  return series;
}

// What a row of weights is like on average.
Curves mean_curves(const Ui& ui, const Compared& of, PlotAxis y, double Sharpness::*what) {
  Curves curves{std::move(y), {}};
  curves.series.push_back(compared_series(of, of.first, plain_colour(ui),
                                          [what](const Compared::At& at) { return at.first.mean.*what; }));
  curves.series.push_back(compared_series(of, of.second, scaled_colour(ui),
                                          [what](const Compared::At& at) { return at.second.mean.*what; }));
  return curves;
}

// The axis begins at the power of ten below all of them.
void fit_from_below(Curves& curves) {
  for (const PlotSeries& each : curves.series) {
    for (const Point& point : each.points) {
      if (point.y > 0 && point.y < curves.y.from)
        curves.y.from = std::pow(10.0, std::floor(std::log10(point.y)));
    }
  }
}

// How much the weights of a row in the middle follow a change of q.k. Without the division the softmax is
// given q.k itself, so both derivatives are one curve.
Curves gradient_curves(const Ui& ui, const Compared& of) {
  Curves curves{
      {.title = "median gradient for q · k; dashed: q · k / √dₖ", .from = 1e-4, .to = 1, .logarithmic = true},
      {}};
  curves.series.push_back(compared_series(of, of.first, plain_colour(ui),
                                          [](const Compared::At& at) { return at.first.median.by_product; }));
  curves.series.push_back(compared_series(
      of, of.second, scaled_colour(ui), [](const Compared::At& at) { return at.second.median.by_product; }));
  PlotSeries by_input = compared_series(of, "by q · k / √dₖ", scaled_colour(ui),
                                        [](const Compared::At& at) { return at.second.median.gradient; });
  by_input.kind = PlotSeries::Kind::dashed;
  by_input.named_at_end = false;
  curves.series.push_back(std::move(by_input));
  fit_from_below(curves);
  return curves;
}

// The same for a change of what softmax is given.
Curves input_gradient_curves(const Ui& ui, const Compared& of) {
  Curves curves{
      {.title = say("median gradient for softmax’s input"), .from = 1e-2, .to = 1, .logarithmic = true}, {}};
  curves.series.push_back(compared_series(of, of.first, plain_colour(ui),
                                          [](const Compared::At& at) { return at.first.median.gradient; }));
  curves.series.push_back(compared_series(of, of.second, scaled_colour(ui),
                                          [](const Compared::At& at) { return at.second.median.gradient; }));
  fit_from_below(curves);
  return curves;
}

Compared against_d_k(const ScalingView& view, const char* title) {
  Compared of{.first = "q · k",
              .second = "q · k / √dₖ",
              .x = d_k_axis(view, title),
              .at = {},
              .chosen = static_cast<double>(view.study.softmax.d_k)};
  for (const SoftmaxStudy& each : view.study.softmaxes)
    of.at.push_back({static_cast<double>(each.d_k), each.plain, each.scaled});
  return of;
}

Compared against_length(const ScalingView& view, std::string title) {
  Compared of{.first = "q · k / √dₖ",
              .second = "QK-norm",
              .x = {.title = std::move(title),
                    .name = "length",
                    .from = 1,
                    .to = static_cast<double>(ScalingLab::most_length),
                    .logarithmic = true,
                    .base = 2},
              .at = {},
              .chosen = static_cast<double>(view.settings.length)};
  for (const LengthStudy& each : view.study.lengths)
    of.at.push_back({each.length, each.divided, each.normed});
  return of;
}

void follow_length(const ScalingView& view, const PlotTouch& touch) {
  if (!touch.clicked_x) return;
  const float length =
      std::clamp(static_cast<float>(std::round(4 * *touch.clicked_x) / 4), 1.0F, ScalingLab::most_length);
  if (length != view.settings.length)
    change_lab<ScalingLab>(view.context, [length](ScalingLab& lab) { lab.length = length; });
}

// One below the other, over one axis.
void draw_curves(const ScalingView& view, Area area, const Compared& of, Curves gradients,
                 void (*follow)(const ScalingView&, const PlotTouch&)) {
  Ui& ui = view.context.ui;
  const double bits = std::log2(static_cast<double>(std::max<std::size_t>(2, view.study.keys.size())));
  const std::array curves{
      mean_curves(ui, of, {.title = "largest weight, mean"}, &Sharpness::largest),
      mean_curves(ui, of, {.title = "entropy / bits, mean", .from = 0, .to = bits}, &Sharpness::entropy),
      std::move(gradients)};
  PlotAxis above = of.x;
  above.title.clear();
  const float third = std::floor(area.height() / static_cast<float>(curves.size()));
  PlotMargins margins;
  for (const Curves& curve : curves)
    margins = margins | plot_margins(ui, third, above, curve.y, curve.series);
  for (const Curves& curve : curves) {
    const bool last = &curve == &curves.back();
    const Area place = last ? area : area.cut_top(third);
    follow(view, plot(ui, "scaling/" + curve.y.title, place, last ? of.x : above, curve.y, curve.series,
                      PlotMark{of.chosen, ""}, margins));
  }
}

// What a softmax makes of them: as they are and divided by the root of d_k; or of longer ones, divided,
// without and with a norm.
void draw_scaling_softmax(const ScalingView& view, const Area& area) {
  Ui& ui = view.context.ui;
  auto [left, right] = two_parts(ui, area, 0.54F);
  const bool sampled = view.sampled(), lengths = view.settings.page == ScalingLab::Page::lengths;
  left = scaling_section(
      ui, left,
      sampled ? say("One query’s weights") : say("The weights of “{word}”", {{"word", view.study.query}}));
  const NamedValue against{"x", lengths ? say("length") : "dₖ"};
  right = scaling_section(
      ui, right,
      sampled ? say("Against {x}, over {n} queries", {against, {"n", std::to_string(sampled_queries)}})
              : say("Against {x}, over all queries", {against}));
  const float half = std::round((left.height() - ui.px(14)) / 2);
  const Area upper = left.cut_top(half);
  left.cut_top(ui.px(14));
  if (lengths) {
    draw_weights(view, upper, "softmax(q · k / √dₖ)", view.study.length.divided, plain_colour(ui), "divided");
    draw_weights(view, left, "softmax(norm(q) · norm(k) / √dₖ)", view.study.length.normed, scaled_colour(ui),
                 "normed");
    const Compared of = against_length(view, say("length of q and k, times"));
    draw_curves(view, right, of, input_gradient_curves(ui, of), follow_length);
    return;
  }
  draw_weights(view, upper, "softmax(q · k)", view.study.softmax.plain, plain_colour(ui), "plain");
  draw_weights(view, left, "softmax(q · k / √dₖ)", view.study.softmax.scaled, scaled_colour(ui), "scaled");
  const Compared of = against_d_k(view, "dₖ");
  draw_curves(view, right, of, gradient_curves(ui, of), follow_d_k);
}

class ScalingPanel : public LabPart<ScalingLab, ScalingStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    head();
    controls();
    const ScalingView view{context_, settings_, study_};
    if (settings_.page == ScalingLab::Page::products) return draw_scaling_products(view, rest_);
    draw_scaling_softmax(view, rest_);
  }

 private:
  bool sampled() const { return settings_.source == ScalingLab::Source::sampled; }

  // What is to be known about the page as it is set.
  const char* about() const {
    if (settings_.page == ScalingLab::Page::lengths)
      return "While a model learns, q and k can become longer, and q · k grows with both. Divided by √dₖ "
             "(orange), it still does. QK-norm first gives every q and every k the same length (violet): "
             "softmax stays as it was.";
    if (settings_.page == ScalingLab::Page::softmax)
      return "The more dimensions, the larger the products q · k (orange). Softmax then picks almost a "
             "single key, and most queries get almost no gradient. Divided by √dₖ (violet), the weights stay "
             "shared out, and the gradient falls no faster than 1/√dₖ.";
    if (settings_.source == ScalingLab::Source::model)
      return "The theory is for random vectors. In a trained head the numbers depend on each other and do "
             "not have variance 1, so it does not apply.";
    constexpr int few = 8;
    if (settings_.dimensions < few)
      return "Each product of a query and a key is a sum of dₖ terms. With so few terms it is not yet a "
             "normal distribution: the curve matches its variance, not its shape.";
    return "Each product of a query and a key is a sum of dₖ terms. The more dimensions, the further apart "
           "the products are.";
  }

  void head() {
    const std::array pages{Choice{to_be_said("The products q · k")}, Choice{to_be_said("Their softmax")},
                           Choice{to_be_said("Longer q and k")}};
    choose_page(context_, rest_, about(), pages, &ScalingLab::page);
  }

  void controls() {
    constexpr float apart = 24;
    SettingRows<ScalingLab> row(context_, rest_, 18, apart);
    row.choose(&ScalingLab::source,
               std::array{Choice{to_be_said("random vectors")}, Choice{to_be_said("the model’s own")}});
    const char* again = "Draw again";
    const float room = row.room() - 3 * ui_.px(apart) - button_width(ui_, again);
    const float wide = std::clamp(std::floor(room / 2), ui_.px(120), ui_.px(240));
    const std::string of = say(
        "{n} of {all}",
        {{"n", count_text(std::min(settings_.dimensions, study_.most))}, {"all", count_text(study_.most)}});
    row.slide(
        wide, &ScalingLab::dimensions,
        {.label = sampled() ? "dₖ, dimensions" : "dₖ", .text = sampled() ? "" : of, .highest = study_.most});
    if (settings_.page == ScalingLab::Page::lengths)
      row.slide(wide, &ScalingLab::length,
                {.label = "length",
                 .text = say("× {n}", {{"n", measured_text(static_cast<double>(settings_.length), 3)}})});
    // The products are those of all queries.
    if (!sampled()) return head_and_word(context_, row, settings_.page != ScalingLab::Page::products);
    if (settings_.page == ScalingLab::Page::products)
      row.slide(wide, &ScalingLab::samples, {.label = "pairs drawn", .text = count_text(settings_.samples)});
    else
      row.slide(wide, &ScalingLab::keys, {.label = "keys asked", .text = count_text(settings_.keys)});
    row.press("draw", again, [](ScalingLab& lab) { lab.draw = next_seed(lab.draw); });
  }
};

// --- before a class

std::optional<ClassPicture> scaling_for_class(const PanelContext& context) {
  const auto* const study = result_of<ScalingStudy>(context);
  if (study == nullptr) return {};
  const ScalingView view{context, context.session.labs.get<ScalingLab>(), *study};
  const PlotAxis x = d_k_axis(view, "how many numbers q and k have");
  const std::string d = count_text(study->chosen.d_k);
  if (study->settings.page == ScalingLab::Page::products) {
    PlotSeries measured{.name = "q · k", .colour = plain_colour(context.ui)};
    for (const ScalingStudy::VarianceAt& at : study->variances)
      measured.points.push_back({static_cast<double>(at.d_k), std::sqrt(at.variance)});
    ClassCurves curves{x, {.title = say("how far products lie apart")}, {measured}, study->chosen.d_k};
    curves.y = fitted_axis(curves.y, curves.series, 0.1);
    curves.y.from = 0;
    return ClassPicture{
        .shows = curves,
        .says = say("With {d} numbers the products spread by {spread}. More numbers spread more.",
                    {{"d", d}, {"spread", measured_text(std::sqrt(study->chosen.variance))}})};
  }
  const PlotAxis y{.title = say("largest share, mean")};
  if (study->settings.page == ScalingLab::Page::lengths) {
    const Compared of = against_length(view, say("length of q and k, times"));
    const Curves curves = mean_curves(context.ui, of, y, &Sharpness::largest);
    return ClassPicture{
        .shows = ClassCurves{of.x, curves.y, curves.series, of.chosen},
        .says = say(
            "With vectors {times} times as long, this query’s largest share is {plain}. With QK-norm it is "
            "{normed}.",
            {{"times", measured_text(of.chosen, 3)},
             {"plain", weight_alone(static_cast<float>(study->length.divided.rows.at(study->row).largest))},
             {"normed",
              weight_alone(static_cast<float>(study->length.normed.rows.at(study->row).largest))}})};
  }
  const Compared of = against_d_k(view, "how many numbers q and k have");
  const Curves curves = mean_curves(context.ui, of, y, &Sharpness::largest);
  return ClassPicture{
      .shows = ClassCurves{of.x, curves.y, curves.series, of.chosen},
      .says = say("With {d} numbers the largest share is {plain}. Divided by √{d} it is {scaled}.",
                  {{"d", d},
                   {"plain", weight_alone(static_cast<float>(study->softmax.plain.mean.largest))},
                   {"scaled", weight_alone(static_cast<float>(study->softmax.scaled.mean.largest))}})};
}

std::optional<LabPanel::Said> said_of_lengths(const Labs& labs) {
  if (labs.get<ScalingLab>().page != ScalingLab::Page::lengths) return {};
  return LabPanel::Said{
      "Let them grow",
      "Drag the length of q and k. Above, the score is only divided; below, q and k are normalized first."};
}

constexpr std::array<LabPanel::ForClass::Set, 4> scaling_steps{
    [](const PanelContext&, Labs& labs) { labs.get<ScalingLab>().page = ScalingLab::Page::products; },
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<ScalingLab>().dimensions = 512; },
    [](const PanelContext&, Labs& labs) { labs.get<ScalingLab>().page = ScalingLab::Page::lengths; }};

}  // namespace

constinit const LabPanel ScalingLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<ScalingPanel>,
    .help =
        "Queries and keys drawn at random: how widely their products vary with d_k, what softmax turns them "
        "into, and what QK-norm does to longer ones.",
    .words =
        "sqrt square root variance dk d_k divide saturated vanishing gradient large dimension qk-norm qk "
        "norm normalized queries keys rmsnorm long vectors",
    .upright = 1150,
    .margin = {"Make vectors longer",
               "Drag dₖ, the number of numbers in q and k. The two pictures differ in one thing only.",
               "Take 512 numbers",
               [](const PanelContext&, Labs& labs) { labs.get<ScalingLab>().dimensions = 512; },
               said_of_lengths},
    .for_class = {scaling_for_class, scaling_steps},
};

}  // namespace headlight
