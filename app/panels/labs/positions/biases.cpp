// A bias for the distance: the matrix that is added to the scores, its value against the distance for every
// head, and where it alone would send the weights.
#include <algorithm>
#include <cmath>

#include "app/labs/positions/positions_maps.h"
#include "app/panels/labs/positions/positions_shown.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

std::string bias_path(int head, const char* part) {
  return "encoder.0.self_attention.head." + std::to_string(head) + "." + part;
}

// b(j - i), read from the edges of a head's matrix; nothing where the head does not look.
PlotSeries curve_of(const Heatmap& bias) {
  PlotSeries series{.name = {}, .colour = {}, .points = {}};
  for (int apart = 1 - bias.rows; apart < bias.columns; ++apart) {
    const int row = std::max(0, -apart);
    if (bias.state(row, row + apart) == CellState::masked) continue;
    series.points.push_back({static_cast<double>(apart), static_cast<double>(bias.value(row, row + apart))});
  }
  return series;
}

}  // namespace

void draw_position_biases(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  Pictures& pictures = shown.cells.pictures;
  const int heads = shown.found().bias_heads;
  if (heads == 0) return;
  const int head = std::min(shown.lab.head, heads - 1);
  const bool one_sided = pictures.view(shown.side, bias_path(0, "masked")) != nullptr;
  const char* added = one_sided ? "masked" : "position_bias";
  const std::string path = bias_path(head, added);
  const HeatmapPtr bias = pictures.view(shown.side, path);
  const HeatmapPtr alone = pictures.view(shown.side, bias_path(head, "weights"));
  const int position = shown.word_place();

  Area left = area;
  Area right = left.cut_right(std::round(area.width() * 0.46F));
  right.left += ui.px(28);
  titled_map(shown, left, bias,
             {.title = std::vector<TextRun>{{"What is added to the scores", Role::ink, true},
                                            {" · " + bias_head_name(shown.found(), head), Role::heads}},
              .id = "positions/bias",
              .path = path,
              .largest = 46,
              .focus_row = position});

  std::vector<PlotSeries> curves;
  float most = 0;
  for (int each = 0; each < heads; ++each) {
    const HeatmapPtr map = pictures.view(shown.side, bias_path(each, added));
    PlotSeries series = curve_of(*map);
    const bool hot = each == head;
    series.name = "head " + std::to_string(each);
    series.colour = hot ? c.heads : mix(c.stage, c.heads, 0.45F);
    series.thickness = hot ? 3 : 1.5F;
    series.named_at_end = hot || heads <= 4;
    curves.push_back(std::move(series));
    most = std::max(most, map->scale.high);
  }
  Area lower = right.cut_bottom(std::round(right.height() * 0.45F));
  ui.text(right.cut_top(ui.px(24)), Align::left, type::label_hot, c.ink, "Value against distance");
  const double far = bias->columns - 1;
  plot(ui, "positions/distance", right, {.title = "j − i, words", .from = -far, .to = far},
       fitted_axis({.title = "bias b(j − i)"}, curves), curves);

  ui.text(lower.cut_top(ui.px(24)), Align::left, type::label_hot, c.ink,
          "With this bias alone, “" + shown.word(position) + "” would look here");
  PlotSeries bars{
      .name = "", .colour = c.weights, .points = {}, .kind = PlotSeries::Kind::bars, .named_at_end = false};
  double top = 0;
  for (int key = 0; key < alone->columns; ++key) {
    const auto weight = static_cast<double>(alone->value(position, key));
    bars.points.push_back({static_cast<double>(key), weight});
    top = std::max(top, weight);
  }
  plot(ui, "positions/alone", lower, {.title = "position of the key", .from = -0.5, .to = far + 0.5},
       {.title = "weight, all words alike", .from = 0, .to = std::max(0.1, top * 1.1)}, std::span(&bars, 1),
       PlotMark{static_cast<double>(position), ""});
}

}  // namespace headlight
