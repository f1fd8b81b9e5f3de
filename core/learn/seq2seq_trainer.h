// Trains a recurrent encoder-decoder on the translator's corpus, with teacher forcing (Williams and Zipser
// 1989).
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/learn/adam.h"
#include "core/learn/batches.h"
#include "core/learn/example_tapes.h"
#include "core/models/seq2seq.h"

namespace headlight {

struct Seq2SeqRecipe : Optimization {
  Seq2SeqConfig model;  // the sizes of the vocabularies are filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;  // of the first weights and the order of the sentences
  int batch = 96;          // sentence pairs
  int together = 16;       // of them on one tape: sentences of one length
};

// The recipe of the shipped model with attention, or without.
Seq2SeqRecipe seq2seq_recipe(bool attention);

class Seq2SeqTrainer {
 public:
  explicit Seq2SeqTrainer(const Seq2SeqRecipe& recipe);
  // With a corpus made before.
  Seq2SeqTrainer(const Seq2SeqRecipe& recipe, std::shared_ptr<const Corpus> corpus);
  Seq2SeqTrainer(const Seq2SeqTrainer&) = delete;
  Seq2SeqTrainer& operator=(const Seq2SeqTrainer&) = delete;

  const Seq2SeqRecipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }
  const Weights& weights() const { return *weights_; }
  int step() const { return step_; }
  bool done() const { return step_ >= recipe_.steps; }

  // One step; returns the mean loss a word of its batch. The same on one core as on several.
  double advance();

 private:
  Seq2SeqRecipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  Batches batches_;
  std::unique_ptr<Weights> weights_;
  Moments moments_;
  std::unique_ptr<BatchTapes> tapes_;
  int step_ = 0;
};

}  // namespace headlight
