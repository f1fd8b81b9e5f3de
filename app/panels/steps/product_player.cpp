// Playing a product: a button and how far it is, below its left factor.
#include <array>
#include <cmath>

#include "app/panels/steps/playing.h"
#include "app/panels/steps/step_drawing.h"

namespace headlight {
namespace {

std::string moment_text(const ProductMotion& motion, const ProductMoment& moment) {
  if (moment.complete) return "row × column";
  if (moment.adding) return "term " + std::to_string(moment.terms) + " of " + std::to_string(motion.terms);
  return "cell " + std::to_string(std::max(moment.cells, 1)) + " of " + std::to_string(motion.cells);
}

void play_sign(Ui& ui, const Area& area, bool playing) {
  const Rgb ink = ui.colours().ink;
  const float x = area.middle_x();
  const float y = area.middle_y();
  if (playing) {
    for (const float side : {-2.5F, 2.5F}) {
      ui.fill({x + ui.px(side) - ui.px(1.5F), y - ui.px(4), x + ui.px(side) + ui.px(1.5F), y + ui.px(4)},
              ink);
    }
  } else {
    ui.polygon(
        std::array<ImVec2, 3>{
            {{x - ui.px(3), y - ui.px(4.5F)}, {x + ui.px(5), y}, {x - ui.px(3), y + ui.px(4.5F)}}},
        ink);
  }
}

}  // namespace

void draw_product_player(const PanelContext& context, const Area& area, const ProductMotion& motion) {
  Ui& ui = context.ui;
  if (context.session.reduced_motion || ui.exporting() || area.width() < ui.px(60)) return;
  const Palette& c = ui.colours();
  const Playing& playing = ui.state<Playing>();
  const bool here = playing.step == shown_path(context.session);
  const double elapsed = here ? std::min(playing.elapsed, motion.end()) : motion.end();
  const bool runs = here && playing.mode != Playing::Mode::paused && elapsed < motion.end();

  const float y = area.middle_y();
  const Area button = Area::at(area.left, std::round(y - ui.px(12)), ui.px(24), ui.px(24));
  const Touch touch = ui.item("product/play", button);
  if (touch.hovered) {
    ui.hand();
    ui.fill(button, c.rail, ui.px(12));
    ui.tooltip(runs ? "Pause" : "Watch row times column, term by term");
  }
  ui.outline(button, c.strong_line, ui.hairline(), ui.px(12));
  if (touch.focused) ui.focus_ring(button, ui.px(12));
  play_sign(ui, button, runs);
  if (touch.clicked) play_or_pause_product(context, motion);

  const std::string text = moment_text(motion, product_moment(motion, elapsed));
  const float text_room = std::max(ui.width(type::caption, "term 000 of 000"), ui.width(type::caption, text));
  Area track{button.right + ui.px(14), std::round(y), area.right - text_room - ui.px(14), std::round(y)};
  track.right = std::min(track.right, track.left + ui.px(200));
  if (track.width() < ui.px(40)) {
    ui.text(button.right + ui.px(10), y, type::caption, c.text_2,
            ui.fitted(type::caption, text, area.right - button.right - ui.px(10)));
    return;
  }
  const auto x_of = [&](double time) {
    return track.left + track.width() * static_cast<float>(time / motion.end());
  };
  const Touch drag = ui.item("product/track", track.outset(ui.px(8)), false);
  if (drag.hovered || drag.held) ui.hand();
  if (drag.held) {
    const float share = std::clamp((ui.mouse().x - track.left) / track.width(), 0.0F, 1.0F);
    show_product_at(context, share * motion.end());
  }
  ui.line(track.left, y, track.right, y, c.strong_line, ui.px(2));
  ui.line(track.left, y, x_of(elapsed), y, c.ink, ui.px(2));
  const float first = std::round(x_of(motion.pop_end()));
  ui.line(first, y - ui.px(4), first, y + ui.px(4), c.strong_line, ui.hairline());
  ui.disc({x_of(elapsed), y}, ui.px(drag.hovered || drag.held ? 6 : 5), c.ink);
  ui.text(track.right + ui.px(14), y, type::caption, c.text_2, text);
}

}  // namespace headlight
