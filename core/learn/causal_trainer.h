// Trains a causal language model: at every place, the word that comes next.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/causal_corpus.h"
#include "core/learn/training.h"
#include "core/models/language_model.h"

namespace headlight {

struct CausalRecipe : Optimization {
  TransformerConfig model;  // the size of the vocabulary is filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;  // of the first weights, the order of the sentences and the lists
  int batch = 96;          // sentences, lists among them
  int lists = 16;          // of the batch: words that come twice
  int shortest_list = 3;   // words before they come again
  int longest_list = 8;
};

// The recipe of the shipped model.
CausalRecipe causal_recipe();

class CausalTrainer final : public Training {
 public:
  explicit CausalTrainer(const CausalRecipe& recipe);

  const CausalRecipe& recipe() const { return recipe_; }
  const CausalCorpus& corpus() const { return corpus_; }

  std::shared_ptr<const LanguageModel> model() const;

 private:
  Batch next_batch() override;

  CausalRecipe recipe_;
  CausalCorpus corpus_;
  std::optional<Batches> batches_;
  Random random_;
};

}  // namespace headlight
