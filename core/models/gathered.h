// Edits of nodes that gather what other nodes computed time by time.
#pragma once

#include <vector>

#include "core/tape/tape.h"

namespace headlight {

// The same edits, those of a node that stacks others ("decoder.0.cross_attention.head.0.weights") as edits of
// the nodes it is gathered from, of which the rest of the model is computed: row t of the states is the state
// of time t.
std::vector<Edit> at_their_source(const Tape& tape, const std::vector<Edit>& edits);

}  // namespace headlight
