// Attention as lines: one curve from the word that asks to each word it looks at, as wide as the weight.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

struct Arc {
  float from = 0, to = 0;  // x of the two words
  float weight = 0;
  bool quiet = false;  // of a word that is not in focus
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

// How large a number on a line is: its letters, and in units the pill around them.
struct PillSize {
  Type face = type::score;
  float wider = 20, height = 26, outline = 1.5F;
};
// Where it goes when it is centred there, and the pill itself.
Area weight_pill_area(const Ui& ui, ImVec2 centre, const std::string& number, const PillSize& size = {});
void weight_pill(Ui& ui, const Area& area, const std::string& number, Rgb colour, const PillSize& size = {});

struct WeightPill {
  float weight = 0;
  std::string text;
  Rgb colour;
  std::vector<ImVec2> centres;  // where it may stand, the best first
  std::optional<Rgb> tie = {};  // what ties it to the best place where it had to stand elsewhere
};
// The heaviest first; what would lie over another one or over what is `taken` is left out.
void draw_weight_pills(Ui& ui, std::vector<WeightPill> pills, std::vector<Area> taken = {},
                       const PillSize& size = {});

}  // namespace headlight
