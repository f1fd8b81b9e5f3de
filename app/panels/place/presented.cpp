// The one place before a class: the same pages on the whole screen, in type for the back row. Page Down goes
// on along the way of "Show me", Page Up back; Right and Left are the same, since a clicker may send these.
// Leaving leads back to where it began.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/labs/class_picture.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/presenter/presenter.h"
#include "app/session/altitudes.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace place {
namespace {

// What was shown when it began.
struct WhereItBegan {
  bool known = false;
  std::string lesson;
  int lesson_step = 0;
  int side = 0;
  GoTo to;
  bool had_cell = false;
  std::string step;
};

struct PresentedWay {
  WhereItBegan began;
  std::vector<GoTo> stops;
  int at = 0;
  // What the stops were found for.
  TracePtr of;
  std::string head;
  int token = -2;
  double deaf_until = 0;  // one turn of the wheel is one altitude
  void let_go() { *this = {}; }
};

bool is_at(const Page& page, const GoTo& stop) {
  return stop.altitude == page.altitude &&
         (page.altitude != Altitude::step || !stop.part || *stop.part == page.part ||
          (is_share_step(page.step) && is_share_step(site_id(page.path(*stop.part)))));
}

// The stop that is shown: the one that was gone to, else the first like it, else the last one before it.
int stop_shown(const Page& page, const PresentedWay& way) {
  const auto count = static_cast<int>(way.stops.size());
  if (way.at < count && is_at(page, way.stops[static_cast<std::size_t>(way.at)])) return way.at;
  int before = 0;
  for (int i = 0; i < count; ++i) {
    const GoTo& stop = way.stops[static_cast<std::size_t>(i)];
    if (is_at(page, stop)) return i;
    if (i > 0 && *stop.altitude < *way.stops[static_cast<std::size_t>(i) - 1].altitude) break;
    if (*stop.altitude <= page.altitude) before = i;
  }
  return before;
}

// The stops of "Show me"; of a model without such a way its altitudes as far as they are known from here.
void find_stops(const Page& page, PresentedWay& way) {
  const TracePtr& trace = page.context.maps[page.side].trace();
  const std::string head = page.path("");
  if (way.of == trace && way.head == head && way.token == page.session.token && !way.stops.empty()) return;
  way.of = trace;
  way.head = head;
  way.token = page.session.token;
  Session shown = page.altitude == Altitude::sentence ? session_of_sentence(page) : page.session;
  if (page.attention.id == attention_within(shown.attention, page.trace.anatomy())) shown.token = page.row;
  way.stops = flight_of(shown, page.context.results);
  if (!way.stops.empty()) return;
  for (int altitude = 0; altitude < altitude_count; ++altitude) {
    if (page.has(static_cast<Altitude>(altitude)))
      way.stops.push_back(GoTo{.altitude = static_cast<Altitude>(altitude)});
  }
}

void remember_start(const Page& page, PresentedWay& way) {
  const Session& session = page.session;
  PresenterState& state = page.ui.state<PresenterState>();
  if (std::exchange(state.in_place, true)) return;
  way = {};
  WhereItBegan& began = way.began;
  began = {.known = true,
           .lesson = session.lesson,
           .lesson_step = session.lesson_step,
           .side = session.side,
           .to = {.altitude = page.altitude,
                  .head = selected_head(session),
                  .token = session.token,
                  .part = session.part,
                  .number = session.number,
                  .heads = session.heads_shown},
           .had_cell = !session.trail.empty(),
           .step = session.step};
  if (began.had_cell) began.to.cell = session.trail.back();
  if (page.node < 0 || page.altitude < Altitude::step) return;
  // A step outside the heads is no part of one.
  began.to.head.reset();
  began.to.part.reset();
  began.to.heads.reset();
  began.to.path = page.trace.label(page.node).path;
}

void turn(const Page& page, PresentedWay& way, int by) {
  if (!page.session.lesson.empty()) return turn_page(page.context, by);
  if (shows_experiment(page.session)) return turn_experiment(page.context, by);
  const auto last = static_cast<int>(way.stops.size()) - 1;
  const int to = std::clamp(way.at + (by > 0 ? 1 : -1), 0, last);
  if (to == way.at) return;
  way.at = to;
  GoTo stop = way.stops[static_cast<std::size_t>(to)];
  // Where the way is not known in full, a cell is chosen as by going in.
  if (!stop.head && stop.altitude > page.altitude) {
    if (const std::optional<GoTo> in = in_from(page)) stop = *in;
  }
  page.go(std::move(stop));
}

void follow_class_keys(const Page& page, PresentedWay& way) {
  Ui& ui = page.ui;
  if (ui.state().overlay != Overlay::none || !ui.state().typing.empty()) return;
  if (ui.take(Key::escape) + ui.take(Key::present) > 0) return end_presented_place(page.context);
  // Where an experiment has its controls, the arrows move what has the keyboard.
  const bool lab = shows_experiment(page.session) && !has_class_picture(page.session);
  const int on = ui.take(Key::page_down) + (lab ? 0 : ui.take(Key::right) + ui.take(Key::space)),
            back = ui.take(Key::page_up) + (lab ? 0 : ui.take(Key::left));
  if (on != back) turn(page, way, on - back);
  // What else is pressed there belongs to the experiment.
  if (shows_experiment(page.session)) return;
  const auto go = [&](const std::optional<GoTo>& to) {
    if (to) page.go(*to);
  };
  if (ui.take(Key::enter) > 0) go(in_from(page));
  if (ui.take(Key::backspace) > 0) go(out_of(page));
  if (ui.take(Key::home) > 0 && page.has(Altitude::sentence)) page.go({.altitude = Altitude::sentence});
  ui.take(Key::end);
  if (const int by = ui.take(Key::down) - ui.take(Key::up); by != 0) {
    const int last = static_cast<int>(page.asks.size()) - 1;
    choose_word(page, std::clamp(page.row + by, 0, last));
  }
  const float turned = ui.touch() ? 0 : ui.wheel(page.boxes.page);
  constexpr double deaf = 0.3;
  if (turned == 0 || ui.state().now < way.deaf_until) return;
  way.deaf_until = ui.state().now + deaf;
  go(turned > 0 ? in_from(page) : out_of(page));
}

// A wipe turns the page.
struct PresentedWipe {
  float along = 0;
  bool done = false;
};

void follow_wipe(const Page& page, PresentedWay& way) {
  Ui& ui = page.ui;
  if (!ui.touch()) return;
  PresentedWipe& wipe = ui.state<PresentedWipe>();
  if (!ui.state().finger_scrolls) {
    wipe = {};
    return;
  }
  wipe.along += ui.wheel(page.boxes.page, Ui::Way::across);
  constexpr float least = 0.8F;  // of a turn
  if (wipe.done || std::fabs(wipe.along) < least) return;
  wipe.done = true;
  turn(page, way, wipe.along < 0 ? 1 : -1);
}

std::string class_title(const Page& page) {
  if (shows_experiment(page.session)) return question_of(lab_on_stage(page.session)).asks;
  if (page.node >= 0 && page.altitude >= Altitude::step) {
    std::string name = model_step_in_full(page.trace, page.node);
    if (!name.empty())
      name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
  }
  if (page.altitude == Altitude::step && is_share_step(page.step)) return say("From scores to shares");
  return telling_of(page).title;
}

// At the right: where one is, or the number that it is about.
std::string class_place(const Page& page) {
  if (shows_experiment(page.session)) return "";
  if (page.node >= 0 && page.altitude == Altitude::step)
    return model_part_called(page, part_of_model(page.trace, page.node));
  switch (page.altitude) {
    case Altitude::sentence:
    case Altitude::model:
      return "";
    case Altitude::layer:
      return page.lane >= 0 ? "" : std::string(info(page.head.attention).stack);
    case Altitude::cell:
      return telling_of(page).value;
    case Altitude::product:
      return page.cell() == nullptr
                 ? ""
                 : say("{n} of {all}", {{"n", std::to_string(page.session.number + 1)},
                                        {"all", std::to_string(terms_of_cell(page, *page.cell()).size())}});
    case Altitude::head:
    case Altitude::step:
      break;
  }
  return say("layer {layer}, head {head}",
             {{"layer", std::to_string(page.head.layer + 1)}, {"head", std::to_string(page.head.head + 1)}});
}

void draw_class_title(const Page& page) {
  if (page.altitude == Altitude::sentence && !shows_experiment(page.session)) return;
  Ui& ui = page.ui;
  Area line = page.boxes.top.inset(page.px(40), 0);
  line.top += page.px(18);
  if (ui.touch()) line.right -= page.px(80);  // for the way out
  const bool value = page.altitude == Altitude::cell;
  const Type face = value ? type::value : page.face(type::label);
  const std::string where = class_place(page);
  const float wide = where.empty() ? 0 : ui.width(face, where) + page.px(20);
  ui.text(line, Align::right, face, value ? page.c.ink : page.c.text_2, where);
  std::string title = class_title(page);
  const Type large{Face::bold, 30};
  const Type type = ui.width(large, title) <= line.width() - wide ? large : Type{Face::bold, 23};
  ui.text(line, Align::left, type, page.c.ink, ui.shortened(type, title, line.width() - wide));
}

constexpr float room_for_stops = 232;  // units, where a dial stands beside them

// A dash for every stop.
void draw_stops(const Page& page, int count, int at) {
  if (!page.session.lesson.empty() || page.node >= 0 || count < 2) return;
  // Where there is a dial, at its right, and as narrow as it takes.
  const bool beside = page.altitude >= Altitude::step && !shows_experiment(page.session);
  const float most = page.px(29), tall = page.px(4),
              pitch =
                  beside ? std::min(most, page.px(room_for_stops - 16) / static_cast<float>(count)) : most,
              wide = pitch * 0.69F, all = pitch * static_cast<float>(count - 1) + wide;
  float x = std::round(beside ? page.boxes.bottom.right - page.px(class_side) - all
                              : page.boxes.bottom.middle_x() - all / 2);
  const float y = page.boxes.bottom.bottom - page.px(26);
  for (int i = 0; i < count; ++i) {
    page.ui.fill(Area::at(x, y, wide, tall), i == at ? page.c.ink : page.c.strong_line, tall / 2);
    x += pitch;
  }
}

}  // namespace

void draw_class_dial(const Page& page, const Cell& cell, bool whole) {
  Area line = page.boxes.bottom.inset(page.px(class_side), 0);
  line.right -= page.px(room_for_stops);
  const float top = line.top - page.px(6);
  line = {line.left, top, line.right, top + dial_height(page.ui, DialSize::large)};
  draw_dial(page.explained(cell, whole), line);
}

}  // namespace place

namespace place {
namespace {

// Below them may be said what was edited.
Boxes boxes_above(const PanelContext& context, float bottom) {
  Boxes boxes = boxes_of(context);
  const float less = boxes.page.bottom - bottom;
  boxes.page.bottom -= less;
  boxes.bottom = boxes.bottom.moved(0, -less);
  for (Area* each : {&boxes.body, &boxes.words, &boxes.stage, &boxes.answer}) each->bottom -= less;
  boxes.rows_tall -= less;
  return boxes;
}

void draw_presented_stage(const Page& page, float ms) {
  stage::Scene scene(page.ui, "place", ms);
  const bool rows = page.altitude != Altitude::sentence && page.altitude < Altitude::step;
  if (rows && page.altitude != Altitude::head) draw_answer(page);
  add_altitude(page, scene);
  if (rows) draw_words(page, scene);
  scene.show();
}

}  // namespace
}  // namespace place

void draw_presented_place(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const place::Page page(context, place::boxes_above(context, area.bottom));
  place::PresentedWay& way = ui.state<place::PresentedWay>();
  place::remember_start(page, way);
  place::find_stops(page, way);
  way.at = place::stop_shown(page, way);
  if (shows_experiment(context.session)) {
    // A lab has its own title where all of it is shown.
    if (place::draw_presented_experiment(page, area)) {
      place::draw_class_title(page);
      const place::ExperimentStops stops = place::experiment_stops(context);
      place::draw_stops(page, stops.count, stops.at);
    }
    ui.state<StageArea>().area = page.boxes.page;
    place::follow_wipe(page, way);
    place::follow_class_keys(page, way);
    return;
  }
  place::draw_class_title(page);
  if (const place::Film film = place::film_of(page); film.stop) {
    const PanelContext on_the_way{ui, *film.stop, context.results, context.maps, context.page};
    place::draw_presented_stage({on_the_way, place::boxes_above(on_the_way, area.bottom)}, film.ms);
  } else {
    place::draw_presented_stage(page, film.ms);
  }
  place::draw_stops(page, static_cast<int>(way.stops.size()), way.at);
  ui.state<StageArea>().area = page.boxes.page;
  place::follow_wipe(page, way);
  place::follow_class_keys(page, way);
}

void end_presented_place(const PanelContext& context) {
  Ui& ui = context.ui;
  const place::WhereItBegan began = std::exchange(ui.state<place::PresentedWay>(), {}).began;
  ui.emit(SetPresenting{false});
  const Session& session = context.session;
  // Of a lesson that went on, the step that it is at stays.
  if (shows_experiment(session)) return;
  if (!began.known || began.lesson != session.lesson || began.lesson_step != session.lesson_step) return;
  if (began.side != session.side) ui.emit(SelectSide{began.side});
  ui.emit(began.to);
  if (!began.had_cell) ui.emit(GoBack{0});
  if (began.step != session.step && !began.step.empty()) ui.emit(GoToStep{began.step});
}

}  // namespace headlight
