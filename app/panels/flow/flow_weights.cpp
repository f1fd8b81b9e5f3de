// The weights of the open head between its queries and its keys, the row in focus lit; a click opens a cell.
#include <algorithm>

#include "app/panels/flow/flow_frame.h"
#include "app/panels/hover.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class OpenWeights {
 public:
  OpenWeights(const FlowFrame& frame, HeatmapPtr map)
      : frame_(frame),
        open_(frame.layout.open),
        ui_(frame.context.ui),
        c_(ui_.colours()),
        map_(std::move(map)),
        asks_target_(info(frame.context.session.attention).asks == Stream::target),
        asked_target_(info(frame.context.session.attention).asked == Stream::target),
        wide_(open_.map.width() / static_cast<float>(map_->columns)),
        tall_(open_.map.height() / static_cast<float>(map_->rows)) {}

  void draw() {
    draw_cells();
    const Touch touch = ui_.item("flow/weights", open_.map, false);
    const std::vector<CellName>& trail = frame_.context.session.trail;
    const int row = trail.empty() ? -1 : frame_.layout.place_of(asks_target_, trail.back().row);
    const int column = trail.empty() ? -1 : frame_.layout.place_of(asked_target_, trail.back().col);
    if (row >= 0 && column >= 0 && trail.back().path == open_.weights)
      ui_.outline(cell(row, column).outset(ui_.px(2)), ui_.theme() == Theme::dark ? c_.focus : c_.ink,
                  ui_.px(2.5F), ui_.px(2));
    if (touch.hovered) follow_mouse(touch.clicked);
  }

 private:
  Area cell(int row, int column) const {
    return Area::at(open_.map.left + wide_ * static_cast<float>(column),
                    open_.map.top + tall_ * static_cast<float>(row), wide_, tall_);
  }

  void draw_cells() {
    CellPaint paint{.map = map_,
                    .rows = map_->rows,
                    .columns = map_->columns,
                    .area = open_.map,
                    .gap = cell_gap(ui_, std::min(wide_, tall_)),
                    .paper = c_.panel,
                    .unit = ui_.scale()};
    if (frame_.off) {
      paint.fade = off_fade;
      ui_.fill(open_.map, c_.panel);
      ui_.cells(paint);
      return off_mark(ui_, open_.map);
    }
    const int token = frame_.now.token < map_->rows ? frame_.now.token : -1;
    const float quiet = 0.35F;
    paint.fade =
        quiet * ((token >= 0 ? frame_.focused : 0) + (frame_.before.token >= 0 ? 1 - frame_.focused : 0));
    ui_.fill(open_.map, c_.panel);
    ui_.cells(paint);
    if (token < 0) return;
    const Area row{open_.map.left, open_.map.top + tall_ * static_cast<float>(token), open_.map.right,
                   open_.map.top + tall_ * static_cast<float>(token + 1)};
    paint.row = token;
    paint.rows = 1;
    paint.area = row;
    paint.fade = 0;
    ui_.cells(paint);
    ui_.outline(row.outset(ui_.px(2)), c_.ink, ui_.px(1.5F), ui_.px(2));
  }

  void follow_mouse(bool clicked) {
    const int row = std::clamp(static_cast<int>((ui_.mouse().y - open_.map.top) / tall_), 0, map_->rows - 1);
    const int column =
        std::clamp(static_cast<int>((ui_.mouse().x - open_.map.left) / wide_), 0, map_->columns - 1);
    const int query = frame_.layout.shown(asks_target_)[static_cast<std::size_t>(row)];
    const int key = frame_.layout.shown(asked_target_)[static_cast<std::size_t>(column)];
    ui_.state<Hover>().token = query;
    ui_.hand();
    ui_.outline(cell(row, column).outset(ui_.px(1)), c_.text_3, ui_.px(1.5F), ui_.px(2));
    if (map_->state(row, column) == CellState::masked) {
      ui_.tooltip(cell_tooltip(*map_, {row, column}));
    } else {
      ui_.tooltip(RichText(std::vector<TextRun>{
          {map_->row_label(row), Role::ink, true},
          {" takes ", Role::text_2},
          {number_alone(map_->value(row, column), NumberFormat::weight), Role::weights, true},
          {" of ", Role::text_2},
          {map_->column_label(column), Role::ink, true}}));
    }
    if (clicked) ui_.emit(SelectCell{{open_.weights, query, key}});
  }

  const FlowFrame& frame_;
  const FlowOpen& open_;
  Ui& ui_;
  const Palette& c_;
  const HeatmapPtr map_;  // of the words shown
  const bool asks_target_, asked_target_;
  const float wide_, tall_;  // of a cell
};

}  // namespace

void draw_flow_weights(const FlowFrame& frame) {
  const AttentionInfo& about = info(frame.context.session.attention);
  const HeatmapPtr map = frame.context.pictures.between(frame.side, frame.layout.open.weights,
                                                        frame.layout.shown(about.asks == Stream::target),
                                                        frame.layout.shown(about.asked == Stream::target));
  if (map == nullptr || frame.layout.open.map.empty()) return;
  OpenWeights(frame, map).draw();
}

}  // namespace headlight
