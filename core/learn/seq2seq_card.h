// The card of a recurrent encoder-decoder: what was trained on what, with the measures of `seq2seq_evaluate`.
#pragma once

#include "core/learn/seq2seq_evaluate.h"
#include "core/models/card.h"

namespace headlight {

Card seq2seq_card(const Seq2SeqFiles& model, const Seq2SeqRecipe& recipe, const Corpus& corpus,
                  double seconds, const Progress& progress = {});

}  // namespace headlight
