// Small models trained with each kind: letters, answers, the head that matters, and how often they are right.
#include <algorithm>
#include <array>

#include "app/panels/labs/positions/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/levers.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"

namespace headlight {
namespace {

// As in the order of the table "rates".
constexpr std::array names{"sinusoidal", "appended", "learned", "relative",
                           "ALiBi",      "RoPE",     "none",    "guess from the bag"};

std::string letter(double number) {
  return number >= 0 && number < 26 ? std::string(1, static_cast<char>('A' + static_cast<int>(number))) : "";
}

// As the models read them: capitals, and no more than they were measured on.
std::string only_letters(const std::string& typed) {
  constexpr std::size_t most = 48;
  std::string letters;
  for (const char each : typed) {
    const char capital = each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    if (capital >= 'A' && capital <= 'Z' && letters.size() < most) letters += capital;
  }
  return letters;
}

// What is read, what is answered, and what would have been right where that is something else.
void draw_answers(const PositionsShown& shown, Area area, const LabTable& answers) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const float names_width = ui.px(64);
  const auto count = static_cast<float>(answers.rows.size());
  const float cell = std::min(ui.px(30), std::floor((area.width() - names_width) / count));
  const std::vector<std::string>& letters = shown.cells.pictures.trace(0)->words().source;
  const float line = ui.px(22);
  constexpr std::array rows{"letters", "answers", "right is"};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const float y = area.top + line * (static_cast<float>(row) + 0.5F);
    ui.text(area.left, y, type::caption, c.text_2, rows[row]);
    for (std::size_t i = 0; i < answers.rows.size(); ++i) {
      const double right = answers.rows[i][0], answered = answers.rows[i][1];
      const bool asked = right >= 0, wrong = asked && right != answered;
      const Area place =
          Area::at(area.left + names_width + cell * static_cast<float>(i), y - line / 2, cell, line);
      if (row == 0) ui.text(place, Align::centre, type::number, c.ink, i < letters.size() ? letters[i] : "");
      if (row == 1 && asked) {
        if (wrong) ui.fill(place.inset(ui.hairline(), ui.px(1)), c.soft_first, ui.px(3));
        ui.text(place, Align::centre, wrong ? type::number : type::number_hot,
                wrong ? c.first_sentence : c.second_sentence, letter(answered));
      }
      if (row == 2 && wrong) ui.text(place, Align::centre, type::number, c.text_2, letter(right));
    }
  }
  // So far the models were trained.
  constexpr std::size_t trained = 16;
  if (answers.rows.size() <= trained) return;
  const float x = std::round(area.left + names_width + cell * trained);
  ui.line(x, area.top, x, area.top + 3 * line, c.strong_line, ui.hairline());
  const std::string note = "longer than trained →";
  if (x + ui.px(8) + ui.width(type::caption, note) <= area.right)
    ui.text(x + ui.px(8), area.top + 3 * line + ui.px(8), type::caption, c.text_2, note);
}

void draw_rates(const PositionsShown& shown, Area area, const LabTable& rates) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::string chosen = trained_name(shown.lab);
  const std::vector<Positions> kinds = kinds_measured();
  const float first = ui.px(128);
  const float column = (area.width() - first) / 2;
  const Area head = area.cut_top(ui.px(40));
  ui.text({head.left, head.top, head.right, head.top + ui.px(20)}, Align::left, type::label_hot, c.ink,
          "How often they are right");
  ui.text(head.left + first, head.bottom - ui.px(9), type::caption, c.text_2, "16 letters");
  ui.text(head.left + first + column, head.bottom - ui.px(9), type::caption, c.text_2, "places 17 to 48");
  const float line = std::min(ui.px(30), std::floor(area.height() / static_cast<float>(rates.rows.size())));
  for (std::size_t row = 0; row < rates.rows.size(); ++row) {
    const Area place = Area::at(area.left, area.top + line * static_cast<float>(row), area.width(), line);
    const bool bag = row >= kinds.size();
    const bool hot = !bag && name_of(kinds[row]) == chosen;
    if (!bag) {
      const Touch touch = ui.item(std::string("rate/") + names[row], place);
      if (touch.hovered) ui.hand();
      if (hot || touch.hovered)
        ui.fill(place.outset(ui.px(6)).inset(0, ui.px(7)), hot ? c.focus_band : c.rail, ui.px(5));
      if (touch.focused) ui.focus_ring(place, ui.px(5));
      if (touch.clicked)
        change_labs(shown.context, [&](Labs& labs) {
          const bool appended = kinds[row] == Positions::appended;
          labs.positions.kind = appended ? Positions::sinusoidal : kinds[row];
          labs.positions.appended = appended;
        });
      if (touch.hovered)
        ui.tooltip("three seeds, beyond: " + fixed_text(static_cast<float>(100 * rates.rows[row][2]), 0) +
                   " to " + fixed_text(static_cast<float>(100 * rates.rows[row][3]), 0) + " %");
    }
    ui.text(place, Align::left, hot ? type::label_hot : type::label, bag ? c.text_2 : c.ink, names[row]);
    for (std::size_t i = 0; i < 2; ++i) {
      const double rate = rates.rows[row][i];
      const float x = place.left + first + column * static_cast<float>(i);
      const std::string text = fixed_text(static_cast<float>(100 * rate), 0) + " %";
      ui.text({x, place.top, x + ui.px(44), place.bottom}, Align::right,
              hot ? type::number_hot : type::number, bag ? c.text_2 : c.ink, text);
      const Area bar{x + ui.px(52), place.middle_y() - ui.px(3), x + column - ui.px(8),
                     place.middle_y() + ui.px(3)};
      if (bar.width() > ui.px(16)) share_bar(ui, bar, static_cast<float>(rate), bag ? c.text_3 : c.weights);
    }
  }
}

void draw_letters_controls(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const PositionsLab& lab = shown.context.session.labs.positions;
  Area rest = area;
  const Area another = rest.cut_right(button_width(ui, "Other letters"));
  rest.cut_right(ui.px(16));
  if (button(ui, "positions/draw", Area::at(another.left, another.top + ui.px(4), another.width(), ui.px(32)),
             "Other letters", ButtonKind::plain))
    change_labs(shown.context, [&](Labs& labs) {
      labs.positions.letters.clear();
      labs.positions.seed = labs.positions.seed % 999 + 1;
    });
  const Area field =
      Area::at(rest.left, rest.top + ui.px(4), std::min(ui.px(300), rest.width() * 0.5F), ui.px(32));
  std::string typed = lab.letters;
  if (text_field(ui, "positions/letters", field, typed, type::number, "or type letters").changed)
    change_labs(shown.context, [&](Labs& labs) { labs.positions.letters = only_letters(typed); });
  rest.left = field.right + ui.px(24);
  const auto length = number_slide(ui, "slide/length", rest,
                                   {.label = "letters, drawn",
                                    .value = static_cast<double>(lab.length),
                                    .lowest = 8,
                                    .highest = 48,
                                    .usual = 16});
  if (length)
    change_labs(shown.context, [&](Labs& labs) {
      labs.positions.length = static_cast<int>(*length);
      labs.positions.letters.clear();
    });
}

}  // namespace

void draw_trained_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const LabTable* answers = shown.work.table("answers");
  const LabTable* head = shown.work.table("head");
  const LabTable* rates = shown.work.table("rates");
  if (answers == nullptr || head == nullptr || rates == nullptr || shown.cells.pictures.trace(0) == nullptr) {
    ui.wrapped(area, type::body, ui.colours().text_2, shown.work.note, ui.px(19));
    return;
  }
  Area rest = area;
  draw_letters_controls(shown, rest.cut_top(ui.px(46)));
  rest.cut_top(ui.px(8));
  draw_answers(shown, rest.cut_top(ui.px(86)), *answers);
  const Area right = rest.cut_right(std::round(std::min(ui.px(460), rest.width() * 0.46F)));
  rest.cut_right(ui.px(32));
  draw_rates(shown, right, *rates);
  const int best = static_cast<int>(head->rows[0][0]);
  const std::string path = head_path("encoder", 0, "self_attention", best, "weights");
  if (const HeatmapPtr map = shown.cells.pictures.view(0, path))
    titled_map(shown, rest, map,
               {.title = std::vector<TextRun>{{"Head " + std::to_string(best), Role::heads, true},
                                              {": " + weight_alone(static_cast<float>(head->rows[0][1])) +
                                                   " of the weight on the right place",
                                               Role::text_2}},
                .id = "positions/best",
                .path = path,
                .largest = 30});
}

}  // namespace headlight
