// The lesson rail at the left: folded, the list of lessons, or an open lesson with its step.
#include "app/panels/lesson/lesson_rail.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>

#include "app/lessons/glossary.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "app/session/opening.h"
#include "app/widgets/controls.h"
#include "core/models/card.h"
#include "core/platform/files.h"
#include "core/text/say.h"

namespace headlight {

namespace {

std::atomic<const Glossary*> read_glossary = nullptr;

}  // namespace

bool read_more_of_shelf() {
  read_glossary = &shipped_glossary();
  return read_another_lesson() || read_catalogue();
}

const Glossary* glossary_on_shelf(Ui& ui) {
  if (read_glossary == nullptr) wait_for_shelf(ui);
  return read_glossary;
}

std::vector<LessonPtr> lessons_on_shelf(Ui& ui) {
  if (!all_lessons_read()) wait_for_shelf(ui);
  return lessons_read();
}

void wait_for_shelf(Ui& ui) { ui.state().move_at(ui.state().now); }

int steps_read(const Ui& ui, const Lesson& lesson) {
  const auto& reached = ui.state<LessonState>().reached;
  const auto found = reached.find(lesson.name);
  return found == reached.end() ? 0 : found->second + 1;
}

namespace {

// The list of all lessons, in the groups of the course.

using LessonGroup = std::span<const LessonPtr>;

bool is_done(const Ui& ui, const Lesson& lesson) {
  return steps_read(ui, lesson) >= static_cast<int>(lesson.steps.size());
}

// One line a lesson: its number, its title, how far it was read.
float draw_entry(const PanelContext& context, const Area& area, const Lesson& lesson) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const int steps = static_cast<int>(lesson.steps.size());
  const int seen = steps_read(ui, lesson);
  Area entry = Area::at(area.left, area.top, area.width(), ui.finger(32));
  const float tall = entry.height();
  const Touch touch =
      ui.press("lesson/" + lesson.name, entry.inset(-ui.px(6), 0), {.radius = ui.px(6), .ground = c.panel});
  if (touch.hovered)
    ui.tooltip({RichText({TextRun{lesson.title, Role::ink, true}}), RichText(plain_text(lesson.summary))});
  ui.text(entry.cut_left(ui.px(34)), Align::left, type::caption, c.text_3, lesson.number);
  const Area state = entry.cut_right(seen > 0 ? ui.px(40) : 0);
  if (seen >= steps) {
    check_mark(ui, {state.right - ui.px(8), state.middle_y()}, c.ink);
  } else if (seen > 0) {
    ui.text(state, Align::right, type::caption, c.text_3,
            say("{n} of {steps}", {{"n", std::to_string(seen)}, {"steps", std::to_string(steps)}}));
  }
  ui.text(entry, Align::left, type::body, c.ink, ui.shortened(type::body, lesson.title, entry.width()));
  // Where it was left, unless it was read to its end.
  if (touch.clicked) ui.emit(OpenLesson{lesson.name, seen >= steps || seen == 0 ? 0 : seen - 1});
  return tall;
}

// The heading of a group; a click folds or unfolds it.
float draw_heading(const PanelContext& context, const Area& area, const LessonGroup& lessons, bool unfolded) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Lesson& first = *lessons.front();
  Area line = Area::at(area.left, area.top, area.width(), ui.finger(36));
  const float tall = line.height();
  const Touch touch = ui.press("group/" + first.group, line.inset(-ui.px(6), 0),
                               {.radius = ui.px(6), .ground = c.panel, .hint = first.group});
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
          ui.shortened(type::small_section, first.group, line.width()));
  if (touch.clicked) ui.state<LessonState>().unfolded[first.group] = !unfolded;
  return tall;
}

// Unfolded until somebody says otherwise: the group of the lesson read last, or the first one.
bool is_unfolded(const Ui& ui, const std::string& group, const std::string& first) {
  const LessonState& state = ui.state<LessonState>();
  if (const auto said = state.unfolded.find(group); said != state.unfolded.end()) return said->second;
  const LessonPtr last = find_lesson(state.last);
  return group == (last != nullptr ? last->group : first);
}

}  // namespace

float draw_contents(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  ui.text(rest.cut_top(ui.px(32), ui.px(6)), Align::left, type::title, c.ink, "Lessons");
  const std::vector<LessonPtr> all = lessons_on_shelf(ui);
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(begin, all.end(),
                                  [&](const LessonPtr& lesson) { return lesson->group != (*begin)->group; });
    const bool unfolded = is_unfolded(ui, (*begin)->group, all.front()->group);
    rest.cut_top(draw_heading(context, rest, {&*begin, static_cast<std::size_t>(end - begin)}, unfolded));
    for (; unfolded && begin != end; ++begin) rest.cut_top(draw_entry(context, rest, **begin));
    if (unfolded) rest.cut_top(ui.px(10));
    begin = end;
  }
  rest.cut_top(ui.px(12));
  const std::string own = asks_for_folders()
                              ? "A lesson of your own is a Markdown file. See assets/lessons/README.md."
                              : "A lesson of your own is a Markdown file. Drop it on this page.";
  rest.cut_top(ui.wrapped(rest, type::caption, c.text_3, own, ui.px(17)));
  return rest.top - area.top;
}

namespace {

std::string place_of_step(const Session& session, const Lesson& lesson) {
  const std::string n = from_one(session.lesson_step), all = std::to_string(lesson.steps.size());
  if (lesson.name == asked_questions) return say("question {n} of {all}", {{"n", n}, {"all", all}});
  return say("step {n} of {all}", {{"n", n}, {"all", all}});
}

bool fold_button(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Touch touch =
      ui.press("rail/fold", area, {.radius = ui.px(6), .ground = ui.colours().panel, .hint = "Fold (L)"});
  chevron(ui, {area.middle_x(), area.middle_y()}, -1, touch.hovered ? ui.colours().ink : ui.colours().text_2);
  return touch.clicked;
}

// Dashes, one a step; each opens its step.
void draw_progress(const PanelContext& context, const Area& area, const Lesson& lesson) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const int steps = static_cast<int>(lesson.steps.size());
  // More than these are too narrow to be pressed.
  constexpr int most_dashes = 30;
  if (steps > most_dashes) return;
  const float gap = ui.px(4);
  const float wide = (area.width() + gap) / static_cast<float>(steps) - gap;
  for (int i = 0; i < steps; ++i) {
    const Area hit = Area::at(std::round(area.left + static_cast<float>(i) * (wide + gap)), area.top,
                              std::round(wide), area.height());
    const Touch touch = ui.target("rail/step/" + std::to_string(i), hit, false);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip(RichText(lesson.steps[i].title));
    }
    const bool here = i == context.session.lesson_step;
    const Rgb colour = here ? c.ink : i < context.session.lesson_step ? c.text_3 : c.strong_line;
    const float tall = ui.px(here || touch.hovered ? 4 : 3);
    ui.fill(Area::at(hit.left, std::round(hit.middle_y() - tall / 2), hit.width(), tall), colour, tall / 2);
    if (touch.clicked) ui.emit(OpenLesson{context.session.lesson, i});
  }
}

// Text that is taller than its place: the wheel moves it, a thin bar says where it stands.
void scrolled(const PanelContext& context, const Area& area, const std::string& id, float height) {
  Ui& ui = context.ui;
  float& scroll = ui.state().scroll[id];
  const float most = std::max(0.0F, height - area.height()) / ui.scale();
  scroll = std::clamp(scroll - ui.wheel(area) * 48, 0.0F, most);
  if (most <= 0) return;
  ui.line(area.left, area.bottom, area.right, area.bottom, ui.colours().hairline, ui.hairline());
  scroll_bar(ui, area.moved(-ui.px(2), 0), height, ui.px(scroll));
}

// A new step begins at its top; an answer is brought into sight.
void bring_into_sight(const PanelContext& context, const Area& area, const std::string& id, float height,
                      float answer_top) {
  LessonState& state = context.ui.state<LessonState>();
  const Session& session = context.session;
  const std::string step = session.lesson + "/" + std::to_string(session.lesson_step);
  const std::string shown = step + "/" + std::to_string(session.lesson_answer);
  if (state.shown == shown) return;
  if (!state.shown.starts_with(step + "/")) state.typed.clear();
  const float bottom = std::max(0.0F, height - area.height());
  const float wanted = session.lesson_answer >= 0 ? std::min(bottom, answer_top - context.ui.px(8)) : 0;
  context.ui.state().scroll[id] = wanted / context.ui.scale();
  state.shown = shown;
  context.ui.state().again = true;
}

constexpr const char* step_scroll = "rail/step";

void next_or_done(const PanelContext& context, const Area& area, const Lesson& lesson) {
  Ui& ui = context.ui;
  const bool last = context.session.lesson_step + 1 == static_cast<int>(lesson.steps.size());
  // Nobody goes past a question that was never in sight.
  const bool asks =
      context.session.lesson_answer < 0 && lesson.steps[context.session.lesson_step].question.has_value();
  if (const float below = ui.state<LessonState>().below; asks && below > 30) {
    if (button(ui, "rail/next", area, "Read on", ButtonKind::primary)) {
      ui.state().scroll[step_scroll] += below;
      ui.state().again = true;
    }
    return;
  }
  if (!last) {
    if (button(ui, "rail/next", area, "Next", ButtonKind::primary)) ui.emit(NextLessonStep{});
    return;
  }
  const std::vector<LessonPtr> all = lessons_on_shelf(ui);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const LessonPtr& each) { return each.get() == &lesson; });
  const LessonPtr following = found == all.end() || found + 1 == all.end() ? nullptr : *(found + 1);
  const char* label = following != nullptr ? "Next lesson" : "Lessons";
  if (!button(ui, "rail/next", area, label, ButtonKind::primary)) return;
  if (following != nullptr) {
    ui.emit(OpenLesson{following->name});
  } else {
    ui.emit(CloseLesson{});
  }
}

// At the foot, for someone who looked around, or who has a sentence of their own.
void draw_way_to_step(const PanelContext& context, Area& area, float side) {
  Ui& ui = context.ui;
  const Session& session = context.session;
  const Session step = on_stage(session);
  const bool has_own = !session.own_runs.empty(), own = has_own && session.runs == session.own_runs;
  const bool left = clamped(step, {context.results}) != session;
  if (left && !own) {
    const Area back = area.cut_bottom(ui.px(40)).inset(side, ui.px(4));
    if (button(ui, "rail/return", back, "Back to the lesson", ButtonKind::plain)) ui.emit(ReturnToLesson{});
  }
  if (has_own) {
    const std::array<Choice, 2> both{Choice{to_be_said("your sentence")}, Choice{to_be_said("the lesson’s")}};
    const Area place = area.cut_bottom(ui.px(44)).inset(side, ui.px(7));
    const int chosen = choices(ui, "rail/read", place, both, own ? 0 : 1);
    if (chosen == 0) ui.emit(ReadTexts{});
    if (chosen == 1) ui.emit(ReturnToLesson{});
  }
  if (!left || same_matter(step, session)) return;
  const char* says = own ? "The numbers in this text are those of the lesson’s sentence."
                         : "You have changed the stage. The numbers here are the lesson’s.";
  const float pitch = ui.px(17);
  const float tall = ui.wrapped_height(type::caption, says, area.width() - 2 * side, pitch);
  ui.wrapped(area.cut_bottom(tall + ui.px(6)).inset(side, 0), type::caption, ui.colours().text_2, says,
             pitch);
}

void draw_open_lesson(const PanelContext& context, Area area, const Lesson& lesson) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Session& session = context.session;
  int& reached = ui.state<LessonState>().reached[lesson.name];
  reached = std::max(reached, session.lesson_step);
  ui.state<LessonState>().last = lesson.name;

  const bool column = one_column(ui);
  const float side = ui.px(column ? 16 : 24);
  Area head = area.cut_top(ui.px(column ? 44 : 58)).inset(side, 0);
  Area line = head.cut_top(ui.px(24));
  const std::string title = (lesson.number.empty() ? "" : lesson.number + "  ") + lesson.title;
  std::string place = place_of_step(session, lesson);
  if (ui.width(type::caption_hot, title) + ui.width(type::caption, place) + ui.px(10) > line.width())
    place = std::to_string(session.lesson_step + 1) + "/" + std::to_string(lesson.steps.size());
  ui.text(line, Align::right, type::caption, c.text_3, place);
  if (ui.hovered(line)) ui.tooltip(title);
  line.right -= ui.width(type::caption, place) + ui.px(10);
  ui.text(line, Align::left, type::caption_hot, c.text_2,
          ui.shortened(type::caption_hot, title, line.width()));
  draw_progress(context, head.cut_top(ui.px(16)), lesson);

  Area foot = area.cut_bottom(ui.px(column ? 52 : 60)).inset(side, ui.px(column ? 8 : 12));
  const float half = (foot.width() - ui.px(8)) / 2;
  const float wide = std::max(half, session.lesson_step + 1 == static_cast<int>(lesson.steps.size())
                                        ? button_width(ui, "Next lesson")
                                        : 0);
  next_or_done(context, foot.cut_right(wide, ui.px(8)), lesson);
  if (button(ui, "rail/back", foot, "Back", ButtonKind::plain, session.lesson_step > 0)) {
    ui.emit(PreviousLessonStep{});
  }
  draw_way_to_step(context, area, side);

  const std::string id = step_scroll;
  ui.push_clip(area, true);
  const float offset = ui.px(ui.state().scroll[id]);
  const Area text = area.inset(side, 0).moved(0, -offset);
  float answer_top = 0;
  const float height = draw_lesson_step(context, text, lesson, answer_top) + ui.px(16);
  scrolled(context, area, id, height);
  bring_into_sight(context, area, id, height, answer_top);
  ui.state<LessonState>().below = std::max(0.0F, height - area.height()) / ui.scale() - ui.state().scroll[id];
  ui.pop_clip();
}

}  // namespace

void follow_model(const PanelContext& context) {
  LessonState& state = context.ui.state<LessonState>();
  const Session& session = context.session;
  if (session.lesson == state.lesson && session.model == state.model.name) return;
  const bool gave_way = session.lesson != state.lesson && session.model != state.model.name;
  state.before = gave_way ? state.model : LessonState::OfModel();
  state.lesson = session.lesson;
  state.model = {session.model, cannot_be_read(session.model)};
}

std::string why_not_read(const PanelContext& context, const Lesson& lesson) {
  const LessonState& state = context.ui.state<LessonState>();
  const LessonState::OfModel& other = state.model.why_not.empty() ? state.before : state.model;
  if (!lesson.any_model || other.why_not.empty()) return "";
  const std::string& own = lesson.steps[context.session.lesson_step].session.model;
  return say(
      "“{other}” {lacks}. This lesson needs a model that reads text with attention, so it uses “{model}” "
      "instead.",
      {{"other", short_name(other.name)}, {"lacks", other.why_not}, {"model", short_name(own)}});
}

void chevron(Ui& ui, ImVec2 m, float direction, Rgb colour) {
  const float x = ui.px(3) * direction;
  ui.lines(std::array<ImVec2, 3>{{{m.x - x, m.y - ui.px(5)}, {m.x + x, m.y}, {m.x - x, m.y + ui.px(5)}}},
           colour, ui.px(1.6F));
}

void fold_mark(Ui& ui, ImVec2 m, bool unfolded, Rgb colour) {
  if (!unfolded) return chevron(ui, m, 1, colour);
  ui.lines(
      std::array<ImVec2, 3>{
          {{m.x - ui.px(5), m.y - ui.px(3)}, {m.x, m.y + ui.px(3)}, {m.x + ui.px(5), m.y - ui.px(3)}}},
      colour, ui.px(1.6F));
}

void check_mark(Ui& ui, ImVec2 m, Rgb colour) {
  const std::array<ImVec2, 3> points{
      {{m.x - ui.px(4.5F), m.y}, {m.x - ui.px(1), m.y + ui.px(3.5F)}, {m.x + ui.px(5), m.y - ui.px(4)}}};
  ui.lines(points, colour, ui.px(1.8F));
}

void draw_lesson_rail(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.rail);
  ui.line(area.right, area.top, area.right, area.bottom, c.hairline, ui.hairline());

  Area rest = area;
  const bool column = one_column(ui);
  if (column)
    ui.line(area.left, area.bottom - ui.hairline(), area.right, area.bottom - ui.hairline(), c.hairline,
            ui.hairline());
  Area bar = rest.cut_top(ui.px(column ? 36 : 48)).inset(ui.px(column ? 16 : 24), ui.px(column ? 4 : 10));
  const Area fold = Area::at(bar.right - ui.px(20), bar.top, ui.px(28), ui.px(28));
  if (column) {
    // It folds upwards.
    const Touch touch =
        ui.press("rail/fold", fold, {.radius = ui.px(6), .ground = c.panel, .hint = "Fold (L)"});
    const ImVec2 m(fold.middle_x(), fold.middle_y());
    ui.lines(
        std::array<ImVec2, 3>{
            {{m.x - ui.px(5), m.y + ui.px(3)}, {m.x, m.y - ui.px(3)}, {m.x + ui.px(5), m.y + ui.px(3)}}},
        touch.hovered ? c.ink : c.text_2, ui.px(1.6F));
    if (touch.clicked) ui.emit(SetRail{false});
  } else if (fold_button(context, fold)) {
    ui.emit(SetRail{false});
  }
  const std::string& name = context.session.lesson;
  if (name.empty()) {
    ui.push_clip(rest, true);
    const std::string id = "rail/contents";
    const Area list = rest.inset(ui.px(24), 0).moved(0, -ui.px(ui.state().scroll[id]));
    scrolled(context, rest, id, draw_contents(context, list) + ui.px(24));
    ui.pop_clip();
    return;
  }
  const LessonPtr lesson = find_lesson(name);
  // The way back to the list names the group that it shows unfolded.
  const std::string group = lesson == nullptr || lesson->group.empty()
                                ? say("All lessons")
                                : say("Lessons · {chapter}", {{"chapter", lesson->group}});
  const std::string shown = ui.shortened(type::label, group, fold.left - bar.left - ui.px(30));
  const Area contents =
      Area::at(bar.left - ui.px(8), bar.top, ui.width(type::label, shown) + ui.px(30), ui.px(28));
  const Touch touch = ui.press("rail/contents", contents, {.radius = ui.px(6), .ground = c.panel});
  chevron(ui, {contents.left + ui.px(11), contents.middle_y()}, -1, c.text_2);
  ui.text(contents.left + ui.px(20), contents.middle_y(), type::label, c.text_2, shown);
  if (touch.clicked) ui.emit(CloseLesson{});

  if (lesson == nullptr) {
    ui.wrapped(rest.inset(ui.px(24), ui.px(8)), type::body, c.error,
               "The lesson \"" + name + "\" cannot be read. Open it again, or choose another one.",
               ui.px(19));
    return;
  }
  draw_open_lesson(context, rest, *lesson);
}

}  // namespace headlight
