// The small models that were trained with each kind of positions, on letters.
#pragma once

#include <string>

#include "app/session/labs/lab_work.h"

namespace headlight {

// Whether the small models are shipped here.
bool has_trained_positions();
// The kind's name among them: "appended" for sinusoids that are.
std::string trained_name(const PositionsLab& lab);

// Reads the letters with the lab's task and kind; fills side 0 of `recorded` and the tables
//   "answers"  a row for each place: the letter that is right (no number where none is asked), the one
//   answered "head"     one row: the head with most weight on the right places, and how much that is "rates"
//   a row for each of kinds_measured() and one for the guess from the bag of letters: the share of
//              right answers within the lengths trained on, beyond them, and the least and most of the runs
void work_on_trained(LabWork& work, const PositionsLab& lab, Document& recorded);

}  // namespace headlight
