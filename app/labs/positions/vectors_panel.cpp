// Vectors of places: as numbers and as curves over the same columns, as clock hands, and how alike they are.
#include <algorithm>
#include <cmath>

#include "app/labs/positions/positions_panel.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

// A word's vector and its place's, and what the model is given: added, or one behind the other.

float input_strips_height(const PositionsShown& shown) {
  return shown.map("input") == nullptr ? 0 : shown.context.ui.px(84);
}

void draw_input_strips(const PositionsShown& shown, const Area& area, const Area& columns, int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const HeatmapPtr words = shown.map("words"), input = shown.map("input"), places = shown.map("places");
  if (words == nullptr || input == nullptr || places == nullptr) return;
  const bool has_word = position < input->rows;
  Area rest = area;
  rest.cut_top(ui.px(6));
  const Area title = rest.cut_top(ui.px(24));
  const float end = ui.text(title.left, title.middle_y(), type::section, c.ink,
                            shown.lab.is_appended() ? "Appended to the word" : "Added to the word");
  if (!has_word) {
    const Area note{end + ui.px(12), title.top, columns.right, title.bottom};
    line_of_text(ui, note, type::caption, c.text_2, "there is no word here");
  }
  const std::string bar_label = "value";
  const float bar = level_colour_bar_width(ui, bar_label, input->scale);
  if (has_word && end + ui.px(24) + bar <= columns.right)
    level_colour_bar(ui, columns.right - bar, title.middle_y(), bar_label, input->scale);

  struct Strip {
    std::string name;
    HeatmapPtr map;
    int row, first;  // of the map; where it begins below the others
    Rgb colour;
  };
  std::vector<Strip> strips;
  const int behind = shown.lab.is_appended() ? words->columns : 0;
  // Beyond the sentence the place is alone.
  if (has_word) strips.push_back({shown.word(position), words, position, 0, c.tokens});
  strips.push_back(
      {say("position {n}", {{"n", count_text(position)}}), places, position, behind, c.second_sentence});
  if (has_word) strips.push_back({shown.lab.is_appended() ? "both" : "sum", input, position, 0, c.ink});
  float names = 0;
  for (const Strip& strip : strips) names = std::max(names, ui.width(type::label_hot, strip.name));
  names = std::max(std::min(names, ui.px(110)) + ui.px(8), columns.left - area.left);
  const float cell =
      cell_side((columns.right - area.left - names) / static_cast<float>(input->columns), rest.width());
  const float line = std::floor(rest.height() / 3);
  const float tall = std::min(line - ui.px(4), ui.px(16));
  for (std::size_t i = 0; i < strips.size(); ++i) {
    const Strip& strip = strips[i];
    const float y = rest.top + line * static_cast<float>(i);
    const Area cells = Area::at(rest.left + names + cell * static_cast<float>(strip.first), y,
                                cell * static_cast<float>(strip.map->columns), tall);
    line_of_text(ui, Area::at(rest.left, y, names - ui.px(6), tall), type::label_hot, strip.colour,
                 strip.name);
    ui.cells({.map = strip.map,
              .row = strip.row,
              .rows = 1,
              .columns = strip.map->columns,
              .area = cells,
              .paper = c.stage,
              .unit = ui.px(1)});
    const Touch touch = ui.item("strip/" + strip.name, cells, false);
    if (touch.hovered) {
      const int column =
          std::clamp(static_cast<int>((ui.mouse().x - cells.left) / cell), 0, strip.map->columns - 1);
      ui.tooltip(say("{name}, dimension {n}: {value}",
                     {{"name", strip.name},
                      {"n", std::to_string(strip.first + column)},
                      {"value", significant_text(strip.map->value(strip.row, column), 5)}}));
    }
  }
}

// How alike the vectors of two places are.

void draw_similarity(const PositionsShown& shown, const Area& area, int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const HeatmapPtr map = shown.map("similarity");
  if (map == nullptr) return;
  Area rest = area;
  ui.text(rest.cut_top(ui.px(26)), Align::left, type::section, c.ink, "How alike two positions are");
  const Area bar = rest.cut_bottom(ui.px(24));
  const Area ticks = rest.cut_bottom(ui.px(20));
  const float labels = ui.px(44);
  const bool both = rest.width() >= ui.px(330);
  const float room = both ? rest.width() * 0.52F : rest.width();
  const float fits = std::min(room - labels, rest.height());
  const float cell = cell_side(fits / static_cast<float>(map->columns), fits);
  const float size = cell * static_cast<float>(map->columns);
  const Area cells = Area::at(rest.left + labels, rest.top, size, size);
  const Area below = Area::at(cells.left, cells.bottom + ui.px(2), size, ticks.height());
  ui.turned(rest.left + ui.px(6), cells.middle_y() + ui.width(type::caption_hot, "position") / 2, 90,
            type::caption_hot, c.tokens, "position");

  HeatmapLook look{.row_labels = false, .column_labels = false};
  const std::string path = "source.similarity";
  look.selected = open_cell_of(shown, path);
  const HeatmapTouch touch = heatmap(ui, "positions/similarity", map, cells, look);
  if (touch.clicked) ui.emit(SelectCell{{path, touch.clicked->row, touch.clicked->column}});
  ui.outline(
      Area::at(cells.left, cells.top + cell * static_cast<float>(position), size, cell).outset(ui.px(1.5F)),
      ui.theme() == Theme::dark ? c.focus : c.ink, ui.px(1.5F), ui.px(2));
  const int last = map->columns - 1;
  for (const int at : {0, position, last}) {
    const bool hot = at == position;
    const float y = cells.top + cell * (static_cast<float>(at) + 0.5F);
    const float apart = ui.px(13) / cell;
    if (!hot && std::abs(static_cast<float>(at - position)) < apart) continue;
    ui.text({rest.left + ui.px(16), y - ui.px(8), cells.left - ui.px(6), y + ui.px(8)}, Align::right,
            hot ? type::number_hot : type::path, hot ? c.ink : c.text_2, count_text(at));
  }
  ui.text(below, Align::left, type::path, c.text_2, "0");
  ui.text(below, Align::right, type::path, c.text_2, count_text(last));
  if (size >= ui.px(110)) ui.text(below, Align::centre, type::caption_hot, c.tokens, "position");
  // Right below the map, as what its colours mean.
  const float wide = level_colour_bar_width(ui, "", map->scale);
  const float bar_y = std::min(bar.bottom - ui.px(9), below.bottom + ui.px(14));
  const float bar_left = wide <= size ? cells.left : std::max(rest.left, cells.right - wide);
  const bool has_bar = bar_left + wide <= rest.right;
  if (has_bar) level_colour_bar(ui, bar_left, bar_y, "", map->scale);
  if (!both) return;

  PlotSeries row{.name = "", .colour = c.weights, .points = {}, .named_at_end = false};
  for (int at = 0; at < map->columns; ++at)
    row.points.push_back({static_cast<double>(at), static_cast<double>(map->value(position, at))});
  const PlotAxis y = fitted_axis({.title = say("PE · PE of position {n}", {{"n", count_text(position)}})},
                                 std::span(&row, 1));
  const PlotTouch moved = plot(ui, "positions/alike",
                               {std::max(cells.right, has_bar ? bar_left + wide : 0) + ui.px(22),
                                rest.top - ui.px(6), area.right, area.bottom},
                               {.title = "position", .from = 0, .to = static_cast<double>(last)}, y,
                               std::span(&row, 1), PlotMark{static_cast<double>(position), ""});
  if (!moved.clicked_x) return;
  const int to = std::clamp(static_cast<int>(std::lround(*moved.clicked_x)), 0, last);
  if (to != position) change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().position = to; });
}

namespace {

constexpr const char* positions_path = "source.positions";

class VectorsPage {
 public:
  VectorsPage(const PositionsShown& shown, const Area& area, HeatmapPtr numbers)
      : shown_(shown), ui_(shown.context.ui), area_(area), map_(std::move(numbers)) {
    position_ = std::min(shown.lab.position, map_->columns - 1);
  }

  void draw() {
    lay_out();
    const Palette& c = ui_.colours();
    ui_.fill({x_of(position_), title_.bottom, x_of(position_ + 1), curves_.bottom}, c.focus_band, ui_.px(5));
    draw_words();
    draw_numbers();
    draw_position_curves(shown_, curves_, *map_, cell_, position_);
    draw_mover();
    if (strips_.height() > 0) draw_input_strips(shown_, strips_, cells_, position_);
    if (clocks_.width() > ui_.px(120)) {
      if (has_hands()) draw_clocks(shown_, clocks_, position_);
      draw_similarity(shown_, alike_, position_);
    }
  }

 private:
  // Two numbers at a time are a hand: a sine and its cosine, or what was learned in their place.
  bool has_hands() const {
    return shown_.lab.kind == Positions::sinusoidal || shown_.lab.kind == Positions::learned;
  }
  float x_of(int place) const { return cells_.left + cell_ * static_cast<float>(place); }

  void lay_out() {
    Area left = area_;
    const float wide = area_.width();
    Area right = left.cut_right(std::round(wide * (wide >= ui_.px(1000) ? 0.34F : 0.4F)));
    right.left += ui_.px(wide >= ui_.px(1000) ? 48 : 24);
    title_ = left.cut_top(ui_.px(24));
    strips_ = left.cut_bottom(input_strips_height(shown_));
    mover_ = left.cut_bottom(ui_.px(46));
    float words = ui_.width(type::label_hot, "00");
    for (int i = 0; i < std::min(shown_.tokens(), map_->columns); ++i)
      words = std::max(words, ui_.width(type::label_hot, shown_.word(i)));
    words_ = left.cut_top(std::min(words, ui_.px(90)) + ui_.px(28));
    const float at_left = ui_.px(60), at_right = ui_.px(66);
    const float across = left.width() - at_left - at_right;
    cell_ = cell_side(across / static_cast<float>(map_->columns), across);
    const float tall = left.height() - ui_.px(24 + 14);
    // Whole pixels a row, and the curves keep what is left.
    const float row = cell_side(tall * 0.62F / static_cast<float>(map_->rows), tall);
    const float most = std::min({row * static_cast<float>(map_->rows), tall * 0.62F, ui_.px(260)});
    const float cells = cell_ * static_cast<float>(map_->columns);
    cells_ = Area::at(left.left + at_left, left.top, cells, std::floor(most));
    left.cut_top(cells_.height() + ui_.px(14));
    curves_title_ = left.cut_top(ui_.px(24));
    curves_ = {cells_.left, left.top, cells_.right, left.bottom};
    clocks_ = right;
    alike_ = clocks_.cut_bottom(std::round(clocks_.height() * 0.52F));
    // Where no hands are above it, it stands there.
    if (!has_hands()) alike_ = Area::at(alike_.left, clocks_.top, alike_.width(), alike_.height());
  }

  // Words stand over the places of the sentence, numbers over all that there is room for.
  void draw_words() {
    const Palette& c = ui_.colours();
    ui_.text(title_, Align::left, type::section, c.ink, "As numbers");
    const float y = words_.bottom - ui_.px(10);
    const auto every = [&](float pitch) {
      return std::max(1, static_cast<int>(std::ceil(ui_.px(pitch) / cell_)));
    };
    const int step = every(26), word_step = every(15);
    for (int i = 0; i < map_->columns; ++i) {
      const bool named = i == position_ || (i % step == 0 && std::abs(i - position_) >= step);
      if (!named && cell_ < 2) continue;  // too narrow to be pointed at
      const Area place{x_of(i), words_.top, x_of(i + 1), words_.bottom};
      const Touch touch = ui_.item("place/" + std::to_string(i), place, false);
      if (touch.hovered) ui_.hand();
      if (touch.clicked) move_to(i);
      const bool hot = i == position_;
      const Rgb colour = hot || touch.hovered ? c.ink : c.text_2;
      if (named)
        ui_.text(Area::at(place.middle_x() - ui_.px(20), y - ui_.px(8), ui_.px(40), ui_.px(16)),
                 Align::centre, hot ? type::number_hot : type::path, colour, count_text(i));
      if (i < shown_.tokens() && cell_ >= ui_.px(8) && (i - position_) % word_step == 0)
        ui_.turned(place.middle_x(), y - ui_.px(12), 90, hot ? type::label_hot : type::label, colour,
                   ui_.shortened(type::label, shown_.word(i), words_.height() - ui_.px(26)));
    }
  }

  void draw_numbers() {
    const Palette& c = ui_.colours();
    const float tall = cells_.height() / static_cast<float>(map_->rows);
    HeatmapLook look{.row_labels = false, .column_labels = false};
    if (const auto open = open_cell_of(shown_, positions_path)) look.selected = {open->column, open->row};
    const HeatmapTouch touch = heatmap(ui_, "positions/numbers", map_, cells_, look);
    if (touch.clicked) {
      move_to(touch.clicked->column);
      ui_.emit(SelectCell{{positions_path, touch.clicked->column, touch.clicked->row}});
    }
    ui_.outline(Area{x_of(position_), cells_.top, x_of(position_ + 1), cells_.bottom}.outset(ui_.px(1.5F)),
                ui_.theme() == Theme::dark ? c.focus : c.ink, ui_.px(2), ui_.px(3));
    colour_bar(ui_, {cells_.right + ui_.px(14), cells_.top, cells_.right + ui_.px(60), cells_.bottom},
               map_->scale);
    // The rows: pressed ones are drawn as curves.
    const Area rows{cells_.left - ui_.px(34), cells_.top, cells_.left - ui_.px(2), cells_.bottom};
    const Touch pressed = ui_.item("positions/rows", rows);
    if (pressed.focused) ui_.focus_ring(rows, ui_.px(4));
    int under = -1;
    if (pressed.hovered) {
      ui_.hand();
      under = std::clamp(static_cast<int>((ui_.mouse().y - rows.top) / tall), 0, map_->rows - 1);
      ui_.tooltip(say("Draw dimension {n} as a curve, or remove it", {{"n", std::to_string(under)}}));
    }
    if (pressed.clicked) toggle(under);
    int step = map_->rows > 20 ? 16 : 4;
    while (tall * static_cast<float>(step) < ui_.height(type::path) && step < map_->rows) step *= 2;
    for (int row = 0; row < map_->rows; ++row) {
      const float y = cells_.top + tall * (static_cast<float>(row) + 0.5F);
      const auto& drawn = shown_.lab.dimensions;
      const auto curve = std::find(drawn.begin(), drawn.end(), row);
      if (curve != drawn.end())
        ui_.disc({cells_.left - ui_.px(7), y}, ui_.px(3),
                 curve_colour(shown_, static_cast<std::size_t>(curve - drawn.begin())));
      if (row % step == 0 || row == under)
        ui_.text({rows.left - ui_.px(8), y - ui_.px(8), cells_.left - ui_.px(14), y + ui_.px(8)},
                 Align::right, type::path, row == under ? c.ink : c.text_2,
                 row % step == 0 || std::abs(row % step - step / 2) < step / 4 ? std::to_string(row) : "");
    }
    ui_.turned(area_.left + ui_.px(6), cells_.middle_y() + ui_.width(type::caption_hot, "dimension") / 2, 90,
               type::caption_hot, c.dimensions, "dimension");
    ui_.text(curves_title_, Align::left, type::section, c.ink, "As curves");
  }

  // The place is moved over the same columns.
  void draw_mover() {
    const Palette& c = ui_.colours();
    const Area track{cells_.left, mover_.top + ui_.px(2), cells_.right, mover_.top + ui_.px(26)};
    const Touch touch = ui_.press("slide/position", track, {.radius = ui_.px(4)});
    int to = position_ + ui_.nudges("slide/position");
    if (touch.held) to = static_cast<int>(std::floor((ui_.mouse().x - cells_.left) / cell_));
    move_to(to);
    const float y = std::round(track.middle_y());
    ui_.text({area_.left, track.top, cells_.left - ui_.px(12), track.bottom}, Align::right, type::caption,
             c.text_2, "move");
    ui_.line(cells_.left, y, cells_.right, y, c.strong_line, ui_.px(2));
    for (int i = 0; i < map_->columns; ++i) {
      const float x = std::round(x_of(i) + cell_ / 2);
      ui_.line(x, y - ui_.px(4), x, y + ui_.px(4), c.strong_line, ui_.hairline());
    }
    const ImVec2 knob(std::round(x_of(position_) + cell_ / 2), y);
    ui_.disc(knob, ui_.px(8), c.focus);
    ui_.circle(knob, ui_.px(8), c.ink, ui_.px(2));
    const std::string name = joined({say("position {n}", {{"n", count_text(position_)}}),
                                     position_ < shown_.tokens() ? shown_.word(position_) : ""});
    const float wide = ui_.width(type::label_hot, name);
    const float x = std::clamp(knob.x - wide / 2, cells_.left, std::max(cells_.left, cells_.right - wide));
    ui_.text(x, mover_.bottom - ui_.px(9), type::label_hot, c.ink, name);
  }

  void move_to(int place) {
    place = std::clamp(place, 0, map_->columns - 1);
    if (place == position_) return;
    change_labs(shown_.context, [&](Labs& labs) { labs.get<PositionsLab>().position = place; });
  }

  // With the keyboard, -1: the next dimension that is not drawn yet.
  void toggle(int row) {
    change_labs(shown_.context, [&](Labs& labs) {
      std::vector<int>& drawn = labs.get<PositionsLab>().dimensions;
      if (row < 0) {
        row = 0;
        while (row < map_->rows - 1 && std::find(drawn.begin(), drawn.end(), row) != drawn.end()) ++row;
      }
      const auto there = std::find(drawn.begin(), drawn.end(), row);
      if (there != drawn.end()) {
        if (drawn.size() > 1) drawn.erase(there);
      } else if (drawn.size() < 6) {
        drawn.push_back(row);
      } else {
        drawn.back() = row;
      }
      std::sort(drawn.begin(), drawn.end());
    });
  }

  const PositionsShown& shown_;
  Ui& ui_;
  Area area_;
  HeatmapPtr map_;
  int position_ = 0;
  float cell_ = 0;
  Area title_, words_, cells_, curves_title_, curves_, mover_, strips_, clocks_, alike_;
};

}  // namespace

void draw_position_vectors(const PositionsShown& shown, const Area& area) {
  if (const HeatmapPtr numbers = shown.map("numbers")) VectorsPage(shown, area, numbers).draw();
}

}  // namespace headlight
