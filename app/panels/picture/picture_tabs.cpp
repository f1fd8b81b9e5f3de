// What stands beside the picture: feature maps, or its patches and their positions.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/panels/picture/picture_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/attention_maps.h"
#include "core/figure/numbers.h"

namespace headlight {

// The choice of what the view shows beside the picture.

float draw_picture_tabs(const PanelContext& context, const Area& line) {
  Ui& ui = context.ui;
  if (ui.exporting()) return line.right;
  struct Shown {
    PictureShows shows;
    const char* label;
    const char* hint;
  };
  const std::array tabs{
      Shown{PictureShows::attention, "Attention", "Where a head looks"},
      Shown{PictureShows::features, "Features", "What the convolutions find"},
      Shown{PictureShows::positions, "Positions", "The cells as tokens, and how alike their positions are"}};
  float wide = -ui.px(6);
  for (const Shown& tab : tabs) wide += small_button_width(ui, tab.label) + ui.px(6);
  // Too narrow beside two pictures and their difference: the palette has them as well.
  if (wide > line.width()) return line.right;
  const float left = line.right - wide;
  float x = left;
  for (const Shown& tab : tabs) {
    if (small_button(ui, std::string("picture/face/") + tab.label, x, line.middle_y(), tab.label, tab.hint,
                     context.session.picture_shows == tab.shows))
      ui.emit(ShowOfPicture{tab.shows, context.session.picture_layer});
    x += small_button_width(ui, tab.label) + ui.px(6);
  }
  return left;
}

// What the convolutions find: a map for each of their kernels.

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
  const FeatureStep& step = steps[shown];
  Area rest = area;
  const Area line = rest.cut_top(picture_title_height(ui));
  const float end = draw_picture_tabs(context, line);
  float x = line.left;
  for (int i = 0; i < std::ssize(steps) && !ui.exporting(); ++i) {
    const std::string& label = steps[i].title;
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
                           " pixels. Point at one to see them, click it to open the sum.";
  const Area foot = rest.cut_bottom(ui.px(24));
  rest.cut_top(ui.wrapped(rest, type::caption, c.text_2, says, ui.px(17)) + ui.px(8));
  level_colour_bar(ui, foot.left, foot.middle_y(), "Value:", maps.front()->scale);
  rest.cut_bottom(ui.px(6));
  const Tiling tiling = tiling_of(rest, static_cast<int>(maps.size()), ui.px(6));
  for (int channel = 0; channel < static_cast<int>(maps.size()); ++channel) {
    const HeatmapPtr& map = maps[channel];
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

// The cells of a picture as tokens: one after another, and told apart by the embeddings of their positions.

namespace {

struct PositionMaps {
  TracePtr of;
  std::vector<HeatmapPtr> maps;  // of each cell, its similarity to all others on the grid
};

const std::vector<HeatmapPtr>& position_maps(const PanelContext& context, int side) {
  PositionMaps& kept = context.ui.state<PositionMaps>();
  const TracePtr& trace = context.pictures.trace(side);
  if (kept.of == trace) return kept.maps;
  kept = {trace, {}};
  const Matrix alike = position_similarity(*trace);
  const int grid = trace->anatomy().picture->features.grid();
  for (Eigen::Index cell = 0; cell < alike.rows(); ++cell) {
    Heatmap map{.path = "source.positions", .rows = grid, .columns = grid};
    for (Eigen::Index other = 0; other < alike.cols(); ++other) map.values.push_back(alike(cell, other));
    map.scale = {Ramp::diverging, -1, 1, "cosine", {}, {}};
    map.format = NumberFormat::value;
    kept.maps.push_back(std::make_shared<const Heatmap>(std::move(map)));
  }
  return kept.maps;
}

// The cells with gaps between them, each with its number in the row that is read.
void draw_tokens(const PanelContext& context, const Area& area, int side, int grid) {
  Ui& ui = context.ui;
  PictureHover& hover = ui.state<PictureHover>();
  const Tiling tiling = tiling_across(area, grid, ui.px(4));
  for (int cell = 0; cell < grid * grid; ++cell) {
    const Area place = tiling.at(area, cell);
    ui.image(picture_cell(context, side, cell), place);
    const Touch touch = ui.item("picture/token/" + std::to_string(cell), place, false);
    if (hover.followed_cell == cell) ui.outline(place, ui.colours().focus, ui.px(2));
    if (!touch.hovered) continue;
    hover.cell = cell;
    ui.tooltip("Token " + std::to_string(column_of_cell(context, side, cell)) + ": " +
               cell_label(context, side, cell));
  }
}

void draw_similarities(const PanelContext& context, const Area& area, const std::vector<HeatmapPtr>& maps,
                       int side, int grid) {
  Ui& ui = context.ui;
  PictureHover& hover = ui.state<PictureHover>();
  const Tiling tiling = tiling_across(area, grid, ui.px(4));
  for (int cell = 0; cell < static_cast<int>(maps.size()); ++cell) {
    const Area place = tiling.at(area, cell);
    ui.cells({.map = maps[cell],
              .rows = grid,
              .columns = grid,
              .area = place,
              .paper = ui.colours().stage,
              .unit = ui.scale()});
    const Touch touch = ui.item("picture/alike/" + std::to_string(cell), place, false);
    if (hover.followed_cell == cell) ui.outline(place.outset(ui.px(1)), ui.colours().focus, ui.px(2));
    if (!touch.hovered) continue;
    hover.cell = cell;
    const auto at = [&](float mouse, float from) {
      return std::clamp(static_cast<int>((mouse - from) / tiling.size * static_cast<float>(grid)), 0,
                        grid - 1);
    };
    const int other = at(ui.mouse().y, place.top) * grid + at(ui.mouse().x, place.left);
    ui.tooltip("Cosine of the positions of " + cell_label(context, side, cell) + " and " +
               cell_label(context, side, other) + ": " +
               number_alone(maps[cell]->values[other], NumberFormat::value));
  }
}

}  // namespace

void draw_picture_positions(const PanelContext& context, const Area& area, int side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const PictureInfo& picture = *context.pictures.trace(side)->anatomy().picture;
  const int grid = picture.features.grid();
  const std::vector<HeatmapPtr>& maps = position_maps(context, side);
  Area rest = area;
  const Area line = rest.cut_top(picture_title_height(ui));
  draw_picture_tabs(context, line);
  rest.cut_top(ui.px(4));
  constexpr float foot = 24;
  rest.cut_bottom(ui.px(foot));
  const float gap = ui.px(28);
  const float half = std::floor((rest.width() - gap) / 2);
  const int patch = picture.features.steps().back().first.side;
  const std::string pixels = std::to_string(patch) + " x " + std::to_string(patch) + " pixels";
  const std::string tokens = count_text(grid * grid) + " tokens, line by line" +
                             (picture.class_token ? ", after a class token" : "") + ": each made from " +
                             pixels + ".";
  const std::string alike = maps.empty()
                                ? "This model adds no positions."
                                : "How alike the embedding of each position is to all others (cosine).";
  const float text = std::max(ui.wrapped_height(type::caption, tokens, half, ui.px(17)),
                              ui.wrapped_height(type::caption, alike, half, ui.px(17)));
  const float size = std::floor(std::min(half, rest.height() - text - ui.px(14)));
  if (size < ui.px(80)) return;
  Area left = Area::at(rest.left, rest.top, half, rest.height());
  Area right = Area::at(rest.left + half + gap, rest.top, half, rest.height());
  ui.wrapped(left.cut_top(text + ui.px(8)), type::caption, c.text_2, tokens, ui.px(17));
  ui.wrapped(right.cut_top(text + ui.px(8)), type::caption, c.text_2, alike, ui.px(17));
  draw_tokens(context, Area::at(left.left, left.top, size, size), side, grid);
  if (maps.empty()) return;
  draw_similarities(context, Area::at(right.left, right.top, size, size), maps, side, grid);
  level_colour_bar(ui, right.left, right.top + size + ui.px(foot / 2 + 4), "Cosine:", maps.front()->scale);
}

}  // namespace headlight
