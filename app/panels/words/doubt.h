// The mark of a translation that is not sure.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

// "? not sure" on a soft ground, its reasons under the mouse; nothing of a translation that is sure. As wide
// as doubt_mark_width() says. Returns its right end.
float doubt_mark_width(const PanelContext& context, int side, Type face);
float draw_doubt_mark(const PanelContext& context, int side, float x, float middle_y, Type face);

// The mark and why, in the middle of a line for the back row.
void draw_presented_doubt(const PanelContext& context, int side, const Area& area);
// The mark at the right end of a line, and why where there is room; nothing where there is none for the mark.
void draw_doubt_at_end(const PanelContext& context, int side, const Area& area);
// Whether the translation of one of the sentences is not sure.
bool any_doubt(const PanelContext& context);

// What is doubtful about this word of the source: that nobody read it, that it is not translated, or that it
// stands beside a word of a kind that it never stood beside in training. Null: nothing.
const Doubt* doubt_of_word(const PanelContext& context, int side, int place);

// Why, in words; empty of one that is sure.
std::string doubt_reasons(const PanelContext& context, int side);
// As many of the reasons as there is room for, none of them cut but the first.
std::string fitted_reasons(const PanelContext& context, int side, Type face, float room);

// The word at which there are two ways to go on, from 0 behind <s>; -1 where there is one.
int parting_of_ways(const Certainty& certainty);
// The words of the other way from there on.
std::vector<std::string> other_way(const Certainty& certainty);

}  // namespace headlight
