#include "app/widgets/token_chips.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/figure/numbers.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr float chip_units = 26, chip_row_units = 32;

struct PlacedChip {
  float x = 0, wide = 0;
  int row = 0;
};

// Without the mark: that it goes on is seen by its place.
std::string shown_label(const CutToken& token) {
  return token.goes_on ? token.label.substr(goes_on_mark.size()) : token.label;
}

Type type_of(const CutToken& token) { return token.of_bytes || token.added ? type::number : type::label; }

std::vector<PlacedChip> placed(const Ui& ui, float width, std::span<const CutToken> tokens, int most_rows) {
  std::vector<PlacedChip> chips;
  float x = 0;
  int row = 0;
  for (const CutToken& token : tokens) {
    const float most = std::min(width, ui.px(220));
    const float wide = std::min(
        most, std::ceil(ui.width(type_of(token), shown_label(token))) + ui.px(token.goes_on ? 8 : 12));
    const float gap = chips.empty() || x == 0 ? 0 : token.goes_on ? ui.hairline() : ui.px(7);
    if (x > 0 && x + gap + wide > width) {
      x = 0;
      if (++row >= most_rows) break;
    }
    const float left = x == 0 ? 0 : x + gap;
    chips.push_back({left, wide, row});
    x = left + wide;
  }
  return chips;
}

}  // namespace

float token_chips_height(const Ui& ui, float width, std::span<const CutToken> tokens, int rows) {
  const std::vector<PlacedChip> chips = placed(ui, width, tokens, rows);
  return chips.empty() ? 0 : static_cast<float>(chips.back().row + 1) * ui.px(chip_row_units);
}

float token_chips(Ui& ui, const Area& area, std::span<const CutToken> tokens) {
  const Palette& c = ui.colours();
  const int rows = std::max(1, static_cast<int>(area.height() / ui.px(chip_row_units)));
  std::vector<PlacedChip> chips = placed(ui, area.width(), tokens, rows);
  if (chips.empty()) return 0;
  std::string more;
  const auto left_out = [&] { return static_cast<std::int64_t>(tokens.size() - chips.size()); };
  // The last ones make room for how many more there are.
  while (chips.size() < tokens.size() && chips.size() > 1) {
    more = say("+ {n} more", {{"n", count_text(left_out())}});
    if (chips.back().x + chips.back().wide + ui.px(8) + ui.width(type::caption, more) <= area.width()) break;
    chips.pop_back();
  }
  for (std::size_t i = 0; i < chips.size(); ++i) {
    const CutToken& token = tokens[i];
    const Area chip = Area::at(std::round(area.left + chips[i].x),
                               area.top + static_cast<float>(chips[i].row) * ui.px(chip_row_units),
                               chips[i].wide, ui.px(chip_units));
    const bool hovered = ui.hovered(chip);
    const Rgb ground = token.unknown ? c.error_ground : token.added ? c.stage : c.rail;
    ui.fill(chip, hovered ? mix(ground, c.ink, 0.08F) : ground, ui.px(token.goes_on ? 0 : 4));
    if (token.added) ui.outline(chip, c.hairline, ui.hairline(), ui.px(4));
    const Type type = type_of(token);
    const Rgb ink = token.unknown ? c.error : token.added ? c.text_2 : c.ink;
    ui.text(chip, Align::centre, type, ink, ui.shortened(type, shown_label(token), chip.width() - ui.px(4)));
    if (hovered) ui.tooltip(described(token));
  }
  if (!more.empty()) {
    const PlacedChip& last = chips.back();
    ui.text(area.left + last.x + last.wide + ui.px(8),
            area.top + static_cast<float>(last.row) * ui.px(chip_row_units) + ui.px(chip_units / 2),
            type::caption, c.text_2, more);
  }
  return static_cast<float>(chips.back().row + 1) * ui.px(chip_row_units);
}

float joined_chips(Ui& ui, const Area& area, std::span<const std::string> labels, int lit) {
  const Palette& c = ui.colours();
  float x = area.left;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const std::string& label = labels[i];
    const bool within = label.size() > goes_on_mark.size() && label.starts_with(goes_on_mark);
    const std::string shown = within ? label.substr(goes_on_mark.size()) : label;
    const bool hot = i == lit;
    const Type type = hot ? type::label_hot : type::label;
    const float wide = std::ceil(ui.width(type, shown)) + ui.px(12);
    if (x + wide > area.right) {
      ui.text(x + ui.px(2), area.middle_y(), type, c.text_2, "…");
      break;
    }
    const Area chip = Area::at(x, std::round(area.middle_y() - ui.px(11)), wide, ui.px(22));
    ui.fill(chip, hot ? mix(c.stage, c.weights, 0.3F) : c.rail, ui.px(3));
    ui.text(chip, Align::centre, type, c.ink, shown);
    x = chip.right + ui.px(2);
  }
  return x;
}

}  // namespace headlight
