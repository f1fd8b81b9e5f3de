// The list of all lessons.
#include "app/lessons/library.h"
#include "app/panels/lesson/lesson_pages.h"
#include "app/panels/lesson/lesson_state.h"
#include "app/panels/lesson/lesson_text.h"

namespace headlight {
namespace {

// A dot a step, those that were seen in ink.
void progress(Ui& ui, float x, float y, int steps, int seen) {
  const Palette& c = ui.colours();
  for (int i = 0; i < steps; ++i) {
    const ImVec2 at(x + ui.px(3) + ui.px(10) * static_cast<float>(i), y);
    if (i < seen) {
      ui.disc(at, ui.px(3), c.ink);
    } else {
      ui.circle(at, ui.px(2.5F), c.strong_line, ui.hairline());
    }
  }
}

float draw_entry(const PanelContext& context, const Area& area, const Lesson& lesson) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const int steps = static_cast<int>(lesson.steps.size());
  const auto reached = ui.state<LessonState>().reached.find(lesson.name);
  const int seen = reached == ui.state<LessonState>().reached.end() ? 0 : reached->second + 1;
  const Paragraph summary{lesson.summary, "", 0};
  const LessonType look{type::body, c.text_2, 18};
  const float title = ui.px(22);
  const float tall = title + paragraph_height(ui, summary, {}, area.width(), look) + ui.px(18);
  const Area entry = Area::at(area.left, area.top, area.width(), tall);
  const Touch touch = ui.item("lesson/" + lesson.name, entry.outset(ui.px(6)));
  if (touch.hovered) {
    ui.hand();
    ui.fill(entry.outset(ui.px(6)), c.panel, ui.px(7));
  }
  if (touch.focused) ui.focus_ring(entry.outset(ui.px(6)), ui.px(7));
  ui.text(Area::at(entry.left, entry.top, entry.width(), title), Align::left, type::small_section, c.ink,
          ui.fitted(type::small_section, lesson.title, entry.width()));
  draw_paragraph(ui, {entry.left, entry.top + title, entry.right, entry.bottom}, summary, {}, look);
  progress(ui, entry.left, entry.bottom - ui.px(6), steps, seen);
  // Where it was left, unless it was read to its end.
  if (touch.clicked) ui.emit(OpenLesson{lesson.name, seen >= steps || seen == 0 ? 0 : seen - 1});
  return tall;
}

}  // namespace

float draw_contents(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  ui.text(rest.cut_top(ui.px(32)), Align::left, type::title, c.ink, "Lessons");
  rest.cut_top(ui.px(10));
  for (const LessonPtr& lesson : shipped_lessons()) {
    rest.cut_top(draw_entry(context, rest, *lesson) + ui.px(18));
  }
  rest.cut_top(ui.wrapped(rest, type::caption, c.text_3,
                          "A lesson of your own is a Markdown file: see assets/lessons/README.md.",
                          ui.px(17)));
  return rest.top - area.top;
}

}  // namespace headlight
