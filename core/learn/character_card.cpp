#include "core/learn/character_card.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "core/text/thousands.h"

namespace headlight {

namespace {

constexpr const char* gradient_measured =
    " gradient_kept is a ratio of two means over the first 150 held-out lines with more than 40 characters, "
    "at every seventh place counted from the end of the line: the length of the gradient of that place's "
    "loss with respect to the state 40 characters before, over the same with respect to the state at the "
    "place itself.";

}  // namespace

void measure_characters(Card& card, const CharacterFiles& model, const CharacterCorpus& corpus,
                        const Progress& progress) {
  GradientThroughTime gradient = gradient_through_time(model, corpus.held_out);
  card.measures = character_measures(model, corpus.train, corpus.held_out, gradient, progress);
  card.curves = {std::move(gradient.state)};
  if (!gradient.cell.points.empty()) card.curves.push_back(std::move(gradient.cell));
}

Card character_card(const CharacterFiles& model, const CharacterRecipe& recipe, const CharacterCorpus& corpus,
                    double seconds, const Progress& progress) {
  const bool lstm = model.config.cell == RecurrentCell::lstm;
  const std::string width = std::to_string(model.config.d_state);
  Card card;
  card.name = lstm ? "characters" : "characters-rnn";
  card.title = lstm ? "English, character by character" : "English, character by character, without gates";
  card.origin = "trained";
  const auto count = [](long long sum, const std::vector<int>& line) {
    return sum + static_cast<long long>(line.size());
  };
  card.data = thousands(static_cast<long long>(corpus.train.size())) +
              " English sentences written by a grammar (core/grammar), a line each: " +
              thousands(std::accumulate(corpus.train.begin(), corpus.train.end(), 0LL, count)) +
              " characters, " + std::to_string(corpus.characters.size()) +
              " different ones. A tenth of the combinations of words is held out and never trained on.";
  char text[400];
  const double minutes = std::max(1.0, seconds / 60.0);
  std::snprintf(text, sizeof text,
                "%d steps of %d texts of %d characters, each from the beginning of a line, with a state of "
                "zeros before it; "
                "Adam (%.3g, %.3g), learning rate %.3g after %d steps of warm-up, then a cosine decay; "
                "gradients clipped to length %.2g; seed %llu; %.0f minute%s on two cores; %s parameters",
                recipe.steps, recipe.tapes * recipe.together, recipe.length, recipe.beta_1, recipe.beta_2,
                recipe.peak_rate, recipe.warmup, recipe.clip, static_cast<unsigned long long>(recipe.seed),
                minutes, minutes > 1.5 ? "s" : "", thousands(model.weights.parameters()).c_str());
  card.recipe = text;
  card.departs =
      lstm ? "One layer of LSTM (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. "
             "2000), " +
                 width + " cells, without peepholes; every text begins with a state of zeros."
           : "One layer of a simple recurrent network (Elman 1990) with a state of " + width +
                 ", as wide as that of the model characters, so that only the kind of cell differs; it has a "
                 "quarter of the recurrent weights.";
  card.limits =
      lstm ? "It spells the words of its grammar and builds the grammar's kinds of sentences; it continues "
             "any other text as if it were one of these. It does not know what they mean."
           : "Its gradient fades sooner than that of an LSTM (gradient kept: its length forty characters "
             "back, divided by its length at the character itself), so what stands far back hardly teaches "
             "it. It spells the words of its grammar less well, and does not know what they mean.";
  card.limits += gradient_measured;
  measure_characters(card, model, corpus, progress);
  return card;
}

}  // namespace headlight
