// What a teacher needs of a class without a network: controls that are hidden from it, and its answers to the
// question of a lesson, counted.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/panels.h"

namespace headlight {

// What was counted, of each question: kept until Headlight is closed.
struct ClassCount {
  // By the lesson's name and its step, the choices in the order in which they were counted.
  std::map<std::pair<std::string, int>, std::vector<int>> of;
  std::string typed;
  std::vector<std::string> refused;  // of what was entered last
  bool fresh = false;                // just opened: the field takes the keyboard
  std::string shown;                 // the code of one's own answer, in large letters; empty: the count
};

// Whether the open step of a lesson asks something that can be counted.
bool has_class_question(const PanelContext& context);
void open_class_count(const PanelContext& context);
// The code of the answer that was given, to be held up or read out.
void open_answer_code(const PanelContext& context, const std::string& code);

}  // namespace headlight
