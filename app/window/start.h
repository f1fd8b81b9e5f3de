// With what a window begins and what it leaves behind, whatever opened it.
#pragma once

#include "app/session/opening.h"
#include "app/session/session_file.h"
#include "app/widgets/widget_state.h"

namespace headlight {

// The session to begin with, and in `states` what has to be said about it.
Session begin_with(const WindowStart& start, const Autosave& autosave, States& states);

// Once: that nothing would be left after an unexpected end, unless something else has to be read first.
void say_what_is_not_kept(const Autosave& autosave, States& states, bool& said);

// What is open stays for the next start, saved or not; so does what this one found and nobody asked for.
void leave_behind(const States& states, const Session& session, Autosave& autosave);

// How large a window may be: never larger than the screen that it opens on.
struct WindowSize {
  int width = 0, height = 0;
  bool operator==(const WindowSize&) const = default;
};

// What the window system adds to each side of a size that was asked for: its frame and its title.
struct WindowFrame {
  int left = 0, top = 0, right = 0, bottom = 0;
};

// The size to ask for: `wanted`, or the largest below it that, once the window system has made it larger by
// its scale (1.5 at 150 %; below 1 it makes nothing smaller) and framed it, is not larger than `free`, the
// part of the screen that nothing else takes. Where `free` is not known (0 or less) it is `wanted`.
WindowSize fitting_size(WindowSize wanted, WindowSize free, float scale_x, float scale_y,
                        const WindowFrame& frame = {});

}  // namespace headlight
