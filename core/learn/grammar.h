// The grammar that writes the translator's corpus: English and French at once, with what only it can know.
//
// It is built so that reading the antecedent at "it" is the one way to choose between il and elle that always
// works: conjunctions, verbs and the order of the nouns vary, pairs of one class occur, and so do other
// pronouns and nouns in the place of "it". No English sentence has two translations.
#pragma once

#include <span>
#include <string_view>

#include "core/grammar/random.h"
#include "core/learn/example.h"

namespace headlight {

struct Pattern {
  std::string_view kind;
  int share;  // of the sampled sentences, in parts of the sum over all patterns
  Example (*write)(GrammarRandom&);
};

// reference   the animal didn't cross the street because it was too tired      (two nouns, "it" is one of
// them) same_class  the dog chased the cat because it was hungry trophy      the trophy doesn't fit in the
// suitcase because it is too big pronoun     the woman visited the city because she was curious (nothing to
// decide) student     i am a student agreement   the agreement on the european economic area was signed in
// august 1992 bears       i love bears / she bears the pain / bears won the game simple      the girl finds
// the lamp and paints it
std::span<const Pattern> patterns();

// One sentence of a pattern drawn by its share.
Example write_sentence(GrammarRandom& random);

}  // namespace headlight
