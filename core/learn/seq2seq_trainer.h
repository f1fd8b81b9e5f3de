// Trains a recurrent encoder-decoder on the translator's corpus, with teacher forcing (Williams and Zipser
// 1989).
#pragma once

#include <memory>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/training.h"
#include "core/models/folder.h"
#include "core/models/seq2seq_config.h"

namespace headlight {

using Seq2SeqFiles = FilesOf<Seq2SeqConfig>;

struct Seq2SeqRecipe : Optimization {
  Seq2SeqConfig model;  // the sizes of the vocabularies are filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;  // of the first weights and the order of the sentences
  int batch = 96;          // sentence pairs
  int together = 16;       // of them on one tape: sentences of one length
};

// The recipe of the shipped model with attention, or without.
Seq2SeqRecipe seq2seq_recipe(bool attention);

class Seq2SeqTrainer final : public Training {
 public:
  explicit Seq2SeqTrainer(const Seq2SeqRecipe& recipe);
  // With a corpus made before.
  Seq2SeqTrainer(const Seq2SeqRecipe& recipe, std::shared_ptr<const Corpus> corpus);

  const Seq2SeqRecipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }

  Seq2SeqFiles model() const;

 private:
  Batch next_batch() override;

  Seq2SeqRecipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  Batches batches_;
};

}  // namespace headlight
