// Attention as lines: one curve from the word that asks to each word it looks at, as wide as the weight.
#pragma once

#include <string>

#include "app/widgets/ui.h"

namespace headlight {

inline constexpr float line_units_per_weight = 10;

struct Arc {
  float from = 0, to = 0;  // x of the two words
  float weight = 0;
  bool quiet = false;      // of a word that is not in focus
};

// Curves over (`up`) or under the line `y`, the highest `room` pixels away from it.
struct ArcField {
  float y = 0;
  float room = 0;
  bool up = true;
  float widest = 1;  // the largest distance between two words: it gets the highest curve
};

void draw_arc(Ui& ui, const ArcField& field, const Arc& arc, Rgb colour);
// Where the curve's apex is.
ImVec2 apex(const ArcField& field, const Arc& arc);
// A curve from (x0, y0) down to (x1, y1) that leaves and arrives upright.
void draw_link(Ui& ui, ImVec2 from, ImVec2 to, float weight, bool quiet, Rgb colour);
// A number on a line.
void weight_pill(Ui& ui, ImVec2 centre, const std::string& number, Rgb colour);

}  // namespace headlight
