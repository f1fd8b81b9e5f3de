// A translator that learns from sentence pairs: every few sentences on a tape of their own, of the same ops
// that are shown on screen.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/corpus.h"
#include "core/learn/training.h"
#include "core/models/model.h"

namespace headlight {

struct TranslatorRecipe : Optimization {
  TransformerConfig model;  // the sizes of the vocabularies are filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;       // of the first weights, the order of the sentences and dropout
  int batch = 96;               // sentence pairs
  float dropout = 0.1F;         // none on the attention weights
  int dropout_steps = 1 << 30;  // so many steps have it, and those behind them none
  float smoothing = 0.1F;       // of the labels
  // A curriculum (Bengio et al. 2009): so many steps see sentences of these kinds alone.
  int first_steps = 0;
  std::vector<std::string> first_kinds;
  // Whether a head forms in which "it" looks at the noun it means is luck of the first weights, and shows
  // early: at this step the best head must look there in this share of the references, or else training
  // begins again with the next seed, so many times at most. At step 0 nobody looks.
  int look_step = 0;
  double look_accuracy = 0.8;
  int starts = 8;
  // The queries of every head begin sqrt(d_k) times shorter: without a division of the scores, the same
  // function at the start as with one.
  bool short_queries = false;
  // Before the model settles, the queries of the last encoder layer become so many times as long: its
  // softmax has a lower temperature then, with which the rest learns to do. Of no effect without
  // `settle_steps`.
  float sharpen = 1;
};

// Of a small one that learns sentences about "it" and little else, in some minutes: to be watched.
TranslatorRecipe small_translator_recipe();

class TranslatorTrainer : public Training {
 public:
  TranslatorTrainer(TranslatorRecipe recipe, std::shared_ptr<const Corpus> corpus);

  const TranslatorRecipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }

  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }

 private:
  Batch next_batch() override;
  float dropout_at(int step) const override { return step < recipe_.dropout_steps ? recipe_.dropout : 0; }
  void prepare(int step, Weights& weights) override;

  TranslatorRecipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  CorpusBatches batches_;
  std::optional<Batches> first_;  // of the first kinds
};

}  // namespace headlight
