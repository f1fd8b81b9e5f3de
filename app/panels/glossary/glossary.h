// The glossary on screen: its page, and the word under the mouse.
#pragma once

#include <string>

#include "app/lessons/glossary.h"
#include "app/panels/common/panels.h"
#include "app/panels/lesson/lesson_text.h"
#include "app/widgets/finder.h"

namespace headlight {

// The page of all words.
struct GlossaryPage {
  FinderState finder;
  std::string asked;  // the word that it opens on
};

// A word under the mouse: explained once the mouse rests on it.
struct TermUnderMouse {
  std::string name;  // empty: none
  double since = 0;  // WidgetState::now when the mouse came there
};

// A word of the glossary on screen: under the mouse, on the page of all words, in Find.

// Its sentence, `width` pixels wide.
float term_height(const Ui& ui, const Term& term, float width, const LessonType& look);
float draw_term(Ui& ui, const Area& area, const Term& term, const LessonType& look);

// Goes to where it can be seen; when that is not there, to its place on the page of all words.
void show_term(const PanelContext& context, const Term& term);
// The page of all words, on this one; on the first one if it is empty.
void open_glossary(const PanelContext& context, const std::string& name);

// Beside the mouse, once it rests on a word; below the tooltip where there is one.
void draw_term_note(const PanelContext& context);

}  // namespace headlight
