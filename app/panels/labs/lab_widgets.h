// What several labs are made of: shares as bars, a choice made step by step, a lab's settings in a row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/panels.h"
#include "app/widgets/levers.h"

namespace headlight {

// Shares of one row as columns on an axis from 0 to 1, two of them side by side where there are two.
struct ShareBars {
  std::vector<std::string> labels;  // below the columns, turned where they need to be
  struct Series {
    std::string name;  // in the reading
    Rgb colour;
    std::vector<float> shares;  // one for each label
  };
  std::vector<Series> series;
  int hot = -1;  // the label that is followed
};
// Returns the column that was pressed.
std::optional<int> share_bars(Ui& ui, std::string_view id, const Area& area, const ShareBars& bars);

// "‹ text ›": one back (-1), one on (+1), or nothing (0).
float stepper_width(const Ui& ui, std::string_view text);
int stepper(Ui& ui, std::string_view id, const Area& area, std::string_view text);

// The head and the word that a lab is about, each with a stepper, through all heads of all attentions; from
// `area.left`. Returns its right end.
float head_and_word(const PanelContext& context, const Area& area, bool word_too = true);

// A number with its name above it: "entropy" over "2.31 bits".
struct KeyFigure {
  std::string name, value;
};
// Side by side, in another row where there is no room; returns the height taken.
float figures_row(Ui& ui, const Area& area, std::span<const KeyFigure> figures);

// The slider for the temperature of a softmax, on a logarithmic scale.
NumberSlide temperature_slide(float temperature);

// An entropy: "2.31 bits", "<.001 bits".
std::string bits_text(double bits);

// How far what was chosen last in a lab has come, from 0 to 1; `what` names the lab and the choice,
// "lookup/3". What was chosen when the lab opened has arrived.
float arrival(Ui& ui, const std::string& what);

// "●  with scaling   ●  without": what colours stand for.
struct LegendEntry {
  Rgb colour;
  std::string text;
  bool dashed = false;  // of a dashed line
};
void legend(Ui& ui, const Area& area, std::span<const LegendEntry> entries);

}  // namespace headlight
