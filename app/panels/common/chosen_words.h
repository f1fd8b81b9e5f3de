// Several words selected: which they are in a side's shown map, what they give together, and how they are
// selected with the mouse.
#pragma once

#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "core/explain/together.h"

namespace headlight {

// The rows in focus: the one under the mouse, unless it is of a word that is selected, else those that are
// selected; by their tokens, the first selected one first.
std::vector<int> rows_in_focus(const PanelContext& context);

// Rows in focus and selected keys as rows and columns of a node's shown map: of the session's own side, or
// what stands for them on the other one.
ChosenWords chosen_words(const PanelContext& context, int side, const std::string& path);

// What the selected words give together in a node's shown map, a line for each side on stage, cut off the
// foot of `rest`.
void draw_together(const PanelContext& context, const std::string& path, Area& rest);
// What that takes where each has room in one line, in pixels.
float together_height(const PanelContext& context);
// The lines themselves; with two sides each says of which it is.
std::vector<std::string> together_lines(const PanelContext& context, const std::string& path);

// While this is on, each click on a word selects it beside the others, as with Shift.
struct SelectSeveral {
  bool on = false;
};
// How a word is pressed: alone, or beside what is selected, as one that asks or as one that is looked at.
enum class Picks { alone, too, key_too };
Picks picks(const Ui& ui);
// What that does to a word of the session's own side: `row` in the shown map of a node, by its first token.
void pick_row(const PanelContext& context, const std::string& path, int row);
void pick_column(const PanelContext& context, const std::string& path, int column);

}  // namespace headlight
