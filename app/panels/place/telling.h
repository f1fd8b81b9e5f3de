// How the margin speaks: of words and numbers in its sentences; and what it says of steps.
#pragma once

#include <string>

#include "app/panels/place/place_parts.h"

namespace headlight::place {

// “word”
std::string in_marks(const std::string& word);
TextRun share_run(float share);
// The chosen word, and one of those that are asked.
std::string row_word(const Page& page);
std::string asked_word(const Page& page, int column);
// What stands at the left, one and many: "word", "letters". Set as the sentence around it.
TextRun unit_run(const Page& page);
TextRun units_run(const Page& page);
// A sentence with {unit} in it.
std::string of_units(const Page& page, const char* sentence);

// What scores are divided by: "√32", or the number where it is no such root; and that of a row, by what its
// largest score has become.
std::string root_called(double root);
std::string root_of_row(const Page& page, int column);

// A step, of a head or outside them; and a cell outside heads.
Telling telling_of_step(const Page& page);
Telling telling_of_model_cell(const Page& page);

}  // namespace headlight::place
