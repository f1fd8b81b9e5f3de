// How sure a model is, in words and in numbers: doubts about an answer, and how surprising each token was.
#pragma once

#include <string>

#include "core/models/certainty.h"
#include "core/models/trace.h"

namespace headlight {

// What is said of a translation that is not sure, and why.

// "probably wrong" (Certainty::probably_wrong()), "not sure", "ambiguous", "unlike what it learned"
// of a picture, or "repeats itself" where certainty is not measured. Where there is no doubt: the name of the
// what the sentence leaves open ("tu or vous"), or empty.
std::string mark_of(const Certainty& certainty);

// "least sure of “elle” (0.52)", "says “mord” three times", "nobody read “tired”",
// "a second translator writes “elle dort”", "“il” (0.55) or “elle” (0.43)".
std::string reason_of(const Doubt& doubt, const Certainty& certainty, const Trace::Words& words);
// All of them, between semicolons; or both words of what is left open.
std::string reasons_of(const Certainty& certainty, const Trace::Words& words);

// What is doubtful about this word of the source, one of the doubt's places, and what that means: "Nobody
// read “tired”: no row of cross-attention gives it much weight".
std::string explained(const Doubt& doubt, int place, const Certainty& certainty, const Trace::Words& words);

// The translation as a person writes it, in quotation marks; of an ambiguous one both, with their
// probabilities.
std::string answer_of(const Trace& trace, const Certainty& certainty);

}  // namespace headlight
