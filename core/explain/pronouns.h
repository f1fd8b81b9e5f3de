// What il and elle say about "it", and what they do not: from the lexicon that the corpus was made with. For
// translations from English to French.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/typed_words.h"
#include "core/models/trace.h"

namespace headlight {

// What French has for "it": of a masculine noun, and of a feminine one.
inline constexpr std::array<std::string_view, 2> pronouns_for_it{"il", "elle"};
constexpr bool is_pronoun_for_it(std::string_view word) {
  return word == pronouns_for_it[0] || word == pronouns_for_it[1];
}

// Where in a translation il or elle stands for "it": -1 where neither does, as in "elle l'aime" for "she
// likes it". French has these words in the order of "he", "she" and "it".
int place_of_it(std::span<const std::string> english, std::span<const std::string> french);

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
