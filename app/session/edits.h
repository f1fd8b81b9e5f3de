// The edits of a session among one another: which of them take one another's place.
#pragma once

#include <vector>

#include "app/session/session.h"
#include "core/models/trace.h"

namespace headlight {

// Whether both do the same kind of thing to the same cells, whatever their numbers.
bool same_place(const Edit& a, const Edit& b);

// Adds an edit behind the others, without those of which it leaves nothing; rows and columns are clipped to
// the node of `trace` (null while it is not known). An edit that says nothing, or of a node that is not
// there, is left out.
void add_edit(std::vector<SessionEdit>& edits, Edit edit, const Trace* trace);

}  // namespace headlight
