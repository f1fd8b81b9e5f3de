// The cards of models that look at pictures: what was trained on what, with the measures of
// `picture_evaluate`.
#pragma once

#include "core/learn/caption_trainer.h"
#include "core/learn/picture_evaluate.h"
#include "core/learn/vision_trainer.h"
#include "core/models/card.h"

namespace headlight {

Card caption_card(const Captioner& model, const CaptionRecipe& recipe, double seconds,
                  const Progress& progress = {});

Card vision_card(const VisionTransformer& model, const VisionRecipe& recipe, double seconds,
                 const Progress& progress = {});

// Measures and curves of a captioner's card, again.
void measure_captions(Card& card, const Captioner& model, const Progress& progress = {});

}  // namespace headlight
