// Trains a recurrent language model over characters: after each, the one that comes next.
#pragma once

#include "core/learn/character_corpus.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/characters.h"

namespace headlight {

using CharacterFiles = FilesOf<CharacterConfig>;

struct CharacterRecipe : Optimization {
  CharacterConfig model;  // how many characters there are is filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;  // of the first weights and of the lines
  int tapes = 2;           // a step, each of `together` texts side by side
  int together = 32;
  // Characters of a text: a line drawn evenly and those behind it. Gradients go back to its beginning, where
  // the state is zero, and no farther (Williams and Peng 1990).
  int length = 100;
};

// The recipe of the shipped models: one layer of LSTM, or of a simple recurrent network whose state is as
// wide.
CharacterRecipe character_recipe(RecurrentCell cell);

class CharacterTrainer final : public Training {
 public:
  explicit CharacterTrainer(const CharacterRecipe& recipe);

  const CharacterRecipe& recipe() const { return recipe_; }
  const CharacterCorpus& corpus() const { return corpus_; }

  CharacterFiles model() const;

 private:
  Batch next_batch() override;

  CharacterRecipe recipe_;
  CharacterCorpus corpus_;
  Random random_;
};

}  // namespace headlight
