// Which kinds of words were neighbours in a corpus, as the tables of the grammar know kinds.
#pragma once

#include "core/learn/example.h"
#include "core/models/word_pairs.h"

namespace headlight {

// Nouns, adjectives and the forms of verbs are kinds; a word of two tables is a kind of both; every other
// word is its own.
WordPairs seen_pairs(const std::vector<Example>& examples);

}  // namespace headlight
