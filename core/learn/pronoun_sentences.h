// Held-out sentences in which the pronoun has to be found out: what a claim about "it" is counted over.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/example.h"
#include "core/text/vocabulary.h"

namespace headlight {

// Sentences with two nouns that "it" could mean, one masculine and one feminine in French: who reads no noun
// is right in half of them. Their combinations are held out, so that none was trained on; no two are alike,
// and the same vocabularies give the same sentences on every machine. Fewer than `count` where the
// vocabularies lack words.
std::vector<Example> pronoun_sentences(const Vocabulary& source, const Vocabulary& target, int count);

// The first il or elle of French words; "none" without one.
std::string first_pronoun(std::span<const std::string> french);

// "animal", "place", "person" or "thing" (all other nouns): what an English word of the corpus names. "other"
// for what is no noun.
std::string_view kind_of_noun(std::string_view english);

}  // namespace headlight
