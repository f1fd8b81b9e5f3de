// Without positions: the sentence backwards, and nothing changes.
#include <algorithm>
#include <cmath>

#include "app/panels/labs/positions/positions_shown.h"
#include "app/widgets/controls.h"

namespace headlight {

void draw_no_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::vector<PositionsStudy::Reversed>& words = shown.found().reversed;
  if (words.empty()) return;
  double lost = 0, kept = 0;
  for (const PositionsStudy::Reversed& word : words) {
    lost = std::max(lost, word.without_positions);
    kept = std::max(kept, word.as_trained);
  }
  const double most = std::max(lost, kept);  // of both columns' bars
  Area rest = area;
  const Area right = rest.cut_right(std::round(std::min(ui.px(300), area.width() * 0.34F)));
  rest.right = std::min(rest.right - ui.px(36), rest.left + ui.px(760));

  const Area head = rest.cut_top(ui.px(28));
  rest.cut_top(ui.px(6));
  const auto count = static_cast<float>(words.size());
  const float line = std::min(ui.px(30), std::floor(rest.height() / count));
  const int step = static_cast<int>(std::ceil(ui.px(15) / std::max(line, 1.0F)));
  const std::string listed = step == 1   ? "word"
                             : step == 2 ? "every second word"
                                         : "one word of " + std::to_string(step);
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
    ui.text(row, Align::left, type::label, c.text_2,
            ui.fitted(type::label, shown.word(static_cast<int>(t)), names));
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
  y += draw_figure(ui, {right.left, y, right.right, right.bottom}, small_number(lost),
                   "is the largest change without positions: nothing but rounding. Every word gets what it "
                   "got before; the order does not matter.");
  y += ui.px(10);
  draw_figure(ui, {right.left, y, right.right, right.bottom}, small_number(kept),
              "is the largest change with the positions of the model’s training.");
}

}  // namespace headlight
