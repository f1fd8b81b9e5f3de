// What one asks of positions, measured for every kind.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/positions/positions_shown.h"
#include "app/session/labs/kind_words.h"
#include "app/widgets/controls.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"
#include "core/labs/positions_properties.h"

namespace headlight {
namespace {

struct Asked {
  const char* title;
  std::string about;
};
constexpr std::size_t questions = 4;
std::array<Asked, questions> all_asked() {
  return {Asked{"Unique", "smallest distance of two places’ vectors"},
          {"Bounded", "largest value at " + std::to_string(least_places) + " and at " +
                          std::to_string(far_places) + " places; of a table, in all of it"},
          {"Deterministic", "difference of a place’s numbers from one sentence to another, twice as long"},
          {"Same distance, same relation", "largest deviation of the similarity"}};
}

double cell(const LabTable& table, std::size_t row, const char* column) {
  const auto at = std::find(table.columns.begin(), table.columns.end(), column);
  return table.rows[row][static_cast<std::size_t>(at - table.columns.begin())];
}

struct Answer {
  double yes = 0;  // NaN: the question does not arise
  std::string figure;
};

Answer answer(const LabTable& table, std::size_t row, Positions kind, std::size_t property) {
  const auto value = [&](const char* column) { return cell(table, row, column); };
  switch (property) {
    case 0:
      return {value("unique"),
              std::isnan(value("unique")) ? "no vector" : small_number(value("smallest distance"))};
    case 1: {
      // ALiBi is measured with a slope of 1; every head multiplies it by its own.
      const std::string unit = kind == Positions::alibi ? " m" : "";
      const auto rows = static_cast<int>(value("most places")),
                 distances = static_cast<int>(value("distances"));
      if (rows > 0) return {value("bounded"), small_number(value("largest")) + ", " + counted(rows, "row")};
      if (distances > 0)
        return {value("bounded"), small_number(value("largest")) + ", " + counted(distances, "distance")};
      return {value("bounded"),
              small_number(value("largest")) + unit + " → " + small_number(value("largest far")) + unit};
    }
    case 2:
      return {value("deterministic"), small_number(value("between sentences"))};
    default:
      return {value("relative"), small_number(value("same distance"))};
  }
}

}  // namespace

void draw_position_properties(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const LabTable* table = shown.work.table(properties_table);
  if (table == nullptr) return;
  const std::vector<Positions> kinds = kinds_measured();
  const PositionsLab& lab = shown.context.session.labs.positions;
  const std::array<Asked, questions> asked = all_asked();
  Area rest = area;
  rest.right = std::min(rest.right, rest.left + ui.px(1180));
  const float first = std::min(ui.px(190), rest.width() * 0.2F);
  const float column = (rest.width() - first) / static_cast<float>(asked.size());
  const Area head = rest.cut_top(ui.px(72));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Area place = Area::at(head.left + first + column * static_cast<float>(i), head.top, column - ui.px(14),
                          head.height());
    place.cut_top(ui.wrapped(place, type::label_hot, c.ink, asked[i].title, ui.px(17)) + ui.px(1));
    ui.wrapped(place, type::caption, c.text_2, asked[i].about, ui.px(15));
  }
  const Area remarks = rest.cut_bottom(ui.px(60));
  const float line = std::min(ui.px(50), std::floor(rest.height() / static_cast<float>(kinds.size())));
  for (std::size_t row = 0; row < kinds.size(); ++row) {
    const Area place = Area::at(rest.left, rest.top + line * static_cast<float>(row), rest.width(), line);
    ui.line(place.left, place.top, place.right, place.top, c.hairline, ui.hairline());
    const bool appended = kinds[row] == Positions::appended;
    const bool chosen = (appended ? Positions::sinusoidal : kinds[row]) == lab.kind &&
                        (lab.kind != Positions::sinusoidal || appended == lab.appended);
    const Touch touch = ui.item(std::string("kind/") + words_of_kind(kinds[row]).name, place);
    if (touch.hovered) ui.hand();
    if (chosen || touch.hovered) ui.fill(place.inset(0, ui.px(2)), chosen ? c.focus_band : c.rail, ui.px(5));
    if (touch.focused) ui.focus_ring(place.inset(0, ui.px(2)), ui.px(5));
    if (touch.clicked) {
      change_labs(shown.context, [&](Labs& labs) {
        labs.positions.kind = appended ? Positions::sinusoidal : kinds[row];
        labs.positions.appended = appended;
      });
    }
    ui.text(Area{place.left + ui.px(10), place.top, place.left + first, place.bottom}, Align::left,
            chosen ? type::label_hot : type::label, c.ink,
            ui.fitted(type::label_hot, words_of_kind(kinds[row]).name, first - ui.px(14)));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Answer found = answer(*table, row, kinds[row], i);
      const float x = place.left + first + column * static_cast<float>(i);
      const bool answered = !std::isnan(found.yes), yes = answered && found.yes > 0;
      const Rgb colour = !answered ? c.text_2 : yes ? c.second_sentence : c.first_sentence;
      ui.text(x, place.middle_y(), type::control_hot, colour, !answered ? "–" : yes ? "yes" : "no");
      const Area figure{x + ui.px(40), place.top, x + column - ui.px(8), place.bottom};
      line_of_text(ui, figure, type::path, c.text_2, found.figure);
    }
    if (chosen) {
      ui.wrapped({remarks.left + ui.px(10), remarks.top + ui.px(14),
                  std::min(remarks.right, remarks.left + ui.px(760)), remarks.bottom},
                 type::body, c.text_2, words_of_kind(kinds[row]).remark, ui.px(19));
    }
  }
}

}  // namespace headlight
