// The same step of two sentences, next to each other or one below the other: common rows and columns, one
// scale, and their difference.
#include <algorithm>
#include <array>

#include "app/panels/common/panels.h"
#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/steps/steps.h"
#include "app/widgets/matrix_view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

constexpr int difference = 2;  // its place among the compared maps

class BothSides : PanelPart {
 public:
  BothSides(const PanelContext& context, const Area& area, const std::string& path)
      : PanelPart(context, area),
        path_(path),
        compared_(*context.pictures.compared(path)),
        hot_(hot_place()),
        rest_(common_cell(stage_side(context), resting_cell(context, path))) {}

  void draw() {
    Area rest = area_;
    rest.cut_top(draw_step_title(own_context(), rest, own_cell(own_side()).value_or(CellName{path_, 0, 0})));
    const int node = context_.pictures.trace(own_side())->find(path_);
    rest.cut_top(draw_letters(own_context(), rest, node));
    choose(rest);
    for (std::size_t i = 0; i < shown_.size(); ++i) draw_map(shown_[i], places_[i], stacked_ || i == 0);
  }

 private:
  // Where the mouse is, or what is selected, on the common rows and columns.
  CellAt hot_place() const {
    const Hover& hover = ui_.state<Hover>();
    const bool followed = hover.followed_cell && hover.followed_cell->path == path_;
    const int side = followed ? hover.followed_side : stage_side(context_);
    const CellName cell = followed ? *hover.followed_cell : resting_cell(context_, path_);
    return common_cell(side, cell);
  }
  CellAt common_cell(int side, const CellName& cell) const {
    return {compared_.rows.common(side, cell.row).value_or(0),
            compared_.columns.common(side, cell.col).value_or(0)};
  }
  std::optional<CellName> own_cell(int side) const {
    const auto own = compared_.own(side, hot_);
    return own ? std::optional(CellName{path_, own->row, own->column}) : std::nullopt;
  }
  // The side that the title speaks of: one that has the cell.
  int own_side() const {
    return own_cell(stage_side(context_)) ? stage_side(context_) : 1 - stage_side(context_);
  }
  PanelContext own_context() {
    session_ = context_.session;
    session_.side = own_side();
    return {ui_, session_, context_.results, context_.pictures};
  }

  Axis column_axis() const {
    const Trace& trace = *context_.pictures.trace(0);
    return trace.label(trace.at(path_)).cols;
  }
  AxisKind column_kind() const { return info(column_axis()).kind; }
  float labels() const { return ui_.px(96); }
  float gap() const { return ui_.px(28); }
  float foot() const { return ui_.px(118); }  // bracket, colour bar, the cell's formula
  float head(float room) const {
    float tall = ui_.px(26);
    for (const int which : shown_) {
      const HeatmapPtr& map = compared_.maps.at(which);
      tall = std::max(tall, matrix_labels_height(ui_, *map, columns(map, 0, room)));
    }
    return tall + ui_.px(26);
  }
  float printed() const {
    float least = 0;
    for (const HeatmapPtr& map : compared_.maps) least = std::max(least, printed_width(ui_, *map));
    return least;
  }

  // Which maps, and where: side by side where their numbers can be printed so, else one below the other where
  // that helps, else side by side under a lens.
  void choose(const Area& area) {
    if (context_.session.sides == Sides::difference) {
      shown_ = {difference};
      places_ = {area};
      return;
    }
    shown_ = {0, 1};
    const HeatmapPtr& map = compared_.maps[0];
    const float wide = printed() * static_cast<float>(map->columns);
    const auto room_of = [&](float count) { return (area.width() - labels() - gap() * (count - 1)) / count; };
    const float below =
        2 * (static_cast<float>(map->rows) * ui_.px(20) + head(area.width() - labels()) + foot());
    stacked_ = wide > room_of(2) && wide <= room_of(1) && below <= area.height();
    if (!stacked_ && wide <= room_of(3)) shown_.push_back(difference);
    Area rest = area;
    const auto count = static_cast<float>(shown_.size());
    if (stacked_) {
      places_ = {rest.cut_top(std::floor(area.height() / 2)), rest};
      return;
    }
    rest.cut_left(labels());
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      places_.push_back(rest.cut_left(std::floor(room_of(count)), gap()));
    }
    places_[0].left = area.left;
  }

  AxisCells axis_cells(float printed, float least, float most) const {
    return {printed, 0, ui_.px(least), ui_.px(most), ui_.px(22), ui_.state<Lenses>().zoom};
  }
  AxisPlaces columns(const HeatmapPtr& map, float left, float room) const {
    return lay_out_axis(left, room, 0, map->columns,
                        lens_centre(ui_, path_ + "/columns", rest_.column, map->columns),
                        axis_cells(printed_cell(ui_, printed(), room, map->columns), 2, 6));
  }

  void draw_map(int which, Area area, bool with_rows) {
    const HeatmapPtr& map = compared_.maps.at(which);
    if (with_rows) area.cut_left(labels());
    const AxisPlaces across = columns(map, std::round(area.left), area.width());
    draw_name(which, area.left, area.top + ui_.px(10));
    const float top = std::round(area.top + head(area.width()));
    const float room = area.bottom - foot() - top;
    const float tall = std::clamp(std::floor(room / static_cast<float>(map->rows)), ui_.px(20), ui_.px(30));
    const AxisPlaces down =
        lay_out_axis(top, room, 0, map->rows, lens_centre(ui_, path_ + "/rows", rest_.row, map->rows),
                     axis_cells(tall, 3, 6));
    const MatrixLook look{.rows = with_rows ? RowLabels::left : RowLabels::none,
                          .columns = ColumnLabels::above,
                          .hot_row = hot_.row,
                          .hot_column = hot_.column,
                          .hot_cell = hot_,
                          .column_kind = column_kind(),
                          .fade = false};
    keep_lens(ui_, path_ + "/rows", down, rest_.row);
    keep_lens(ui_, path_ + "/columns", across, rest_.column);
    const MatrixTouch touch = matrix(ui_, "compared/" + std::to_string(which), map, down, across, look);
    take(touch, which);
    move_lens(ui_, path_ + "/rows", down, touch.rows_by);
    move_lens(ui_, path_ + "/columns", across, touch.columns_by);
    zoom_by(ui_, touch.zoom_by);
    draw_foot(which, area, across, down.start + down.length());
  }

  // A cell of the difference is explained in the sentence that is followed, where that has it.
  void take(const MatrixTouch& touch, int which) {
    const int own = stage_side(context_);
    for (const bool click : {false, true}) {
      const std::optional<CellAt>& at = click ? touch.clicked : touch.hovered;
      if (!at) continue;
      for (const int side : which == difference ? std::array{own, 1 - own} : std::array{which, which}) {
        const auto here = compared_.own(side, *at);
        if (!here) continue;
        const CellName cell{path_, here->row, here->column};
        if (click) {
          if (side != context_.session.side) ui_.emit(SelectSide{side});
          ui_.emit(SelectCell{cell});
        } else {
          ui_.state<Hover>().cell = cell;
          ui_.state<Hover>().side = side;
        }
        break;
      }
    }
  }

  void draw_name(int which, float x, float y) {
    if (which != difference) {
      ui_.text(x, y, type::small_section, c_.sentence(which), side_name(context_, which));
      return;
    }
    x = ui_.text(x, y, type::small_section, c_.second_sentence, side_name(context_, 1));
    x = ui_.text(x, y, type::label, c_.text_2, " minus ");
    ui_.text(x, y, type::small_section, c_.first_sentence, side_name(context_, 0));
  }

  void draw_foot(int which, const Area& area, const AxisPlaces& across, float bottom) {
    const HeatmapPtr& map = compared_.maps.at(which);
    if (across.has_lens()) {
      lens_bracket(ui_, across, bottom + ui_.px(7), false, column_kind(),
                   axis_called(context_, column_axis()), map->columns);
    }
    const float bar = bottom + ui_.px(across.has_lens() ? 36 : 18);
    level_colour_bar(ui_, across.start - ui_.px(12), bar, "", map->scale);
    const Formula formula = which == difference ? subtraction() : numbers(which, area.width());
    if (formula.empty()) {
      ui_.text(area.left, bar + ui_.px(40), type::body, c_.text_3, "This sentence has no such word.");
      return;
    }
    for (const FormulaSize size : {FormulaSize::medium, FormulaSize::small}) {
      const Formula::Size room = formula.measure(ui_, size);
      if (room.width > area.width() && size == FormulaSize::medium) continue;
      if (room.width > area.width()) return;
      const float y = bar + ui_.px(18) + room.ascent;
      if (y + room.descent <= area.bottom + ui_.px(12)) formula.draw(ui_, area.left, std::round(y), size);
      return;
    }
  }

  Formula numbers(int side, float width) const {
    const auto cell = own_cell(side);
    if (!cell) return {};
    const Trace& trace = *context_.pictures.trace(side);
    return typeset(ui_, trace, {trace.find(path_), cell->row, cell->col}, width).front().formula;
  }

  Formula subtraction() const {
    const HeatmapPtr& map = compared_.maps[difference];
    if (map->state(hot_.row, hot_.column) != CellState::value) return {};
    const auto value = [&](int which) { return compared_.maps.at(which)->value(hot_.row, hot_.column); };
    const Subtraction numbers = subtraction_text(value(1), value(0), decimals_of(map->format) + 1);
    return Formula::row({Formula::number(numbers.from, Role::second_sentence), Formula::text(" \u2212 "),
                         bracketed_if_negative(Formula::number(numbers.take, Role::first_sentence)),
                         Formula::text(" = "), Formula::number(numbers.difference)});
  }
  Formula bracketed_if_negative(Formula number) const {
    return compared_.maps[0]->value(hot_.row, hot_.column) < 0 ? Formula::brackets(std::move(number))
                                                               : number;
  }

  std::string path_;
  const Compared& compared_;
  CellAt hot_;
  CellAt rest_;  // the same without the mouse
  Session session_;
  bool stacked_ = false;
  std::vector<int> shown_;
  std::vector<Area> places_;
};

}  // namespace

void draw_both_sides(const PanelContext& context, const Area& area, const std::string& path) {
  BothSides(context, area, path).draw();
}

}  // namespace headlight
