#include "app/shared/side.h"

#include <algorithm>

namespace headlight {

std::vector<Edit> edits_of(const SidePair& sides) {
  std::vector<Edit> all;
  for (const Side& side : sides) {
    if (side.text.empty()) continue;
    for (const Edit& edit : side.edits) {
      if (std::find(all.begin(), all.end(), edit) == all.end()) all.push_back(edit);
    }
  }
  return all;
}

}  // namespace headlight
