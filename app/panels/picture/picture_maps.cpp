#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/heatmap_cache.h"
#include "app/panels/common/panels.h"
#include "app/panels/picture/picture.h"
#include "core/models/picture_models.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What was made of the traces on stage.
struct StagePictures {
  PictureImages images;
  std::array<RgbPicture, 2> pictures;
};

StagePictures& pictures_on_stage(const PanelContext& context) {
  StagePictures& kept = context.ui.state<StagePictures>();
  if (!kept.images.keep_for({context.maps[0].trace(), context.maps[1].trace()})) return kept;
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.maps[side].trace();
    if (trace != nullptr && trace->find("picture") >= 0)
      kept.pictures.at(side) = shown_pixels(trace->read("picture").view(), *trace->anatomy().picture);
  }
  return kept;
}

bool has_class_token(const PanelContext& context, int side) {
  return context.maps[side].trace()->anatomy().picture->class_token;
}

}  // namespace

int grid_side(const PanelContext& context, int side) {
  return context.maps[side].trace()->anatomy().picture->features.grid();
}

int column_of_cell(const PanelContext& context, int side, int cell) {
  return cell + (has_class_token(context, side) ? 1 : 0);
}

std::vector<float> weights_of_cells(const PanelContext& context, const PictureAsking& asking, int row) {
  if (asking.weights.empty() || row < 0) return {};
  const MapRows rows = context.maps[asking.side].rows(asking.weights, row, 1);
  if (!rows.has(row)) return {};
  const int first = column_of_cell(context, asking.side, 0);
  std::vector<float> weights;
  for (int column = first; column < rows.map->columns; ++column) {
    const float weight = rows.map->value(row - rows.first, column);
    weights.push_back(std::isfinite(weight) ? weight : 0.0F);
  }
  return weights;
}

RasterPtr picture_image(const PanelContext& context, int side, float size) {
  return looked_at_image(context, side, {}, "", size);
}

RasterPtr picture_cell(const PanelContext& context, int side, int cell) {
  StagePictures& stage = pictures_on_stage(context);
  const int grid = grid_side(context, side), size = std::max(1, stage.pictures.at(side).width / grid);
  return stage.images.kept("cell/" + std::to_string(side) + "/" + std::to_string(cell), [&] {
    Raster image{size, size, {}};
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const std::uint8_t* rgb =
            stage.pictures.at(side).pixel(cell % grid * size + x, cell / grid * size + y);
        image.pixels.push_back(opaque({rgb[0], rgb[1], rgb[2]}));
      }
    }
    return image;
  });
}

RasterPtr looked_at_image(const PanelContext& context, int side, const std::vector<float>& weights,
                          const std::string& name, float size) {
  StagePictures& stage = pictures_on_stage(context);
  return stage.images.image(std::to_string(side) + "/" + name, stage.pictures.at(side), weights, size);
}

RasterPtr looked_at_image(const PanelContext& context, const PictureAsking& asking, int row, float size) {
  return looked_at_image(context, asking.side, weights_of_cells(context, asking, row),
                         asking.weights + "/" + std::to_string(row), size);
}

}  // namespace headlight
