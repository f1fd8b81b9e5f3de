// Attention weights as the session shows them: token by token, or by whole words where tokens are pieces; and
// several words that are selected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "core/explain/aggregate.h"

namespace headlight {

// Whether tokens of a text on stage are pieces of words.
bool reads_pieces(const PanelContext& context);

// Where the tokens of a node's rows and columns stand in its shown map. Places outside stay as they are.
class ShownPlaces {
 public:
  ShownPlaces(const PanelContext& context, int side, const std::string& path);

  bool merged() const { return merged_; }
  int row_of(int token) const { return group(rows_, token); }
  int column_of(int token) const { return group(columns_, token); }

 private:
  int group(const Groups& groups, int token) const;

  bool merged_ = false;
  Groups rows_, columns_;
};

// Several words selected: which they are in a side's shown map, what they give together, and how they are
// selected with the mouse.

// The rows in focus: the one under the mouse, unless it is of a word that is selected, else those that are
// selected; by their tokens, the first selected one first.
std::vector<int> rows_in_focus(const PanelContext& context);

// Rows in focus and selected keys as rows and columns of a node's shown map: of the session's own side, or
// what stands for them on the other one.
ChosenWords chosen_words(const PanelContext& context, int side, const std::string& path);

// While this is on, each click on a word selects it beside the others, as with Shift.
struct SelectSeveral {
  bool on = false;
};
// How a word is pressed: alone, or beside what is selected, as one that asks or as one that is looked at.
enum class Picks { alone, too, key_too };
Picks picks(const Ui& ui);

}  // namespace headlight
