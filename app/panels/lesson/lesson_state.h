// How far somebody is in the lessons, beside the step and answer that the session holds.
#pragma once

#include <map>
#include <string>

namespace headlight {

struct LessonState {
  std::string typed;                     // the answer being typed to a free question
  std::map<std::string, int> reached;    // the furthest step seen of each lesson
  std::string last;                      // the lesson opened last
  std::map<std::string, bool> unfolded;  // groups of the list that somebody folded or unfolded
  float below = 0;                       // units of the step’s text that lie below what is in sight
  bool note_open = false;                // the note for the teacher is unfolded
  std::string shown;                     // the step and answer that the rail last scrolled to
};

}  // namespace headlight
