// `headlight train caption-rnn`, `caption-attention`, `caption-transformer` and `vit`: progress, checkpoints,
// and a model folder at the end.
#include <cstdio>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/picture_card.h"

namespace headlight {

namespace {

constexpr int scenes_watched = 100;  // looked at at each checkpoint

std::string watch_captions(const CaptionTrainer& trainer) {
  const CaptionShares shares = caption_shares(*trainer.model(), scenes_watched);
  char text[64];
  std::snprintf(text, sizeof text, "exact %3.0f %%, in box %3.0f %%", 100 * shares.all().value(),
                100 * shares.in_box.value());
  return text;
}

std::string watch_answers(const VisionTrainer& trainer) {
  const auto model = trainer.model();
  const AnswerShares shares =
      answer_shares(*model, find_looking_head(*model, scenes_watched), scenes_watched);
  char text[64];
  std::snprintf(text, sizeof text, "right %3.0f %%, in box %3.0f %%", 100 * shares.right.value(),
                100 * shares.in_box.value());
  return text;
}

void begin_measuring() {
  std::printf("measuring on %d scenes ...\n", scenes_measured);
  std::fflush(stdout);
}

}  // namespace

int train_captions(const TrainOptions& options) {
  CaptionRecipe recipe = caption_recipe(options.name);
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  CaptionTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch_captions(trainer); });
  if (!seconds) return interrupted_training;
  begin_measuring();
  trainer.model()->save(options.folder, StoredType::f16);
  // What is measured is what is kept.
  const auto kept = Captioner::load(options.folder);
  save_card(caption_card(*kept, trainer.recipe(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

int train_vit(const TrainOptions& options) {
  VisionRecipe recipe = vision_recipe();
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  VisionTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch_answers(trainer); });
  if (!seconds) return interrupted_training;
  begin_measuring();
  trainer.model()->save(options.folder, StoredType::f16);
  const auto kept = VisionTransformer::load(options.folder);
  save_card(vision_card(*kept, trainer.recipe(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace headlight
