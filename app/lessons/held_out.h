// Claims about behaviour, counted over many sentences that the model was not trained on:
//
//   held_out(pronoun = right_pronoun)     in how many of them the model writes the right pronoun
//   held_out()                            how many there are
//
// Each sentence is translated under the step's edits. An edit of "it", of the noun it means or of the other
// noun moves to where these stand in that sentence.
#pragma once

#include <functional>
#include <vector>

#include "app/lessons/expression.h"

namespace headlight {

inline constexpr int held_out_sentences = 400;
// A model of few words has fewer, but at least so many.
inline constexpr int fewest_held_out_sentences = 200;

// Whether `quote` counts, and what it counts is not known yet for the results' model and edits; or it asks
// for the number of sentences, and they are not drawn yet.
bool awaits_counts(const LessonExpression& quote, const Results& results);

// Counts all that `quotes` ask for, in one pass over the sentences (a second or two); what is counted is kept
// for the process. Asks `go_on` before each sentence and gives up, returning false, when it says no; asked
// for the same again, it goes on there.
bool make_counts(const std::vector<QuotePtr>& quotes, const Results& results,
                 const std::function<bool()>& go_on = {});

}  // namespace headlight
