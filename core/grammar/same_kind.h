// Which words can stand in the same place of a sentence, looked up by their English.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/lexicon.h"

namespace headlight::grammar {

// English words that could stand where `english` stands: for an animal the other animals, for a cause of the
// animal (tired) the other causes of the animal, then those of a place (wide); verbs in the same form. Empty
// for a word without kin.
std::vector<std::string> words_of_same_kind(std::string_view english);

// The noun or the adjective of an English word, also from its plural; null for any other word.
const Noun* find_noun(std::string_view english);
const Adjective* find_adjective(std::string_view english);

// Whether an English word is a noun: what a pronoun can stand for.
bool is_noun(std::string_view english);

}  // namespace headlight::grammar
