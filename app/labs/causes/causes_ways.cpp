// The map of causes for other views: its rows, and by which key the heads have what they hand on.
#include <cmath>
#include <memory>

#include "app/labs/causes/causes_work.h"
#include "core/models/model.h"

namespace headlight {

std::shared_ptr<const CauseWays> cause_ways_of(const LabInput& input, const CausesStudy& study) {
  if (study.alone || !study.whole || !study.nothing.empty()) return nullptr;
  auto ways = std::make_shared<CauseWays>();
  ways->from = study.from;
  ways->to = study.to;
  ways->word = study.word;
  ways->other = study.other;
  struct Asked {
    HeadPlace head;
    int query, key;
  };
  std::vector<Asked> asked;
  for (const CausalMap::Block& block : study.map.blocks) {
    // Neighbours that were exchanged together are no rows.
    if (block.together > 1) continue;
    for (std::size_t row = 0; row < block.effects.size(); ++row) {
      if (!std::isfinite(block.effects[row])) continue;
      const int at = static_cast<int>(row);
      ways->rows.push_back({block.path, at, block.effects[row]});
      if (!block.is_head || std::fabs(block.effects[row]) < CauseWays::least) continue;
      const Place place = place_of(block.path);
      const int weights =
          study.to->find(head_path(place.stack, *place.layer, place.attention, *place.head, "weights"));
      if (weights < 0) continue;
      const int keys = study.to->tape().node(weights).shape.cols;
      for (int key = 0; key < keys; ++key)
        asked.push_back(
            {{std::string(place.stack), std::string(place.attention), *place.layer, *place.head}, at, key});
    }
  }
  const auto runs = *input.piece("causes ways", [&] {
    return std::make_shared<CausalRuns>(input.model, study.from, study.to, study.question);
  });
  const auto links = *input.piece("causes links", [] { return std::make_shared<std::vector<double>>(); });
  causes_in_pieces(
      input,
      {.name = "causes each link",
       .from = 0.9F,
       .advance =
           [&](const auto& go_on) {
             while (links->size() < asked.size()) {
               if (!go_on()) return false;
               const Asked& each = asked[links->size()];
               const std::optional<Edit> edit = runs->exchange_by_key(each.head, each.query, each.key);
               links->push_back(!edit || runs->changes_nothing(*edit) ? 0 : runs->effect({*edit}));
             }
             return true;
           },
       .progress =
           [&] { return static_cast<double>(links->size()) / static_cast<double>(asked.size() + 1); }});
  for (std::size_t i = 0; i < asked.size(); ++i)
    ways->links.push_back({asked[i].head, asked[i].query, asked[i].key, (*links)[i]});
  return ways;
}

}  // namespace headlight
