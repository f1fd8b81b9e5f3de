// The card of a translator that has just been trained.
#pragma once

#include "core/learn/evaluate.h"
#include "core/learn/recipe.h"

namespace headlight {

// A card's figures on held-out sentences: its reference head's, and those of its certainty.
std::vector<Measure> translator_measures(const Translator& model, const Card& card,
                                         const std::vector<Example>& held_out, const Progress& progress = {});

// Chooses the reference head on training sentences, measures on held-out ones, and writes down what was
// trained on what. `seconds` is the time the training took.
Card translator_card(const Translator& model, const Recipe& recipe, const Corpus& corpus, double seconds,
                     const Progress& progress = {});

}  // namespace headlight
