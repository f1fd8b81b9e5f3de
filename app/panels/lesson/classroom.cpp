#include "app/panels/lesson/classroom.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/lessons/class_answers.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/files/link_code.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/stage/form.h"
#include "app/widgets/finder.h"
#include "core/text/qr_code.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using stage::Board;

void close_sheet(Ui& ui) { ui.state().overlay = Overlay::none; }

void declare_title(Board& board, std::string title, std::string below) {
  board.words(std::move(title), type::panel).below = 6;
  auto& text = std::get<stage::Words>(board.words(std::move(below), type::label, Role::text_2).look);
  text.line = 21;
}

// --- controls

struct HiddenRow {
  bool HiddenControls::*is_hidden;
  const char* id;
  const char* label;
  const char* what;
};
constexpr std::array hidden_rows{
    HiddenRow{&HiddenControls::words, "class/words", to_be_said("Another sentence"),
              to_be_said("typing one, and changing words")},
    HiddenRow{&HiddenControls::changes, "class/changes", to_be_said("What if"),
              to_be_said("changes of heads and numbers")},
    HiddenRow{&HiddenControls::experiments, "class/experiments", to_be_said("Experiments"),
              to_be_said("the page of questions")},
    HiddenRow{&HiddenControls::lessons, "class/lessons", to_be_said("Other lessons"),
              to_be_said("all but the open one")},
    HiddenRow{&HiddenControls::find, "class/find", to_be_said("Find"), to_be_said("its door and its keys")},
    HiddenRow{&HiddenControls::files, "class/files", to_be_said("Other models"),
              to_be_said("and files of one’s own")},
    HiddenRow{&HiddenControls::formulas, "class/formulas", to_be_said("Formula and code"),
              to_be_said("words and numbers stay")},
};

}  // namespace

void draw_for_class(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const HiddenControls& hidden = context.session.hidden;
  Board board(ui);
  board.column({.gap = 8}, [&] {
    declare_title(board, say("What a class sees"),
                  say("What is switched off here is switched off in a link, too. It is no lock: whoever "
                      "opens this sheet can switch it on again."));
    board.space(4);
    for (const HiddenRow& row : hidden_rows) {
      board.row({.gap = 12, .tall = 30, .breaks = false}, [&] {
        const bool on = !(hidden.*row.is_hidden);
        board
            .add({row.id, stage::Switch{row.label, on,
                                        [&ui, hidden, row, on] {
                                          HiddenControls other = hidden;
                                          other.*row.is_hidden = on;
                                          ui.emit(HideControls{other});
                                        }}})
            .wide = 190;
        board.words(row.what, type::label, Role::text_2);
      });
    }
    board.row({.gap = 8, .tall = 34, .above = 14}, [&] {
      board.press("class/link", say("Copy a link"), ButtonKind::plain, [&ui] { ui.ask(CopyLink{}); });
      board.press("class/code", say("QR code"), ButtonKind::plain, [&ui] {
        ui.state<LinkCode>().wanted = true;
        ui.ask(CopyLink{});
      });
      if (has_class_question(context))
        board.press("class/count", say("Count answers"), ButtonKind::plain,
                    [&context] { open_class_count(context); });
      board.press("class/close", say("Close"), ButtonKind::primary, [&ui] { close_sheet(ui); });
    });
  });
  if (!stage::show_sheet(ui, board, {.wide = 520})) close_sheet(ui);
}

// --- answers

bool has_class_question(const PanelContext& context) {
  const LessonPtr lesson = find_lesson(context.session.lesson);
  return lesson != nullptr && !answer_code(*lesson, context.session.lesson_step, 0).empty();
}

void open_class_count(const PanelContext& context) {
  ClassCount& count = context.ui.state<ClassCount>();
  count.typed.clear();
  count.refused.clear();
  count.shown.clear();
  count.fresh = true;
  context.ui.state().overlay = Overlay::answers;
  context.ui.state().again = true;
}

void open_answer_code(const PanelContext& context, const std::string& code) {
  context.ui.state<ClassCount>().shown = code;
  context.ui.state().overlay = Overlay::answers;
  context.ui.state().again = true;
}

namespace {

// Letters and a code that can be read from some steps away.
void draw_own_answer(Ui& ui, const std::string& code) {
  Board board(ui);
  board.column({.gap = 10}, [&] {
    declare_title(board, say("Your answer"), say("Read the letters out, or let your teacher scan the code."));
    board.own(0, 86, [&code](Ui& on, const Area& at) {
      on.text(at, Align::centre, type::large_hot, on.colours().ink, code);
    });
    board.own(0, 240, [&code](Ui& on, const Area& at) {
      if (const std::optional<QrCode> square = qr_code(code)) draw_qr_code(on, at, *square);
    });
    board.row({.tall = 34, .above = 8}, [&] {
      board.press("answers/close", say("Close"), ButtonKind::primary, [&ui] { close_sheet(ui); });
    });
  });
  if (!stage::show_sheet(ui, board, {.wide = 400})) close_sheet(ui);
}

class CountSheet {
 public:
  CountSheet(const PanelContext& context, const Lesson& lesson)
      : context_(context),
        ui_(context.ui),
        lesson_(lesson),
        question_(*lesson.steps.at(static_cast<std::size_t>(context.session.lesson_step)).question),
        state_(context.ui.state<ClassCount>()),
        counted_(state_.of[{lesson.name, context.session.lesson_step}]),
        form_(context.ui, [this] { state_.refused.clear(); }) {}

  void draw() {
    form_.column({.gap = 8}, [&] {
      declare_title(form_, say("How did the class answer?"), said(question_.text));
      form_.space(4);
      for (int choice = 0; choice < static_cast<int>(question_.choices.size()); ++choice)
        declare_choice(choice);
      declare_entry();
      declare_end();
    });
    const bool open = stage::show_sheet(ui_, form_, {.wide = 680});
    if (form_.entered()) enter();
    if (!open) close_sheet(ui_);
  }

 private:
  std::string said(const std::vector<Paragraph>& paragraphs) const {
    const LessonPage* const page = context_.page;
    const bool current =
        page != nullptr && page->lesson.get() == &lesson_ && page->step == context_.session.lesson_step;
    const std::span<const std::string> numbers =
        current ? std::span<const std::string>(page->numbers) : std::span<const std::string>();
    std::string text;
    for (const Paragraph& paragraph : paragraphs) text += line_with_numbers(paragraph.runs, numbers) + " ";
    return text;
  }

  // A letter, what it says, and a bar of how many said so. A press adds one.
  void declare_choice(int choice) {
    const std::string letter = answer_code(lesson_, context_.session.lesson_step, choice).substr(3);
    const std::string text = said({question_.choices[static_cast<std::size_t>(choice)]});
    const auto many = std::count(counted_.begin(), counted_.end(), choice);
    const bool right = context_.session.lesson_answer >= 0 && question_.right == choice;
    form_
        .own(
            0, 56,
            [this, letter, text, many, choice, right](Ui& ui, const Area& at) {
              const Palette& c = ui.colours();
              const Touch touch = ui.press("answers/" + letter, at,
                                           {.radius = ui.px(7), .ground = c.rail, .hint = "Adds one answer"});
              Area rest = at.inset(ui.px(8), ui.px(4));
              ui.text(rest.cut_left(ui.px(34)), Align::left, type::title, c.ink, letter);
              const std::string share = say(
                  "{n} of {all}", {{"n", std::to_string(many)}, {"all", std::to_string(counted_.size())}});
              ui.text(rest.cut_right(ui.px(96), ui.px(10)), Align::right, type::section, c.ink, share);
              if (right) check_mark(ui, {rest.right - ui.px(12), rest.middle_y()}, c.ink);
              rest.cut_right(ui.px(28));
              ui.text(rest.cut_top(ui.px(26)), Align::left, type::lesson, c.ink,
                      ui.shortened(type::lesson, text, rest.width()));
              const Area track = Area::at(rest.left, rest.top + ui.px(2), rest.width(), ui.px(14));
              ui.fill(track, c.hairline, ui.px(4));
              const float part =
                  counted_.empty() ? 0 : static_cast<float>(many) / static_cast<float>(counted_.size());
              if (many > 0)
                ui.fill(
                    Area::at(track.left, track.top, std::max(ui.px(4), track.width() * part), track.height()),
                    right ? c.focus : c.text_2, ui.px(4));
              if (touch.focused) ui.focus_ring(at, ui.px(7));
              if (touch.clicked) counted_.push_back(choice);
            })
        .grows = false;
  }

  void declare_entry() {
    form_.row({.gap = 8, .tall = 36, .above = 8}, [&] {
      stage::Piece& field =
          form_.type_in("answers/codes", state_.typed, "letters that pupils read out, or pasted codes");
      field.before = 0;
      std::get<stage::Typed>(field.look).takes_keyboard = std::exchange(state_.fresh, false);
      form_.press("answers/add", say("Add"), ButtonKind::plain, [this] { enter(); });
    });
    for (std::size_t i = 0; i < std::min<std::size_t>(state_.refused.size(), most_told); ++i)
      std::get<stage::Words>(form_.words(state_.refused[i], type::label, Role::error).look).line = 20;
    if (state_.refused.size() > most_told)
      form_.words(say("and {n} more that were not counted",
                      {{"n", std::to_string(state_.refused.size() - most_told)}}),
                  type::label, Role::error);
  }

  void declare_end() {
    form_.row({.gap = 8, .tall = 34, .above = 6}, [&] {
      if (!counted_.empty()) {
        form_.press("answers/undo", say("Take the last one back"), ButtonKind::plain,
                    [this] { counted_.pop_back(); });
        form_.press("answers/clear", say("Count again"), ButtonKind::plain, [this] { counted_.clear(); });
      }
      form_.press("answers/close", say("Close"), ButtonKind::primary, [this] { close_sheet(ui_); });
    });
  }

  void enter() {
    const TypedAnswers answers =
        typed_answers(state_.typed, lesson_, context_.session.lesson_step, lessons_on_shelf(ui_));
    counted_.insert(counted_.end(), answers.choices.begin(), answers.choices.end());
    state_.refused = answers.refused;
    state_.typed.clear();
    ui_.state().again = true;
  }

  static constexpr std::size_t most_told = 3;

  const PanelContext& context_;
  Ui& ui_;
  const Lesson& lesson_;
  const Question& question_;
  ClassCount& state_;
  std::vector<int>& counted_;
  stage::Form form_;
};

}  // namespace

void draw_class_answers(const PanelContext& context, const Area&) {
  const std::string code = context.ui.state<ClassCount>().shown;
  if (!code.empty()) return draw_own_answer(context.ui, code);
  if (!has_class_question(context)) return close_sheet(context.ui);
  const LessonPtr lesson = find_lesson(context.session.lesson);
  CountSheet(context, *lesson).draw();
}

}  // namespace headlight
