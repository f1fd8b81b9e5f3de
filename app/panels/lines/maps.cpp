// The heatmaps of the Lines view: one sentence alone, or two and their difference on common rows and columns.
#include <algorithm>
#include <array>
#include <optional>

#include "app/panels/common/colours.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/lines/lines.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

std::optional<CellAt> selected_cell(const PanelContext& context, const ShownPlaces& places,
                                    const std::string& path) {
  if (context.session.trail.empty() || context.session.trail.back().path != path) return std::nullopt;
  const CellName& cell = context.session.trail.back();
  return CellAt{places.row_of(cell.row), places.column_of(cell.col)};
}

float title_height(const Ui& ui) { return ui.px(24); }

// The largest whole number of pixels that lets `count` cells fit into `room`; of cells too small to point at
// all share what there is.
float cell_size(const Ui& ui, float room, int count, float most) {
  const float each = std::max(room, ui.px(40)) / static_cast<float>(count);
  return each < ui.px(3) ? each : std::min(std::floor(each), ui.px(most));
}

// Where one direction is short of room, cells take more of the other, but stay near to squares.
ImVec2 near_square(const Ui& ui, float wide, float tall) {
  const auto size = [&](float least) { return least < ui.px(3) ? least : std::floor(least); };
  return {size(std::min(wide, tall * 1.7F)), size(std::min(tall, wide * 1.4F))};
}

// The titles, the turned labels of the columns and ten rows of them.
constexpr float least_maps_height = 166;
// In less three of them have no room beside each other.
constexpr float least_for_three = 620;

class ThreeMaps : PanelPart {
 public:
  ThreeMaps(const PanelContext& context, const Area& area, const Compared& compared, std::string path)
      : PanelPart(context, area),
        compared_(compared),
        path_(std::move(path)),
        places_{ShownPlaces(context, 0, path_), ShownPlaces(context, 1, path_)},
        stacked_(area.width() < ui_.px(least_for_three)) {
    if (context.session.colour_scale == ColourScale{}) return;
    // The difference leaves out what the two maps do.
    const std::optional<int> sink = numbers_of(ui_, compared.maps[0]).sink;
    const std::array two{MapToColour{compared.maps[0], sink}, MapToColour{compared.maps[1], sink}};
    const std::vector<Colouring> both = colourings_of(context, two);
    const std::array third{MapToColour{compared.maps[2], sink}};
    colourings_ = {both[0], both[1], colourings_of(context, third).front()};
  }

  void draw() {
    stacked_ ? stack() : lay_out();
    const int focus = row_in_focus(context_);
    if (focus >= 0) focus_ = compared_.rows.common(context_.session.side, own_places().row_of(focus));
    if (focus_) draw_band(*focus_);
    const ChosenWords own = chosen_words(context_, context_.session.side, path_);
    for (const int query : own.queries) {
      const std::optional<int> row = compared_.rows.common(context_.session.side, query);
      if (!row || own.queries.size() < 2) continue;
      if (row != focus_) draw_band(*row);
      chosen_.queries.push_back(*row);
    }
    for (const int key : own.keys) {
      if (const auto column = compared_.columns.common(context_.session.side, key))
        chosen_.keys.push_back(*column);
    }
    for (int i = 0; i < (stacked_ ? 3 : 1); ++i) heatmap_corner(ui_, cells_[i], *compared_.maps[i]);
    for (int i = 0; i < 3; ++i) draw_map(i);
    for (const std::size_t i : {1U, 2U}) {
      const Area& cells = cells_[i];
      pressed_colour_bar(context_, "map/scale/" + std::to_string(i),
                         {cells.right + ui_.px(20), cells.top, cells.right, cells.bottom}, scale(i));
    }
    draw_ends();
  }

 private:
  void draw_band(int row) {
    const int rows = compared_.maps[0]->rows;
    for (std::size_t i = 0; i < 3; ++i) {
      const Area& cells = cells_[i];
      focus_band(ui_, cells.left - (i == 0 || stacked_ ? labels_ : ui_.px(7)), cells.right + ui_.px(7), cells,
                 rows, row);
    }
  }

  // Each with its own labels, a third of the height for each.
  void stack() {
    const Heatmap& map = *compared_.maps[0];
    labels_ = row_labels_width(ui_, map);
    const float bar = std::max(colour_bar_width(ui_, scale(1)),
                               std::max(colour_bar_width(ui_, scale(2)),
                                        ui_.width(type::caption, scale(2).label) + ui_.px(12))) +
                      ui_.px(20);
    const float each = std::floor(area_.height() / 3);
    const float widest = cell_size(ui_, area_.width() - labels_ - bar, map.columns, 64);
    float top = 0;
    ImVec2 cell(std::min(widest, ui_.px(22)), 0);
    for (int round = 0; round < 3; ++round) {
      top = title_above(cell.x) + title_height(ui_);
      for (const auto& one : compared_.maps) top = std::max(top, column_labels_height(ui_, *one, cell.x));
      cell = near_square(ui_, widest, cell_size(ui_, each - top - ui_.px(14), map.rows, 52));
    }
    titles_above_ = title_above(cell.x) + title_height(ui_) - ui_.px(10);
    for (int i = 0; i < 3; ++i) {
      cells_[i] = Area::at(std::round(area_.left + labels_),
                           std::round(area_.top + each * static_cast<float>(i) + top),
                           cell.x * static_cast<float>(map.columns), cell.y * static_cast<float>(map.rows));
    }
  }

  void lay_out() {
    const Heatmap& map = *compared_.maps[0];
    const Scale& last = scale(2);
    labels_ = row_labels_width(ui_, map);
    const float bar =
        std::max(colour_bar_width(ui_, scale(1)), ui_.width(type::caption, scale(1).label) + ui_.px(12)) +
        ui_.px(20);
    float last_bar = colour_bar_width(ui_, last) + ui_.px(20);
    const auto by_width = [&](float gaps) {
      const float room = area_.width() - labels_ - bar - last_bar - ends_ - gaps;
      return cell_size(ui_, room / 3, map.columns, 64);
    };
    ends_ = std::max(ui_.width(type::caption, type::caption_hot, last.high_means),
                     ui_.width(type::caption, type::caption_hot, last.low_means));
    if (ends_ > 0) ends_ += ui_.px(10);
    float widest = by_width(ui_.px(36 + 40));
    // Too narrow: the title of the difference has to say what its ends mean.
    if (widest < ui_.px(15)) {
      ends_ = 0;
      // The label above the bar is wider than the bar.
      last_bar = std::max(last_bar, ui_.px(32) + ui_.width(type::caption, last.label));
      widest = by_width(ui_.px(24 + 24));
    }
    const float around = labels_ + bar + last_bar + ends_;
    // Smaller cells turn their labels further, which then need more room: settled in a few rounds.
    float top = 0;
    ImVec2 cell(std::min(widest, ui_.px(22)), 0);
    for (int round = 0; round < 3; ++round) {
      top = title_above(cell.x) + title_height(ui_);
      for (const auto& each : compared_.maps) top = std::max(top, column_labels_height(ui_, *each, cell.x));
      cell = near_square(ui_, widest, cell_size(ui_, area_.height() - top, map.rows, 52));
    }
    const float wide = cell.x * static_cast<float>(map.columns);
    const float tall = cell.y * static_cast<float>(map.rows);
    titles_above_ = title_above(cell.x) + title_height(ui_) - ui_.px(10);
    // What is left over goes between the maps, the larger part before the difference.
    const float spare = std::max(0.0F, area_.width() - around - 3 * wide);
    const float first_gap = std::min(ui_.px(44), spare * 0.4F);
    const float second_gap = std::min(ui_.px(110), spare - first_gap);
    const float used = around + 3 * wide + first_gap + second_gap;
    float x = std::round(area_.left + labels_ + std::max(0.0F, (area_.width() - used) / 2));
    const float y = area_.top + top;
    cells_[0] = Area::at(x, y, wide, tall);
    x = std::round(x + wide + first_gap);
    cells_[1] = Area::at(x, y, wide, tall);
    x = std::round(x + wide + bar + second_gap);
    cells_[2] = Area::at(x, y, wide, tall);
  }

  // How far above the cells the titles stand: over the labels of the columns that lie below them.
  float title_above(float cell) const {
    float above = 0;
    for (const auto& each : compared_.maps) {
      const float wide = ui_.width(type::label, type::label_hot, each->title);
      above =
          std::max(above, column_labels_height(ui_, *each, cell, static_cast<int>(std::ceil(wide / cell))));
    }
    return above;
  }

  void draw_map(int i) {
    const HeatmapPtr& map = compared_.maps[i];
    const Area& cells = cells_[i];
    ui_.rich(cells.left, cells.top - titles_above_, type::label, type::label_hot, map->title);
    HeatmapLook look{.row_labels = i == 0 || stacked_,
                     .row_label_width = labels_,
                     .focus_row = focus_,
                     .chosen_rows = chosen_.queries,
                     .chosen_columns = chosen_.keys,
                     .press_columns = true,
                     .node_path = path_,
                     .colouring = colourings_[i]};
    const bool difference = context_.session.sides == Sides::difference;
    const int own = context_.session.side;
    if (difference ? i == 2 : i == own) {
      if (const auto cell = selected_cell(context_, own_places(), path_))
        look.selected = compared_.common(own, cell->row, cell->column);
    }
    // Their difference is of a head that takes part in one of them.
    look.off = i < 2 ? head_is_off(context_, i, path_)
                     : head_is_off(context_, 0, path_) && head_is_off(context_, 1, path_);
    const HeatmapTouch touch = heatmap(ui_, "map/" + std::to_string(i), map, cells, look);
    const int side = context_.session.side;
    const auto& own_rows = compared_.rows.own.at(side);
    if (touch.hovered_row && own_rows.at(*touch.hovered_row))
      ui_.state<Hover>().token = own_places().token_of_row(*own_rows.at(*touch.hovered_row));
    if (touch.clicked_row && own_rows.at(*touch.clicked_row))
      pick_row(context_, path_, *own_rows.at(*touch.clicked_row));
    const auto& own_columns = compared_.columns.own.at(side);
    if (touch.clicked_column && own_columns.at(*touch.clicked_column))
      pick_column(context_, path_, *own_columns.at(*touch.clicked_column));
    say_word(i, touch);
    if (touch.clicked) {
      // The difference opens as one, with what it is made from in the sentence that is followed, or in the
      // one that has the cell.
      const Sides sides = i == 2 ? Sides::difference : Sides::one;
      for (const int clicked_side : i == 2 ? std::array{side, 1 - side} : std::array{i, i}) {
        const auto cell = compared_.own(clicked_side, *touch.clicked);
        if (!cell) continue;
        if (clicked_side != side) ui_.emit(SelectSide{clicked_side});
        if ((context_.session.sides == Sides::difference) != (i == 2)) ui_.emit(ShowSides{sides});
        const ShownPlaces& places = places_.at(clicked_side);
        ui_.emit(SelectCell{{path_, places.token_of_row(cell->row), places.token_of_column(cell->column)}});
        break;
      }
    }
  }

  // What is known of the token whose label the mouse is on: of the sentence whose map it is.
  void say_word(int i, const HeatmapTouch& touch) {
    const int side = i < 2 ? i : context_.session.side;
    const auto own = [side](const CommonPlaces& places, const std::optional<int>& at) {
      return at ? places.own.at(side).at(*at) : std::nullopt;
    };
    say_label(context_, side, path_, own(compared_.rows, touch.named_row),
              own(compared_.columns, touch.named_column));
  }

  // What the ends of the difference's bar mean.
  void draw_ends() {
    const Scale& last = scale(2);
    if (ends_ <= 0) return;
    const float x = cells_[2].right + ui_.px(20) + colour_bar_width(ui_, last) + ui_.px(10);
    ui_.rich(x, cells_[2].top + ui_.px(1), type::caption, type::caption_hot, last.high_means);
    ui_.rich(x, cells_[2].bottom - ui_.px(1), type::caption, type::caption_hot, last.low_means);
  }

  const ShownPlaces& own_places() const { return places_.at(context_.session.side); }
  const Scale& scale(std::size_t i) const { return colourings_[i].of(*compared_.maps[i]); }

  const Compared& compared_;
  std::array<Colouring, 3> colourings_;
  std::string path_;
  std::array<ShownPlaces, 2> places_;
  Area cells_[3];
  bool stacked_;
  float titles_above_ = 0;
  float labels_ = 0;
  float ends_ = 0;
  std::optional<int> focus_;
  ChosenWords chosen_;  // among the common rows and columns
};

}  // namespace

namespace {

// Those that a part has which begins at `first`, counted from there.
std::vector<int> within(const std::vector<int>& places, int first, int count) {
  std::vector<int> inside;
  for (const int place : places) {
    if (place >= first && place < first + count) inside.push_back(place - first);
  }
  return inside;
}

}  // namespace

// Cells smaller than this cannot be pointed at, and most of their words have no room.
constexpr float least_readable_cell = 9;

void draw_single_map(const PanelContext& context, const Area& all, int side, const std::string& path,
                     float largest) {
  Ui& ui = context.ui;
  const HeatmapPtr whole = shown_map(context, side, path);
  if (whole == nullptr) {
    if (context.pictures.is_long(side, path)) map_to_come(ui, all);
    return;
  }
  Area area = all;
  offer_colours(context, "map/colours", whole, area);
  const bool is_long = area.height() / static_cast<float>(whole->rows) < ui.px(least_readable_cell) ||
                       area.width() / static_cast<float>(whole->columns) < ui.px(least_readable_cell);
  std::optional<LongMap> tools;
  if (is_long) tools.emplace(context, whole);
  const HeatmapPtr map = is_long ? tools->shown() : whole;
  const MapPart part = is_long ? tools->part() : MapPart{};
  const float tools_wide = is_long ? LongMap::tools_width(ui, area.width()) : 0;
  const float labels = row_labels_width(ui, *map);
  // A part has the colours of the whole.
  Colouring colouring = colouring_of(context, whole);
  if (colouring.left_out) {
    const int column = *colouring.left_out - part.column;
    colouring.left_out = column >= 0 && column < map->columns ? std::optional(column) : std::nullopt;
  }
  const Scale& scale = colouring.of(*map);
  const float bar =
      std::max(colour_bar_width(ui, scale), ui.width(type::caption, scale.label) + ui.px(12)) + ui.px(24);
  const float room = area.width() - labels - bar - tools_wide;
  // Smaller cells turn their labels further, which then need more room: settled in a few rounds.
  ImVec2 cell(ui.px(30), 0);
  float top = 0;
  for (int round = 0; round < 3; ++round) {
    // Not less than what the names of the axes take, above short labels.
    top = std::max(column_labels_height(ui, *map, cell.x) + ui.px(4), ui.px(36));
    cell = near_square(ui, cell_size(ui, room, map->columns, largest),
                       cell_size(ui, area.height() - top, map->rows, largest));
  }
  const float wide = cell.x * static_cast<float>(map->columns);
  const float left = std::round(area.left + labels + std::max(0.0F, (room - wide) / 2));
  const Area cells = Area::at(left, area.top + top, wide, cell.y * static_cast<float>(map->rows));
  const ShownPlaces places(context, side, path);
  HeatmapLook look{.node_path = path};
  look.colouring = colouring;
  if (const auto selected = selected_cell(context, places, path)) {
    const CellAt at{selected->row - part.row, selected->column - part.column};
    if (at.row >= 0 && at.row < map->rows && at.column >= 0 && at.column < map->columns) look.selected = at;
  }
  look.off = head_is_off(context, side, path);
  const auto band = [&](int row) {
    focus_band(ui, cells.left - labels, cells.right + ui.px(6), cells, map->rows, row);
  };
  const int focus = places.row_of(row_in_focus(context)) - part.row;
  if (row_in_focus(context) >= 0 && focus >= 0 && focus < map->rows) {
    look.focus_row = focus;
    band(focus);
  }
  const ChosenWords chosen = chosen_words(context, side, path);
  if (chosen.queries.size() > 1) look.chosen_rows = within(chosen.queries, part.row, map->rows);
  look.chosen_columns = within(chosen.keys, part.column, map->columns);
  look.press_columns = true;
  for (const int row : look.chosen_rows) {
    if (row != look.focus_row) band(row);
  }
  heatmap_corner(ui, cells, *map);
  const HeatmapTouch touch = heatmap(ui, "map/0", map, cells, look);
  if (touch.hovered_row) ui.state<Hover>().token = places.token_of_row(*touch.hovered_row + part.row);
  if (touch.clicked_row) pick_row(context, path, *touch.clicked_row + part.row);
  if (touch.clicked_column) pick_column(context, path, *touch.clicked_column + part.column);
  const auto of_whole = [](const std::optional<int>& place, int first) {
    return place ? std::optional(*place + first) : std::nullopt;
  };
  say_label(context, side, path, of_whole(touch.named_row, part.row),
            of_whole(touch.named_column, part.column));
  if (touch.clicked)
    ui.emit(SelectCell{{path, places.token_of_row(touch.clicked->row + part.row),
                        places.token_of_column(touch.clicked->column + part.column)}});
  pressed_colour_bar(context, "map/scale/0",
                     {cells.right + ui.px(20), cells.top, cells.right + bar, cells.bottom}, scale);
  if (!is_long) return;
  tools->turn_wheel(cells);
  if (tools_wide > 0)
    tools->draw_tools(
        {cells.right + bar + ui.px(24), area.top + ui.px(10), cells.right + bar + tools_wide, area.bottom});
}

namespace {

// Whether most cells of the difference are of words that only one sentence has.
bool nothing_in_common(const Compared& compared) {
  const auto shared = [](const CommonPlaces& places) {
    const auto& [one, other] = places.own;
    std::size_t both = 0;
    for (std::size_t i = 0; i < one.size(); ++i) both += one[i] && other[i] ? 1 : 0;
    return static_cast<double>(both) / static_cast<double>(std::max<std::size_t>(1, one.size()));
  };
  constexpr double least = 0.4;
  return shared(compared.rows) * shared(compared.columns) < least * least;
}

}  // namespace

float maps_height(const PanelContext& context, float width) {
  const Ui& ui = context.ui;
  const Compared* const compared = shown_comparison(context, selected_path(context.session));
  const float below = together_height(context);
  if (compared == nullptr || width >= ui.px(least_for_three)) return ui.px(least_maps_height) + below;
  constexpr float rows_shown = 14, around = 110, cell = 14;
  const float rows = std::min(static_cast<float>(compared->maps[0]->rows), rows_shown);
  return 3 * (ui.px(around) + ui.px(cell) * rows) + below;
}

void draw_maps(const PanelContext& context, const Area& area) {
  const std::string path = selected_path(context.session);
  Area rest = area;
  draw_words_note(context, stage_side(context), path, rest);
  draw_together(context, path, rest);
  if (const Compared* compared = shown_comparison(context, path)) {
    if (nothing_in_common(*compared)) {
      Ui& ui = context.ui;
      ui.text(rest.cut_bottom(ui.px(20)), Align::centre, type::caption, ui.colours().text_2,
              ui.shortened(type::caption,
                           "Dots: few words of one sentence match words of the other, so there is little to "
                           "subtract. Compare sentences that differ in a word or two.",
                           area.width()));
    }
    offer_colours(context, "map/colours", std::span(compared->maps).first(2), rest);
    ThreeMaps(context, rest, *compared, path).draw();
  } else {
    draw_single_map(context, rest, stage_side(context), path, 38);
  }
}

}  // namespace headlight
