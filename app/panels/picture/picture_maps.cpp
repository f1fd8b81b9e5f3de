#include "app/panels/picture/picture_maps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/panels/lines/lines_view.h"
#include "app/panels/picture_images.h"
#include "app/panels/step_names.h"

namespace headlight {
namespace {

// What was made of the traces on stage.
struct StagePictures {
  PictureImages images;
  std::array<Picture, 2> pictures;
  std::map<std::string, HeatmapPtr> differences;
};

StagePictures& pictures_on_stage(const PanelContext& context) {
  StagePictures& kept = context.ui.state<StagePictures>();
  if (!kept.images.keep_for({context.pictures.trace(0), context.pictures.trace(1)})) return kept;
  kept.differences.clear();
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.pictures.trace(side);
    if (trace != nullptr && trace->find("picture") >= 0)
      kept.pictures.at(side) = unscaled(trace->read("picture").view());
  }
  return kept;
}

bool has_class_token(const PanelContext& context, int side) {
  return context.pictures.trace(side)->anatomy().picture->class_token;
}

// The row whose largest weight is larger than that of any other; of a class token its own.
int row_that_says_most(const PanelContext& context, const PictureAsking& asking) {
  const bool own =
      info(attention_of(place_of(asking.weights).stack, place_of(asking.weights).attention)).asks ==
      Stream::source;
  if (own && has_class_token(context, asking.side)) return 0;
  int best = -1;
  float most = 0;
  for (int row = 0; row < static_cast<int>(asking.queries.size()); ++row) {
    const std::vector<float> weights = weights_of_cells(context, asking, row);
    const int cell = largest_cell(weights);
    if (cell < 0 || weights[static_cast<std::size_t>(cell)] <= most) continue;
    most = weights[static_cast<std::size_t>(cell)];
    best = row;
  }
  return best;
}

// The row of the same name as one of other rows: of several with that name the first, the second and so on;
// -1 for none.
int row_called_as(const std::vector<std::string>& queries, const std::vector<std::string>& others,
                  std::size_t other) {
  auto before =
      std::count(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(other), others[other]);
  for (std::size_t row = 0; row < queries.size(); ++row) {
    if (queries[row] == others[other] && before-- == 0) return static_cast<int>(row);
  }
  return -1;
}

// What stands on this side for a row of the side that the session follows: the same word of its caption, or
// the same cell; else what the comparison puts beside it.
int counterpart_row(const PanelContext& context, const PictureAsking& asking, int row) {
  const int own = stage_side(context);
  if (row < 0 || asking.side == own) return row;
  const std::vector<std::string> others =
      headlight::asking(context).queries.at(static_cast<std::size_t>(own));
  if (static_cast<std::size_t>(row) < others.size()) {
    const int same = row_called_as(asking.queries, others, static_cast<std::size_t>(row));
    if (same >= 0) return same;
  }
  if (const Compared* compared = context.pictures.compared(asking.weights)) {
    const std::optional<int> common = compared->common_row(own, row);
    const auto& rows = compared->rows.at(static_cast<std::size_t>(asking.side));
    if (common && rows.at(static_cast<std::size_t>(*common))) return *rows[static_cast<std::size_t>(*common)];
  }
  return std::min(row, static_cast<int>(asking.queries.size()) - 1);
}

}  // namespace

PictureAsking picture_asking(const PanelContext& context, int side) {
  PictureAsking asking{.side = side, .weights = {}, .queries = {}, .row = -1};
  const TracePtr& trace = context.pictures.trace(side);
  const std::string weights = selected_head_path(context.session, "weights");
  if (trace == nullptr || info(context.session.attention).asked != Stream::source || trace->find(weights) < 0)
    return asking;
  asking.weights = weights;
  asking.queries = headlight::asking(context).queries.at(static_cast<std::size_t>(side));
  const int rows = static_cast<int>(asking.queries.size());
  int followed = row_in_focus(context);
  // What one picture's words are compared with is not chosen apart from them.
  if (followed < 0 && side != stage_side(context))
    followed = picture_asking(context, stage_side(context)).row;
  const int row = counterpart_row(context, asking, followed);
  asking.row = row >= 0 && row < rows ? row : row_that_says_most(context, asking);
  return asking;
}

int grid_side(const PanelContext& context, int side) {
  return context.pictures.trace(side)->anatomy().picture->features.grid();
}

int column_of_cell(const PanelContext& context, int side, int cell) {
  return cell + (has_class_token(context, side) ? 1 : 0);
}

std::vector<float> weights_of_cells(const PanelContext& context, const PictureAsking& asking, int row) {
  if (asking.weights.empty() || row < 0) return {};
  const MapRows rows = context.pictures.rows(asking.side, asking.weights, row, 1);
  if (!rows.has(row)) return {};
  const int first = column_of_cell(context, asking.side, 0);
  std::vector<float> weights;
  for (int column = first; column < rows.map->columns; ++column) {
    const float weight = rows.map->value(row - rows.first, column);
    weights.push_back(std::isfinite(weight) ? weight : 0.0F);
  }
  return weights;
}

int largest_cell(const std::vector<float>& weights) {
  if (weights.empty()) return -1;
  return static_cast<int>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

std::string cell_label(const PanelContext& context, int side, int cell) {
  return context.pictures.trace(side)->words().source.at(
      static_cast<std::size_t>(column_of_cell(context, side, cell)));
}

RasterPtr picture_image(const PanelContext& context, int side, float size) {
  return looked_at_image(context, side, {}, "", size);
}

RasterPtr picture_cell(const PanelContext& context, int side, int cell) {
  StagePictures& stage = pictures_on_stage(context);
  const int grid = grid_side(context, side), size = Picture::side / grid;
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
  return stage.images.image(std::to_string(side) + "/" + name, stage.pictures.at(side), weights,
                            context.session, size);
}

RasterPtr looked_at_image(const PanelContext& context, const PictureAsking& asking, int row, float size) {
  return looked_at_image(context, asking.side, weights_of_cells(context, asking, row),
                         asking.weights + "/" + std::to_string(row), size);
}

HeatmapPtr picture_difference(const PanelContext& context, const PictureAsking& first,
                              const PictureAsking& second) {
  StagePictures& stage = pictures_on_stage(context);
  const std::string name = first.weights + "/" + std::to_string(first.row) + "/" + std::to_string(second.row);
  HeatmapPtr& kept = stage.differences[name];
  if (kept != nullptr) return kept;
  const std::vector<float> before = weights_of_cells(context, first, first.row);
  const std::vector<float> after = weights_of_cells(context, second, second.row);
  if (before.empty() || before.size() != after.size()) return nullptr;
  const int side = grid_side(context, first.side);
  Heatmap map{.title = "Second minus first", .rows = side, .columns = side};
  for (std::size_t cell = 0; cell < before.size(); ++cell) map.values.push_back(after[cell] - before[cell]);
  map.row_axis = "line";
  map.column_axis = "column";
  map.scale = symmetric_scale(map.values, "weight");
  map.format = NumberFormat::value;
  kept = std::make_shared<const Heatmap>(std::move(map));
  return kept;
}

}  // namespace headlight
