#include "app/shared/run.h"

#include <algorithm>

namespace headlight {

std::vector<Edit> edits_of(const RunPair& sides) {
  std::vector<Edit> all;
  for (const Run& run : sides) {
    if (run.text.empty()) continue;
    for (const Edit& edit : run.edits) {
      if (std::find(all.begin(), all.end(), edit) == all.end()) all.push_back(edit);
    }
  }
  return all;
}

}  // namespace headlight
