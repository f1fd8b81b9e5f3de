// Pairs of dimensions as hands of clocks, from the fastest to the slowest.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/positions/positions_shown.h"
#include "core/figure/numbers.h"
#include "core/labs/positions.h"

namespace headlight {
namespace {

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
  const std::string note = learned ? "below: dimensions" : "below: dimensions, words for one turn";
  // Beside the title, or in a line of its own.
  const bool beside = end + ui.px(16) + ui.width(type::caption, note) <= title.right;
  ui.text(beside ? title : rest.cut_top(ui.px(18)), beside ? Align::right : Align::left, type::caption,
          c.text_2, note);
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
    const Touch touch = ui.item("clock/" + std::to_string(sine), face);
    draw_face(ui, centre, radius);
    if (touch.focused) ui.focus_ring(face, radius);
    const auto hand = [&](int at, Rgb colour, float thickness, float alpha) {
      const float length = radius * 0.86F / numbers->scale.high;
      const ImVec2 tip(centre.x + numbers->value(sine, at) * length,
                       centre.y - numbers->value(sine + 1, at) * length);
      ui.line(centre.x, centre.y, tip.x, tip.y, colour, thickness, alpha);
      return tip;
    };
    for (int at = 0; at < std::min(shown.tokens(), numbers->columns); ++at) {
      if (at != position) hand(at, c.second_sentence, ui.px(1.5F), 0.22F);
    }
    hand(position, c.second_sentence, ui.px(3), 1);
    ui.disc(centre, ui.px(3), c.ink);
    const float below = face.bottom + ui.px(12);
    const std::string name = std::to_string(sine) + ", " + std::to_string(sine + 1);
    ui.text(centre.x - ui.width(type::caption_hot, name) / 2, below, type::caption_hot, c.dimensions, name);
    const std::string turn = learned ? "" : small_number(wavelength(pairs[i], numbers->rows));
    if (!learned)
      ui.text(centre.x - ui.width(type::path, turn) / 2, below + ui.px(16), type::path, c.text_2, turn);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip(std::vector<RichText>{"position " + std::to_string(position) + ": " +
                                           significant_text(numbers->value(sine, position), 4) + " and " +
                                           significant_text(numbers->value(sine + 1, position), 4),
                                       learned ? "A learned pair: to the right the first, upwards the second."
                                               : turn + " words for one turn",
                                       "Click to draw both as curves."});
    }
    if (touch.clicked)
      change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().dimensions = {sine, sine + 1}; });
  }
}

}  // namespace headlight
