// Trains a causal language model: at every place, the word that comes next.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/learn/adam.h"
#include "core/learn/batches.h"
#include "core/learn/causal_corpus.h"
#include "core/learn/example_tapes.h"
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

class CausalTrainer {
 public:
  explicit CausalTrainer(const CausalRecipe& recipe);
  CausalTrainer(const CausalTrainer&) = delete;
  CausalTrainer& operator=(const CausalTrainer&) = delete;

  const CausalRecipe& recipe() const { return recipe_; }
  const CausalCorpus& corpus() const { return corpus_; }
  int step() const { return step_; }
  bool done() const { return step_ >= recipe_.steps; }

  // One step; returns the mean loss of the places asked. The same on one core as on several.
  double advance();

  std::shared_ptr<const LanguageModel> model() const;

  // All that is needed to go on, in one file. Throws AccessError.
  void save(const std::filesystem::path& file) const;
  // Goes on from a file of the same recipe. Throws FormatError when it is damaged or another recipe's.
  void resume(const std::filesystem::path& file);

 private:
  std::vector<Continuation> next_batch();

  CausalRecipe recipe_;
  CausalCorpus corpus_;
  std::optional<Batches> batches_;
  Random random_;
  std::unique_ptr<Weights> weights_;
  Moments moments_;
  std::unique_ptr<BatchTapes> tapes_;
  int step_ = 0;
};

}  // namespace headlight
