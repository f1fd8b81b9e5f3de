// The JSON of a ```session block: a partial session in which a word may stand for its place.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace headlight {

// `start` changed by `json`, which begins at `line` of `file`. On a problem `start` is returned.
//   "token": "it"        and row, col and other of edits and cells: a word of the sentence
//   "sentence"           without a "compare" stands alone, without a "token" it has "it" in focus, or no word
Session read_session_block(const std::string& json, const Session& start, const std::string& file, int line,
                           std::vector<Problem>& problems);

}  // namespace headlight
