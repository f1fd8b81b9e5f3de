#include "core/learn/translator_card.h"

#include <algorithm>
#include <cstdio>

#include "core/learn/calibration.h"
#include "core/learn/corpus_words.h"
#include "core/text/thousands.h"

namespace headlight {

namespace {

// Enough sentences to tell the heads apart.
constexpr std::size_t sentences_to_choose = 2000;

std::string recipe_text(const Recipe& recipe, double seconds) {
  char text[320];
  std::snprintf(text, sizeof text,
                "%d steps of %d sentences, Adam (%.3g, %.3g), learning rate %.3g after %d steps of warm-up, "
                "then a cosine decay; dropout %.2g for the first %d steps, label smoothing %.2g, gradients "
                "clipped to length %.2g; seed "
                "%llu; %.0f minutes on two cores",
                recipe.steps, recipe.batch, recipe.beta_1, recipe.beta_2, recipe.peak_rate, recipe.warmup,
                static_cast<double>(recipe.dropout), std::min(recipe.dropout_steps, recipe.steps),
                static_cast<double>(recipe.smoothing), recipe.clip,
                static_cast<unsigned long long>(recipe.seed), std::max(1.0, seconds / 60.0));
  std::string whole = text;
  if (recipe.settles_at() < recipe.steps) {
    std::snprintf(
        text, sizeof text,
        "; before the last %d steps, which have their own learning rate (at most %.3g), the queries of the "
        "last encoder layer were made %.3g times as long, which sharpens its weights",
        recipe.steps - recipe.settles_at(), recipe.settle_rate, static_cast<double>(recipe.sharpen));
    whole += text;
  }
  if (recipe.first_steps == 0) return whole;
  std::string kinds;
  for (const std::string& kind : recipe.first_kinds) kinds += (kinds.empty() ? "" : ", ") + kind;
  return whole + "; the first " + std::to_string(recipe.first_steps) +
         " steps only on these kinds of sentences: " + kinds;
}

}  // namespace

std::vector<Measure> translator_measures(const Translator& model, const Card& card,
                                         const std::vector<Example>& held_out, const Progress& progress) {
  std::vector<Measure> measures = evaluate_translator(model, *card.reference_head, held_out, progress);
  if (!card.certainty) return measures;
  for (Measure& measure : unsure_measures(model, *card.certainty, held_out))
    measures.push_back(std::move(measure));
  return measures;
}

Card translator_card(const Translator& model, const Recipe& recipe, const Corpus& corpus, double seconds,
                     const Progress& progress) {
  Card card;
  card.name = "translator";
  card.title = "English to French";
  card.origin = "trained";
  card.data = thousands(static_cast<long long>(corpus.train.size())) +
              " sentence pairs written by a grammar (" + "core/grammar); " +
              std::to_string(corpus.source.size()) + " English and " + std::to_string(corpus.target.size()) +
              " French words. A tenth of the combinations of words is held out and never trained on; the "
              "sentences shown in lessons are among these. No example says where to look.";
  card.recipe = recipe_text(recipe, seconds) + "; " + thousands(model.weights().parameters()) + " parameters";
  card.departs =
      "One encoder-decoder head, on purpose: with several, the decoder itself reads noun, adjective and "
      "pronoun, and the encoder never has to find out what \"it\" means. Two encoder layers and one decoder "
      "layer. English words are whole; regular French endings are tokens of their own (chat ##s).";
  card.limits =
      "It knows only sentences of the kinds its grammar writes, and only its own words. Outside these it is "
      "often wrong, and does not always say so: how often was measured on sentences that people wrote, for "
      "which the grammar was not made (class_right, class_later_right). That attention matters here is shown "
      "by an intervention: exchanging two weights turns il into elle or back (gender_flip_rate). In general, "
      "weights are not explanations.";
  const std::size_t some = std::min(sentences_to_choose, corpus.train.size());
  card.reference_head = find_reference_head(
      model, {corpus.train.begin(), corpus.train.begin() + static_cast<std::ptrdiff_t>(some)});
  card.certainty = calibrate(model, static_cast<int>(corpus.held_out.size()),
                             std::make_shared<const SeenWords>(corpus_words(corpus.train)));
  card.measures = translator_measures(model, card, corpus.held_out, progress);
  card.curves = {exact_shares(model, corpus.held_out).lengths.curve()};
  return card;
}

}  // namespace headlight
