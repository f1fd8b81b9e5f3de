// The words that a session has selected, as places of a map.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/explain/together.h"
#include "core/explain/view.h"

namespace headlight {

// Whether more is selected than one word that asks.
inline bool selects_several(const Look& look) {
  return !look.also_tokens.empty() || !look.key_tokens.empty();
}
// The query rows that are selected, the one in focus first.
std::vector<int> selected_rows(const Look& look);

// Where the tokens of a side stand in a map of theirs.
struct PlacesInMap {
  std::function<int(int token)> row, column;
};
// These rows and the keys that are selected, in a side's map of a node: of the session's own side, or, where
// `both` are known, what stands for them on the other one. Nothing where the node has no tokens there.
ChosenWords chosen_in(const Session& session, const std::vector<int>& rows, int side, const Trace& trace,
                      const std::string& path, const TraceAlignment* both, const PlacesInMap& places);

}  // namespace headlight
