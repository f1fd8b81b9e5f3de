// The open step of a lesson, and its question: first what one expects, then what the model says.
#include <algorithm>
#include <cmath>

#include "app/lessons/class_answers.h"
#include "app/lessons/page.h"
#include "app/panels/lesson/classroom.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/lesson/lesson_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What a step draws of an experiment under its text: a curve, or a table with a cell for each head.

float small_note(Ui& ui, const Area& area, const std::string& text, Rgb colour) {
  return ui.wrapped(area, type::caption, colour, text, ui.px(17));
}

// The curves' names stand below, beside a piece of each line: the rail is too narrow for them at the right.
float draw_curve_names(Ui& ui, const Area& area, const LessonFigure& figure) {
  float y = area.top;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Rgb colour = ui.colours().each_head[i % ui.colours().each_head.size()];
    const Area line = Area::at(area.left, y, area.width(), ui.px(18));
    ui.fill(Area::at(line.left, line.middle_y() - ui.px(1.5F), ui.px(14), ui.px(3)), colour);
    ui.text({line.left + ui.px(20), line.top, line.right, line.bottom}, Align::left, type::caption,
            ui.colours().text_2,
            ui.shortened(type::caption, figure.series[i].name, line.width() - ui.px(20)));
    y += line.height();
  }
  return y - area.top;
}

float draw_curve_figure(Ui& ui, const Area& area, const LessonFigure& figure, const FigureValues& values,
                        const std::string& id) {
  std::vector<PlotSeries> series;
  double lowest = 0;
  double highest = 1;
  for (std::size_t i = 0; i < values.series.size(); ++i) {
    PlotSeries& line = series.emplace_back();
    line.name = figure.series[i].name;
    line.colour = ui.colours().each_head[i % ui.colours().each_head.size()];
    line.named_at_end = false;
    for (int point = 0; point < static_cast<int>(values.series[i].size()); ++point) {
      const double value = values.series[i][point];
      line.points.push_back({curve_x(figure, point), value});
      if (!std::isfinite(value)) continue;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
  }
  // Probabilities and weights on the scale that they all have.
  PlotAxis y{.title = "", .from = 0, .to = 1.02};
  if (lowest < 0 || highest > 1) y = fitted_axis({.title = ""}, series);
  const PlotAxis x{.title = figure.across, .name = "x", .from = figure.from, .to = figure.to};
  const float tall = ui.px(170);
  plot(ui, id, Area::at(area.left, area.top, area.width(), tall), x, y, series);
  return tall + ui.px(4) +
         draw_curve_names(ui, {area.left, area.top + tall + ui.px(4), area.right, area.bottom}, figure);
}

float draw_heads_table(Ui& ui, const Area& area, const LessonFigure& figure, const FigureValues& values) {
  const Palette& c = ui.colours();
  const std::vector<double>& all = values.series.front();
  const int most = *std::max_element(figure.layers.begin(), figure.layers.end());
  const float names = ui.width(type::caption, "layer 10") + ui.px(6);
  const float wide = std::floor(std::min(ui.px(44), (area.width() - names) / static_cast<float>(most)));
  const float tall = ui.px(26);
  Area rest = area;
  rest.cut_top(small_note(ui, rest, figure.series.front().name, c.text_2) + ui.px(4));
  const Area heading = rest.cut_top(ui.px(18));
  ui.text(Area::at(heading.left, heading.top, names, heading.height()), Align::left, type::caption, c.text_3,
          "head");
  for (int head = 0; head < most; ++head) {
    ui.text(
        Area::at(heading.left + names + wide * static_cast<float>(head), heading.top, wide, heading.height()),
        Align::centre, type::caption, c.text_3, from_one(head));
  }
  double change = 0;
  for (const double value : all) change = std::max(change, std::abs(value - values.unchanged));
  std::size_t at = 0;
  for (std::size_t layer = 0; layer < figure.layers.size(); ++layer) {
    const Area row = rest.cut_top(tall);
    ui.text(Area::at(row.left, row.top, names, row.height()), Align::left, type::caption, c.text_3,
            say("layer {layer}", {{"layer", from_one(static_cast<int>(layer))}}));
    for (int head = 0; head < figure.layers[layer]; ++head) {
      const double value = all[at++];
      // By how far the number moved: a head that does not matter stays pale.
      const auto share = static_cast<float>(change == 0 ? 0 : std::abs(value - values.unchanged) / change);
      const Rgb ground = colour_at(colour_map(Ramp::sequential, ui.theme()), share);
      const Area cell = Area::at(row.left + names + wide * static_cast<float>(head), row.top, wide - ui.px(2),
                                 tall - ui.px(2));
      ui.fill(cell, ground);
      ui.text(cell, Align::centre, type::caption, text_on(ground),
              ui.shortened(type::caption, number_alone(static_cast<float>(value), NumberFormat::weight),
                           cell.width()));
      if (ui.hovered(cell))
        ui.tooltip(RichText(say("layer {layer}, head {head}: {value}",
                                {{"layer", from_one(static_cast<int>(layer))},
                                 {"head", from_one(head)},
                                 {"value", significant_text(static_cast<float>(value), 4)}})));
    }
  }
  rest.cut_top(ui.px(4));
  rest.cut_top(small_note(ui, rest,
                          say("with all heads: {value}; the darker, the further away",
                              {{"value", significant_text(static_cast<float>(values.unchanged), 3)}}),
                          c.text_3));
  return rest.top - area.top;
}

}  // namespace

float draw_lesson_figures(const PanelContext& context, const Area& area, const LessonStep& step,
                          const LessonPage* page) {
  Ui& ui = context.ui;
  Area rest = area;
  for (std::size_t i = 0; i < step.figures.size(); ++i) {
    const LessonFigure& figure = step.figures[i];
    rest.cut_top(ui.px(12));
    if (page == nullptr || i >= page->figures.size()) {
      // As tall as what is coming, so that the text below does not jump.
      const float tall = ui.px(figure.kind == LessonFigure::Kind::curve
                                   ? 174 + 18 * static_cast<float>(figure.series.size())
                                   : 57 + 26 * static_cast<float>(figure.layers.size()));
      small_note(ui, rest, "Still computing …", ui.colours().text_3);
      rest.cut_top(tall);
      continue;
    }
    const FigureValues& values = page->figures[i];
    if (!values.error.empty()) {
      rest.cut_top(small_note(ui, rest, values.error, ui.colours().error));
    } else if (figure.kind == LessonFigure::Kind::curve) {
      rest.cut_top(draw_curve_figure(ui, rest, figure, values, "lesson/curve/" + std::to_string(i)));
    } else {
      rest.cut_top(draw_heads_table(ui, rest, figure, values));
    }
  }
  return rest.top - area.top;
}

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

bool has_numbers(const std::vector<Paragraph>& text) {
  return std::any_of(text.begin(), text.end(), [](const Paragraph& paragraph) {
    return std::any_of(paragraph.runs.begin(), paragraph.runs.end(),
                       [](const Inline& run) { return run.kind == Inline::Kind::number; });
  });
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
  if (state.open) {
    touch = ui.target("choice/" + std::to_string(index), box);
    ui.tell_item(say("Answer {n}: {words}",
                     {{"n", from_one(index)}, {"words", line_with_numbers(text.runs, numbers)}}),
                 "");
  }
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

// The letters that a teacher who counts the answers of a class asks for.
float draw_answer_code(const PanelContext& context, const Area& area, const std::string& code) {
  if (code.empty()) return 0;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area line = Area::at(area.left, area.top + ui.px(8), area.width(), ui.finger(28));
  const Touch touch =
      ui.press("lesson/code", line.inset(-ui.px(6), 0),
               {.radius = ui.px(6), .ground = c.panel, .hint = "For a teacher who counts answers"});
  const float wide =
      ui.text(line.left, line.middle_y(), type::caption, c.text_3, say("Your answer in letters: "));
  ui.text(wide + ui.px(2), line.middle_y(), type::score, c.text_2, code);
  if (touch.focused) ui.focus_ring(line.inset(-ui.px(6), 0), ui.px(6));
  if (touch.clicked) open_answer_code(context, code);
  return line.bottom - area.top;
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
  const Touch touch =
      ui.press("lesson/note", line.inset(-ui.px(6), 0), {.radius = ui.px(6), .ground = c.panel});
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
  const LessonStep& step = lesson.steps[context.session.lesson_step];
  const Numbers numbers = numbers_of(context, lesson);
  const LessonType look{type::lesson, c.text_2, 23};
  const float between = ui.px(14);
  Area rest = area;
  rest.cut_top(ui.wrapped(rest, type::written_hot, c.ink, step.title, ui.px(26)), ui.px(8));
  if (const std::string why = why_not_read(context, lesson); !why.empty())
    rest.cut_top(ui.wrapped(rest, type::body, c.ink, why, ui.px(19)), ui.px(10));
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
  rest.cut_top(draw_paragraphs(ui, rest, question.text, numbers, {type::lesson, c.ink, 23}), ui.px(8));
  for (int i = 0; i < static_cast<int>(question.choices.size()); ++i) {
    const ChoiceLook state{chosen == i, chosen >= 0 && question.right == i, chosen < 0};
    rest.cut_top(draw_choice(context, rest, i, question.choices[i], numbers, state) + ui.px(6));
  }
  if (question.choices.empty()) rest.cut_top(draw_free_answer(context, rest, chosen >= 0));
  if (chosen < 0) {
    rest.cut_top(draw_teacher_note(context, rest, step, numbers));
    return rest.top - area.top;
  }

  rest.cut_top(ui.px(8));
  answer_top = rest.top - area.top;
  ui.text(rest.cut_top(ui.px(24)), Align::left, type::small_section, c.ink,
          has_numbers(question.answer) ? say("Measured") : say("Answer"));
  rest.cut_top(draw_paragraphs(ui, rest, question.answer, numbers, look));
  rest.cut_top(draw_answer_code(context, rest, answer_code(lesson, context.session.lesson_step, chosen)));
  rest.cut_top(draw_teacher_note(context, rest, step, numbers));
  return rest.top - area.top;
}

void draw_cover(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area box = area.inset(0, ui.px(6));
  ui.fill(box, c.panel, ui.px(8));
  const char* const says = "Answer the question first. Then it appears here.";
  if (ui.width(type::lesson, says) <= box.width())
    return static_cast<void>(ui.text(box, Align::centre, type::lesson, c.text_2, says));
  ui.wrapped(box.inset(ui.px(10), ui.px(12)), type::label, c.text_2, says, ui.px(20));
}

}  // namespace headlight
