// The card of a causal language model: what it was trained on, what it can and cannot do, its measures.
#pragma once

#include "core/learn/causal_evaluate.h"
#include "core/learn/causal_trainer.h"
#include "core/models/card.h"

namespace headlight {

// `seconds`: how long the training took.
Card causal_card(const LanguageModel& model, const CausalRecipe& recipe, const CausalCorpus& corpus,
                 double seconds, const Progress& progress = {});

}  // namespace headlight
