#include "core/learn/seq2seq_card.h"

#include <algorithm>
#include <cstdio>

#include "core/text/thousands.h"

namespace headlight {

namespace {

std::string recipe_of(const Seq2SeqFiles& model, const Seq2SeqRecipe& recipe, double seconds) {
  char text[400];
  std::snprintf(
      text, sizeof text,
      "%d steps of %d sentences, each word given the right ones before it (teacher forcing); Adam (%.3g, "
      "%.3g), learning rate %.3g after %d steps of warm-up, then a cosine decay, %.3g times that for word "
      "vectors; "
      "no dropout, no label smoothing, gradients clipped to length %.2g; seed %llu; %.0f minutes on two "
      "cores; "
      "%s parameters",
      recipe.steps, recipe.batch, recipe.beta_1, recipe.beta_2, recipe.peak_rate, recipe.warmup,
      recipe.embedding_rate, recipe.clip, static_cast<unsigned long long>(recipe.seed),
      std::max(1.0, seconds / 60.0), thousands(model.weights.parameters()).c_str());
  return text;
}

std::string departures_of(const Seq2SeqConfig& config) {
  std::string text;
  if (config.attention) {
    text = "Bahdanau et al. 2015 with smaller states: " + std::to_string(config.d_encoder) +
           " in each direction.";
    if (config.embedding_in_annotation)
      text +=
          " Each annotation also holds the token's own embedding, so that attention finds a word at its own "
          "place and not beside it.";
    if (config.word_in_query)
      text +=
          " Each query is made of the state and the word before; theirs is made of the state alone, which "
          "has not read that word yet.";
  } else {
    text =
        "One layer of GRU (Cho et al. 2014) reads and one writes; the last state of the encoder is given to "
        "the decoder at every word. Sutskever et al. 2014 used four layers of LSTM and read the sentence "
        "backwards.";
  }
  if (config.tied_output)
    text += " Logits are products with the embeddings of the words written (Press and Wolf 2017).";
  return text +
         " The reset gate acts after the product with the state, as in cuDNN and PyTorch. The decoder's "
         "first state, and the vector from which each word is chosen, pass through a tanh layer.";
}

}  // namespace

Card seq2seq_card(const Seq2SeqFiles& model, const Seq2SeqRecipe& recipe, const Corpus& corpus,
                  double seconds, const Progress& progress) {
  const bool attention = model.config.attention;
  Card card;
  card.name = attention ? "seq2seq-attention" : "seq2seq";
  card.title = attention ? "English to French, recurrent with attention"
                         : "English to French, recurrent, through one vector";
  card.origin = "trained";
  card.data = thousands(static_cast<long long>(corpus.train.size())) +
              " sentence pairs written by a grammar (core/grammar), the translator's; " +
              thousands(corpus.source.size()) + " English and " + thousands(corpus.target.size()) +
              " French words. A tenth of the combinations of words is held out and never trained on. No "
              "example says where to look.";
  card.recipe = recipe_of(model, recipe, seconds);
  card.departs = departures_of(model.config);
  card.limits = attention
                    ? "It knows only sentences of the kinds its grammar writes, and only its own words. The "
                      "states it looks at have also read the words around them, so a weight on a word does "
                      "not prove that this word caused the answer."
                    : "The whole sentence has to pass through " + std::to_string(model.config.d_encoder) +
                          " numbers: the longer it is, the more often the translation is wrong (exact short, "
                          "exact long). It knows only sentences of the kinds its grammar writes, and "
                          "only "
                          "its own words.";
  if (attention) card.reference_head = HeadPlace{"decoder", "cross_attention", 0, 0};
  const ForcedShares shares = forced_shares(model, corpus.held_out, progress);
  card.measures = seq2seq_measures(shares, attention);
  card.curves = {shares.exact.curve()};
  return card;
}

}  // namespace headlight
