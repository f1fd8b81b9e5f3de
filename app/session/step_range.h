// Which steps an animation shows.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/models/trace.h"

namespace headlight {

// The paths of all steps from one to another, both included, in the order they were computed; an empty name
// stands for the first or the last step. Throws std::out_of_range for a path that is not there,
// std::invalid_argument when `to` comes before `from`.
std::vector<std::string> steps_between(const Trace& trace, const std::string& from, const std::string& to);

// The steps of the selected head: from its queries to its output.
std::vector<std::string> steps_of_head(const Trace& trace, const Session& session);

}  // namespace headlight
