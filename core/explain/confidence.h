// How sure a model is, in words and in numbers: doubts about an answer, and how surprising each token was.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

// How surprised a model that says what comes next was by what did come.

// −log2 P(token | those before it), in bits: 0 where the model was sure of it, one more for each halving of
// the chance. One for each token of the text; nothing for the first, which nothing came before, and where the
// probabilities are no numbers. Its mean is the cross-entropy, 2 to that the perplexity. Empty for a model
// that does not say what comes next.
std::vector<std::optional<float>> surprise_of(const Trace& trace);

// Over the tokens that have one; nothing where none has.
std::optional<float> mean_surprise(const std::vector<std::optional<float>>& bits);

}  // namespace headlight
