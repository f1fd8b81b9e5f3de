// The numbers on attention's lines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

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
