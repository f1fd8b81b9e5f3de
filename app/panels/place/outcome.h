// What was tried in the place: whether it is to stay, and what may be tried next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/place/place_parts.h"

namespace headlight::place {

// Whether the edits of the session are those that were kept; and keeps them.
bool is_trial_kept(const Page& page);
void keep_trial(const Page& page);

// One more change that belongs behind the last one.
struct NextTrial {
  std::string label;
  std::vector<Action> actions;
};
std::optional<NextTrial> next_trial(const Page& page);

}  // namespace headlight::place
