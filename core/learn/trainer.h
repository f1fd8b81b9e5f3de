// Trains a translator: every sentence on its own tape, the same ops that are shown on screen.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/recipe.h"
#include "core/learn/training.h"
#include "core/models/translator.h"

namespace headlight {

class Trainer final : public Training {
 public:
  explicit Trainer(const Recipe& recipe);
  // With a corpus made before (shared by several seeds).
  Trainer(Recipe recipe, std::shared_ptr<const Corpus> corpus);

  const Recipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }

  std::shared_ptr<const Translator> model() const;

 private:
  Batch next_batch() override;
  float dropout_at(int step) const override { return step < recipe_.dropout_steps ? recipe_.dropout : 0; }
  void prepare(int step, Weights& weights) override;

  Recipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  Batches batches_;
  std::optional<Batches> first_;  // of the first kinds
};

}  // namespace headlight
