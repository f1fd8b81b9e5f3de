// The page of lessons: their chapters at the left, at the right the lessons of one, and on top the way on in
// the one that was left.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/place/experiments.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/scroll.h"
#include "core/platform/files.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// What is chosen on the page, before anything is opened.
struct LessonsPage {
  std::string chapter;  // empty: that of the lesson read last
  int chosen = -1;      // by the keys, among the chapter's lessons
  float tall = 0;       // of its rows, in the last frame
  void let_go() { *this = {}; }
};

struct Chapter {
  std::string name, number;
  std::vector<LessonPtr> lessons;
};

std::vector<Chapter> chapters_of(Ui& ui) {
  std::vector<Chapter> chapters;
  for (const LessonPtr& lesson : lessons_on_shelf(ui)) {
    if (chapters.empty() || chapters.back().name != lesson->group)
      chapters.push_back({lesson->group, lesson->number.substr(0, lesson->number.find('.')), {}});
    chapters.back().lessons.push_back(lesson);
  }
  return chapters;
}

int count_of_steps(const Lesson& lesson) { return static_cast<int>(lesson.steps.size()); }

bool is_read(const Ui& ui, const Lesson& lesson) { return steps_read(ui, lesson) >= count_of_steps(lesson); }

// Where it was left; from the beginning, unless it was begun and not read to its end.
int step_to_go_on(const Ui& ui, const Lesson& lesson) {
  return is_read(ui, lesson) ? 0 : std::max(0, steps_read(ui, lesson) - 1);
}

const Chapter& chapter_shown(const Page& page, const std::vector<Chapter>& chapters) {
  std::string name = page.ui.state<LessonsPage>().chapter;
  if (name.empty()) {
    if (const LessonPtr last = find_lesson(page.ui.state<LessonState>().last)) name = last->group;
  }
  const auto found = std::find_if(chapters.begin(), chapters.end(),
                                  [&](const Chapter& chapter) { return chapter.name == name; });
  return found == chapters.end() ? chapters.front() : *found;
}

void show_chapter(const Page& page, const std::string& name) {
  page.ui.state<LessonsPage>() = {.chapter = name};
  page.ui.state().again = true;
}

// A dash for every step, dark as far as it was read.
void draw_steps_read(const Page& page, const Area& area, const Lesson& lesson) {
  const int steps = count_of_steps(lesson), read = steps_read(page.ui, lesson);
  const float pitch = area.width() / static_cast<float>(steps);
  for (int i = 0; i < steps; ++i)
    page.ui.fill(Area::at(std::round(area.left + static_cast<float>(i) * pitch), area.middle_y() - page.px(2),
                          std::round(pitch - page.px(4)), page.px(4)),
                 i < read ? page.c.ink : page.c.strong_line, page.px(2));
}

// The lesson that was begun and not read to its end.
LessonPtr lesson_left(const Page& page) {
  LessonPtr last = find_lesson(page.ui.state<LessonState>().last);
  return last == nullptr || is_read(page.ui, *last) ? nullptr : last;
}

void draw_way_on(const Page& page, Area place) {
  const LessonPtr last = lesson_left(page);
  if (last == nullptr) return;
  Ui& ui = page.ui;
  ui.fill(place, page.c.panel, page.px(9));
  ui.outline(place, page.c.strong_line, ui.hairline(), page.px(9));
  place = place.inset(page.px(4), page.px(4));
  const int step = step_to_go_on(ui, *last);
  const std::string label = say("Go on, step {n}", {{"n", std::to_string(step + 1)}});
  const Area go = place.cut_right(button_width(ui, label) + page.px(8), page.px(12));
  if (button(ui, "lessons/go on", go, label, ButtonKind::primary)) ui.emit(OpenLesson{last->name, step});
  place.left += page.px(14);
  const float x =
      ui.text(place.left, place.middle_y(), type::control, page.c.text_2, say("You were in")) + page.px(7);
  const float dashes = page.px(16) * static_cast<float>(count_of_steps(*last));
  const std::string title =
      ui.shortened(type::control_hot, last->number + " " + last->title, place.right - x);
  const float end = ui.text(x, place.middle_y(), type::control_hot, page.c.ink, title) + page.px(16);
  if (end + dashes <= place.right)
    draw_steps_read(page, Area::at(end, place.top, dashes, place.height()), *last);
}

void draw_chapters(const Page& page, const Area& box, const std::vector<Chapter>& chapters,
                   const Chapter& shown) {
  Ui& ui = page.ui;
  ui.fill(box, page.c.panel, page.px(10));
  ui.outline(box, page.c.hairline, ui.hairline(), page.px(10));
  Area rest = box.inset(page.px(8), page.px(page.boxes.low ? 4 : 8));
  const float pitch = std::min(page.px(52), rest.height() / static_cast<float>(chapters.size()));
  for (const Chapter& chapter : chapters) {
    Area row = rest.cut_top(pitch);
    row.bottom -= page.px(4);
    const bool here = chapter.name == shown.name;
    if (here) ui.fill(row, page.c.focus_band, page.px(8));
    const auto read =
        static_cast<int>(std::count_if(chapter.lessons.begin(), chapter.lessons.end(),
                                       [&](const LessonPtr& each) { return is_read(ui, *each); }));
    const std::string hint =
        say("{n} of {all} lessons read",
            {{"n", std::to_string(read)}, {"all", std::to_string(chapter.lessons.size())}});
    const Touch touch = ui.press("group/" + chapter.name, row,
                                 {.radius = page.px(8),
                                  .ground = here ? std::nullopt : std::optional(page.c.rail),
                                  .hint = RichText(hint)});
    if (touch.clicked) show_chapter(page, chapter.name);
    row = row.inset(page.px(10), 0);
    ui.text(row.cut_left(page.px(22)), Align::right, type::number, here ? page.c.ink : page.c.text_2,
            chapter.number);
    const float apart = page.px(11);
    Area dots = row.cut_right(apart * static_cast<float>(chapter.lessons.size()), page.px(8));
    for (const LessonPtr& lesson : chapter.lessons) {
      const Area dot = dots.cut_left(apart);
      if (is_read(ui, *lesson)) {
        ui.disc({dot.middle_x(), dot.middle_y()}, page.px(3), page.c.ink);
      } else if (steps_read(ui, *lesson) > 0) {
        ui.circle({dot.middle_x(), dot.middle_y()}, page.px(2.5F), page.c.ink, page.px(1.5F));
      } else {
        ui.circle({dot.middle_x(), dot.middle_y()}, page.px(2.5F), page.c.text_3, ui.hairline());
      }
    }
    row.left += page.px(14);
    const Type face = here ? type::lesson_hot : type::lesson;
    ui.text(row, Align::left, face, here ? page.c.ink : page.c.text_2,
            ui.shortened(face, chapter.name, row.width()));
  }
}

// Of each lesson the weights that it shows first, by their path; empty where it shows none of the model on
// stage. Found once for each.
struct LessonPictures {
  std::string model;
  std::map<std::string, std::string> paths;
};

HeatmapPtr picture_of(const Page& page, const Lesson& lesson) {
  LessonPictures& known = page.ui.state<LessonPictures>();
  if (known.model != page.session.model) known = {page.session.model, {}};
  const auto [found, is_new] = known.paths.try_emplace(lesson.name);
  std::string& path = found->second;
  for (int step = 0; is_new && path.empty() && step < count_of_steps(lesson); ++step) {
    const Session shown = at_step(page.session, lesson.name, step);
    const bool head = shown.altitude && *shown.altitude >= Altitude::head && !shows_lab(shown);
    if (head && shown.model == page.session.model) path = selected_head(shown).path("weights");
  }
  return path.empty() ? nullptr : page.context.maps[page.side].thumbnail(path);
}

// A small picture where lessons of the chapter have one, number and title, what it shows, how far it was
// read.
void draw_lesson_row(const Page& page, Area row, const Lesson& lesson, bool chosen, bool pictures) {
  Ui& ui = page.ui;
  ui.fill(row, page.c.panel, page.px(7));
  const Touch touch = ui.press("lesson/" + lesson.name, row, {.radius = page.px(7), .ground = page.c.rail});
  ui.outline(row, chosen || touch.hovered ? page.c.ink : page.c.hairline, chosen ? page.px(2) : ui.hairline(),
             page.px(7));
  if (touch.clicked) ui.emit(OpenLesson{lesson.name, step_to_go_on(ui, lesson)});
  if (pictures) {
    const Area place = row.cut_left(row.height()).inset(page.px(6));
    const HeatmapPtr picture = picture_of(page, lesson);
    if (picture != nullptr) thumbnail(ui, picture, place);
    ui.outline(place, picture == nullptr ? page.c.hairline : page.c.strong_line, ui.hairline());
  }
  row = row.inset(page.px(14), 0);
  ui.text(row.cut_left(page.px(36)), Align::left, type::number, page.c.text_2, lesson.number);
  const int steps = count_of_steps(lesson), read = steps_read(ui, lesson);
  Area state = row.cut_right(page.px(64), page.px(8));
  if (read >= steps) {
    check_mark(ui, {state.right - page.px(8), state.middle_y()}, page.c.ink);
  } else {
    const std::string all = std::to_string(steps);
    ui.text(state, Align::right, type::label, page.c.text_2,
            read > 0 ? say("{n} of {all}", {{"n", std::to_string(read)}, {"all", all}})
                     : say("{all} steps", {{"all", all}}));
  }
  const float pitch = page.px(18);
  const auto lines_of = [&](Type face, const std::string& text, float wide) {
    return ui.wrapped_height(face, text, wide, pitch);
  };
  const Area title = row.cut_left(std::min(page.px(228), row.width() * 0.38F), page.px(14));
  const float tall = lines_of(type::control_hot, lesson.title, title.width());
  ui.wrapped({title.left, title.middle_y() - tall / 2, title.right, title.bottom}, type::control_hot,
             page.c.ink, lesson.title, pitch);
  std::string shows = plain_text(lesson.summary);
  // Two lines of it, at most.
  while (lines_of(type::label, shows, row.width()) > 2.5F * pitch) {
    const std::size_t space = shows.find_last_of(' ', shows.size() - 4);
    if (space == std::string::npos) break;
    shows = shows.substr(0, space) + " …";
  }
  const float high = lines_of(type::label, shows, row.width());
  ui.wrapped({row.left, row.middle_y() - high / 2, row.right, row.bottom}, type::label, page.c.text_2, shows,
             pitch);
}

// A step is read and tried in about a minute.
std::string time_to_read(const Chapter& chapter) {
  int steps = 0;
  for (const LessonPtr& lesson : chapter.lessons) steps += count_of_steps(*lesson);
  const int minutes = steps < 10 ? steps : (steps + 2) / 5 * 5;
  return say("about {n} minutes", {{"n", std::to_string(minutes)}});
}

void draw_chapter(const Page& page, Area rest, const Chapter& chapter) {
  Ui& ui = page.ui;
  LessonsPage& state = ui.state<LessonsPage>();
  const Area head = rest.cut_top(page.px(34), page.px(8)).inset(page.px(8), 0);
  const float x = ui.text(head.left, head.middle_y(), type::written_hot, page.c.ink, chapter.number);
  ui.text(x + page.px(12), head.middle_y(), type::written_hot, page.c.ink, chapter.name);
  ui.text(head, Align::right, type::label, page.c.text_2, time_to_read(chapter));
  const float pitch = page.px(page.boxes.low ? 50 : 56);
  const float room = page.px(46);
  Area foot = rest.cut_bottom(page.px(28));
  if (const LessonPtr questions = questions_read(); questions != nullptr) {
    const std::string label =
        say("{n} questions people ask", {{"n", std::to_string(questions->steps.size())}});
    const Area place = foot.cut_right(std::min(button_width(ui, label), foot.width()), page.px(8));
    if (button(ui, "lessons/questions", place, label, ButtonKind::quiet))
      ui.emit(OpenLesson{asked_questions, std::max(steps_read(ui, *questions) - 1, 0)});
  }
  ui.text(foot.inset(page.px(8), 0), Align::left, type::caption, page.c.text_3,
          ui.shortened(type::caption,
                       asks_for_folders() ? say("A lesson of your own is a text file: drop it on the window.")
                                          : say("A lesson of your own is a text file: drop it on this page."),
                       foot.width() - page.px(16)));
  const bool pictures =
      std::any_of(chapter.lessons.begin(), chapter.lessons.end(),
                  [&](const LessonPtr& each) { return picture_of(page, *each) != nullptr; });
  Area inside = begin_scroll(ui, "lessons/rows", rest, 0, state.tall);
  const float top = inside.top;
  for (std::size_t i = 0; i < chapter.lessons.size(); ++i) {
    const Area row = inside.cut_top(pitch);
    draw_lesson_row(page,
                    {row.left, row.top + page.px(1), row.right - page.px(1), row.top + room + page.px(2)},
                    *chapter.lessons[i], static_cast<int>(i) == state.chosen, pictures);
  }
  end_scroll(ui);
  if (const float tall = inside.top - top; tall != state.tall) {
    state.tall = tall;
    ui.state().again = true;
  }
}

}  // namespace

bool shows_lessons(const Page& page) {
  return page.session.rail && page.session.lesson.empty() && !page.boxes.narrow() && !page.boxes.presented();
}

std::vector<Crumb> lessons_crumbs(const Page& page) {
  return {{entered_from(page), "crumb/back", SetRail{false}},
          {say("lessons"), "crumb/lessons", SetRail{true}}};
}

void draw_lessons(const Page& page) {
  Ui& ui = page.ui;
  const std::vector<Chapter> chapters = chapters_of(ui);
  if (chapters.empty()) return;
  const bool low = page.boxes.low;
  Area rest = page.boxes.page.inset(page.px(40), page.px(low ? 8 : 14));
  Area head = rest.cut_top(page.px(44), page.px(low ? 8 : 14));
  const Area way_on = head.cut_right(std::min(page.px(600), head.width() / 2), page.px(16));
  draw_way_on(page, way_on);
  const float title = ui.text(head.left, head.middle_y(), type::title, page.c.ink, say("Lessons"));
  std::size_t count = 0;
  for (const Chapter& chapter : chapters) count += chapter.lessons.size();
  const std::string all = say("{n} lessons in {chapters} chapters. Begin anywhere.",
                              {{"n", std::to_string(count)}, {"chapters", std::to_string(chapters.size())}});
  const float x = title + page.px(16);
  ui.text(x, head.middle_y() + page.px(2), type::lesson, page.c.text_2,
          ui.shortened(type::lesson, all, head.right - x));
  const Chapter& shown = chapter_shown(page, chapters);
  const Area left = rest.cut_left(page.px(rest.width() < page.px(1100) ? 312 : 320), page.px(32));
  draw_chapters(page, left, chapters, shown);
  draw_chapter(page, rest, shown);
}

void follow_lesson_keys(const Page& page) {
  Ui& ui = page.ui;
  if (ui.state().overlay != Overlay::none || !ui.state().typing.empty()) return;
  if (ui.take(Key::escape) + ui.take(Key::backspace) > 0) return ui.emit(SetRail{false});
  if (ui.take(Key::home) > 0) return page.go({.altitude = Altitude::sentence});
  const std::vector<Chapter> chapters = chapters_of(ui);
  if (chapters.empty()) return;
  const Chapter& shown = chapter_shown(page, chapters);
  LessonsPage& state = ui.state<LessonsPage>();
  if (const int by = ui.take(Key::right) - ui.take(Key::left); by != 0) {
    const auto at = static_cast<int>(&shown - chapters.data());
    const int last = static_cast<int>(chapters.size()) - 1;
    return show_chapter(page, chapters[static_cast<std::size_t>(std::clamp(at + by, 0, last))].name);
  }
  if (const int by = ui.take(Key::down) - ui.take(Key::up); by != 0) {
    state.chosen = std::clamp(state.chosen + by, 0, static_cast<int>(shown.lessons.size()) - 1);
    ui.state().again = true;
  }
  if (ui.take(Key::enter) == 0) return;
  LessonPtr opens = lesson_left(page);
  if (state.chosen >= 0 || opens == nullptr)
    opens = shown.lessons[static_cast<std::size_t>(std::max(state.chosen, 0))];
  ui.emit(OpenLesson{opens->name, step_to_go_on(ui, *opens)});
}

}  // namespace headlight::place
