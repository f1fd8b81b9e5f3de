// The card of a language model over characters: what it was trained on, its measures, and how far back its
// gradient reaches.
#pragma once

#include "core/learn/character_evaluate.h"
#include "core/models/card.h"

namespace headlight {

// `seconds`: how long the training took.
Card character_card(const CharacterFiles& model, const CharacterRecipe& recipe, const CharacterCorpus& corpus,
                    double seconds, const Progress& progress = {});

// What is measured and plotted, on the lines held out; into `card`.
void measure_characters(Card& card, const CharacterFiles& model, const CharacterCorpus& corpus,
                        const Progress& progress = {});

}  // namespace headlight
