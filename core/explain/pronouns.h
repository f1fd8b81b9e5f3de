// What il and elle say about "it", and what they do not: from the lexicon that the corpus was made with. For
// translations from English to French.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/typed_words.h"
#include "core/models/trace.h"

namespace headlight {

// The nouns that the "it" of a translation with il or elle could mean; none where that is no question.
std::vector<NounAt> nouns_asked(const Trace& trace);

// That the pronoun fits all of these, where they have one gender: "“il” fits both: le téléphone (phone) and
// le sac (bag) are masculine". Else empty.
std::string fits_all(const std::vector<NounAt>& nouns);

// Which of these nouns each of the two can stand for, the longest wording first: "“il” is for a masculine
// noun: l'animal (animal). “elle” is for a feminine noun: la rue (street)." ... "il: l'animal, elle: la rue".
std::vector<std::string> genders_explained(const std::vector<NounAt>& nouns);

// Two translations in which "it" means different nouns of one gender, each with where its noun stands: that
// both have the same pronoun. Else empty.
std::string same_pronoun(const std::array<const Trace*, 2>& traces,
                         const std::array<std::optional<Antecedent>, 2>& antecedents);

}  // namespace headlight
