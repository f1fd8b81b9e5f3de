// "Show me": the way from the sentence to one multiplication and back, by itself. The margin says what each
// stop shows; whoever goes anywhere else ends it.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/panels/place/experiments.h"
#include "app/panels/place/place_parts.h"
#include "app/session/altitudes.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr double seconds_of_stop = 7.5;

struct ShowMe {
  std::vector<GoTo> stops = {};  // none: it is not on
  bool plays = false;
  double at = 0;    // seconds into it
  double seen = 0;  // WidgetState::now when `at` was last brought forward
  int stop = -1;    // the one that is shown
  bool arrived = false;
  TracePtr of = nullptr;

  double length() const { return seconds_of_stop * static_cast<double>(stops.size()); }
  void let_go() { *this = {}; }
};

int stop_at(const ShowMe& show) {
  const auto count = static_cast<int>(show.stops.size());
  return std::clamp(static_cast<int>(show.at / seconds_of_stop), 0, count - 1);
}

void begin_flight(const Page& page, ShowMe& show) {
  // It goes through the usual pages.
  if (page.session.sides != Sides::one) page.ui.emit(ShowSides{Sides::one});
  if (page.session.cause_ribbons) page.ui.emit(ShowCauseRibbons{false});
  const bool sentence = page.altitude == Altitude::sentence;
  show = {.stops = flight_of(sentence ? session_of_sentence(page) : page.session, page.context.results),
          .plays = true,
          .seen = page.ui.state().now,
          .of = page.context.maps[page.side].trace()};
}

bool is_shown(const Page& page, const GoTo& stop) {
  return !shows_experiments(page) && stop.altitude == page.altitude && stop.head->path("") == page.path("") &&
         (!stop.part || *stop.part == page.part);
}

void fly(const Page& page, ShowMe& show) {
  WidgetState& state = page.ui.state();
  // A window that was hidden goes on where it was.
  constexpr double most = 0.25;
  if (show.plays) show.at += std::min(state.now - show.seen, most);
  show.seen = state.now;
  const bool elsewhere = show.arrived && !is_shown(page, show.stops.at(static_cast<std::size_t>(show.stop)));
  if (elsewhere || show.of != page.context.maps[page.side].trace() || show.at >= show.length()) {
    show = {};
    return;
  }
  if (const int stop = stop_at(show); stop != show.stop) {
    show.stop = stop;
    show.arrived = false;
    page.go(show.stops[static_cast<std::size_t>(stop)]);
  } else if (!show.arrived) {
    show.arrived = is_shown(page, show.stops[static_cast<std::size_t>(stop)]);
  }
  constexpr double between = 0.1;
  if (show.plays) state.move_at(state.now + between);
}

std::string clock_text(double seconds) {
  const int whole = static_cast<int>(seconds);
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

void draw_play_sign(const Page& page, const Area& disc, bool plays) {
  Ui& ui = page.ui;
  const float x = disc.middle_x(), y = disc.middle_y();
  ui.disc({x, y}, disc.width() / 2, page.c.ink);
  if (plays) {
    for (const float side : {-4.0F, 4.0F})
      ui.fill({x + page.px(side - 2), y - page.px(6), x + page.px(side + 2), y + page.px(6)}, page.c.panel);
  } else {
    const std::array<ImVec2, 3> corners{
        {{x - page.px(4), y - page.px(6.5F)}, {x + page.px(7), y}, {x - page.px(4), y + page.px(6.5F)}}};
    ui.polygon(corners, page.c.panel);
  }
}

// A line with a mark for each stop; pressed or dragged it goes there.
void draw_track(const Page& page, ShowMe& show, const Area& area) {
  Ui& ui = page.ui;
  const Touch touch = ui.press("place/show me/track", area.outset(page.px(6)), {.radius = page.px(6)});
  const float y = area.middle_y();
  const auto x_of = [&](double share) { return area.left + area.width() * static_cast<float>(share); };
  ui.line(area.left, y, area.right, y, page.c.strong_line, page.px(2));
  const auto count = static_cast<double>(show.stops.size());
  for (std::size_t i = 1; i < show.stops.size(); ++i) {
    const float x = x_of(static_cast<double>(i) / count);
    ui.line(x, y - page.px(4), x, y + page.px(4), page.c.strong_line, ui.hairline());
  }
  const float here = x_of(show.at / show.length());
  ui.line(area.left, y, here, y, page.c.ink, page.px(3));
  ui.disc({here, y}, page.px(6), page.c.focus);
  ui.circle({here, y}, page.px(6), page.c.ink, page.px(1.5F));
  if (!touch.held) return;
  const double share = static_cast<double>((ui.mouse().x - area.left) / area.width());
  show.at = std::clamp(share, 0.0, 0.999) * show.length();
}

}  // namespace

void draw_show_me(const Page& page, const Area& bar) {
  if (!has_flight(page.trace.anatomy())) return;
  Ui& ui = page.ui;
  ShowMe& show = ui.state<ShowMe>();
  const bool on = !show.stops.empty();
  const std::string label = say("Show me");
  // On a small window only the sign: the rest of the bar is for the map and the ways in and out.
  const bool brief = page.boxes.narrow() && (page.altitude != Altitude::sentence || shows_experiments(page));
  const float y = bar.middle_y(), left = bar.left + page.px(page.boxes.narrow() ? 18 : 24);
  const Area disc{left, y - page.px(16), left + page.px(32), y + page.px(16)};
  const float wide = page.px(44) + ui.width(type::control, label);
  const Area button = on || brief ? disc : Area{disc.left, disc.top, disc.left + wide, disc.bottom};
  const Touch touch =
      ui.press("place/show me", button.outset(page.px(4)),
               {.radius = page.px(20),
                .ground = page.c.rail,
                .hint = show.plays ? say("Pause (Space)")
                                   : say("The way into the model and back, by itself (Space)")});
  draw_play_sign(page, disc, show.plays);
  const bool free =
      ui.state().overlay == Overlay::none && ui.state().typing.empty() && !shows_experiments(page);
  const bool pressed = touch.clicked || (free && ui.take(Key::space) > 0);
  if (!on) {
    if (!brief)
      ui.text({disc.right + page.px(12), button.top, button.right, button.bottom}, Align::left, type::control,
              page.c.ink, label);
    if (pressed) begin_flight(page, show);
    if (!show.stops.empty()) ui.state().again = true;
    return;
  }
  if (pressed) show.plays = !show.plays;
  if (page.boxes.narrow()) return fly(page, show);
  draw_track(page, show, {disc.right + page.px(16), y - page.px(8), bar.left + page.px(264), y + page.px(8)});
  const std::string time = clock_text(show.at) + " / " + clock_text(show.length());
  ui.text(bar.left + page.px(276), y, type::number, page.c.text_2, time);
  fly(page, show);
}

}  // namespace headlight::place
