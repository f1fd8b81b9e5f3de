#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_parts.h"
#include "app/panels/labs/labs.h"
#include "app/session/labs/scaling_work.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "app/widgets/plot.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

std::string text_of(double value, int digits = 3) {
  return significant_text(static_cast<float>(value), digits);
}
std::string count_label(double value) { return count_text(static_cast<std::int64_t>(std::llround(value))); }

class ScalingPanel {
 public:
  ScalingPanel(const PanelContext& context, const Area& area, const ScalingStudy& study)
      : context_(context),
        ui_(context.ui),
        c_(ui_.colours()),
        settings_(context.session.labs.scaling),
        study_(study),
        rest_(area) {}

  void draw() {
    head();
    controls();
    if (settings_.page == ScalingLab::Page::products) {
      draw_products();
    } else {
      draw_softmax();
    }
  }

 private:
  bool sampled() const { return settings_.source == ScalingLab::Source::sampled; }

  template <typename Change>
  void change(Change set) {
    change_labs(context_, [&](Labs& labs) { set(labs.scaling); });
  }

  void head() {
    const std::array pages{Choice{"The products q · k"}, Choice{"Their softmax"}};
    const bool products = settings_.page == ScalingLab::Page::products;
    const Area place = lab_head(
        context_, rest_,
        products ? "Each product of a query and a key is a sum of dₖ terms: the more dimensions, the wider "
                   "the products spread."
                 : "A softmax of large numbers gives one key nearly all, and its gradient fades. Divided by "
                   "√dₖ the numbers stay in range.",
        choices_width(ui_, pages));
    const int pressed = choices(ui_, "scaling/page", place, pages, products ? 0 : 1);
    if (pressed >= 0) change([&](ScalingLab& lab) { lab.page = static_cast<ScalingLab::Page>(pressed); });
  }

  void controls() {
    Area row = rest_.cut_top(number_slide_height(ui_));
    rest_.cut_top(ui_.px(18));
    const Area buttons = Area::at(row.left, row.top + ui_.px(4), row.width(), ui_.px(32));
    const std::array sources{Choice{"random vectors"}, Choice{"the model’s own"}};
    const float wide = choices_width(ui_, sources);
    const int pressed =
        choices(ui_, "scaling/source", Area::at(row.left, buttons.top, wide, buttons.height()), sources,
                sampled() ? 0 : 1);
    if (pressed >= 0) change([&](ScalingLab& lab) { lab.source = static_cast<ScalingLab::Source>(pressed); });
    row.left += wide + ui_.px(24);
    const float again = button_width(ui_, "Draw again");
    const float gaps = ui_.px(24) * 2 + again;
    const float slider = std::min(ui_.px(240), std::floor((row.width() - gaps) / 2));
    slide_dimensions(row.cut_left(slider));
    row.left += ui_.px(24);
    if (sampled()) {
      slide_count(row.cut_left(slider));
      row.left += ui_.px(24);
      if (button(ui_, "scaling/draw", Area::at(row.left, buttons.top, again, buttons.height()), "Draw again",
                 ButtonKind::plain))
        change([](ScalingLab& lab) { lab.draw = lab.draw % 9999 + 1; });
    } else {
      if (row.width() < ui_.px(420)) {
        row = rest_.cut_top(ui_.px(32));
        rest_.cut_top(ui_.px(14));
      } else {
        row.top = buttons.top;
        row.bottom = buttons.bottom;
      }
      head_and_word(context_, row);
    }
  }

  void slide_dimensions(const Area& area) {
    NumberSlide slide{.label = "dₖ, dimensions"};
    slide.value = std::min(settings_.dimensions, study_.most);
    slide.lowest = 1;
    slide.highest = study_.most;
    slide.usual = std::min(64, study_.most);
    slide.logarithmic = true;
    if (!sampled()) slide.text = text_of(slide.value) + " of " + std::to_string(study_.most);
    if (const auto moved = number_slide(ui_, "slide/scaling/dimensions", area, slide))
      change([&](ScalingLab& lab) { lab.dimensions = static_cast<int>(*moved); });
  }

  void slide_count(const Area& area) {
    const bool products = settings_.page == ScalingLab::Page::products;
    NumberSlide slide{.label = products ? "pairs drawn" : "keys asked"};
    slide.value = products ? settings_.samples : settings_.keys;
    slide.lowest = products ? 100 : 2;
    slide.highest = products ? 10000 : 64;
    slide.usual = products ? 2000 : 16;
    slide.logarithmic = true;
    slide.text = count_label(slide.value);
    if (const auto moved =
            number_slide(ui_, products ? "slide/scaling/samples" : "slide/scaling/keys", area, slide))
      change([&](ScalingLab& lab) { (products ? lab.samples : lab.keys) = static_cast<int>(*moved); });
  }

  // A section's name over its part of the stage.
  Area section(const Area& area, const std::string& title) {
    Area inner = area;
    ui_.text(inner.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, title);
    return inner;
  }

  // --- the products
  void draw_products() {
    const float gap = ui_.px(36);
    Area left = rest_.cut_left(std::round((rest_.width() - gap) / 2));
    Area right{rest_.left + gap, rest_.top, rest_.right, rest_.bottom};
    left = section(left, "How the products spread");
    right = section(right, "Variance against dₖ");
    const float theory = static_cast<float>(study_.chosen.d_k);
    const std::array values{KeyFigure{"variance measured", text_of(study_.chosen.variance, 4)},
                            KeyFigure{"theory: dₖ", text_of(static_cast<double>(theory), 4)},
                            KeyFigure{"standard deviation", text_of(std::sqrt(study_.chosen.variance))}};
    left.cut_top(figures_row(ui_, left, values) + ui_.px(6));
    const double away = (study_.chosen.variance - study_.chosen.d_k) / std::max(1e-12, study_.chosen.error);
    const std::array errors{
        sampled() ? KeyFigure{"sampling error, ±", text_of(study_.chosen.error)}
                  : KeyFigure{"pairs", count_label(static_cast<double>(study_.products.size()))},
        sampled() ? KeyFigure{"from theory, in errors", fixed_text(static_cast<float>(away), 1)}
                  : KeyFigure{"variance / dₖ", text_of(study_.chosen.variance / study_.chosen.d_k)}};
    right.cut_top(figures_row(ui_, right, errors) + ui_.px(6));
    draw_histogram(left);
    draw_variance(right);
  }

  void draw_histogram(const Area& area) {
    const double d_k = study_.chosen.d_k;
    double reach = 4 * std::sqrt(d_k);
    for (const double value : study_.products) reach = std::max(reach, std::fabs(value));
    constexpr int bins = 41;
    const std::vector<double> density = histogram(study_.products, -reach, reach, bins);
    PlotSeries bars{.name = sampled() ? "random q · k" : "the model’s q · k", .colour = c_.weights};
    bars.kind = PlotSeries::Kind::bars;
    bars.named_at_end = false;
    for (int i = 0; i < bins; ++i)
      bars.points.push_back({-reach + (i + 0.5) * 2 * reach / bins, density[static_cast<std::size_t>(i)]});
    PlotSeries normal{.name = "normal, variance dₖ", .colour = c_.ink};
    normal.named_at_end = false;
    constexpr int points = 161;
    for (int i = 0; i < points; ++i) {
      const double x = -reach + 2 * reach * i / (points - 1);
      normal.points.push_back({x, normal_density(x, d_k)});
    }
    bars.colour = mix(c_.stage, c_.weights, 0.55F);
    const std::array series{bars, normal};
    PlotAxis y{.title = "density"};
    y.to = 1.08 * std::max(normal_density(0, d_k), *std::max_element(density.begin(), density.end()));
    plot(ui_, "scaling/histogram", area, {.title = "q · k", .from = -reach, .to = reach}, y, series);
    const std::array entries{LegendEntry{bars.colour, bars.name}, LegendEntry{c_.ink, normal.name}};
    legend(ui_, {area.left + ui_.px(70), area.top, area.right, area.top + ui_.px(20)}, entries);
  }

  void draw_variance(const Area& area) {
    PlotSeries theory{.name = "dₖ", .colour = c_.ink};
    PlotSeries measured{.name = sampled() ? "measured" : "this head", .colour = c_.weights};
    measured.kind = PlotSeries::Kind::dots;
    measured.thickness = 4;
    PlotSeries above{.name = "+2 errors", .colour = c_.text_3};
    PlotSeries below{.name = "−2 errors", .colour = c_.text_3};
    for (PlotSeries* band : {&above, &below}) {
      band->kind = PlotSeries::Kind::dashed;
      band->thickness = 1;
      band->named_at_end = false;
    }
    for (const ScalingStudy::VarianceAt& at : study_.variances) {
      const double d_k = at.d_k;
      theory.points.push_back({d_k, d_k});
      measured.points.push_back({d_k, at.variance});
      above.points.push_back({d_k, d_k + 2 * at.error});
      below.points.push_back({d_k, d_k - 2 * at.error});
    }
    std::vector<PlotSeries> series{theory, measured};
    if (sampled()) series = {above, below, theory, measured};
    PlotAxis y{.title = "variance of q · k", .logarithmic = true};
    y = fitted_axis(y, series, 0.06);
    const auto touch = plot(ui_, "scaling/variance", area,
                            {.title = "dₖ",
                             .from = 1,
                             .to = static_cast<double>(std::max(2, study_.most)),
                             .logarithmic = true,
                             .base = 2},
                            y, series, PlotMark{static_cast<double>(study_.chosen.d_k), ""});
    follow(touch);
  }

  // A click on an axis of d_k moves the slider there.
  void follow(const PlotTouch& touch) {
    if (!touch.clicked_x) return;
    const int d_k = std::clamp(static_cast<int>(std::lround(*touch.clicked_x)), 1, study_.most);
    if (d_k != settings_.dimensions) change([d_k](ScalingLab& lab) { lab.dimensions = d_k; });
  }

  // --- the softmax
  void draw_softmax() {
    const float gap = ui_.px(36);
    Area left = rest_.cut_left(std::round((rest_.width() - gap) * 0.54F));
    Area right{rest_.left + gap, rest_.top, rest_.right, rest_.bottom};
    left = section(left, sampled() ? "One query’s weights" : "The weights of “" + study_.query + "”");
    right = section(right, sampled() ? "Against dₖ, mean of 32 queries" : "Against dₖ, mean of all queries");
    const float half = std::round((left.height() - ui_.px(14)) / 2);
    draw_weights(left.cut_top(half), "softmax(q · k)", study_.softmax.plain, plain_colour(), "plain");
    left.cut_top(ui_.px(14));
    draw_weights(left, "softmax(q · k / √dₖ)", study_.softmax.scaled, c_.weights, "scaled");

    const float third = std::floor(right.height() / 3);
    draw_curve(right.cut_top(third), "largest weight", &Sharpness::largest, {.from = 0, .to = 1});
    PlotAxis entropy{.from = 0};
    entropy.to = std::log2(static_cast<double>(std::max<std::size_t>(2, study_.keys.size())));
    draw_curve(right.cut_top(third), "entropy / bits", &Sharpness::entropy, entropy);
    draw_curve(right, "norm of the gradient", &Sharpness::gradient, {}, "dₖ");
  }

  Rgb plain_colour() const { return c_.first_sentence; }

  void draw_weights(Area area, const std::string& title, const SoftmaxRows& rows, Rgb colour,
                    const char* id) {
    const Sharpness& at = rows.rows.at(static_cast<std::size_t>(study_.row));
    const Area line = area.cut_top(ui_.px(20));
    ui_.text(line, Align::left, type::label_hot, colour, title);
    const std::string figures = "largest " + largest_alone(at.largest, at.entropy) + "   entropy " +
                                amount_alone(at.entropy) + " bits   gradient " + amount_alone(at.gradient);
    const bool beside =
        ui_.width(type::label_hot, title) + ui_.width(type::path, figures) + ui_.px(12) <= line.width();
    ui_.text(beside ? line : area.cut_top(ui_.px(18)), beside ? Align::right : Align::left, type::path,
             c_.text_2, figures);
    ShareBars bars;
    bars.labels = study_.keys;
    bars.series.push_back({"weight", colour, {}});
    for (Eigen::Index key = 0; key < rows.weights.cols(); ++key)
      bars.series[0].shares.push_back(rows.weights(study_.row, key));
    // A bar is one product: the inspector takes it apart.
    if (const std::optional<int> key = share_bars(ui_, std::string("scaling/bars/") + id, area, bars))
      ui_.emit(
          SelectCell{{std::string("attention_lab.") + (&rows == &study_.softmax.scaled ? "scaled" : "scores"),
                      study_.row, *key}});
  }

  void draw_curve(const Area& area, const char* title, double Sharpness::*what, PlotAxis y,
                  const char* x_title = "") {
    PlotSeries plain{.name = "q · k", .colour = plain_colour()};
    PlotSeries scaled{.name = "q · k / √dₖ", .colour = c_.weights};
    for (const SoftmaxStudy& at : study_.softmaxes) {
      plain.points.push_back({static_cast<double>(at.d_k), at.plain.mean.*what});
      scaled.points.push_back({static_cast<double>(at.d_k), at.scaled.mean.*what});
    }
    const std::array series{plain, scaled};
    y.title = title;
    if (y.to == 1 && what == &Sharpness::gradient) {
      y = fitted_axis(y, series, 0.05);
      y.from = 0;
    }
    const PlotTouch touch = plot(ui_, std::string("scaling/") + title, area,
                                 {.title = x_title,
                                  .from = 1,
                                  .to = static_cast<double>(std::max(2, study_.most)),
                                  .logarithmic = true,
                                  .base = 2},
                                 y, series, PlotMark{static_cast<double>(study_.softmax.d_k), ""});
    follow(touch);
  }

  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  const ScalingLab& settings_;
  const ScalingStudy& study_;
  Area rest_;
};

}  // namespace

void draw_scaling_lab(const PanelContext& context, const Area& area) {
  const LabWork* work = work_of(context);
  if (work == nullptr || work->scaling == nullptr) {
    Area rest = area;
    lab_head(context, rest, "");
    return;
  }
  ScalingPanel(context, area, *work->scaling).draw();
}

}  // namespace headlight
