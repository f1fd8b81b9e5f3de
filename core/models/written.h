// A model's answer in words.
#pragma once

#include <string>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

// The words of a translation or a caption, without <s>; every place's label, or the one; the token behind the
// last.
std::vector<std::string> written_words(const Trace& trace);
// The row of "probabilities" that the word at `place` of these was taken from.
int row_of_written(const Trace& trace, int place);
// Whether a word follows the one before it without a space: a comma.
bool is_attached(const std::string& word);
// Words of an answer as a person writes them.
std::string text_of(const std::vector<std::string>& words, AnswerKind answer, std::string_view between = " ");
// As a person writes them: "l'animal n'a pas traversé la rue ...", "A B A", "street".
std::string written(const Trace& trace);

}  // namespace headlight
