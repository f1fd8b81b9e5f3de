// The sheet at the bottom of a small window: what a margin says. Folded it has a line or two; pulled up it is
// in the place of the page.

#include <algorithm>

#include "app/panels/common/cell_words.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr float grip_wide = 40, head_tall = 46;

void draw_grip(const Page& page, const Area& sheet) {
  const float left = sheet.middle_x() - page.px(grip_wide) / 2, top = sheet.top + page.px(8);
  page.ui.fill({left, top, left + page.px(grip_wide), top + page.px(4)}, page.c.strong_line, page.px(2));
}

// A finger that moves up on it pulls it up, and down folds it.
float pulled(const Page& page, const Area& area) {
  return page.ui.touch() ? page.ui.wheel(area, Ui::Way::down) : 0;
}

void draw_folded(const Page& page, const Telling& telling, PlaceSheet& state) {
  Ui& ui = page.ui;
  const Area sheet = page.boxes.sheet;
  const Touch touch = ui.press("place/sheet", sheet, {.ground = page.c.hairline});
  draw_grip(page, sheet);
  Area rest = sheet.inset(page.px(20), 0);
  rest.top += page.px(18);
  rest.bottom -= page.px(8);
  const Area first = rest.cut_top(page.px(26));
  const float number = telling.value.empty() ? 0 : ui.width(type::score, telling.value) + page.px(16);
  ui.text(first, Align::left, type::section, page.c.ink,
          ui.shortened(type::section, telling.title, first.width() - number));
  if (number > 0) ui.text(first, Align::right, type::score, page.c.ink, telling.value);
  if (rest.height() > page.px(20) && !telling.paragraphs.empty())
    ui.text(rest, Align::left, type::control, page.c.text_2,
            ui.shortened(type::control, plain_text(telling.paragraphs.front()), rest.width()));
  if (touch.clicked || pulled(page, sheet) < -0.2F) {
    state.up = true;
    ui.state().again = true;
  }
}

}  // namespace

void fold_sheet(const Page& page) {
  page.ui.state<PlaceSheet>().up = false;
  page.ui.state().again = true;
  if (page.session.rail) page.ui.emit(SetRail{false});
}

void draw_sheet(const Page& page) {
  Ui& ui = page.ui;
  Area rest = page.boxes.sheet;
  if (rest.empty()) return;
  PlaceSheet& state = ui.state<PlaceSheet>();
  ui.push_clip(rest);
  if (page.session.rail) {
    draw_way_to_trial(page, rest);
    draw_lesson_rail(page.context, rest);
    return ui.pop_clip();
  }
  ui.fill(rest, page.c.rail);
  ui.line(rest.left, rest.top, rest.right, rest.top, page.c.hairline, ui.hairline());
  if (!page.boxes.pulled_up) {
    draw_folded(page, telling_of(page), state);
    return ui.pop_clip();
  }
  const Area head = rest.cut_top(page.px(head_tall));
  const Touch touch = ui.press("place/sheet", head, {.ground = page.c.hairline});
  draw_grip(page, head);
  // A sign that it goes down.
  const float x = head.middle_x(), y = head.top + page.px(25);
  ui.line(x - page.px(9), y, x, y + page.px(8), page.c.ink, page.px(2));
  ui.line(x, y + page.px(8), x + page.px(9), y, page.c.ink, page.px(2));
  rest.top -= page.px(16);
  // Where it is wide, what can be tried stands beside the text.
  const bool beside = rest.width() >= page.px(560);
  Area trial = beside ? rest.cut_right(page.px(rest.width() < page.px(760) ? 270 : 360)) : rest;
  Area foot = (beside ? trial : rest).cut_bottom(page.px(60)).inset(page.px(24), page.px(10));
  if (!hidden_controls(page.session).words &&
      button(ui, "place/words", foot, change_words_label(page), ButtonKind::plain))
    change_words(page, foot);
  if (beside) draw_trial(page, trial.inset(page.px(24), page.px(8)));
  draw_telling_in(page, rest, !beside);
  ui.pop_clip();
  if (touch.clicked || pulled(page, head) > 0.2F) fold_sheet(page);
}

void draw_sheet_button(const Page& page, const Area& place) {
  if (button(page.ui, "place/sheet", place, page.boxes.pulled_up ? say("Close") : say("Read"),
             ButtonKind::plain)) {
    if (page.boxes.pulled_up) return fold_sheet(page);
    page.ui.state<PlaceSheet>().up = true;
    page.ui.state().again = true;
  }
}

}  // namespace headlight::place
