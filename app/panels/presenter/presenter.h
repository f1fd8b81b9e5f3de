// Before a class: the whole screen for one idea, in type that the back row reads.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

void draw_presenter(const PanelContext& context, const Area& screen);

// The clicker: so many pages on, or back when negative. Of the model the pages are its steps, of labs
// the labs; in a lesson those of the lesson.
void turn_page(const PanelContext& context, int by);

// The sentences, and where the word in focus looks.
void draw_one_idea(const PanelContext& context, const Area& area);
// What the model writes for them, from the word on in which the translations part.
void draw_presented_answer(const PanelContext& context, const Area& area);

}  // namespace headlight
