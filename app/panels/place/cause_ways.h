// Causes drawn at the places of the model: for its page, and for the experiment that asks for them.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/panels/place/place_parts.h"

namespace headlight::place {

struct CauseLook {
  float over = 0;     // so many pixels over the first row the boxes of the layers begin
  bool opens = true;  // a layer that is pressed
};
// The layers as boxes, the lines of the words, and on them as thick as its effect what comes over from the
// other sentence; null: nothing of that yet.
void add_cause_ways(const Page& page, stage::Scene& scene, const CauseWays* ways, const CauseLook& look);
// Where a layer adds to the lines: what is pressed there to exchange a row. And the node behind that.
struct CausePlace {
  Area area;  // of all of its rows
  Rows rows;
  std::string path;
  std::string called;  // "after layer 2"
};
std::vector<CausePlace> cause_places(const Page& page, const CauseWays& ways);
// In the margin: what an effect is, and which head carries most.
std::vector<RichText> told_of_causes(const Page& page, const CauseWays* ways);

}  // namespace headlight::place
