// The frame of the one place: what stands still at every altitude, and the ways in, out and sideways.
#include "app/panels/place/place.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/stage.h"
#include "app/panels/picture/picture.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "core/explain/matrix_formulas.h"
#include "core/text/say.h"

namespace headlight {
namespace place {
namespace {

constexpr std::array altitude_words{"sentence", "model", "layer", "head", "step", "cell", "product"};

// --- below: the small map, and in and out

// The heads as one box, and at its right end the feed-forward: the one of them that is looked into is yellow.
void draw_small_sub_layers(const Page& page, const LayerColumn& column) {
  Ui& ui = page.ui;
  const int feed_forward = feed_forward_of_layer(page, column.attention, column.layer);
  Area inside = column.area.inset(page.px(4), page.px(4));
  const bool behind =
      feed_forward >= 0 && page.node >= feed_forward_begin(page, column.attention, column.layer);
  const auto block = [&](const Area& at, bool chosen) {
    ui.fill(at, chosen ? page.c.focus : page.c.panel, page.px(3));
    ui.outline(at, chosen ? page.c.ink : page.c.strong_line, chosen ? page.px(1.5F) : ui.hairline(),
               page.px(3));
    if (chosen)
      ui.disc({at.middle_x(), at.middle_y()}, std::min(page.px(3), at.width() / 3),
              ui.theme() == Theme::light ? page.c.ink : page.c.stage);
  };
  if (feed_forward >= 0)
    block(inside.cut_right(std::min(page.px(28), inside.width() / 3), page.px(2)), behind);
  block(inside, !behind);
}

void draw_small_layer(const Page& page, std::span<const LayerColumn> columns, const LayerColumn& column) {
  Ui& ui = page.ui;
  const ModelPart part = page.node < 0 ? ModelPart{} : part_of_model(page.trace, page.node);
  const bool here = page.node >= 0 ? part.kind == ModelPart::Kind::layer && part.layer == column.layer &&
                                         part.stack->name == info(column.attention).stack
                                   : static_cast<int>(page.altitude) >= static_cast<int>(Altitude::layer) &&
                                         is_chosen_layer(page, column.attention, column.layer);
  const Area box = column.area;
  ui.fill(box, here ? page.c.focus_band : page.c.folded, page.px(5));
  ui.outline(box, here ? page.c.ink : page.c.strong_line, here ? page.px(2) : ui.hairline(), page.px(5));
  if (!here || page.altitude == Altitude::layer) {
    ui.text(box, Align::centre, here ? type::caption_hot : type::caption, page.c.text_2,
            column_name(page, columns, column, type::caption));
    return;
  }
  if (page.node >= 0) return draw_small_sub_layers(page, column);
  // Its heads, the chosen one yellow, with a dot where one looks into it.
  const Area inside = box.inset(page.px(4), page.px(4));
  const std::vector<HeadChoice> heads = heads_of_layer(page, column.attention, column.layer);
  const float gap = page.px(2);
  const float wide = (inside.width() + gap) / static_cast<float>(heads.size()) - gap;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const Area place =
        Area::at(inside.left + static_cast<float>(i) * (wide + gap), inside.top, wide, inside.height());
    const bool chosen = heads[i].attention == page.head.attention && heads[i].head == page.head.head;
    ui.fill(place, chosen ? page.c.focus : page.c.panel, page.px(3));
    ui.outline(place, chosen ? page.c.ink : page.c.strong_line, ui.hairline(), page.px(3));
    if (chosen && page.altitude != Altitude::head)
      ui.disc({place.middle_x(), place.middle_y()}, std::min(page.px(3), wide / 3),
              ui.theme() == Theme::light ? page.c.ink : page.c.stage);
  }
}

void draw_map(const Page& page, const Area& bar) {
  Ui& ui = page.ui;
  std::vector<LayerColumn> columns = layer_columns(page);
  const float half = page.px(page.boxes.narrow() ? 18 : 14);
  const Area map{page.boxes.stage.left - page.px(8), bar.middle_y() - half, page.boxes.answer.left,
                 bar.middle_y() + half};
  ui.line(map.left, map.middle_y(), map.right, map.middle_y(), page.c.plain_ribbon, page.px(2));
  // What lies before the layers, or behind them.
  if (page.node >= 0) {
    const ModelPart part = part_of_model(page.trace, page.node);
    const float x = part.kind == ModelPart::Kind::in ? map.left + page.px(8) : map.right - page.px(8);
    if (part.kind != ModelPart::Kind::layer) ui.disc({x, map.middle_y()}, page.px(6), page.c.focus);
    if (part.kind != ModelPart::Kind::layer)
      ui.disc({x, map.middle_y()}, page.px(3), ui.theme() == Theme::light ? page.c.ink : page.c.stage);
  }
  // One thing for the keyboard; the mouse presses the layer that it is on.
  const Touch touch = ui.press("place/map", map, {.radius = page.px(6)});
  // At its ends what lies before the layers, and behind them.
  if (const float x = ui.mouse().x; touch.hovered && !columns.empty()) {
    const bool before = x<columns.front().area.left, behind = x> columns.back().area.right;
    const int step = before ? step_of_words_in(page) : behind ? step_of_words_out(page) : -1;
    if (step >= 0) ui.hand();
    if (step >= 0 && touch.clicked) page.go(to_model_step(page, step));
  }
  for (LayerColumn& column : columns) {
    column.area = {column.area.left, map.top, column.area.right, map.bottom};
    draw_small_layer(page, columns, column);
    if (!column.area.contains(ui.mouse()) || !touch.hovered) continue;
    ui.hand();
    if (!touch.clicked) continue;
    const Altitude to = std::max(page.altitude, Altitude::layer);
    open_layer(page, column.attention, column.layer,
               altitude_within(page.trace.anatomy(), std::min(to, Altitude::head)));
  }
}

void draw_in_and_out(const Page& page, const Area& bar) {
  Ui& ui = page.ui;
  const float y = bar.middle_y();
  const float size = page.px(page.boxes.phone() ? 44 : page.boxes.narrow() ? 40 : 32);
  Area place{page.boxes.answer.left, y - size / 2, page.boxes.answer.right, y + size / 2};
  if (page.boxes.phone())
    place = {bar.right - page.px(100), y - size / 2, bar.right - page.px(8), y + size / 2};
  const auto sign = [&](const char* id, const Area& box, bool plus, const std::optional<GoTo>& to,
                        const char* hint) {
    ui.outline(box, page.c.strong_line, ui.hairline(), page.px(6));
    const Rgb colour = to ? page.c.ink : page.c.strong_line;
    ui.line(box.middle_x() - page.px(6), box.middle_y(), box.middle_x() + page.px(6), box.middle_y(), colour,
            page.px(2));
    if (plus)
      ui.line(box.middle_x(), box.middle_y() - page.px(6), box.middle_x(), box.middle_y() + page.px(6),
              colour, page.px(2));
    if (to && ui.press(id, box, {.radius = page.px(6), .hint = hint}).clicked) page.go(*to);
  };
  sign("place/out", Area::at(place.left, place.top, size, size), false, out_of(page), "Out (Escape)");
  sign("place/in", Area::at(place.right - size, place.top, size, size), true, in_from(page), "In (Enter)");
  if (page.boxes.phone())
    place = {bar.middle_x() - page.px(56), place.top, bar.middle_x() + page.px(56), place.bottom};
  const float step = page.px(page.boxes.phone() ? 15 : page.boxes.narrow() ? 8 : 11);
  const float left = place.middle_x() - step * static_cast<float>(altitude_count - 1) / 2;
  for (int i = 0; i < altitude_count; ++i) {
    const bool here = i == static_cast<int>(page.altitude);
    const ImVec2 at(left + static_cast<float>(i) * step, y - page.px(7));
    if (page.has(static_cast<Altitude>(i))) {
      ui.disc(at, page.px(here ? 5 : 2.5F), here ? page.c.ink : page.c.strong_line);
    } else {
      ui.circle(at, page.px(2.5F), page.c.strong_line, ui.hairline());
    }
  }
  ui.text({place.left, y + page.px(2), place.right, y + page.px(20)}, Align::centre,
          page.face(type::caption_hot), page.c.text_2,
          altitude_words.at(static_cast<std::size_t>(page.altitude)));
}

void draw_bottom(const Page& page) {
  Ui& ui = page.ui;
  const Area bar = page.boxes.bottom;
  ui.fill(bar, page.c.panel);
  ui.line(bar.left, bar.top, bar.right, bar.top, page.c.hairline, ui.hairline());
  draw_show_me(page, bar);
  const bool beside = is_beside_altitudes(page);
  if (page.altitude == Altitude::sentence && !beside) return;
  if (page.boxes.narrow() && page.boxes.sheet.empty())
    draw_sheet_button(
        page, Area::at(bar.left + page.px(66), bar.middle_y() - page.px(18), page.px(54), page.px(36)));
  if (!page.boxes.phone()) draw_map(page, bar);
  if (beside)
    return draw_way_out(page, {page.boxes.answer.left, bar.top, page.boxes.answer.right, bar.bottom});
  draw_in_and_out(page, bar);
}

// --- what is done with keys and wheel

struct PlaceWheel {
  double deaf_until = 0;  // one turn is one altitude, however long the wheel goes on
};

// Fingers: two that part or meet go in and out; one that wipes over the page goes to the next head, step or
// number, one that moves along the words to those out of sight.
struct PlaceFingers {
  float apart = 0, along = 0, down = 0;
  bool done = false;  // one gesture is one step
  double deaf_until = 0;
  int pinch = 0;  // the last one (WidgetState::pinches), and whether it made its step
  bool pinched = false;
  void let_go() { *this = {}; }
};

void follow_fingers(const Page& page) {
  Ui& ui = page.ui;
  if (!ui.touch()) return;
  PlaceFingers& fingers = ui.state<PlaceFingers>();
  const auto go = [&](const std::optional<GoTo>& to) {
    if (to) page.go(*to);
  };
  constexpr float least_apart = 2;  // steps of the zoom
  constexpr double deaf = 0.3;      // seconds
  const WidgetState& state = ui.state();
  const float zoomed = ui.take_zoom();
  // All of a gesture is one step, however far and however slowly it goes: until the fingers are lifted, or,
  // where it is told as a wheel's, until that has rested.
  if (state.pinching && state.pinches != fingers.pinch)
    fingers = {.along = fingers.along, .down = fingers.down, .done = fingers.done, .pinch = state.pinches};
  const bool counts = state.pinching ? !fingers.pinched : state.now >= fingers.deaf_until;
  if (counts) {
    fingers.apart += zoomed;
  } else if (zoomed != 0) {
    fingers.deaf_until = state.now + deaf;
  }
  if (std::fabs(fingers.apart) >= least_apart) {
    go(fingers.apart > 0 ? in_from(page) : out_of(page));
    fingers.apart = 0;
    fingers.pinched = true;
    fingers.deaf_until = state.now + deaf;
  }
  if (!ui.state().finger_scrolls) {
    fingers.along = fingers.down = 0;
    fingers.done = false;
    return;
  }
  const Area& words = page.boxes.words;
  fingers.along += ui.wheel(page.boxes.body, Ui::Way::across);
  fingers.down += ui.wheel({words.left, page.rows.top, words.right, page.rows.bottom()}, Ui::Way::down);
  constexpr float least_along = 0.6F, units_of_turn = 60;  // Ui::wheel
  if (!fingers.done && std::fabs(fingers.along) >= least_along &&
      std::fabs(fingers.along) > std::fabs(fingers.down)) {
    go(sideways(page, fingers.along < 0 ? 1 : -1));
    fingers.done = true;
  }
  const float row = page.rows.pitch / page.px(units_of_turn);
  if (page.rows.shown >= page.rows.count || fingers.done || std::fabs(fingers.down) < row) return;
  const int last = static_cast<int>(page.asks.size()) - 1;
  choose_word(page, std::clamp(page.row + (fingers.down < 0 ? 1 : -1), 0, last));
  fingers.down = 0;
}

void follow_keys(const Page& page) {
  Ui& ui = page.ui;
  if (shows_lessons(page)) return follow_lesson_keys(page);
  if (shows_experiments(page)) return follow_experiment_keys(page);
  if (ui.state().overlay != Overlay::none || !ui.state().typing.empty()) return;
  const auto go = [&](const std::optional<GoTo>& to) {
    if (to) page.go(*to);
  };
  if (ui.take(Key::enter) > 0) go(in_from(page));
  if (page.session.edits_open && ui.take(Key::escape) > 0) return ui.emit(OpenEdits{false});
  if (page.boxes.pulled_up && ui.take(Key::escape) > 0) return fold_sheet(page);
  if (ui.take(Key::escape) + ui.take(Key::backspace) > 0) go(out_of(page));
  if (ui.take(Key::home) > 0) page.go({.altitude = Altitude::sentence});
  if (const int by = ui.take(Key::right) - ui.take(Key::left); by != 0) go(sideways(page, by));
  const bool all_heads = shown_otherwise(page) == Otherwise::all_heads;
  if (const int by = ui.take(Key::down) - ui.take(Key::up); by != 0 && all_heads) {
    go(next_of_all_heads(page, 0, by));
  } else if (by != 0) {
    const int last = static_cast<int>(page.asks.size()) - 1;
    choose_word(page, std::clamp(page.row + by, 0, last));
  }
  // A finger that moves down a page is no wheel.
  follow_fingers(page);
  const float turned = ui.touch() || page.boxes.covered ? 0 : ui.wheel(page.boxes.body);
  PlaceWheel& wheel = ui.state<PlaceWheel>();
  constexpr double deaf = 0.3;
  if (turned == 0 || ui.state().now < wheel.deaf_until) return;
  wheel.deaf_until = ui.state().now + deaf;
  go(turned > 0 ? in_from(page) : out_of(page));
}

}  // namespace
}  // namespace place

bool shows_place(const PanelContext& context) {
  constexpr float least_wide = 320, least_tall = 320;  // units
  const Area screen = context.ui.screen();
  return context.session.altitude && screen.width() >= context.ui.px(least_wide) &&
         screen.height() >= context.ui.px(least_tall) && stage_trace(context) != nullptr &&
         has_place(stage_trace(context)->anatomy());
}

namespace place {

void add_altitude(const Page& page, stage::Scene& scene) {
  const Otherwise otherwise = shown_otherwise(page);
  if (otherwise == Otherwise::no || otherwise == Otherwise::both_sides) draw_ways_otherwise(page);
  if (otherwise != Otherwise::no) return add_otherwise(page, scene);
  const bool class_step = page.boxes.presented() && page.node >= 0 && page.altitude >= Altitude::step;
  if (class_step && (page.altitude == Altitude::step || !product_of(page.trace, page.node)))
    return add_presented_model_step(page, scene);
  switch (page.altitude) {
    case Altitude::sentence:
      return add_sentence(page, scene);
    case Altitude::model:
      return add_model(page, scene);
    case Altitude::layer:
      return add_layer(page, scene);
    case Altitude::head:
      return add_head(page, scene);
    case Altitude::step:
      return page.node < 0 ? add_step(page, scene) : add_model_step(page, scene);
    case Altitude::cell:
    case Altitude::product:
      return add_cell(page, scene);
  }
}

namespace {

// What stands between the bars: the stage of one page, what is around it of another, and the text of the page
// that one is going to.
void draw_between(const Page& told, const Page& around, const Page& page, float ms) {
  Ui& ui = page.ui;
  stage::Scene scene(ui, "place", ms);
  ui.push_clip(around.boxes.page);
  if (page.altitude == Altitude::sentence) {
    add_sentence(page, scene);
    // There is room for it beside the sentences.
    if (told.session.rail && !told.boxes.margin.empty()) draw_margin(told);
  } else {
    if (!told.boxes.margin.empty()) draw_margin(told);
    const bool whole_page = page.boxes.phone() && page.altitude >= Altitude::cell;
    if (!whole_page) draw_sentence_choice(around);
    draw_answer(around);
    add_altitude(page, scene);
    if (!whole_page) draw_words(page, scene);
  }
  scene.show();
  ui.pop_clip();
}

void draw_body(const Page& page) {
  Ui& ui = page.ui;
  if (is_hidden(page, LessonStep::Hides::stage)) {
    if (!page.boxes.margin.empty()) draw_margin(page);
    return draw_cover(page.context, page.boxes.body);
  }
  if (shows_lessons(page)) return draw_lessons(page);
  if (shows_experiments(page)) return draw_experiments(page);
  const Film film = film_of(page);
  if (!film.stop) return draw_between(page, page, page, film.ms);
  const PanelContext& context = page.context;
  const PanelContext on_the_way{ui, *film.stop, context.results, context.maps, context.page};
  const Page stop(on_the_way, boxes_of(on_the_way));
  // On the way to the sentences what is around them is not there yet.
  draw_between(page, page.altitude == Altitude::sentence ? stop : page, stop, film.ms);
}

}  // namespace
}  // namespace place

namespace {

// What lies over the page is left first: a field, a message, an object of the picture that is held.
bool escape_is_for_others(const PanelContext& context) {
  Ui& ui = context.ui;
  const WidgetState& state = ui.state();
  if (std::none_of(state.keys.begin(), state.keys.end(),
                   [](const KeyPress& press) { return press.key == Key::escape; }))
    return false;
  const SceneHand& hand = ui.state<SceneHand>();
  // What was typed last cannot be read: it is taken back.
  const bool refused =
      ui.state<WorkspaceNotes>().can_take_back && !context.results.side(context.session.side).error.empty();
  return !state.typed_before.empty() || !ui.state<Message>().text.empty() || refused ||
         (reads_pictures(context) && (hand.chosen >= 0 || hand.covering));
}

}  // namespace

void draw_without_trace(const PanelContext& context) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = ui.screen();
  Area bar = rest.cut_top(ui.px(52));
  ui.fill(bar, c.panel);
  ui.line(bar.left, bar.bottom, bar.right, bar.bottom, c.hairline, ui.hairline());
  if (context.results.computing) {
    const float share = context.results.progress > 0 ? context.results.progress : 1;
    ui.fill({bar.left, bar.bottom - ui.px(2), bar.left + share * bar.width(), bar.bottom}, c.focus);
  }
  bar.cut_right(ui.px(10));
  place::draw_menu_button(ui, bar.cut_right(ui.px(40), ui.px(6)), ui.px(32));
  const float x = lamp_mark(ui, bar.left + ui.px(15), bar.middle_y());
  if (bar.right - x > ui.px(100)) ui.text(x + ui.px(9), bar.middle_y(), type::section, c.ink, "Headlight");
  if (context.session.rail) {
    const Area rail =
        rest.width() < ui.px(640) ? rest.cut_top(std::round(rest.height() / 2)) : rest.cut_left(ui.px(248));
    ui.push_clip(rail);
    draw_lesson_rail(context, rail);
    ui.pop_clip();
  }
  const Area note = note_area(context, rest);
  ui.cover(note);
  ui.push_clip(rest);
  if (stage_trace(context) == nullptr) {
    draw_empty_stage(context, rest);
  } else {
    ui.text(rest, Align::centre, type::label, c.text_2, say("Make this window larger."));
  }
  ui.pop_clip();
  ui.state<StageArea>().area = rest;
  if (!note.empty()) draw_note(context, note);
}

void draw_place(const PanelContext& context) {
  Ui& ui = context.ui;
  const place::Page page(context, place::boxes_of(context));
  const Area note = note_area(context, page.boxes.body);
  ui.cover(note);
  place::draw_top(page);
  place::draw_bottom(page);
  if (!page.boxes.covered) place::draw_body(page);
  if (page.boxes.narrow()) place::draw_sheet(page);
  if (!shows_experiment(page.session))
    ui.state<StageArea>().area =
        page.altitude == Altitude::sentence || page.session.questions ? page.boxes.page : page.boxes.body;
  if (!note.empty()) draw_note(context, note);
  if (!escape_is_for_others(context)) place::follow_keys(page);
  // A right click on what is shown saves it.
  const bool shown = !page.boxes.covered && !place::shows_lessons(page) && !shows_questions(page.session);
  if (shown && ui.state().overlay == Overlay::none && ImGui::IsMouseClicked(ImGuiMouseButton_Right) &&
      page.boxes.body.contains(ui.mouse()))
    ui.state().overlay = Overlay::export_figure;
}

void draw_on_stage(const PanelContext& context, const Area& area) {
  if (shows_lab(context.session)) return draw_labs(context, area);
  const bool low = area.height() < context.ui.px(604);
  place::draw_body({context, place::boxes_in(context.ui, area, low)});
}

}  // namespace headlight
