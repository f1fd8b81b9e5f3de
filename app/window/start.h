// With what a window begins and what it leaves behind, whatever opened it.
#pragma once

#include "app/session/autosave.h"
#include "app/session/opening.h"
#include "app/widgets/states.h"

namespace headlight {

// The session to begin with, and in `states` what has to be said about it.
Session begin_with(const WindowStart& start, const Autosave& autosave, States& states);

// Once: that nothing would be left after an unexpected end, unless something else has to be read first.
void say_what_is_not_kept(const Autosave& autosave, States& states, bool& said);

// What is open stays for the next start, saved or not; so does what this one found and nobody asked for.
void leave_behind(const States& states, const Session& session, Autosave& autosave);

}  // namespace headlight
