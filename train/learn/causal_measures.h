// How much of a pronoun the heads that are named for it carry: over pairs of held-out sentences that differ
// in the one word that decides what "it" means, heads' outputs are exchanged (core/explain/causal_map.h).
#pragma once

#include <vector>

#include "core/grammar/example.h"
#include "core/learn/cue_pairs.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

// The head of a layer of the encoder in which "it" gives the deciding word the largest weight, on average
// over the sentences with a Reference.
int head_of_cue(const Model& model, const std::vector<Example>& examples, int layer);

struct HeadsCarry {
  int pairs = 0;      // in which the model writes the right pronoun and, for the other word, the other one
  double named = 0;   // mean effect of the outputs of the named heads, taken from the sentence with the cue
  double others = 0;  // and of those of all other heads of the encoder, the named ones left to themselves
};

// `reference`: the head of the encoder that finds the noun. Named with it is, of each layer below, the head
// in which "it" gives the deciding word the largest weight.
HeadsCarry heads_carry(const Model& model, const HeadPlace& reference,
                       const std::vector<ExchangedCue>& pairs);

// The same over these, by the names of the card: `patch_effect_named_heads`, `patch_effect_other_heads`.
// None where the vocabularies have no such pairs, or the model never writes both pronouns.
std::vector<Measure> causal_measures(const Model& model, const Card& card);

}  // namespace headlight
