// The cells of a picture as tokens: one after another, and told apart by the embeddings of their positions.
#include <algorithm>
#include <cmath>

#include "app/panels/picture/picture_parts.h"
#include "app/panels/picture/tiling.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/picture_attention.h"

namespace headlight {
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
    ui.cells({.map = maps[static_cast<std::size_t>(cell)],
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
               number_alone(maps[static_cast<std::size_t>(cell)]->values[static_cast<std::size_t>(other)],
                            NumberFormat::value));
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
  draw_picture_faces(context, line);
  rest.cut_top(ui.px(4));
  constexpr float foot = 24;
  rest.cut_bottom(ui.px(foot));
  const float gap = ui.px(28);
  const float half = std::floor((rest.width() - gap) / 2);
  const int patch = picture.features.steps().back().first.side;
  const std::string pixels = std::to_string(patch) + " x " + std::to_string(patch) + " pixels";
  const std::string tokens = std::to_string(grid * grid) + " tokens, line by line" +
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
