// A picture read by convolutions, and by attention between its patches.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/cost_pages.h"
#include "app/panels/labs/quantity.h"
#include "app/widgets/levers.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/labs/picture_cost.h"

namespace headlight {
namespace {

std::string side_label(double side) { return std::to_string(std::lround(side)); }

CostTable models_table(const CostStudy::Picture& picture, Rgb first, Rgb second) {
  CostTable table;
  table.columns = {std::to_string(picture.side) + " × " + std::to_string(picture.side) + " pixels",
                   "ResNet-50", "ViT-B/16"};
  table.colours = {first, second};
  table.rows = {{"parameters", count_text(picture.resnet.parameters), count_text(picture.vit.parameters)},
                {"multiply-adds", quantity_text(picture.resnet.multiply_adds),
                 quantity_text(picture.vit.multiply_adds)}};
  return table;
}

CostTable layer_table(const CostStudy::Picture& picture, Rgb first, Rgb second) {
  const std::string wide = std::to_string(picture.cells_wide);
  CostTable table;
  table.columns = {wide + " × " + wide + " cells, d = " + std::to_string(picture.d), "3 × 3 convolution",
                   "attention"};
  table.colours = {first, second};
  table.rows = {{"multiply-adds", quantity_text(picture.convolution), quantity_text(picture.attention)},
                {"a cell sees", "9 cells",
                 count_text(std::int64_t{picture.cells_wide} * picture.cells_wide) + " cells"},
                {"layers until corners meet", std::to_string(picture.to_meet), "1"},
                {"weights", "learned, fixed", "computed anew"}};
  return table;
}

}  // namespace

void draw_cost_of_pictures(const PanelContext& context, const Area& area, const CostStudy& study) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const CostStudy::Picture& picture = study.picture;
  const CostLab& settings = context.session.labs.get<CostLab>();
  const auto set_side = [&](double side) {
    const int to = std::clamp(static_cast<int>(std::lround(side / 16)) * 16, 16, CostLab::most_side);
    if (to != settings.side) change_labs(context, [to](Labs& labs) { labs.get<CostLab>().side = to; });
  };
  Area rest = area;
  NumberSlide slide{.label = "side of the picture, pixels"};
  slide.value = settings.side;
  slide.lowest = 16;
  slide.highest = CostLab::most_side;
  slide.usual = 224;
  slide.step = 16;
  if (const auto moved = number_slide(
          ui, "slide/cost/side",
          Area::at(rest.left, rest.top, std::min(ui.px(300), rest.width()), number_slide_height(ui)), slide))
    set_side(*moved);
  rest.cut_top(number_slide_height(ui) + ui.px(14));
  const float gap = ui.px(36);
  Area left = rest.cut_left(std::round((rest.width() - gap) * 0.52F));
  rest.left += gap;

  const auto table = [&](const char* title, const CostTable& figures) {
    ui.text(left.cut_top(ui.px(26)), Align::left, type::section, c.ink, title);
    draw_cost_table(ui, left.cut_top(cost_table_height(ui, figures)), figures,
                    std::round(left.width() * 0.42F));
    left.cut_top(ui.px(18));
  };
  table("Two models", models_table(picture, c.first_sentence, c.weights));
  table("One layer of each, on the same cells", layer_table(picture, c.first_sentence, c.weights));
  ui.wrapped(
      left, type::caption, c.text_2,
      "Figures from He et al. 2016, table 1; Dosovitskiy et al. 2021, table 1. A convolution knows before "
      "it learns that neighbours belong together; attention has to learn it, from many pictures. The "
      "attention of the class token over these patches is in the models’ own view.",
      ui.px(16));

  PlotSeries resnet{.name = "ResNet-50", .colour = c.first_sentence},
      vit{.name = "ViT-B/16", .colour = c.weights};
  for (int side = 32; side <= CostLab::most_side; side += 32) {
    resnet.points.push_back({static_cast<double>(side), resnet_50_cost(side).multiply_adds});
    vit.points.push_back({static_cast<double>(side), vit_base_cost(side).multiply_adds});
  }
  const std::array series{resnet, vit};
  ui.text(rest.cut_top(ui.px(26)), Align::left, type::section, c.ink, "Multiply-adds against the picture");
  const PlotTouch touch =
      plot(ui, "cost/pictures", rest,
           {.title = "side of the picture, pixels",
            .name = "side",
            .from = 32,
            .to = CostLab::most_side,
            .logarithmic = true,
            .base = 2,
            .label = side_label},
           fitted_axis({.title = "multiply-adds", .logarithmic = true, .label = count_tick}, series), series,
           PlotMark{static_cast<double>(settings.side), ""});
  if (touch.clicked_x) set_side(*touch.clicked_x);
}

}  // namespace headlight
