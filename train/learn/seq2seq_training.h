// Recurrent encoder-decoders from their training to their card.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/training.h"
#include "core/models/card.h"
#include "core/models/folder.h"
#include "core/models/seq2seq.h"
#include "train/learn/evaluate.h"
#include "train/learn/translator_training.h"

namespace headlight {

// Trains a recurrent encoder-decoder on the translator's corpus, with teacher forcing (Williams and Zipser
// 1989).

using Seq2SeqFiles = FilesOf<Seq2SeqConfig>;

struct Seq2SeqRecipe : Optimization {
  Seq2SeqConfig model;  // the sizes of the vocabularies are filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;  // of the first weights and the order of the sentences
  int batch = 96;          // sentence pairs
  int together = 16;       // of them on one tape: sentences of one length
};

// The recipe of the shipped model with attention, or without; with a file of real sentences, of one that
// learns them too.
Seq2SeqRecipe seq2seq_recipe(bool attention, const CorpusOptions& corpus = translator_recipe().corpus);

class Seq2SeqTrainer final : public Training {
 public:
  // `corpus`: one made before; null: that of the recipe is made.
  explicit Seq2SeqTrainer(const Seq2SeqRecipe& recipe, std::shared_ptr<const Corpus> corpus = nullptr);

  const Seq2SeqRecipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }

  Seq2SeqFiles model() const { return {recipe_.model, weights(), words()}; }
  std::string watch() const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;

 private:
  Batch next_batch() override;

  Seq2SeqRecipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  CorpusBatches batches_;
};

// Measures a recurrent encoder-decoder on sentences it was not trained on: the figures of its card.

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

// The card of a recurrent encoder-decoder: what was trained on what, with the measures above.

Card seq2seq_card(const Seq2SeqFiles& model, const Seq2SeqRecipe& recipe, const Corpus& corpus,
                  double seconds, const Progress& progress = {});

}  // namespace headlight
