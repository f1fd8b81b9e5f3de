// Language models over characters from their corpus to their card.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/characters.h"
#include "core/models/folder.h"
#include "train/learn/causal_training.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"

namespace headlight {

// What a language model over characters learns from: the English side of the translator's corpus, written out
// a sentence a line.

struct CharacterCorpus {
  Vocabulary characters;                          // the end of a line first, then by their code points
  std::vector<std::vector<int>> train, held_out;  // lines, each with its end
};

CharacterCorpus make_character_corpus(const Corpus& translator);

// Trains a recurrent language model over characters: after each, the one that comes next.

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

  CharacterFiles model() const { return {recipe_.model, weights(), words()}; }
  std::string watch() const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;

 private:
  Batch next_batch() override;

  CharacterRecipe recipe_;
  CharacterCorpus corpus_;
  Random random_;
};

// Measures a language model over characters on text it was not trained on, and how far back its gradient
// reaches.

// A line of characters as places that are asked: all of it but its first, which nothing stands before.
std::vector<Continuation> continuations_of(std::span<const std::vector<int>> lines);

// exp of the mean of -log P a character, over lines that are read alone.
double perplexity(const CharacterFiles& model, std::span<const std::vector<int>> lines,
                  const Progress& progress = {});

// The mean length of d loss_t / d h_{t-k} for k = 0 ... `farthest`, where loss_t is -log P of the character
// behind place t, over places t that have so many before them, in lines at least so long. With an LSTM also
// of d loss_t / d c_{t-k}: along its cell nothing has to be squashed (Hochreiter and Schmidhuber 1997).
struct GradientThroughTime {
  MeasuredCurve state, cell;  // `cell` is empty without one
};
inline constexpr int farthest_gradient = 40;
GradientThroughTime gradient_through_time(const CharacterFiles& model,
                                          std::span<const std::vector<int>> lines,
                                          int farthest = farthest_gradient, int most_lines = 150);

// `perplexity`, `trigram_perplexity`, and `gradient_kept`: the length for k = farthest_gradient over that for
// k = 0. The trigram counts the `train` that the model learned from.
std::vector<Measure> character_measures(const CharacterFiles& model, std::span<const std::vector<int>> train,
                                        std::span<const std::vector<int>> held_out,
                                        const GradientThroughTime& gradient, const Progress& progress = {});

// The card of a language model over characters: what it was trained on, its measures, and how far back its
// gradient reaches.

// `seconds`: how long the training took.
Card character_card(const CharacterFiles& model, const CharacterRecipe& recipe, const CharacterCorpus& corpus,
                    double seconds, const Progress& progress = {});

// What is measured and plotted, on the lines held out; into `card`.
void measure_characters(Card& card, const CharacterFiles& model, const CharacterCorpus& corpus,
                        const Progress& progress = {});

}  // namespace headlight
