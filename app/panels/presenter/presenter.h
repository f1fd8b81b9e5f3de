// Before a class: the whole screen for one idea, in type that the back row reads.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"

namespace headlight {

// What goes on in front of a class, begun anew with every presentation.

struct PresenterState {
  double since = -1;      // when it began; negative: it does with the next frame
  int asks = 0;           // the page by which the lesson would take the stage from sentences of one's own
  double asked = 0;       // when it was last pressed
  std::string page;       // what the page that was turned to is called
  double turned = -1;     // when
  bool in_place = false;  // where it began in the one place is remembered
  bool black = false;
  bool spotlight = false;
  bool pointer = false;  // the mouse was moved since the last key
  float mouse_x = 0, mouse_y = 0;
};

void draw_presenter(const PanelContext& context, const Area& screen);

// A page that is shown instead of the open lab, and how it is left.
struct PresentedPage {
  void (*draw)(const PanelContext& context, const Area& area) = nullptr;
  void (*leave)(const PanelContext& context) = nullptr;
};
void present_page(const PanelContext& context, const Area& screen, const PresentedPage& page);

// The clicker: so many pages on, or back when negative. Of the model the pages are its steps, of labs
// the labs; in a lesson those of the lesson.
void turn_page(const PanelContext& context, int by);

// The sentences alone, in all of the area: where each of their words stands, and its place in either sentence
// (-1: not in that one); and themselves.
struct IdeaWord {
  std::string text;
  std::array<int, 2> place;
  Area area;
  bool asks = false;
};
std::vector<IdeaWord> idea_words(const PanelContext& context, const Area& area);
void draw_idea_words(const PanelContext& context, const Area& area);
// What the model writes for them, from the word on in which the translations part.
void draw_presented_answer(const PanelContext& context, const Area& area);

}  // namespace headlight
