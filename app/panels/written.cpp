#include "app/panels/written.h"

#include "core/explain/align.h"

namespace headlight {

std::array<Written, 2> written_of(const PanelContext& context) {
  std::array<Written, 2> both;
  for (int side = 0; side < 2; ++side) {
    if (context.pictures.trace(side) == nullptr) continue;
    const std::vector<std::string>& target = context.pictures.trace(side)->words().target;
    if (!target.empty()) both[side].words.assign(target.begin() + 1, target.end());
    both[side].differs.assign(both[side].words.size(), false);
  }
  if (!context.pictures.two()) return both;
  for (const AlignedWord& word : align(both[0].words, both[1].words)) {
    if (word.first && word.second && both[0].words[*word.first] == both[1].words[*word.second]) continue;
    const std::array<std::optional<int>, 2> places = {word.first, word.second};
    for (int side = 0; side < 2; ++side) {
      if (!places[side]) continue;
      both[side].differs[*places[side]] = true;
      if (both[side].first < 0) both[side].first = *places[side];
    }
  }
  return both;
}

bool joins(const std::string& word) { return word.ends_with("'") || word.ends_with("’"); }

}  // namespace headlight
