#include "app/session/turn_weights.h"

#include <algorithm>

namespace headlight {

std::vector<float> turned_weights(std::span<const float> row, int key, float value,
                                  std::span<const char> may_look) {
  std::vector<float> turned(row.begin(), row.end());
  const auto at = static_cast<std::size_t>(key);
  if (key < 0 || at >= row.size() || may_look[at] == 0) return turned;
  double others = 0;
  int free = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i == at || may_look[i] == 0) continue;
    others += row[i];
    ++free;
  }
  if (free == 0) return turned;
  const double rest = 1.0 - std::clamp(value, 0.0F, 1.0F);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i == at) {
      turned[i] = static_cast<float>(1.0 - rest);
    } else if (may_look[i] == 0) {
      turned[i] = 0;
    } else {
      turned[i] = static_cast<float>(others > 0 ? row[i] / others * rest : rest / free);
    }
  }
  return turned;
}

}  // namespace headlight
