// The margin: what is said of the page.
#include <algorithm>
#include <string>

#include "app/lessons/library.h"
#include "app/panels/common/dial.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/scroll.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// Returns its height.
float draw_telling(const Page& page, const Telling& telling, Area rest) {
  Ui& ui = page.ui;
  const float top = rest.top;
  for (const RichText& paragraph : telling.paragraphs)
    rest.cut_top(ui.wrapped_rich(rest, type::lesson, type::lesson_hot, paragraph, page.px(23)), page.px(10));
  return rest.top - top;
}

// The cell that tells of a step whose stage has no room for the dial: on a small window that stands with the
// text.
std::optional<Cell> step_told_here(const Page& page) {
  if (page.altitude != Altitude::step || !page.boxes.narrow()) return std::nullopt;
  const bool low = page.boxes.low && line_of_steps(page).dial.empty();
  const bool tight =
      page.node < 0 && (page.is_tight() || (is_share_step(page.step) && shares_stand_alone(page)));
  return low || tight ? marked_cell(page) : std::nullopt;
}

// Draws it, and what it says; returns whether that stands in the place of the paragraphs.
bool draw_dial_with_text(const Page& page, Area& rest) {
  const std::optional<Cell> cell = step_told_here(page);
  if (!cell) return false;
  const Explained explained = page.explained(*cell, true);
  Area line = rest.cut_top(page.ui.finger(30), page.px(10));
  // It takes the width of a phone: what goes with code stands below it.
  const bool narrow = line.width() < dial_width(page.ui) * 1.8F;
  if (narrow) line = line.cut_left(std::min(dial_width(page.ui), line.width()));
  const Dial dial = draw_dial(explained, line);
  if (dial == Dial::numbers) return false;
  if (narrow && dial == Dial::code) {
    Area choices = rest.cut_top(page.ui.finger(30), page.px(10));
    draw_code_choices(explained, choices);
  }
  draw_step_explained(explained, rest);
  return true;
}

// What the paragraphs took when they were drawn last.
struct MarginHeight {
  float tall = 0;
};

// A lesson that was folded away is one line, and so is one that was closed before its end.
void draw_way_to_lesson(const Page& page, const Area& margin, Area& rest) {
  Ui& ui = page.ui;
  const bool folded = !page.session.lesson.empty();
  const LessonPtr lesson = find_lesson(folded ? page.session.lesson : ui.state<LessonState>().last);
  if (lesson == nullptr || (!folded && hidden_controls(page.session).lessons)) return;
  const int read = steps_read(ui, *lesson);
  if (!folded && read >= static_cast<int>(lesson->steps.size())) return;
  const int step = folded ? page.session.lesson_step : std::max(0, read - 1);
  const Area line{margin.left + page.px(14), margin.bottom - page.px(46), margin.right - page.px(14),
                  margin.bottom - page.px(10)};
  rest.bottom = std::min(rest.bottom, line.top - page.px(10));
  const Touch touch = ui.press("place/lesson", line, {.radius = page.px(7)});
  ui.fill(line, page.c.panel, page.px(7));
  ui.outline(line, touch.hovered ? page.c.ink : page.c.strong_line, ui.hairline(), page.px(7));
  Area inside = line.inset(page.px(10), 0);
  const std::string number = std::to_string(step + 1);
  const std::string way =
      folded ? say("Back to step {n}", {{"n", number}}) : say("Step {n} ›", {{"n", number}});
  ui.text(inside.cut_right(ui.width(type::label_hot, way), page.px(8)), Align::right, type::label_hot,
          page.c.ink, way);
  const std::string name = (lesson->number.empty() ? "" : lesson->number + " ") + lesson->title;
  ui.text(inside, Align::left, type::caption, page.c.text_2,
          ui.shortened(type::caption, name, inside.width()));
  if (touch.focused) ui.focus_ring(line, page.px(7));
  if (!touch.clicked) return;
  if (!folded) return ui.emit(OpenLesson{lesson->name, step});
  ui.emit(ReturnToLesson{});
  ui.emit(SetRail{true});
}

}  // namespace

void draw_way_to_trial(const Page& page, Area& rest) {
  const Session& session = page.session;
  if (session.lesson.empty() || hidden_controls(session).changes) return;
  Ui& ui = page.ui;
  // Its room is kept where nothing can be tried, so that the buttons over it stand still.
  Area line = rest.cut_bottom(page.px(page.boxes.narrow() ? 48 : 40));
  ui.fill(line, page.c.rail);
  if (shows_experiments(page) || !answers_in_words(page.answers())) return;
  ui.line(line.left + page.px(24), line.top, line.right - page.px(24), line.top, page.c.strong_line,
          ui.hairline());
  line = line.inset(page.px(16), page.px(3));
  const Area words = line.inset(page.px(8), 0);
  if (is_hidden(page, LessonStep::Hides::answer) || is_hidden(page, LessonStep::Hides::stage))
    return ui.text(words, Align::left, type::label, page.c.text_2, say("Answer first, then try a change"));
  const Touch touch = ui.press("place/try a change", line, {.radius = page.px(6), .ground = page.c.panel});
  ui.text(words, Align::left, type::label_hot, page.c.ink, say("Try a change"));
  ui.text(words, Align::right, type::label_hot, page.c.text_2, "›");
  if (!touch.clicked) return;
  ui.emit(SetRail{false});
  if (page.boxes.narrow()) ui.state<PlaceSheet>().up = true;
  // There is something to try at a head, and further in.
  if (page.altitude < Altitude::head) page.go({.altitude = Altitude::head, .token = page.row});
}

void draw_margin(const Page& page) {
  Ui& ui = page.ui;
  const Area margin = page.boxes.margin;
  if (page.session.rail) {
    Area rest = margin;
    draw_way_to_trial(page, rest);
    ui.push_clip(rest);
    draw_lesson_rail(page.context, rest);
    ui.pop_clip();
    return;
  }
  ui.fill(margin, page.c.rail);
  ui.line(margin.right, margin.top, margin.right, margin.bottom, page.c.hairline, ui.hairline());
  draw_telling_in(page, margin, true);
}

void draw_telling_in(const Page& page, const Area& margin, bool with_trial) {
  Ui& ui = page.ui;
  if (page.session.edits_open && !shows_experiments(page)) return draw_inspector(page.context, margin);
  Area rest = margin.inset(page.px(24), page.px(26));
  const Telling telling = telling_of(page);
  draw_way_to_lesson(page, margin, rest);
  const bool usual = shows_questions(page.session) || shows_experiment(page.session) ||
                     shown_otherwise(page) == Otherwise::no;
  if (with_trial) rest = usual ? draw_trial(page, rest) : draw_otherwise_choices(page, rest);
  rest.cut_top(ui.wrapped(rest, type::written_hot, page.c.ink, telling.title, page.px(26)), page.px(8));
  if (!telling.value.empty())
    ui.text(rest.cut_top(page.px(56), page.px(4)), Align::left, type::value, page.c.ink, telling.value);
  if (draw_dial_with_text(page, rest)) return;
  const float next = telling.next.empty() || page.boxes.low
                         ? 0
                         : ui.wrapped_height(type::label, telling.next, rest.width(), page.px(20));
  if (next > 0)
    ui.wrapped(rest.cut_bottom(next, page.px(6)), type::label, page.c.text_2, telling.next, page.px(20));
  MarginHeight& height = ui.state<MarginHeight>();
  const Area place{rest.left, rest.top, margin.right - page.px(4), rest.bottom};
  if (place.height() < page.px(20)) return;
  Area inside = begin_scroll(ui, "place/margin", place, 0, height.tall);
  inside.right -= margin.right - page.px(4) - rest.right;
  const float tall = draw_telling(page, telling, inside);
  end_scroll(ui);
  if (tall != height.tall) ui.state().again = true;
  height.tall = tall;
}

}  // namespace headlight::place
