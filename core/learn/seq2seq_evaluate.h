// Measures a recurrent encoder-decoder on sentences it was not trained on: the figures of its card.
#pragma once

#include <span>
#include <vector>

#include "core/learn/by_length.h"
#include "core/learn/evaluate.h"
#include "core/learn/seq2seq_trainer.h"

namespace headlight {

// While the model is given the known translations, word by word.
struct ForcedShares {
  // Every next word is the likeliest: then greedy decoding writes these words, and no others. The kind
  // "ambiguous" is left out, of which either translation is right.
  ExactByLength exact;
  // The share of content words at which the largest weight is on the word that they translate; 0 without
  // attention.
  double aligned = 0;
  // With attention, of one content word a sentence: the share that becomes another word once the weight of
  // the word that it translates changes places with that of another content word; and, as the control, once
  // the weights of that other one and of a third do.
  double moved_look = 0;
  double moved_others = 0;
  // Of sentences that are translated exactly: the share in which the rest of the translation still follows
  // once the word in the middle is another one, the model's second choice. The words before and behind it
  // are the known ones, as in training; so this is also what greedy decoding writes behind that word.
  double rest_after_wrong_word = 0;
};
ForcedShares forced_shares(const Seq2SeqFiles& model, std::span<const Example> examples,
                           const Progress& progress = {});

// `exact_translation`, `exact_short`, `exact_long`, `rest_after_wrong_word` and, with attention,
// `alignment_accuracy`, `moved_look_changes_word`, `moved_others_change_word`.
std::vector<Measure> seq2seq_measures(const ForcedShares& shares, bool attention);

}  // namespace headlight
