// The lesson rail: how far somebody is in the lessons, and the pages that it draws.
#pragma once

#include <map>
#include <string>

#include "app/lessons/lesson.h"
#include "app/panels/common/panels.h"

namespace headlight {

class Glossary;

// How far somebody is in the lessons, beside the step and answer that the session holds.

struct LessonState {
  std::string typed;                     // the answer being typed to a free question
  std::map<std::string, int> reached;    // the furthest step seen of each lesson
  std::string last;                      // the lesson opened last
  std::map<std::string, bool> unfolded;  // groups of the list that somebody folded or unfolded
  float below = 0;                       // units of the step’s text that lie below what is in sight
  bool note_open = false;                // the note for the teacher is unfolded
  std::string shown;                     // the step and answer that the rail last scrolled to

  // What a lesson for any model is read on, and why that is not what was open.
  struct OfModel {
    std::string name;
    std::string why_not;  // see cannot_be_read()
  };
  std::string lesson;  // that was open in the last frame
  OfModel model;       // the one of the last frame
  OfModel before;      // the one that was open when the lesson was opened, and gave way to the lesson's own
};

// What lies on the shelf, the glossary, lessons and models, is read behind the first frame: frames wait for
// no file.

// A slice of reading it; false when there is nothing left to read.
bool read_more_of_shelf();
// The lessons that were read by now; where there are others, they show in one of the next frames.
std::vector<LessonPtr> lessons_on_shelf(Ui& ui);
// The same of the glossary; null until it was read.
const Glossary* glossary_on_shelf(Ui& ui);
// What was not read yet shows in one of the next frames.
void wait_for_shelf(Ui& ui);
// How many of its steps somebody has seen.
int steps_read(const Ui& ui, const Lesson& lesson);

// The lesson rail, from top to bottom. For lesson_*.cpp alone.

// The list of lessons; returns its height.
float draw_contents(const PanelContext& context, const Area& area);
// Each frame, whether a lesson is shown or not: which model was open before it.
void follow_model(const PanelContext& context);
// Why a lesson for any model is not read on the one that was open: a sentence, empty where it is.
std::string why_not_read(const PanelContext& context, const Lesson& lesson);
// The open step: heading, text, question; returns its height. `answer_top` gets how far down the answer
// begins.
float draw_lesson_step(const PanelContext& context, const Area& area, const Lesson& lesson,
                       float& answer_top);

// Its figures, with the numbers of the page; null while they are computed. Returns their height.
float draw_lesson_figures(const PanelContext& context, const Area& area, const LessonStep& step,
                          const LessonPage* page);

// An arrow without a shaft, pointing left (-1) or right (1).
void chevron(Ui& ui, ImVec2 middle, float direction, Rgb colour);
// One pointing down where something is unfolded, else right.
void fold_mark(Ui& ui, ImVec2 middle, bool unfolded, Rgb colour);
void check_mark(Ui& ui, ImVec2 middle, Rgb colour);

}  // namespace headlight
