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

// A node's map, and that of both sentences; null as TraceMaps has them.
HeatmapPtr shown_map(const PanelContext& context, int side, const std::string& path);
// As a small picture.
HeatmapPtr shown_thumbnail(const PanelContext& context, int side, const std::string& path);
const Compared* shown_comparison(const PanelContext& context, const std::string& path);
// In one plain phrase that pieces stand together in the map of a node; of what is in pieces and no weights,
// that they do not. Empty where there is nothing to say.
std::string shown_words_note(const PanelContext& context, int side, const std::string& path);

// That note, cut off the foot of `rest`.
void draw_words_note(const PanelContext& context, int side, const std::string& path, Area& rest);

// Where the tokens of a node's rows and columns stand in its shown map. Places outside stay as they are.
class ShownPlaces {
 public:
  ShownPlaces(const PanelContext& context, int side, const std::string& path);

  bool merged() const { return merged_; }
  int row_of(int token) const { return group(rows_, token); }
  int column_of(int token) const { return group(columns_, token); }
  // The first token of a row or column.
  int token_of_row(int row) const { return first(rows_, row); }
  int token_of_column(int column) const { return first(columns_, column); }
  // All tokens of the row or column that a token stands in.
  std::vector<int> row_with(int token) const { return together(rows_, token); }
  std::vector<int> column_with(int token) const { return together(columns_, token); }

 private:
  int group(const Groups& groups, int token) const;
  int first(const Groups& groups, int place) const;
  std::vector<int> together(const Groups& groups, int token) const;

  bool merged_ = false;
  Groups rows_, columns_;
};

// What a token, or its word, gives to another, as shown; nothing as weight_of() says.
std::optional<float> shown_weight(const PanelContext& context, int side, const std::string& path, int query,
                                  int key);

// Several words selected: which they are in a side's shown map, what they give together, and how they are
// selected with the mouse.

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
