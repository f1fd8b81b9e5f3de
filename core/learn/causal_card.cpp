#include "core/learn/causal_card.h"

#include <cstdio>

#include "core/text/thousands.h"

namespace headlight {

Card causal_card(const LanguageModel& model, const CausalRecipe& recipe, const CausalCorpus& corpus,
                 double seconds, const Progress& progress) {
  Card card;
  card.name = "causal";
  card.title = "English, word by word";
  card.origin = "trained";
  card.data = thousands(static_cast<long long>(corpus.train.size())) +
              " English sentences written by a grammar (core/grammar), " +
              thousands(corpus.words.size() - 2) + " words; and lists of " +
              std::to_string(recipe.shortest_list) + " to " + std::to_string(recipe.longest_list) +
              " random words that come twice, where only the second time counts in the loss. A tenth of the "
              "combinations "
              "of words is held out and never trained on.";
  char text[400];
  std::snprintf(
      text, sizeof text,
      "%d steps of %d sentences, %d lists among them; Adam (%.3g, %.3g), learning rate %.3g after %d "
      "steps of warm-up, then a cosine decay; no dropout, no label smoothing, gradients clipped to length "
      "%.2g; seed %llu; %.0f minutes on two cores; %s parameters",
      recipe.steps, recipe.batch, recipe.lists, recipe.beta_1, recipe.beta_2, recipe.peak_rate, recipe.warmup,
      recipe.clip, static_cast<unsigned long long>(recipe.seed), std::max(1.0, seconds / 60.0),
      thousands(model.weights().parameters()).c_str());
  card.recipe = text;
  card.departs =
      "A decoder without an encoder (Radford et al. 2018): pre-norm, rotary positions (Su et al. 2021), the "
      "output matrix tied to the embedding.";
  card.limits =
      "It knows only sentences of the kinds its grammar writes, one at a time, and lists that come twice; "
      "it continues any other text as if it were one of these. The next word is mostly a free choice of the "
      "grammar, so a perplexity far above 1 is not a fault of the model. Perplexity is measured on held-out "
      "sentences, without the lists. It is measured on " +
      thousands(static_cast<long long>(corpus.held_out.size())) +
      " held-out sentences of the grammar, without lists, over every word from the first one and the end of "
      "each.";
  card.measures = causal_measures(model, corpus.train, corpus.held_out, progress);
  card.reference_head = induction(model, induction_lists(model.vocabulary(), 50)).head;
  return card;
}

}  // namespace headlight
