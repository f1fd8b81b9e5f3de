#include "app/lab/cause_ways.h"

#include <cmath>

namespace headlight {

const CauseWays::Row* CauseWays::largest(std::string_view path) const {
  const Row* best = nullptr;
  for (const Row& each : rows) {
    if (each.path != path) continue;
    if (best == nullptr || std::fabs(each.effect) > std::fabs(best->effect)) best = &each;
  }
  return best;
}

}  // namespace headlight
