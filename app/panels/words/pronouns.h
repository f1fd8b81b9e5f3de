// What il and elle say about "it", and what they do not: from the lexicon that the corpus was made with.
#pragma once

#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/panels/words/answer_marks.h"

namespace headlight {

// Which noun each of the two can stand for, the longest wording that is no wider than `room`: “il” is for a
// masculine noun: l'animal (animal). “elle” is for a feminine noun: la rue (street). Where all nouns have one
// gender: that the pronoun fits them all. Empty where the translation has no such pronoun, where it cannot be
// told, and where nothing fits.
std::string pronouns_explained(const PanelContext& context, Type face, float room);

// Why what "it" means stays open, as reasons of a doubt: its nouns have one gender; the head that finds what
// "it" means looks at two of them alike.
std::vector<std::string> pronoun_doubts(const PanelContext& context, int side);

}  // namespace headlight
