// Small models trained with each kind: the letters they read, and what they answer.
#include <algorithm>
#include <array>

#include "app/panels/labs/positions/trained_charts.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/learn/order_lengths.h"
#include "core/learn/order_task.h"

namespace headlight {
namespace {

std::string letter(int number) {
  return number >= 0 && number < letter_count ? std::string(1, static_cast<char>('A' + number)) : "";
}

// As the models read them: capitals, and no more than they were measured on.
std::string only_letters(const std::string& typed) {
  constexpr std::size_t most = beyond_length;
  std::string letters;
  for (const char each : typed) {
    const char capital = each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    if (capital >= 'A' && capital <= 'Z' && letters.size() < most) letters += capital;
  }
  return letters;
}

// What is read, what is answered, and what would have been right where that is something else.
void draw_answers(const PositionsShown& shown, Area area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::vector<TrainedStudy::Answer>& answers = study.answers;
  const float names_width = ui.px(64);
  const auto count = static_cast<float>(answers.size());
  const float cell = std::min(ui.px(30), std::floor((area.width() - names_width) / count));
  const std::vector<std::string>& letters = study.letters;
  const float line = ui.px(22);
  bool any_asked = false, any_wrong = false;
  constexpr std::array rows{"letters", "answers", "expected"};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const float y = area.top + line * (static_cast<float>(row) + 0.5F);
    ui.text(area.left, y, type::caption, c.text_2, rows[row]);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto [expected, answered] = answers[i];
      const bool asked = answers[i].asked(), wrong = asked && expected != answered;
      any_asked |= asked;
      any_wrong |= wrong;
      const Area place =
          Area::at(area.left + names_width + cell * static_cast<float>(i), y - line / 2, cell, line);
      if (row == 0) ui.text(place, Align::centre, type::number, c.ink, i < letters.size() ? letters[i] : "");
      if (row == 1 && asked) {
        if (wrong) ui.fill(place.inset(ui.hairline(), ui.px(1)), c.soft_first, ui.px(3));
        ui.text(place, Align::centre, wrong ? type::number : type::number_hot,
                wrong ? c.first_sentence : c.second_sentence, letter(answered));
      }
      if (row == 2 && wrong) ui.text(place, Align::centre, type::number, c.text_2, letter(expected));
    }
  }
  if (any_asked && !any_wrong)
    ui.text(area.left + names_width + ui.px(8), area.top + line * 2.5F, type::caption, c.text_2,
            "the same: every answer is right");
  // So far the models were trained.
  constexpr std::size_t trained = within_length;
  if (answers.size() <= trained) return;
  const float x = std::round(area.left + names_width + cell * trained);
  ui.line(x, area.top, x, area.top + 3 * line, c.strong_line, ui.hairline());
  const std::string note = "longer than trained →";
  if (x + ui.px(8) + ui.width(type::caption, note) <= area.right)
    ui.text(x + ui.px(8), area.top + 3 * line + ui.px(8), type::caption, c.text_2, note);
}

void draw_letters_controls(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const PositionsLab& lab = shown.context.session.labs.get<PositionsLab>();
  Area rest = area;
  const Area another = rest.cut_right(button_width(ui, "Other letters"));
  rest.cut_right(ui.px(16));
  if (button(ui, "positions/draw", Area::at(another.left, another.top + ui.px(4), another.width(), ui.px(32)),
             "Other letters", ButtonKind::plain))
    change_labs(shown.context, [&](Labs& labs) {
      labs.get<PositionsLab>().letters.clear();
      labs.get<PositionsLab>().seed = labs.get<PositionsLab>().seed % 999 + 1;
    });
  const Area field =
      Area::at(rest.left, rest.top + ui.px(4), std::min(ui.px(300), rest.width() * 0.5F), ui.px(32));
  std::string typed = lab.letters;
  if (text_field(ui, "positions/letters", field, typed, type::number, "or type letters").changed)
    change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().letters = only_letters(typed); });
  rest.left = field.right + ui.px(24);
  const auto length = number_slide(ui, "slide/length", rest,
                                   {.label = "letters drawn",
                                    .value = static_cast<double>(lab.length),
                                    .lowest = shortest_length,
                                    .highest = beyond_length,
                                    .usual = within_length,
                                    .text = std::to_string(lab.length) + " letters"});
  if (length)
    change_labs(shown.context, [&](Labs& labs) {
      labs.get<PositionsLab>().length = static_cast<int>(*length);
      labs.get<PositionsLab>().letters.clear();
    });
}

}  // namespace

void draw_trained_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const std::optional<TrainedStudy>& study = shown.study.trained;
  if (!study || shown.cells.pictures.trace(0) == nullptr) {
    ui.wrapped(area, type::body, ui.colours().text_2, shown.work.note, ui.px(19));
    return;
  }
  Area rest = area;
  draw_letters_controls(shown, rest.cut_top(ui.px(46)));
  rest.cut_top(ui.px(8));
  draw_answers(shown, rest.cut_top(ui.px(86)), *study);
  const Area right = rest.cut_right(std::round(std::min(ui.px(480), rest.width() * 0.47F)));
  rest.cut_right(ui.px(32));
  draw_rates(shown, right, *study);
  draw_best_head(shown, rest, *study);
}

}  // namespace headlight
