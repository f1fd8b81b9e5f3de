// Trains a translator: every sentence on its own tape, the same ops that are shown on screen.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/learn/adam.h"
#include "core/learn/batches.h"
#include "core/learn/example_tapes.h"
#include "core/learn/recipe.h"
#include "core/models/translator.h"

namespace headlight {

class Trainer {
 public:
  explicit Trainer(const Recipe& recipe);
  // With a corpus made before (shared by several seeds).
  Trainer(Recipe recipe, std::shared_ptr<const Corpus> corpus);
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  const Recipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }
  int step() const { return step_; }
  bool done() const { return step_ >= recipe_.steps; }

  // One step; returns the mean loss a word of its batch. The same on one core as on several.
  double advance();

  std::shared_ptr<const Translator> model() const;

  // All that is needed to go on, in one file. Throws AccessError.
  void save(const std::filesystem::path& file) const;
  // Goes on from a file of the same recipe. Throws FormatError when it is damaged or another recipe's.
  void resume(const std::filesystem::path& file);

 private:
  void record_tapes();
  const std::vector<int>& next_batch();

  Recipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  Batches batches_;
  std::optional<Batches> first_;  // of the first kinds
  std::unique_ptr<Weights> weights_;
  Moments moments_;
  std::unique_ptr<BatchTapes> tapes_;
  int step_ = 0;
};

}  // namespace headlight
