// What can be tried in the one place: fourteen questions, each answered by a lab that fills the stage of the
// frame.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/panels/place/place_parts.h"

namespace headlight {

// A question as a pupil would ask it. Two labs that answer one are two places of its page.
struct ExperimentQuestion {
  struct At {
    const char* lab = "";
    const char* name = "";  // on the switch between them
  };
  int group;
  const char* asks;
  const char* shows;    // what one sees there
  const char* experts;  // what those call it who know it
  std::array<At, 2> at;

  const Lab* lab(std::size_t place = 0) const;  // null where there is no such place
};
std::span<const ExperimentQuestion> experiment_questions();
// The one that a lab answers.
const ExperimentQuestion& question_of(const Lab* lab);
// In the one place, with the word that it shows as the chosen one.
void open_experiment(const PanelContext& context, const Lab* lab);

namespace place {

// A part of the path, and where it leads.
struct Crumb {
  std::string text, id;
  Action to;
};
// The path from the sentence to here, where one is last.
std::vector<Crumb> crumbs_of(const Page& page);

// Whether the page of questions, or one of them, is shown.
bool shows_experiments(const Page& page);
std::vector<Crumb> experiment_crumbs(const Page& page);
// In the place of in and out.
void draw_way_out(const Page& page, const Area& place);
// What stands between the bars.
void draw_experiments(const Page& page);
void follow_experiment_keys(const Page& page);
// Before a class: its picture for the back row, the rows of the words, or all of the lab in `area`. Whether
// the title stands over it.
bool draw_presented_experiment(const Page& page, const Area& area);
// What Page Down goes through there: the steps of the question's labs, and the one that is shown.
struct ExperimentStops {
  int count = 0, at = 0;
};
ExperimentStops experiment_stops(const PanelContext& context);
void turn_experiment(const PanelContext& context, int by);
// The place that a page beside the altitudes was entered from.
std::string entered_from(const Page& page);

// The same of the page of lessons, which is shown while none of them is open.
bool shows_lessons(const Page& page);
std::vector<Crumb> lessons_crumbs(const Page& page);
void draw_lessons(const Page& page);
void follow_lesson_keys(const Page& page);

// In the margin.
Telling telling_of_experiment(const Page& page);
Area draw_experiment_choices(const Page& page, const Area& margin);

}  // namespace place
}  // namespace headlight
