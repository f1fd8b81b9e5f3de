// What Headlight reads of the grammar: the sentences that lessons and labs count over, and those that the
// small translator learns.
#pragma once

#include <string>

namespace headlight {

// As text, a line a sentence, what assets/words has packed: the lists of core/grammar/held_out.h, drawn so
// that every shipped translator finds in them what it would be given if they were drawn for it alone.
std::string text_of_sentence_lists();
// The corpus of a small translator: "train" and "held_out".
std::string text_of_small_translator();

}  // namespace headlight
