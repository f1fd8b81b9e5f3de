// `headlight train MODEL`: the models that the stage opens, a function each.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "app/commands/learning.h"
#include "app/commands/training_run.h"
#include "core/learn/causal_training.h"
#include "core/learn/character_training.h"
#include "core/learn/picture_evaluate.h"
#include "core/learn/seq2seq_training.h"
#include "core/learn/translator_training.h"

namespace headlight {

// `headlight train translator`: progress, checkpoints, and a model folder at the end.

namespace {

namespace fs = std::filesystem;

constexpr std::size_t watched = 200;  // held-out sentences translated at each checkpoint

double watch(const Trainer& trainer) {
  const std::vector<Example>& held_out = trainer.corpus().held_out;
  const auto count = static_cast<std::ptrdiff_t>(std::min(watched, held_out.size()));
  return exact_translation(*trainer.model(), {held_out.begin(), held_out.begin() + count});
}

bool run(Trainer& trainer, const fs::path& checkpoint, int until) {
  return train_until(trainer, checkpoint, until, [&] {
    char text[64];
    std::snprintf(text, sizeof text, "held-out exact %5.1f %%", 100 * watch(trainer));
    return std::string(text);
  });
}

Start started(const Recipe& recipe, const fs::path& checkpoint) {
  StartSteps steps;
  steps.run = [&](Trainer& trainer, int until) { return run(trainer, checkpoint, until); };
  steps.resumed = [&](const Trainer& trainer) {
    std::printf("going on from step %d of %s\n", trainer.step(), checkpoint.c_str());
  };
  steps.looked = [](const FirstLook& look) {
    std::printf("seed %llu: the best head finds %.0f %% of what \"it\" means%s\n",
                static_cast<unsigned long long>(look.seed), 100 * look.accuracy,
                look.found   ? ""
                : look.again ? "; beginning again with the next seed"
                             : "; no seed is left to begin again with");
    std::fflush(stdout);
  };
  return start_training(recipe, checkpoint, steps);
}

}  // namespace

int train_translator(const TrainOptions& options) {
  Recipe recipe = translator_recipe();
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;

  const fs::path checkpoint = checkpoint_of(options.folder);
  prepare_model_folder(options.folder);
  std::printf("writing %d sentence pairs ...\n", recipe.corpus.train);
  std::fflush(stdout);
  const Stopwatch stopwatch;
  const Start start = started(recipe, checkpoint);
  Trainer& trainer = *start.trainer;
  const bool done = !start.interrupted && run(trainer, checkpoint, recipe.steps);
  if (!done) {
    stopped_training(trainer, options.folder);
    return interrupted_training;
  }

  // A run that was interrupted took as long as its steps would have in one go.
  const double share = static_cast<double>(recipe.steps) / std::max(1, recipe.steps - start.from);
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const std::vector<Example>& taught = trainer.corpus().train;
  const auto some = static_cast<std::ptrdiff_t>(std::min<std::size_t>(1000, taught.size()));
  // Half the digits, and so twice the words in a file of one size; what is measured is what is kept.
  with_heads_in_order(*trainer.model(), {taught.begin(), taught.begin() + some})
      ->save(options.folder, StoredType::f16);
  const auto model = load_model(options.folder, AnswerKind::translation);
  Card card = translator_card(*model, trainer.recipe(), trainer.corpus(), stopwatch.seconds() * share);
  for (Measure& measure : measures_of_class(options.folder, *model, card))
    card.measures.push_back(std::move(measure));
  save_card(card, options.folder);
  finish_training(options.folder);
  return 0;
}

// `headlight train causal`: progress, checkpoints, and a model folder at the end.

namespace {

constexpr std::size_t watched_sentences = 200;  // held-out sentences read at each checkpoint
constexpr int watched_lists = 20;

std::string watch(const CausalTrainer& trainer) {
  const auto model = trainer.model();
  const std::span<const Continuation> held_out(trainer.corpus().held_out);
  char text[64];
  std::snprintf(text, sizeof text, "held-out perplexity %6.2f, lists %3.0f %%",
                perplexity(*model, held_out.first(std::min(watched_sentences, held_out.size()))),
                100 * induction(*model, induction_lists(model->target(), watched_lists)).accuracy);
  return text;
}

}  // namespace

int train_causal(const TrainOptions& options) {
  CausalRecipe recipe = causal_recipe();
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  std::printf("writing %d sentences ...\n", recipe.corpus.train);
  std::fflush(stdout);
  CausalTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch(trainer); });
  if (!seconds) return interrupted_training;
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  trainer.model()->save(options.folder, StoredType::f16);
  // What is measured is what is kept.
  const auto model = load_model(options.folder, AnswerKind::next_token);
  save_card(causal_card(*model, trainer.recipe(), trainer.corpus(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

// `headlight train seq2seq` and `seq2seq-attention`: progress, checkpoints, and a model folder at the end.

namespace {

constexpr std::size_t sentences_watched = 200;  // held-out sentences translated at each checkpoint

std::string watch_translations(const Seq2SeqTrainer& trainer) {
  const std::span<const Example> held_out(trainer.corpus().held_out);
  const ForcedShares shares =
      forced_shares(trainer.model(), held_out.first(std::min(sentences_watched, held_out.size())));
  char text[64];
  std::snprintf(text, sizeof text, "held-out exact %5.1f %%", 100 * shares.exact.share());
  return text;
}

int train_recurrent_translator(const TrainOptions& options, bool attention) {
  Seq2SeqRecipe recipe = seq2seq_recipe(attention);
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  std::printf("writing %d sentence pairs ...\n", recipe.corpus.train);
  std::fflush(stdout);
  Seq2SeqTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch_translations(trainer); });
  if (!seconds) return interrupted_training;
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const Seq2SeqFiles trained = trainer.model();
  write_model(options.folder, trained.config, trained.weights, trained.words, StoredType::f16);
  // What is measured is what is kept.
  const auto kept = read_model<Seq2SeqConfig>(options.folder);
  save_card(seq2seq_card(kept, trainer.recipe(), trainer.corpus(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace

int train_seq2seq(const TrainOptions& options) { return train_recurrent_translator(options, false); }
int train_seq2seq_attention(const TrainOptions& options) { return train_recurrent_translator(options, true); }

// `headlight train characters` and `characters-rnn`: progress, checkpoints, and a model folder at the end.

namespace {

constexpr std::size_t lines_watched = 200;  // held-out lines read at each checkpoint

std::string watch_lines(const CharacterTrainer& trainer) {
  const std::span<const std::vector<int>> held_out(trainer.corpus().held_out);
  char text[64];
  std::snprintf(text, sizeof text, "held-out perplexity %6.3f",
                perplexity(trainer.model(), held_out.first(std::min(lines_watched, held_out.size()))));
  return text;
}

int train_characters_of(const TrainOptions& options, RecurrentCell cell) {
  CharacterRecipe recipe = character_recipe(cell);
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder);
  std::printf("writing %d sentences ...\n", recipe.corpus.train);
  std::fflush(stdout);
  CharacterTrainer trainer(recipe);
  const std::optional<double> seconds =
      train_to_the_end(trainer, options.folder, [&] { return watch_lines(trainer); });
  if (!seconds) return interrupted_training;
  std::printf("measuring on %zu held-out sentences ...\n", trainer.corpus().held_out.size());
  std::fflush(stdout);
  const CharacterFiles trained = trainer.model();
  write_model(options.folder, trained.config, trained.weights, trained.words, StoredType::f16);
  // What is measured is what is kept.
  const auto kept = read_model<CharacterConfig>(options.folder);
  save_card(character_card(kept, trainer.recipe(), trainer.corpus(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace

int train_characters(const TrainOptions& options) {
  return train_characters_of(options, RecurrentCell::lstm);
}
int train_characters_rnn(const TrainOptions& options) {
  return train_characters_of(options, RecurrentCell::rnn);
}

// `headlight train caption-rnn`, `caption-attention`, `caption-transformer` and `vit`: progress, checkpoints,
// and a model folder at the end.

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
  const auto kept = load_model(options.folder, AnswerKind::caption);
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
  const auto kept = load_model(options.folder, AnswerKind::one_label);
  save_card(vision_card(*kept, trainer.recipe(), *seconds), options.folder);
  finish_training(options.folder);
  return 0;
}

}  // namespace headlight
