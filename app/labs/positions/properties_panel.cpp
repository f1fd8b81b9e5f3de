// What one asks of positions, measured for every kind.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_panel.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/labs/positions.h"
#include "core/learn/positions_task.h"
#include "core/text/say.h"

namespace headlight {
namespace {

struct Asked {
  const char* title;
  std::string about;
};
constexpr std::size_t questions = 5;
std::array<Asked, questions> all_asked() {
  return {Asked{"Unique", "smallest distance of two position vectors"},
          {"Bounded", say("largest value at {n} and at {far} positions, or in a whole table",
                          {{"n", count_text(least_places)}, {"far", count_text(far_places)}})},
          {"Deterministic", "how much a position’s numbers differ in a sentence twice as long"},
          {"Same distance, same relation", "largest deviation of the similarity"},
          {"Longer sentences",
           say("small models, the letter two back: right at {letters} letters → at up to {most}",
               {{"letters", trained_letters()}, {"most", count_text(beyond_length)}})}};
}

struct PropertyAnswer {
  std::optional<bool> yes;  // nothing: the question does not arise
  std::string figure;
};

PropertyAnswer answer(const PositionsStudy::Properties& measured, std::size_t property) {
  const PlaceProperties& found = measured.found;
  switch (property) {
    case 0:
      if (!measured.vectors) return {std::nullopt, "no vector"};
      return {found.unique(), small_number(found.smallest_distance)};
    case 1: {
      // ALiBi is measured with a slope of 1; every head multiplies it by its own.
      const std::string unit = measured.kind == Positions::alibi ? " m" : "";
      const std::string largest = small_number(found.largest);
      if (found.most_places > 0)
        return {found.bounded(), largest + ", " +
                                     say(several(found.most_places, "{n} row", "{n} rows"),
                                         {{"n", count_text(found.most_places)}})};
      if (found.distances > 0)
        return {found.bounded(), largest + ", " +
                                     say(several(found.distances, "{n} distance", "{n} distances"),
                                         {{"n", count_text(found.distances)}})};
      return {found.bounded(), largest + unit + " → " + small_number(found.largest_far) + unit};
    }
    case 2:
      return {found.deterministic(), small_number(found.sentence_deviation)};
    case 3:
      return {found.relative(), small_number(found.same_distance)};
    default: {
      if (!measured.measured_longer()) return {std::nullopt, "not measured"};
      const auto share = [](double of) { return weight_alone(static_cast<float>(of)); };
      return {measured.longer(), share(measured.within) + " → " + share(measured.beyond)};
    }
  }
}

}  // namespace

void draw_position_properties(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::vector<PositionsStudy::Properties>& kinds = shown.study.properties;
  if (kinds.empty()) return;
  const PositionsLab& lab = shown.context.session.labs.get<PositionsLab>();
  const std::array<Asked, questions> asked = all_asked();
  Area rest = area;
  rest.right = std::min(rest.right, rest.left + ui.px(1180));
  const float first = std::min(ui.px(190), rest.width() * 0.2F);
  const float column = (rest.width() - first) / static_cast<float>(asked.size());
  float tall = ui.px(72);
  for (const Asked& each : asked) {
    const float wide = column - ui.px(14);
    tall = std::max(tall, ui.wrapped_height(type::label_hot, each.title, wide, ui.px(17)) +
                              ui.wrapped_height(type::caption, each.about, wide, ui.px(15)) + ui.px(6));
  }
  const Area head = rest.cut_top(tall);
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
    const bool appended = kinds[row].kind == Positions::appended;
    const bool chosen = (appended ? Positions::sinusoidal : kinds[row].kind) == lab.kind &&
                        (lab.kind != Positions::sinusoidal || appended == lab.appended);
    const Touch touch = ui.target(std::string("kind/") + words_of_kind(kinds[row].kind).name, place);
    if (touch.hovered) ui.hand();
    if (chosen || touch.hovered) ui.fill(place.inset(0, ui.px(2)), chosen ? c.focus_band : c.rail, ui.px(5));
    if (touch.focused) ui.focus_ring(place.inset(0, ui.px(2)), ui.px(5));
    if (touch.clicked) {
      change_labs(shown.context, [&](Labs& labs) {
        labs.get<PositionsLab>().kind = appended ? Positions::sinusoidal : kinds[row].kind;
        labs.get<PositionsLab>().appended = appended;
      });
    }
    ui.text(Area{place.left + ui.px(10), place.top, place.left + first, place.bottom}, Align::left,
            chosen ? type::label_hot : type::label, c.ink,
            ui.shortened(type::label_hot, words_of_kind(kinds[row].kind).name, first - ui.px(14)));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const PropertyAnswer found = answer(kinds[row], i);
      const float x = place.left + first + column * static_cast<float>(i);
      const bool answered = found.yes.has_value(), yes = found.yes.value_or(false);
      const Rgb colour = !answered ? c.text_2 : yes ? c.second_sentence : c.first_sentence;
      ui.text(x, place.middle_y(), type::control_hot, colour, !answered ? "–" : yes ? "yes" : "no");
      const Area figure{x + ui.px(40), place.top, x + column - ui.px(8), place.bottom};
      line_of_text(ui, figure, type::path, c.text_2, found.figure);
    }
    if (chosen) {
      ui.wrapped({remarks.left + ui.px(10), remarks.top + ui.px(14),
                  std::min(remarks.right, remarks.left + ui.px(760)), remarks.bottom},
                 type::body, c.text_2, words_of_kind(kinds[row].kind).remark, ui.px(19));
    }
  }
}

// Without positions: the sentence backwards, and nothing changes.

void draw_no_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::vector<PositionsStudy::Reversed>& words = shown.found().reversed;
  if (words.empty()) {
    ui.wrapped(area, type::body, c.ink, shown.work.note, ui.px(19));
    return;
  }
  double lost = 0, kept = 0;
  for (const PositionsStudy::Reversed& word : words) {
    lost = std::max(lost, word.without_positions);
    kept = std::max(kept, word.as_trained);
  }
  const double most = std::max(lost, kept);  // of both columns' bars
  Area rest = area;
  const Area right = rest.cut_right(std::round(std::min(ui.px(300), area.width() * 0.34F)));
  rest.right = std::min(rest.right - ui.px(36), rest.left + ui.px(760));

  const Area head = rest.cut_top(ui.px(28), ui.px(6));
  const auto count = static_cast<float>(words.size());
  const float line = cell_side(rest.height() / count, ui.px(30));
  const int step = static_cast<int>(std::ceil(ui.px(15) / std::max(line, 0.01F)));
  const std::string listed = step == 1   ? say("word")
                             : step == 2 ? say("every second word")
                                         : say("one word of {n}", {{"n", count_text(step)}});
  const float names = std::max(ui.px(110), ui.width(type::label_hot, listed) + ui.px(14));
  const float numbers = ui.px(110);
  const float column = (rest.width() - names) / 2;
  ui.text(head, Align::left, type::label_hot, c.ink, listed);
  for (const int i : {0, 1})
    ui.text({head.left + names + column * static_cast<float>(i), head.top, head.right, head.bottom},
            Align::left, type::label_hot, c.ink, i == 0 ? "without positions" : "as trained");
  ui.line(head.left, head.bottom, head.right, head.bottom, c.hairline, ui.hairline());
  for (std::size_t t = 0; t < words.size(); t += static_cast<std::size_t>(step)) {
    const Area row = Area::at(rest.left, rest.top + line * static_cast<float>(t), rest.width(),
                              line * static_cast<float>(step));
    const Ui::Pieces told(ui, ToldNumber{shown.word(static_cast<int>(t)),
                                         say("{without} without positions, {with} as trained",
                                             {{"without", small_number(words[t].without_positions)},
                                              {"with", small_number(words[t].as_trained)}}),
                                         static_cast<float>(words[t].as_trained), row});
    ui.text(row, Align::left, type::label, c.text_2,
            ui.shortened(type::label, shown.word(static_cast<int>(t)), names));
    for (const int i : {0, 1}) {
      const float left = row.left + names + column * static_cast<float>(i);
      const double value = i == 0 ? words[t].without_positions : words[t].as_trained;
      ui.text(left, row.middle_y(), type::number, c.ink, small_number(value));
      const Area bar{left + numbers, row.middle_y() - ui.px(3), left + column - ui.px(20),
                     row.middle_y() + ui.px(3)};
      if (bar.width() > ui.px(20))
        share_bar(ui, bar, most > 0 ? static_cast<float>(value / most) : 0, c.weights);
    }
  }

  float y = right.top;
  const bool causal = shown.context.results.model->anatomy().reading()->causal;
  y += draw_figure(ui, {right.left, y, right.right, right.bottom}, small_number(lost),
                   causal ? "is the largest change without positions: the mask lets each word see only the "
                            "words before it, and backwards those are different words."
                          : "is the largest change without positions: only rounding. Every word gets what it "
                            "got before, so the order does not matter.");
  y += ui.px(10);
  draw_figure(ui, {right.left, y, right.right, right.bottom}, small_number(kept),
              "is the largest change with the positions that the model was trained with.");
}

}  // namespace headlight
