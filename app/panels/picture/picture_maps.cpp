#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/panels/common/heatmap_cache.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/panels/picture/picture_view.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/attention_maps.h"
#include "core/figure/numbers.h"
#include "core/models/picture_models.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What was made of the traces on stage.
struct StagePictures {
  PictureImages images;
  std::array<RgbPicture, 2> pictures;
  std::map<std::string, HeatmapPtr> differences;
};

StagePictures& pictures_on_stage(const PanelContext& context) {
  StagePictures& kept = context.ui.state<StagePictures>();
  if (!kept.images.keep_for({context.pictures.trace(0), context.pictures.trace(1)})) return kept;
  kept.differences.clear();
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.pictures.trace(side);
    if (trace != nullptr && trace->find("picture") >= 0)
      kept.pictures.at(side) = shown_pixels(trace->read("picture").view(), *trace->anatomy().picture);
  }
  return kept;
}

bool is_picture(const PanelContext& context, int side) {
  const TracePtr& trace = context.pictures.trace(side);
  return trace != nullptr && trace->anatomy().picture.has_value();
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
    if (cell < 0 || weights[cell] <= most) continue;
    most = weights[cell];
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
  const std::vector<std::string> others = headlight::asking(context).queries.at(own);
  if (static_cast<std::size_t>(row) < others.size()) {
    const int same = row_called_as(asking.queries, others, static_cast<std::size_t>(row));
    if (same >= 0) return same;
  }
  if (const Compared* compared = context.pictures.compared(asking.weights)) {
    const std::optional<int> common = compared->rows.common(own, row);
    if (common && compared->rows.own.at(asking.side).at(*common))
      return *compared->rows.own.at(asking.side).at(*common);
  }
  return std::min(row, static_cast<int>(asking.queries.size()) - 1);
}

}  // namespace

bool two_pictures(const PanelContext& context) { return is_picture(context, 0) && is_picture(context, 1); }

PictureAsking picture_asking(const PanelContext& context, int side) {
  PictureAsking asking{.side = side, .weights = {}, .queries = {}, .row = -1};
  const TracePtr& trace = context.pictures.trace(side);
  const std::string weights = selected_head_path(context.session, "weights");
  if (!is_picture(context, side) || info(context.session.attention).asked != Stream::source ||
      trace->find(weights) < 0)
    return asking;
  asking.weights = weights;
  asking.queries = headlight::asking(context).queries.at(side);
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
  return context.pictures.trace(side)->words().source.at(column_of_cell(context, side, cell));
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

// One map per word of the caption, or per head: all of them in a row.

namespace {

constexpr float most_tile = 104, least_gap = 6;
constexpr float tile_text = 38;  // the word and its number

// A small picture of the strip.
struct Tile {
  std::string id;
  std::string label;
  std::string number;  // below it
  RasterPtr image;
  bool chosen = false;
  bool off = false;
  float marked = 0;  // how much it looks at the cell under the mouse
};

bool asks_with_words(const PanelContext& context) {
  return info(context.session.attention).asks != Stream::source;
}

int tile_count(const PanelContext& context, const PictureAsking& asking) {
  if (asks_with_words(context)) return static_cast<int>(asking.queries.size());
  const AttentionHeads* const all = context.results.model->anatomy().find(context.session.attention);
  return all == nullptr ? 0 : all->count() + 1;
}

float tile_size(const Ui& ui, float width, int count) {
  const float room = (width + ui.px(least_gap)) / static_cast<float>(std::max(1, count)) - ui.px(least_gap);
  return std::floor(std::clamp(room, ui.px(24), ui.px(most_tile)));
}

class Strip : PanelPart {
 public:
  Strip(const PanelContext& context, const Area& area, const PictureAsking& asking)
      : PanelPart(context, area), asking_(asking), count_(tile_count(context, asking)) {
    // The room may be that of more tiles: while cells are painted it keeps its height.
    size_ = std::min(tile_size(ui_, area.width(), count_), std::floor(area.height() - ui_.px(4 + tile_text)));
    const float all = static_cast<float>(count_) * size_;
    gap_ = count_ < 2
               ? 0
               : std::min(ui_.px(18), std::floor((area.width() - all) / static_cast<float>(count_ - 1)));
    x_ = std::round(area.middle_x() - (all + gap_ * static_cast<float>(count_ - 1)) / 2);
  }

  void draw() {
    say_whose();
    if (asks_with_words(context_)) {
      draw_words();
    } else {
      draw_heads();
    }
  }

 private:
  // Of two pictures, which one's maps these are.
  void say_whose() {
    if (!two_pictures(context_)) return;
    const bool first = asking_.side == 0;
    const std::string text = first ? "First picture" : "Second picture";
    if (area_.left + ui_.width(type::caption_hot, text) + ui_.px(12) > x_) return;
    ui_.text(area_.left, area_.top + ui_.px(4) + size_ / 2, type::caption_hot,
             first ? c_.first_sentence : c_.second_sentence, text);
  }

  void draw_words() {
    for (int row = 0; row < count_; ++row) {
      const std::vector<float> weights = weights_of_cells(context_, asking_, row);
      const int cell = largest_cell(weights);
      Tile tile{.id = "picture/word/" + std::to_string(row),
                .label = asking_.queries[row],
                .number = cell < 0 ? "" : weight_alone(weights[cell]),
                .image = looked_at_image(context_, asking_, row, size_)};
      tile.chosen = row == asking_.row;
      tile.off = head_is_off(context_, asking_.side, asking_.weights);
      tile.marked = weight_of_hovered(weights);
      const Touch touch = draw_tile(tile);
      if (touch.hovered) {
        ui_.state<Hover>().token = row;
        ui_.tooltip(std::vector<TextRun>{
            {"While it writes ", Role::text_2},
            {tile.label, Role::ink, true},
            {", its largest weight is ", Role::text_2},
            {tile.number, Role::weights, true},
            {cell < 0 ? "" : " on " + cell_label(context_, asking_.side, cell), Role::text_2}});
      }
      if (touch.clicked) ui_.emit(SelectToken{context_.session.token == row ? -1 : row});
    }
  }

  void draw_heads() {
    const AttentionHeads& all = *context_.results.model->anatomy().find(context_.session.attention);
    for (int number = 0; number < all.count(); ++number) {
      const auto [layer, head] = all.place_of(number);
      PictureAsking of_head = asking_;
      of_head.weights = all.info().path(layer, head, "weights");
      const std::vector<float> weights = weights_of_cells(context_, of_head, asking_.row);
      const int cell = largest_cell(weights);
      Tile tile{.id = "picture/head/" + std::to_string(number),
                .label = "layer " + from_one(layer) + ", head " + from_one(head),
                .number = cell < 0 ? "" : weight_alone(weights[cell]),
                .image = looked_at_image(context_, of_head, asking_.row, size_)};
      if (ui_.width(type::caption_hot, tile.label) > size_ + gap_ - ui_.px(4))
        tile.label = "L" + from_one(layer) + " h" + from_one(head);
      tile.chosen = layer == context_.session.layer && head == context_.session.head;
      tile.off = head_is_off(context_, asking_.side, of_head.weights);
      tile.marked = weight_of_hovered(weights);
      const Touch touch = draw_tile(tile);
      if (touch.hovered)
        ui_.tooltip({RichText(head_title(context_.session.attention, layer, head) +
                              ": its largest weight is " + tile.number),
                     RichText(distance_of(of_head.weights))});
      if (touch.clicked) ui_.emit(SelectHead{layer, head});
    }
    draw_rollout(all);
  }

  // What the layers together make of it.
  void draw_rollout(const AttentionHeads& all) {
    const LayerMaps* const last = context_.pictures.layer(asking_.side, all.info().block(all.layers() - 1));
    std::vector<float> weights;
    if (last != nullptr && last->rollout != nullptr && asking_.row < last->rollout->rows) {
      for (int column = column_of_cell(context_, asking_.side, 0); column < last->rollout->columns; ++column)
        weights.push_back(last->rollout->value(asking_.row, column));
    }
    const int cell = largest_cell(weights);
    const Tile tile{.id = "picture/rollout",
                    .label = "rollout",
                    .number = cell < 0 ? "" : weight_alone(weights[cell]),
                    .image = looked_at_image(context_, asking_.side, weights,
                                             "rollout/" + std::to_string(asking_.row), size_),
                    .marked = weight_of_hovered(weights)};
    if (draw_tile(tile).hovered)
      ui_.tooltip({RichText("Rollout: where this cell looks through all layers together."),
                   RichText("In each layer the heads’ weights are averaged and half of each cell’s weight "
                            "stays on itself; then the layers are multiplied.")});
  }

  // Of all its queries, not of the one in focus.
  std::string distance_of(const std::string& weights) const {
    const Trace& trace = *context_.pictures.trace(asking_.side);
    return "Attention distance, mean over all cells that ask: " +
           significant_text(attention_distance(trace, trace.find(weights)), 3) + " pixels";
  }

  float weight_of_hovered(const std::vector<float>& weights) const {
    const int cell = ui_.state<PictureHover>().followed_cell;
    return cell < 0 || cell >= std::ssize(weights) || ui_.exporting() ? 0 : weights[cell];
  }

  Touch draw_tile(const Tile& tile) {
    const Area picture = Area::at(x_, area_.top + ui_.px(4), size_, size_);
    x_ += size_ + gap_;
    ui_.image(tile.image, picture);
    if (tile.off) off_mark(ui_, picture);
    const Area all{picture.left, picture.top, picture.right, picture.bottom + ui_.px(tile_text)};
    const Touch touch = ui_.item(tile.id, all);
    // Who looks at the cell under the mouse is framed the more, the more it looks there.
    if (tile.marked >= least_weight_named) {
      ui_.outline(picture.outset(ui_.px(3)), c_.focus, ui_.px(3), ui_.px(3));
    } else if (tile.chosen) {
      ui_.outline(picture.outset(ui_.px(3)), c_.ink, ui_.px(2), ui_.px(3));
    } else if (touch.hovered) {
      ui_.outline(picture.outset(ui_.px(2)), c_.strong_line, ui_.px(1.5F), ui_.px(3));
    }
    const Type face = tile.chosen ? type::caption_hot : type::caption;
    const Area label{picture.left - gap_ / 2, picture.bottom + ui_.px(4), picture.right + gap_ / 2,
                     picture.bottom + ui_.px(20)};
    ui_.text(label, Align::centre, face, tile.chosen || touch.hovered ? c_.ink : c_.text_2,
             ui_.shortened(face, tile.label, label.width()));
    ui_.text({label.left, label.bottom, label.right, label.bottom + ui_.px(15)}, Align::centre, type::path,
             c_.text_3, tile.number);
    if (touch.focused) ui_.focus_ring(picture.outset(ui_.px(4)), ui_.px(4));
    if (touch.hovered) ui_.hand();
    return touch;
  }

  const PictureAsking& asking_;
  int count_;
  float size_ = 0, gap_ = 0, x_ = 0;
};

}  // namespace

float picture_strip_height(const PanelContext& context, float width) {
  const Ui& ui = context.ui;
  const PictureAsking asking = picture_asking(context, context.pictures.trace(0) != nullptr ? 0 : 1);
  return tile_size(ui, width, tile_count(context, asking)) + ui.px(4 + tile_text);
}

void draw_picture_strip(const PanelContext& context, const Area& area, const PictureAsking& asking) {
  Strip(context, area, asking).draw();
}

}  // namespace headlight
