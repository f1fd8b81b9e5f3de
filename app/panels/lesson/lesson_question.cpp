// The open step of a lesson, and its question: first what one expects, then what the model says.
#include "app/lessons/page.h"
#include "app/panels/lesson/lesson_pages.h"
#include "app/panels/lesson/lesson_state.h"
#include "app/panels/lesson/lesson_text.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

using Numbers = std::span<const std::string>;

// Of the step that is shown; null while it is not computed.
const LessonPage* page_of(const PanelContext& context, const Lesson& lesson) {
  const LessonPage* page = context.page;
  const bool current =
      page != nullptr && page->lesson.get() == &lesson && page->step == context.session.lesson_step;
  return current ? page : nullptr;
}

Numbers numbers_of(const PanelContext& context, const Lesson& lesson) {
  const LessonPage* page = page_of(context, lesson);
  return page == nullptr ? Numbers() : Numbers(page->numbers);
}

struct ChoiceLook {
  bool chosen = false;
  bool right = false;  // and the answer is known
  bool open = false;   // can still be chosen
};

float draw_choice(const PanelContext& context, const Area& area, int index, const Paragraph& text,
                  Numbers numbers, const ChoiceLook& state) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const LessonType look{type::body, state.chosen || state.right || state.open ? c.ink : c.text_2, 18};
  // Kept free from the start: choosing must not move the words.
  const float tag_width = ui.width(type::caption, "yours") + ui.px(8);
  const float left = ui.px(36);
  const float tall = paragraph_height(ui, text, numbers, area.width() - left - ui.px(12) - tag_width, look);
  const Area box = Area::at(area.left, area.top, area.width(), std::max(ui.px(36), tall + ui.px(16)));
  Touch touch;
  if (state.open) touch = ui.item("choice/" + std::to_string(index), box);
  if (touch.hovered) ui.hand();
  ui.fill(box, state.chosen || touch.hovered ? c.panel : c.rail, ui.px(7));
  const bool marked = state.chosen || state.right;
  ui.outline(box, marked ? c.ink : c.strong_line, marked ? ui.px(1.5F) : ui.hairline(), ui.px(7));
  if (touch.focused) ui.focus_ring(box, ui.px(7));
  const ImVec2 mark(box.left + ui.px(18), box.middle_y());
  if (state.right) {
    check_mark(ui, mark, c.ink);
  } else {
    ui.circle(mark, ui.px(5.5F), state.chosen ? c.ink : c.text_3, ui.px(1.5F));
    if (state.chosen) ui.disc(mark, ui.px(3), c.ink);
  }
  const Area inside{box.left + left, std::round(box.middle_y() - tall / 2), box.right - ui.px(12) - tag_width,
                    box.bottom};
  draw_paragraph(ui, inside, text, numbers, look);
  if (state.chosen) {
    ui.text(Area{box.left, box.top, box.right - ui.px(12), box.bottom}, Align::right, type::caption, c.text_3,
            "yours");
  }
  if (touch.clicked) ui.emit(AnswerLesson{index});
  return box.height();
}

// A free answer is typed, or not, and never judged.
float draw_free_answer(const PanelContext& context, const Area& area, bool answered) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  std::string& typed = ui.state<LessonState>().typed;
  if (answered) {
    if (typed.empty()) return 0;
    ui.text(Area::at(area.left, area.top, area.width(), ui.px(18)), Align::left, type::caption, c.text_3,
            "yours");
    return ui.px(18) + ui.wrapped({area.left, area.top + ui.px(18), area.right, area.bottom}, type::lesson,
                                  c.ink, typed, ui.px(23));
  }
  const Field field = text_field(ui, "lesson/answer", Area::at(area.left, area.top, area.width(), ui.px(36)),
                                 typed, type::body, "what do you expect?");
  const float wide = button_width(ui, "Show");
  const bool pressed = button(ui, "lesson/show", Area::at(area.left, area.top + ui.px(44), wide, ui.px(32)),
                              "Show", ButtonKind::plain);
  if (pressed || field.entered) ui.emit(AnswerLesson{0});
  return ui.px(76);
}

// Folded until it is asked for: a class that looks at the same screen shall not read it by accident.
float draw_teacher_note(const PanelContext& context, const Area& area, const LessonStep& step,
                        Numbers numbers) {
  if (step.note.empty()) return 0;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  bool& open = ui.state<LessonState>().note_open;
  Area rest = area;
  rest.cut_top(ui.px(18));
  ui.line(rest.left, rest.top, rest.right, rest.top, c.hairline, ui.hairline());
  rest.cut_top(ui.px(6));
  const Area line = rest.cut_top(ui.px(28));
  const Touch touch = ui.item("lesson/note", line.inset(-ui.px(6), 0));
  if (touch.hovered) {
    ui.hand();
    ui.fill(line.inset(-ui.px(6), 0), c.panel, ui.px(6));
  }
  if (touch.focused) ui.focus_ring(line.inset(-ui.px(6), 0), ui.px(6));
  ui.text(line, Align::left, type::caption_hot, c.text_2, "For the teacher");
  fold_mark(ui, {line.right - ui.px(10), line.middle_y()}, open, c.text_2);
  if (touch.clicked) open = !open;
  if (open) rest.cut_top(draw_paragraphs(ui, rest, step.note, numbers, {type::body, c.text_2, 18}));
  return rest.top - area.top;
}

}  // namespace

float draw_lesson_step(const PanelContext& context, const Area& area, const Lesson& lesson,
                       float& answer_top) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const LessonStep& step = lesson.steps[static_cast<std::size_t>(context.session.lesson_step)];
  const Numbers numbers = numbers_of(context, lesson);
  const LessonType look{type::lesson, c.text_2, 23};
  const float between = ui.px(14);
  Area rest = area;
  rest.cut_top(ui.wrapped(rest, type::written_hot, c.ink, step.title, ui.px(26)));
  rest.cut_top(ui.px(8));
  rest.cut_top(draw_paragraphs(ui, rest, step.text, numbers, look));
  rest.cut_top(draw_lesson_figures(context, rest, step, page_of(context, lesson)));
  answer_top = rest.top - area.top;
  if (!step.question) {
    rest.cut_top(draw_teacher_note(context, rest, step, numbers));
    return rest.top - area.top;
  }

  const Question& question = *step.question;
  const int chosen = context.session.lesson_answer;
  rest.cut_top(between);
  ui.text(rest.cut_top(ui.px(24)), Align::left, type::small_section, c.ink, "Your prediction");
  rest.cut_top(draw_paragraphs(ui, rest, question.text, numbers, {type::lesson, c.ink, 23}));
  rest.cut_top(ui.px(8));
  for (int i = 0; i < static_cast<int>(question.choices.size()); ++i) {
    const ChoiceLook state{chosen == i, chosen >= 0 && question.right == i, chosen < 0};
    rest.cut_top(
        draw_choice(context, rest, i, question.choices[static_cast<std::size_t>(i)], numbers, state) +
        ui.px(6));
  }
  if (question.choices.empty()) rest.cut_top(draw_free_answer(context, rest, chosen >= 0));
  if (chosen < 0) {
    rest.cut_top(draw_teacher_note(context, rest, step, numbers));
    return rest.top - area.top;
  }

  rest.cut_top(ui.px(8));
  answer_top = rest.top - area.top;
  ui.text(rest.cut_top(ui.px(24)), Align::left, type::small_section, c.ink, "Measured");
  rest.cut_top(draw_paragraphs(ui, rest, question.answer, numbers, look));
  rest.cut_top(draw_teacher_note(context, rest, step, numbers));
  return rest.top - area.top;
}

void draw_cover(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area box = area.inset(0, ui.px(6));
  ui.fill(box, c.panel, ui.px(8));
  ui.text(box, Align::centre, type::lesson, c.text_2,
          ui.fitted(type::lesson, "Answer the question at the left, then you see it here.", box.width()));
}

}  // namespace headlight
