// What a model keeps of the words of its corpus (core/models/seen_words.h).
#pragma once

#include "core/grammar/example.h"
#include "core/models/seen_words.h"

namespace headlight {

// Nouns, adjectives and the forms of verbs are kinds, as the tables of the grammar know them; a word of two
// tables is a kind of both; every other word is its own.
SeenWords corpus_words(const std::vector<Example>& examples);

// Those made as the sentences of that corpus were: without neighbours and translations that it never had. A
// grammar may have grown since a model learned from it.
std::vector<Example> made_as(const SeenWords& seen, std::vector<Example> examples);

}  // namespace headlight
