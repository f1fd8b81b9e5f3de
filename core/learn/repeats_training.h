// A small causal model that learns what comes next in letters that come twice: two heads have to find each
// other for it (an induction head, Olsson et al. 2022).
#pragma once

#include <cstdint>

#include "core/learn/positions_training.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/model.h"

namespace headlight {

struct RepeatsRecipe : Optimization {
  TransformerConfig model;
  std::uint64_t seed = 0;  // of the first weights and of the letters
  int batch = 32;          // sequences
  // So many different letters come twice; every batch has one number of them, drawn evenly, so that no fixed
  // distance leads back to the first time.
  int fewest = 5, most = 12;
};
// Two layers of two heads, in seconds.
RepeatsRecipe repeats_recipe();

// w_1 ... w_n w_1 ... w_n of different letters. Asked is what follows each letter of the second time but the
// last: nothing else can be known. It can be read behind the same letter of the first time.
LettersAsked repeated_letters(int different, Random& random);

class RepeatsTrainer final : public Training {
 public:
  explicit RepeatsTrainer(const RepeatsRecipe& recipe);

  const RepeatsRecipe& recipe() const { return recipe_; }
  ModelPtr model() const;

 private:
  Batch next_batch() override;

  RepeatsRecipe recipe_;
  Random random_;
};

// On so many new sequences of `most` letters twice, which no step had.
WatchedScore repeats_score(const Model& model, const RepeatsRecipe& recipe, int sequences);

}  // namespace headlight
