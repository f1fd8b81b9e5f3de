// The work sheet of a session: tasks for pencil and paper on the step that is shown, or on all of its head.
#pragma once

#include "app/session/results.h"
#include "app/session/session.h"
#include "core/exercises/work_sheet.h"

namespace headlight {

// The step alone; or all steps of the head it belongs to, of a lab all that it records, in their order.
enum class SheetSteps { one, all };

// Of the sentence that the steps follow, about the word in focus; while none is, about the one that spreads
// its attention most. Throws std::invalid_argument that says what to choose where there is nothing to
// calculate by hand, and with the results' own error where nothing is computed.
WorkSheet work_sheet_of(const Session& session, const Results& results, SheetSteps steps = SheetSteps::one);

// Whether there are further steps to take tasks from: the one shown is of a head, or a lab's.
bool has_more_steps(const Session& session, const Results& results);

// Whether the step that is shown may have tasks: labs without recorded matrices have none.
bool can_have_tasks(const Session& session, const Results& results);

}  // namespace headlight
