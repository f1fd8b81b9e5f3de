// The list of all lessons, in the groups of the course.
#include <algorithm>
#include <span>

#include "app/lessons/library.h"
#include "app/panels/lesson/lesson_pages.h"
#include "app/panels/lesson/lesson_state.h"
#include "app/panels/lesson/lesson_text.h"

namespace headlight {
namespace {

using Group = std::span<const LessonPtr>;

int steps_read(const Ui& ui, const Lesson& lesson) {
  const auto& reached = ui.state<LessonState>().reached;
  const auto found = reached.find(lesson.name);
  return found == reached.end() ? 0 : found->second + 1;
}

bool is_done(const Ui& ui, const Lesson& lesson) {
  return steps_read(ui, lesson) >= static_cast<int>(lesson.steps.size());
}

// One line a lesson: its number, its title, how far it was read.
float draw_entry(const PanelContext& context, const Area& area, const Lesson& lesson) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const int steps = static_cast<int>(lesson.steps.size());
  const int seen = steps_read(ui, lesson);
  Area entry = Area::at(area.left, area.top, area.width(), ui.px(32));
  const float tall = entry.height();
  const Touch touch = ui.item("lesson/" + lesson.name, entry.inset(-ui.px(6), 0));
  if (touch.hovered) {
    ui.hand();
    ui.fill(entry.inset(-ui.px(6), 0), c.panel, ui.px(6));
    ui.tooltip({RichText({TextRun{lesson.title, Role::ink, true}}), RichText(plain_text(lesson.summary))});
  }
  if (touch.focused) ui.focus_ring(entry.inset(-ui.px(6), 0), ui.px(6));
  ui.text(entry.cut_left(ui.px(34)), Align::left, type::caption, c.text_3, lesson.number);
  const Area state = entry.cut_right(seen > 0 ? ui.px(40) : 0);
  if (seen >= steps) {
    check_mark(ui, {state.right - ui.px(8), state.middle_y()}, c.ink);
  } else if (seen > 0) {
    ui.text(state, Align::right, type::caption, c.text_3,
            std::to_string(seen) + " of " + std::to_string(steps));
  }
  ui.text(entry, Align::left, type::body, c.ink, ui.fitted(type::body, lesson.title, entry.width()));
  // Where it was left, unless it was read to its end.
  if (touch.clicked) ui.emit(OpenLesson{lesson.name, seen >= steps || seen == 0 ? 0 : seen - 1});
  return tall;
}

// The heading of a group; a click folds or unfolds it.
float draw_heading(const PanelContext& context, const Area& area, const Group& lessons, bool unfolded) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Lesson& first = *lessons.front();
  Area line = Area::at(area.left, area.top, area.width(), ui.px(36));
  const float tall = line.height();
  const Touch touch = ui.item("group/" + first.group, line.inset(-ui.px(6), 0));
  if (touch.hovered) {
    ui.hand();
    ui.fill(line.inset(-ui.px(6), 0), c.panel, ui.px(6));
    ui.tooltip(first.group);
  }
  if (touch.focused) ui.focus_ring(line.inset(-ui.px(6), 0), ui.px(6));
  ui.text(line.cut_left(ui.px(34)), Align::left, type::small_section, c.text_3,
          first.number.substr(0, first.number.find('.')));
  const auto done = std::count_if(lessons.begin(), lessons.end(),
                                  [&](const LessonPtr& lesson) { return is_done(ui, *lesson); });
  const Area mark = line.cut_right(ui.px(20));
  fold_mark(ui, {mark.middle_x(), mark.middle_y()}, unfolded, touch.hovered ? c.ink : c.text_2);
  if (done > 0) {
    const std::string count = std::to_string(done) + "/" + std::to_string(lessons.size());
    ui.text(line.cut_right(ui.width(type::caption, count) + ui.px(8)), Align::right, type::caption, c.text_3,
            count);
  }
  ui.text(line, Align::left, type::small_section, c.ink,
          ui.fitted(type::small_section, first.group, line.width()));
  if (touch.clicked) ui.state<LessonState>().unfolded[first.group] = !unfolded;
  return tall;
}

// Unfolded until somebody says otherwise: the group of the lesson read last, or the first one.
bool is_unfolded(const Ui& ui, const std::string& group) {
  const LessonState& state = ui.state<LessonState>();
  if (const auto said = state.unfolded.find(group); said != state.unfolded.end()) return said->second;
  const LessonPtr last = find_lesson(state.last);
  return group == (last != nullptr ? last->group : shipped_lessons().front()->group);
}

}  // namespace

float draw_contents(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  ui.text(rest.cut_top(ui.px(32)), Align::left, type::title, c.ink, "Lessons");
  rest.cut_top(ui.px(6));
  const std::vector<LessonPtr>& all = shipped_lessons();
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(begin, all.end(),
                                  [&](const LessonPtr& lesson) { return lesson->group != (*begin)->group; });
    const bool unfolded = is_unfolded(ui, (*begin)->group);
    rest.cut_top(draw_heading(context, rest, {begin, end}, unfolded));
    for (; unfolded && begin != end; ++begin) rest.cut_top(draw_entry(context, rest, **begin));
    if (unfolded) rest.cut_top(ui.px(10));
    begin = end;
  }
  rest.cut_top(ui.px(12));
  rest.cut_top(ui.wrapped(rest, type::caption, c.text_3,
                          "A lesson of your own is a Markdown file: see assets/lessons/README.md.",
                          ui.px(17)));
  return rest.top - area.top;
}

}  // namespace headlight
