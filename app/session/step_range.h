// What an animation shows, frame by frame.
#pragma once

#include <string>
#include <vector>

#include "app/session/document.h"
#include "app/session/session.h"
#include "core/models/trace.h"

namespace headlight {

// The paths of all steps from one to another, both included, in the order they were computed; an empty name
// stands for the first or the last step. Throws std::out_of_range for a path that is not there,
// std::invalid_argument when `to` comes before `from`.
std::vector<std::string> steps_between(const Trace& trace, const std::string& from, const std::string& to);

// The steps of the selected head: from its queries to its output.
std::vector<std::string> steps_of_head(const Trace& trace, const Session& session);

// A frame for each of these steps, in the Steps view.
std::vector<Session> frames_of_steps(const Session& session, const Document& document,
                                     const std::vector<std::string>& paths);

// Whether the stage is a picture under a map for each row of the selected head: then an animation goes
// through those, a word or a cell after another.
bool goes_through_rows(const Session& session, const Trace& trace);
// What an animation shows where no steps are named: these rows, else the steps of the selected head. Throws
// std::invalid_argument while nothing is computed.
std::vector<Session> frames_of_selection(const Session& session, const Document& document);

}  // namespace headlight
