// Measures a language model over characters on text it was not trained on, and how far back its gradient
// reaches.
#pragma once

#include <span>
#include <vector>

#include "core/learn/character_trainer.h"
#include "core/learn/evaluate.h"

namespace headlight {

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

}  // namespace headlight
