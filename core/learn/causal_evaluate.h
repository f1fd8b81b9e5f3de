// Measures a causal language model on sentences it was not trained on, and on lists of words that come twice.
#pragma once

#include <span>
#include <vector>

#include "core/learn/causal_corpus.h"
#include "core/learn/evaluate.h"
#include "core/models/language_model.h"

namespace headlight {

// exp of the mean of -log P over all places that are asked.
double perplexity(const LanguageModel& model, std::span<const Continuation> sentences,
                  const Progress& progress = {});

// Lists of `length` words that come twice, drawn with a seed of their own.
std::vector<Continuation> induction_lists(const Vocabulary& words, int count, int length = 6);

// How a model goes on with the second of two equal lists. An induction head looks from a word at what came
// behind it the first time (Olsson et al. 2022).
struct Induction {
  double accuracy = 0;         // share of the places asked at which the right word is the likeliest
  HeadPlace head;              // the head that looks there most
  double weight = 0;           // its mean weight on that place
  int heads = 0;               // how many have at least induction_share of their weight there
  double without_head = 0;     // the accuracy while the output of `head` is zero
  double without_another = 0;  // the least accuracy while the output of any one other head is zero
  double without_heads = 0;    // the accuracy while that of all induction heads is zero

  // Previous-token heads: those of the layers before `head`'s with at least induction_share of their mean
  // weight on the place just before. The accuracy while the output is zero of the one that looks there most,
  // of all of them, and, as a control, of all other heads in these layers.
  int previous_heads = 0;
  double without_previous_head = 0, without_previous_heads = 0, without_no_previous_heads = 0;
  std::vector<double> without_layer;  // the accuracy while the output of all heads of a layer is zero
};
inline constexpr double induction_share = 0.3;
Induction induction(const LanguageModel& model, std::span<const Continuation> lists);

// `perplexity`, `trigram_perplexity` and those of Induction, by the names of the card, and the accuracy on
// lists longer than any in training. The trigram counts the `train` that the model learned from.
std::vector<Measure> causal_measures(const LanguageModel& model, std::span<const Continuation> train,
                                     std::span<const Continuation> held_out, const Progress& progress = {});

}  // namespace headlight
