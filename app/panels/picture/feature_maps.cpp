// What the convolutions find: a map for each of their kernels.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/panels/picture/picture_parts.h"
#include "app/panels/picture/tiling.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

struct FeatureMaps {
  TracePtr of;
  std::map<std::string, std::vector<HeatmapPtr>> layers;
};

// Each channel of a node [cells, channels] as a map of its own, all on one scale.
std::vector<HeatmapPtr> maps_of_channels(const Trace& trace, const std::string& path, int side) {
  const Reading values = trace.read(path);
  std::vector<float> all;
  for (int cell = 0; cell < values.shape().rows; ++cell) {
    for (int channel = 0; channel < values.shape().cols; ++channel) all.push_back(values(cell, channel));
  }
  Scale scale = symmetric_scale(all, "value");
  // Behind a ReLU nothing is below zero.
  if (std::none_of(all.begin(), all.end(), [](float value) { return value < 0; }))
    scale = {Ramp::sequential, 0, scale.high, "value", {}, {}};
  std::vector<HeatmapPtr> maps;
  for (int channel = 0; channel < values.shape().cols; ++channel) {
    Heatmap map{.title = "channel " + std::to_string(channel), .path = path, .rows = side, .columns = side};
    for (int cell = 0; cell < values.shape().rows; ++cell) map.values.push_back(values(cell, channel));
    map.row_axis = "line";
    map.column_axis = "column";
    map.scale = scale;
    map.format = NumberFormat::value;
    maps.push_back(std::make_shared<const Heatmap>(std::move(map)));
  }
  return maps;
}

const std::vector<HeatmapPtr>& kept_maps(const PanelContext& context, int side, const std::string& path,
                                         int grid) {
  FeatureMaps& kept = context.ui.state<FeatureMaps>();
  const TracePtr& trace = context.pictures.trace(side);
  if (kept.of != trace) kept = {trace, {}};
  std::vector<HeatmapPtr>& maps = kept.layers[path];
  if (maps.empty()) maps = maps_of_channels(*trace, path, grid);
  return maps;
}

}  // namespace

void draw_feature_maps(const PanelContext& context, const Area& area, int side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const FeaturesConfig& features = context.pictures.trace(side)->anatomy().picture->features;
  const std::vector<FeatureStep> steps = features.steps();
  const int shown = std::clamp(context.session.picture_layer, 0, static_cast<int>(steps.size()) - 1);
  const FeatureStep& step = steps[static_cast<std::size_t>(shown)];
  Area rest = area;
  const Area line = rest.cut_top(picture_title_height(ui));
  const float end = draw_picture_faces(context, line);
  float x = line.left;
  for (int i = 0; i < std::ssize(steps) && !ui.exporting(); ++i) {
    const std::string& label = steps[static_cast<std::size_t>(i)].title;
    if (x + small_button_width(ui, label) > end) break;
    if (small_button(ui, "picture/layer/" + std::to_string(i), x, line.middle_y(), label,
                     "The maps of this step", i == shown))
      ui.emit(ShowOfPicture{PictureShows::features, i});
    x += small_button_width(ui, label) + ui.px(6);
  }
  rest.cut_top(ui.px(4));
  const int grid = step.cells;
  const std::vector<HeatmapPtr>& maps = kept_maps(context, side, step.path, grid);
  const int patch = step.first.side;
  const std::string says = counted(std::ssize(maps), "channel") + ", " + std::to_string(grid) + " x " +
                           std::to_string(grid) + " cells each, a cell made from " + std::to_string(patch) +
                           " x " + std::to_string(patch) +
                           " pixels. Hover one to see them, click it to open the sum.";
  const Area foot = rest.cut_bottom(ui.px(24));
  rest.cut_top(ui.wrapped(rest, type::caption, c.text_2, says, ui.px(17)) + ui.px(8));
  level_colour_bar(ui, foot.left, foot.middle_y(), "Value:", maps.front()->scale);
  rest.cut_bottom(ui.px(6));
  const Tiling tiling = tiling_of(rest, static_cast<int>(maps.size()), ui.px(6));
  for (int channel = 0; channel < static_cast<int>(maps.size()); ++channel) {
    const HeatmapPtr& map = maps[static_cast<std::size_t>(channel)];
    const Area tile = tiling.at(rest, channel);
    ui.cells({.map = map, .rows = grid, .columns = grid, .area = tile, .paper = c.stage, .unit = ui.scale()});
    const Touch touch = ui.item("picture/channel/" + std::to_string(channel), tile, false);
    if (!touch.hovered && !touch.clicked) continue;
    const auto at = [&](float mouse, float from) {
      return std::clamp(static_cast<int>((mouse - from) / tile.width() * static_cast<float>(grid)), 0,
                        grid - 1);
    };
    const int row = at(ui.mouse().y, tile.top), column = at(ui.mouse().x, tile.left);
    ui.hand();
    ui.outline(tile, c.focus, ui.px(2));
    ui.state<PictureHover>().patch = step.patch_under(row, column);
    ui.tooltip("Channel " + std::to_string(channel) + ", line " + std::to_string(row + 1) + ", column " +
               std::to_string(column + 1) + ": " +
               number_alone(map->value(row, column), NumberFormat::value));
    if (touch.clicked) ui.emit(SelectCell{{step.path, row * grid + column, channel}});
  }
}

}  // namespace headlight
