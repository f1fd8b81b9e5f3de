#include "core/learn/picture_card.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/text/thousands.h"

namespace headlight {

namespace {

// Whether there is an attention to the cells of the picture.
bool looks_back(const Captioner& model) { return !model.anatomy().attentions.empty(); }

std::string how_trained(const Optimization& how, int batch, std::uint64_t seed, float jitter,
                        std::int64_t parameters, double seconds) {
  const double minutes = std::max(1.0, std::round(seconds / 60.0));
  char text[400];
  std::snprintf(
      text, sizeof text,
      "%d steps of %d scenes, drawn during training, brightness and contrast varied by %.2g; Adam (%.3g, "
      "%.3g), learning rate %.3g after %d steps of warm-up, then a cosine decay; gradients clipped to length "
      "%.2g; seed %llu; %.0f minute%s on two cores; %s parameters",
      how.steps, batch, static_cast<double>(jitter), how.beta_1, how.beta_2, how.peak_rate, how.warmup,
      how.clip, static_cast<unsigned long long>(seed), minutes, minutes > 1 ? "s" : "",
      thousands(parameters).c_str());
  return text;
}

constexpr const char* captioned_scenes =
    "Drawn scenes of 64 x 64 pixels (core/pictures): one to three objects of five shapes, six colours and "
    "two sizes, with a caption by rule. A tenth of the captions that name two or three objects one by one is "
    "never trained on, nor is any background with an odd number; all measures are taken on these. No example "
    "says where to look.";

std::string caption_departures(const Captioner& model, const CaptionRecipe& recipe) {
  const std::string small =
      "Four small convolutions, trained from scratch, replace a large network trained on photographs. ";
  if (recipe.context_dropout == 0 && !looks_back(model)) {
    const std::string whose =
        recipe.eye.empty()
            ? small
            : "Its convolutions, and what is added for the place of a cell, are those of " + recipe.eye +
                  ", which were not trained any further: both write from the same cells. ";
    return "Vinyals et al. 2015, with a GRU instead of their LSTM. " + whose +
           "The vector of the picture is given to the decoder at every word, not only before the first.";
  }
  if (recipe.context_dropout > 0) {
    return "Xu et al. 2015, soft attention, with a GRU instead of their LSTM. " + small +
           "In training, at half of the words the state does not receive what is looked at, and the choice "
           "of the word does not see a part of the state, so that each word has to look for itself. Their "
           "penalty for cells that no word looks at is left out.";
  }
  return small +
         "Layers are pre-norm, and the encoder-decoder attention has one head, so that there is one answer "
         "to where a word looks.";
}

std::string caption_title(const Captioner& model, const CaptionRecipe& recipe) {
  if (!looks_back(model)) return "Captions, recurrent, through one vector";
  return recipe.context_dropout > 0 ? "Captions, recurrent with attention" : "Captions, a Transformer";
}

}  // namespace

void measure_captions(Card& card, const Captioner& model, const Progress& progress) {
  const CaptionShares shares = caption_shares(model, scenes_measured, SceneUse::measuring, progress);
  card.measures = caption_measures(shares, looks_back(model));
  card.curves = {exact_by_objects(shares)};
}

Card caption_card(const Captioner& model, const CaptionRecipe& recipe, double seconds,
                  const Progress& progress) {
  Card card;
  card.name = recipe.name;
  card.title = caption_title(model, recipe);
  card.origin = "trained";
  card.data = captioned_scenes;
  card.recipe =
      how_trained(recipe, recipe.batch, recipe.seed, recipe.jitter, model.weights().parameters(), seconds);
  card.departs = caption_departures(model, recipe);
  card.limits =
      "It knows only drawn scenes, of at most three objects that hardly overlap. Given a photograph, it "
      "names shapes that are not there.";
  if (!looks_back(model))
    card.limits +=
        " The whole picture has to pass through one vector: the more objects, the more often a caption is "
        "wrong.";
  if (looks_back(model)) card.reference_head = HeadPlace{"decoder", "cross_attention", 0, 0};
  measure_captions(card, model, progress);
  return card;
}

Card vision_card(const VisionTransformer& model, const VisionRecipe& recipe, double seconds,
                 const Progress& progress) {
  Card card;
  card.name = "vit";
  card.title = "Which shape is the red one?";
  card.origin = "trained";
  card.data =
      "Drawn scenes of 64 x 64 pixels (core/pictures): three or four objects of which one is red; the label "
      "is its shape. In one of four scenes the red object was removed or painted another colour, and the "
      "label is none. Backgrounds with odd numbers are never trained on; all measures are taken on these. No "
      "example says where to look.";
  card.recipe =
      how_trained(recipe, recipe.batch, recipe.seed, recipe.jitter, model.weights().parameters(), seconds);
  card.departs =
      "Dosovitskiy et al. 2021, far smaller, and trained from scratch. A patch passes through a ReLU and a "
      "second linear layer before it is a token. ReLU instead of their GELU.";
  card.limits =
      "It knows only drawn scenes, and one question. When more than one object is red, it still names one "
      "shape.";
  card.reference_head = find_looking_head(model);
  card.measures = answer_measures(
      answer_shares(model, *card.reference_head, scenes_measured, SceneUse::measuring, progress));
  return card;
}

}  // namespace headlight
