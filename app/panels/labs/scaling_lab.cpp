// Why scores are divided by the root of d_k: what is asked for, over the page that shows it.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/scaling_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

std::string count_label(double value) { return count_text(static_cast<std::int64_t>(std::llround(value))); }

class ScalingHead {
 public:
  ScalingHead(const ScalingView& view, const Area& area)
      : context_(view.context),
        ui_(view.context.ui),
        view_(view),
        settings_(view.settings),
        study_(view.study),
        rest_(area) {}

  // Returns what is left for the page.
  Area draw() {
    head();
    controls();
    return rest_;
  }

 private:
  bool sampled() const { return view_.sampled(); }

  template <typename Change>
  void change(Change set) {
    change_labs(context_, [&](Labs& labs) { set(labs.get<ScalingLab>()); });
  }

  // What is to be known about the page as it is set.
  const char* about() const {
    if (settings_.page == ScalingLab::Page::softmax)
      return "The more dimensions, the larger the products q · k (orange): their softmax comes close to a "
             "single key, and most queries are left with next to no gradient. Divided by √dₖ (violet) the "
             "weights stay spread, and the gradient falls only as 1/√dₖ.";
    if (settings_.source == ScalingLab::Source::model)
      return "The theory is for random vectors. The numbers of a trained head are neither independent nor of "
             "variance 1: their products spread as training made them.";
    constexpr int few = 8;
    if (settings_.dimensions < few)
      return "Each product of a query and a key is a sum of dₖ terms. A sum of few is not normal yet: the "
             "curve has its variance, not its shape.";
    return "Each product of a query and a key is a sum of dₖ terms: the more dimensions, the wider the "
           "products spread.";
  }

  void head() {
    const std::array pages{Choice{"The products q · k"}, Choice{"Their softmax"}};
    const bool products = settings_.page == ScalingLab::Page::products;
    const Area place = lab_head(context_, rest_, about(), choices_width(ui_, pages));
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
        change([](ScalingLab& lab) { lab.draw = next_seed(lab.draw); });
    } else {
      if (row.width() < ui_.px(420)) {
        row = rest_.cut_top(ui_.px(32));
        rest_.cut_top(ui_.px(14));
      } else {
        row.top = buttons.top;
        row.bottom = buttons.bottom;
      }
      // The products are those of all queries.
      head_and_word(context_, row, settings_.page == ScalingLab::Page::softmax);
    }
  }

  void slide_dimensions(const Area& area) {
    NumberSlide slide{.label = sampled() ? "dₖ, dimensions" : "dₖ"};
    slide.value = std::min(settings_.dimensions, study_.most);
    slide.lowest = 1;
    slide.highest = study_.most;
    slide.usual = std::min(64, study_.most);
    slide.logarithmic = true;
    if (!sampled()) slide.text = count_label(slide.value) + " of " + std::to_string(study_.most);
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

  const PanelContext& context_;
  Ui& ui_;
  const ScalingView& view_;
  const ScalingLab& settings_;
  const ScalingStudy& study_;
  Area rest_;
};

}  // namespace

Area scaling_section(Ui& ui, const Area& area, const std::string& title) {
  Area inner = area;
  ui.text(inner.cut_top(ui.px(26)), Align::left, type::section, ui.colours().ink, title);
  return inner;
}

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
    change_labs(view.context, [d_k](Labs& labs) { labs.get<ScalingLab>().dimensions = d_k; });
}

void draw_scaling_lab(const PanelContext& context, const Area& area) {
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<ScalingStudy>();
  if (study == nullptr) {
    Area rest = area;
    lab_head(context, rest, "");
    return;
  }
  const ScalingView view{context, context.session.labs.get<ScalingLab>(), *study};
  const Area page = ScalingHead(view, area).draw();
  if (view.settings.page == ScalingLab::Page::products) {
    draw_scaling_products(view, page);
  } else {
    draw_scaling_softmax(view, page);
  }
}

}  // namespace headlight
