// Chosen dimensions as curves over the places.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/positions/positions_panel.h"
#include "core/figure/numbers.h"
#include "core/labs/positions.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Pairs of dimensions as hands of clocks, from the fastest to the slowest.

void draw_face(Ui& ui, ImVec2 centre, float radius) {
  const Palette& c = ui.colours();
  ui.disc(centre, radius, c.panel);
  ui.circle(centre, radius, c.strong_line, ui.px(1.5F));
  for (int i = 0; i < 12; ++i) {
    const float angle = static_cast<float>(i) * 0.5235988F;
    const ImVec2 way(std::sin(angle), -std::cos(angle));
    ui.line(centre.x + way.x * radius * 0.9F, centre.y + way.y * radius * 0.9F,
            centre.x + way.x * radius * 0.98F, centre.y + way.y * radius * 0.98F, c.strong_line,
            ui.hairline());
  }
}

}  // namespace

void draw_clocks(const PositionsShown& shown, const Area& area, int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const HeatmapPtr numbers = shown.map("numbers");
  Area rest = area;
  const Area title = rest.cut_top(ui.px(24));
  const float end = ui.text(title.left, title.middle_y(), type::section, c.ink, "As clock hands");
  const bool learned = shown.lab.kind == Positions::learned;
  // More of them fill the face.
  constexpr int most_hands = 60;
  const int words = std::min(shown.tokens(), numbers->columns);
  const int first = std::clamp(position - most_hands / 2, 0, std::max(0, words - most_hands));
  std::string note = learned ? say("below: dimensions") : say("below: dimensions, words for one turn");
  if (words > most_hands)
    note = say("of the {n} words around it; {below}", {{"n", std::to_string(most_hands)}, {"below", note}});
  // Beside the title, or in a line of its own.
  const bool beside = end + ui.px(16) + ui.width(type::caption, note) <= title.right;
  ui.text(beside ? title : rest.cut_top(ui.px(18)), beside ? Align::right : Align::left, type::caption,
          c.text_2, ui.shortened(type::caption, note, title.width()));
  rest.cut_bottom(ui.px(10));

  const int columns = rest.width() >= ui.px(300) ? 4 : 3;
  const std::vector<int> pairs = pairs_shown(numbers->rows / 2, columns * 2);
  const float wide = rest.width() / static_cast<float>(columns);
  const float tall = rest.height() / 2;
  const float names = ui.px(learned ? 20 : 36);
  const float radius = std::floor(std::min({wide * 0.42F, (tall - names - ui.px(6)) / 2, ui.px(44)}));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const int sine = 2 * pairs[i];
    const std::size_t column = i % static_cast<std::size_t>(columns);
    const std::size_t row = i / static_cast<std::size_t>(columns);
    const Area place = Area::at(rest.left + wide * static_cast<float>(column),
                                rest.top + tall * static_cast<float>(row), wide, tall);
    const ImVec2 centre(std::round(place.middle_x()), std::round(place.top + ui.px(4) + radius));
    const Area face{centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius};
    // With keys a dimension is chosen beside its curve.
    const Touch touch =
        ui.item("clock/" + std::to_string(sine), face, shows_expert_controls(shown.context.session));
    draw_face(ui, centre, radius);
    if (touch.focused) ui.focus_ring(face, radius);
    const auto hand = [&](int at, Rgb colour, float thickness, float alpha) {
      const float length = radius * 0.86F / numbers->scale.high;
      const ImVec2 tip(centre.x + numbers->value(sine, at) * length,
                       centre.y - numbers->value(sine + 1, at) * length);
      ui.line(centre.x, centre.y, tip.x, tip.y, colour, thickness, alpha);
      return tip;
    };
    for (int at = first; at < std::min(first + most_hands, words); ++at) {
      if (at != position) hand(at, c.second_sentence, ui.px(1.5F), 0.22F);
    }
    hand(position, c.second_sentence, ui.px(3), 1);
    ui.disc(centre, ui.px(3), c.ink);
    const float below = face.bottom + ui.px(12);
    const std::string name = std::to_string(sine) + ", " + std::to_string(sine + 1);
    ui.text(centre.x - ui.width(type::caption_hot, name) / 2, below, type::caption_hot, c.dimensions, name);
    const std::string turn = learned ? "" : small_number(wavelength(pairs[i], numbers->rows, shown.lab.base));
    if (!learned)
      ui.text(centre.x - ui.width(type::path, turn) / 2, below + ui.px(16), type::path, c.text_2, turn);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip(std::vector<RichText>{
          say("position {n}: {first} and {second}",
              {{"n", count_text(position)},
               {"first", significant_text(numbers->value(sine, position), 4)},
               {"second", significant_text(numbers->value(sine + 1, position), 4)}}),
          learned ? say("A learned pair of numbers: the first to the right, the second upwards.")
                  : say("{n} words for one turn", {{"n", turn}}),
          say("Click to draw both as curves.")});
    }
    if (touch.clicked)
      change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().dimensions = {sine, sine + 1}; });
  }
}

namespace {

// Sines exist between places, too; a table does not.
std::vector<ImVec2> line_of(const PositionsShown& shown, const Heatmap& numbers, int dimension, float left,
                            float cell, float middle, float unit) {
  std::vector<ImVec2> points;
  const bool smooth = is_of_sines(shown.lab.kind);
  const int between = std::clamp(static_cast<int>(std::ceil(cell)), 1, 12);  // a point a pixel is enough
  const int count = smooth ? (numbers.columns - 1) * between + 1 : numbers.columns;
  for (int i = 0; i < count; ++i) {
    const double place = smooth ? static_cast<double>(i) / between : i;
    const double value = smooth ? sinusoid(place, dimension, numbers.rows, sinusoids_of(shown.lab))
                                : static_cast<double>(numbers.value(dimension, i));
    points.emplace_back(left + cell * (static_cast<float>(place) + 0.5F),
                        middle - unit * static_cast<float>(value));
  }
  return points;
}

struct EndName {
  std::size_t curve;
  float y;
};

}  // namespace

Rgb curve_colour(const PositionsShown& shown, std::size_t curve) {
  const Palette& c = shown.context.ui.colours();
  const std::array colours{c.ink, c.second_sentence, c.first_sentence, c.weights, c.heads, c.value};
  return colours.at(curve % colours.size());
}

void draw_position_curves(const PositionsShown& shown, const Area& area, const Heatmap& numbers, float cell,
                          int position) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const float most = numbers.scale.high;
  const float middle = std::round(area.middle_y());
  const float unit = (area.height() / 2 - ui.px(8)) / most;
  for (const float value : {-most, 0.0F, most}) {
    const float y = std::round(middle - unit * value);
    ui.line(area.left, y, area.right, y, value == 0 ? c.strong_line : c.hairline, ui.hairline());
    ui.text({area.left - ui.px(60), y - ui.px(8), area.left - ui.px(10), y + ui.px(8)}, Align::right,
            type::path, c.text_2, significant_text(value, 2));
  }
  std::vector<EndName> names;
  for (std::size_t i = 0; i < shown.lab.dimensions.size(); ++i) {
    const int dimension = shown.lab.dimensions[i];
    if (dimension >= numbers.rows) continue;
    const Rgb colour = curve_colour(shown, i);
    ui.lines(line_of(shown, numbers, dimension, area.left, cell, middle, unit), colour, ui.px(2));
    const float y = middle - unit * numbers.value(dimension, position);
    ui.disc({area.left + cell * (static_cast<float>(position) + 0.5F), y}, ui.px(4.5F), c.stage);
    ui.disc({area.left + cell * (static_cast<float>(position) + 0.5F), y}, ui.px(3.5F), colour);
    names.push_back({i, middle - unit * numbers.value(dimension, numbers.columns - 1)});
  }
  // Names at the ends, moved apart where they would lie over each other.
  std::sort(names.begin(), names.end(), [](const EndName& a, const EndName& b) { return a.y < b.y; });
  const float line = ui.px(17);
  for (std::size_t i = 1; i < names.size(); ++i) names[i].y = std::max(names[i].y, names[i - 1].y + line);
  float lowest = area.bottom;
  for (std::size_t i = names.size(); i-- > 0; lowest = names[i].y - line)
    names[i].y = std::min(names[i].y, lowest);
  for (const EndName& name : names) {
    const int dimension = shown.lab.dimensions[name.curve];
    const std::string id = "slide/dimension/" + std::to_string(name.curve);
    const Area place = Area::at(area.right + ui.px(4), std::round(name.y - line / 2), ui.px(58), line);
    const Touch touch = ui.item(id, place);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip("Remove this curve; with the keyboard on it, ← → change its dimension");
    }
    if (touch.focused) ui.focus_ring(place, ui.px(4));
    ui.text(place.left + ui.px(6), place.middle_y(), type::caption_hot, curve_colour(shown, name.curve),
            say("dim {n}", {{"n", std::to_string(dimension)}}));
    const int moved = std::clamp(dimension + ui.nudges(id), 0, numbers.rows - 1);
    const bool take_away = touch.clicked && shown.lab.dimensions.size() > 1;
    if (moved == dimension && !take_away) continue;
    change_labs(shown.context, [&](Labs& labs) {
      std::vector<int>& drawn = labs.get<PositionsLab>().dimensions;
      if (name.curve >= drawn.size()) return;
      if (take_away) {
        drawn.erase(drawn.begin() + static_cast<std::ptrdiff_t>(name.curve));
      } else {
        drawn[name.curve] = moved;
      }
    });
  }
  if (!ui.hovered(area) || ui.exporting()) return;
  const int under = std::clamp(static_cast<int>((ui.mouse().x - area.left) / cell), 0, numbers.columns - 1);
  std::vector<RichText> lines{joined(
      {say("position {n}", {{"n", count_text(under)}}), under < shown.tokens() ? shown.word(under) : ""})};
  for (const int dimension : shown.lab.dimensions) {
    if (dimension < numbers.rows)
      lines.emplace_back(
          say("dimension {n}  {value}", {{"n", std::to_string(dimension)},
                                         {"value", significant_text(numbers.value(dimension, under), 4)}}));
  }
  ui.tooltip(lines);
}

}  // namespace headlight
