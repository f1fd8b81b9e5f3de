// `headlight-train model NAME`: a row for each model that is shipped, the small ones of labs among them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/live_training.h"
#include "core/models/folder.h"
#include "core/platform/paths.h"
#include "core/text/languages.h"
#include "train/commands/commands.h"
#include "train/commands/training_run.h"
#include "train/learn/causal_training.h"
#include "train/learn/character_training.h"
#include "train/learn/corpus.h"
#include "train/learn/picture_training.h"
#include "train/learn/positions_runs.h"
#include "train/learn/reference_translations.h"
#include "train/learn/seq2seq_training.h"
#include "train/learn/translator_training.h"
#include "train/learn/write_pairs.h"

namespace headlight {

namespace {

namespace fs = std::filesystem;

struct TrainOptions {
  std::string name;                   // "translator", "causal", "seq2seq-attention" ...
  std::filesystem::path folder;       // where the model is written
  std::optional<std::uint64_t> seed;  // none: the recipe's own
  std::optional<int> steps;
  std::filesystem::path corpus;     // translators: real sentence pairs
  std::filesystem::path own;        // translators: a folder of such, written for Headlight
  int meant = 0;                    // translators: so many sentences about everyday things
  std::filesystem::path words;      // translator: a model's folder, for its vocabularies
  bool pairs_only = false;          // translator: what is learned from is written, and nothing trained
  std::optional<std::string> task;  // positions: one of the tasks alone
  std::optional<std::string> kind;  // positions: one of the kinds alone
  LiveChanges changes;              // small-translator
};

// The recipe with what was asked for, in a folder that takes the model.
template <typename Recipe>
Recipe prepared(const TrainOptions& options, Recipe recipe, const char* examples = "sentences") {
  if (options.seed) recipe.seed = *options.seed;
  if (options.steps) recipe.steps = *options.steps;
  prepare_model_folder(options.folder, options.name);
  if constexpr (requires { recipe.corpus.train; }) {
    std::printf("writing %d %s ...\n", recipe.corpus.train, examples);
    std::fflush(stdout);
  }
  return recipe;
}

void say_corpus(const Corpus& corpus) {
  if (!corpus.said.empty()) std::printf("%s\n", corpus.said.c_str());
  std::printf("%s English and %s French tokens\n", thousands(corpus.source.size()).c_str(),
              thousands(corpus.target.size()).c_str());
  std::fflush(stdout);
}

template <typename Trainer, typename Recipe>
int train_with(const TrainOptions& options, Recipe recipe, const char* examples = "sentences") {
  Trainer trainer(prepared(options, std::move(recipe), examples));
  if constexpr (requires { trainer.corpus().said; }) say_corpus(trainer.corpus());
  const std::optional<double> seconds = train_to_the_end(trainer, options.folder);
  if (!seconds) return interrupted_training;
  finish_training(trainer, options.folder, *seconds);
  return 0;
}

Start start_translator(const TranslatorRecipe& recipe, const fs::path& checkpoint) {
  StartSteps steps;
  steps.corpus_made = say_corpus;
  steps.run = [&](ShippedTranslatorTrainer& trainer, int until) {
    return train_until(trainer, checkpoint, until);
  };
  steps.resumed = [&](const ShippedTranslatorTrainer& trainer) {
    std::printf("going on from step %d of %s\n", trainer.step(), checkpoint.string().c_str());
  };
  steps.looked = [](const FirstLook& look) {
    std::printf("seed %llu: the best head finds %.0f %% of what \"it\" means%s\n",
                static_cast<unsigned long long>(look.seed), 100 * look.accuracy,
                look.found   ? ""
                : look.again ? "; beginning again with the next seed"
                             : "; no seed is left to try");
    std::fflush(stdout);
  };
  return start_training(recipe, checkpoint, steps);
}

// Of a translator: with the file of real sentences, if any, but for those that the lists beside the shipped
// model measure on.
CorpusOptions corpus_of(const TrainOptions& options) {
  CorpusOptions corpus = translator_recipe().corpus;
  corpus.real = options.corpus;
  corpus.own = options.own;
  corpus.meant = options.meant;
  if (!options.words.empty()) {
    WordsFile words = read_words(options.words / "words.json");
    corpus.vocabularies = {std::move(words.source), std::move(words.target)};
  }
  if (options.corpus.empty()) {
    std::printf(
        "without --corpus it learns only sentences from a grammar, and is right less often about others\n");
    return corpus;
  }
  for (const char* const list : class_lists) {
    const fs::path file = assets_folder() / "models/translator" / (std::string(list) + ".tsv");
    if (!fs::exists(file)) continue;
    for (const ClassSentence& sentence : read_class_set(file)) corpus.leave_out.push_back(sentence.english);
  }
  return corpus;
}

// Begins again with another seed where nothing is to be expected of this one.
int train_translator(const TrainOptions& options) {
  TranslatorRecipe recipe = prepared(options, translator_recipe(corpus_of(options)), "sentence pairs");
  if (options.pairs_only) {
    const Corpus corpus = make_corpus(recipe.corpus);
    say_corpus(corpus);
    recipe.model.source_words = corpus.source.size();
    recipe.model.target_words = corpus.target.size();
    write_pairs(options.folder, corpus, recipe.model);
    std::printf("the pairs are in %s; scripts/train_translator.py learns from them\n",
                options.folder.string().c_str());
    return 0;
  }
  const fs::path checkpoint = checkpoint_of(options.folder);
  const Stopwatch stopwatch;
  const Start start = start_translator(recipe, checkpoint);
  ShippedTranslatorTrainer& trainer = *start.trainer;
  if (start.interrupted || !train_until(trainer, checkpoint, recipe.steps)) {
    stopped_training(trainer, options.folder);
    return interrupted_training;
  }
  // A run that was interrupted took as long as its steps would have in one go.
  const double share = static_cast<double>(recipe.steps) / std::max(1, recipe.steps - start.from);
  finish_training(trainer, options.folder, stopwatch.seconds() * share);
  return 0;
}

// `headlight-train model positions` and `small-translator`: the small models of labs.

constexpr int shown_every = 25;     // steps
constexpr int watched_every = 200;  // steps between two measures of the accuracy
constexpr int watched_sequences = 20;

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%5.1f %%", 100 * share);
  return text;
}

// Until the run is done; false when it was stopped before. `after`: steps of the runs that follow it.
bool run_until_done(PositionsTrainer& trainer, const Interrupt& interrupt, int after) {
  const TrainingProgress display;
  const Stopwatch watch;
  const PositionsRecipe& recipe = trainer.recipe();
  double loss = 0;
  double accuracy = 0;
  while (!trainer.done()) {
    if (interrupt.asked()) return false;
    const double now = trainer.advance();
    loss = trainer.step() == 1 ? now : 0.9 * loss + 0.1 * now;
    const bool milestone = trainer.step() % watched_every == 0 || trainer.done();
    if (milestone) {
      accuracy = order_score(*trainer.model(), recipe.task, within_length, watched_sequences).accuracy;
    }
    if (milestone || trainer.step() % shown_every == 0) {
      char says[96];
      std::snprintf(says, sizeof says, "loss %.3f  right %s", loss, percent(accuracy).c_str());
      const int to_do = recipe.steps - trainer.step() + after;
      display.show(trainer.step(), recipe.steps, says, watch.seconds() / trainer.step() * to_do,
                   trainer.done());
    }
  }
  return true;
}

// Of the small models of the kinds of positions, those that are missing are trained: run after run, each kept
// as soon as it is finished. Returns the exit code.
int train_positions(const TrainOptions& options) {
  std::vector<PositionsRecipe> recipes = position_recipes(options.task, options.kind, options.seed);
  for (PositionsRecipe& recipe : recipes) {
    if (options.steps) recipe.steps = *options.steps;
  }
  const bool all = !options.task && !options.kind && !options.seed;
  check_shipping(options.folder, recipes);
  const int count = static_cast<int>(recipes.size());
  const Interrupt interrupt;
  for (int i = 0; i < count; ++i) {
    const PositionsRecipe& recipe = recipes[i];
    if (finished_run(options.folder, recipe)) continue;
    std::printf("%d of %d: %s, positions %s, seed %llu\n", i + 1, count, name_of(recipe.task).c_str(),
                std::string(recipe.variant.name).c_str(), static_cast<unsigned long long>(recipe.seed));
    std::fflush(stdout);
    const std::clock_t start = std::clock();
    PositionsTrainer trainer(recipe);
    if (!run_until_done(trainer, interrupt, recipe.steps * (count - i - 1))) {
      std::printf("\nstopped; the same command goes on with this run, %d of %d\n", i + 1, count);
      return interrupted_training;
    }
    const PositionsRun kept =
        keep_run(options.folder, trainer, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    std::printf("  right at %d letters %s, at %d %s\n", within_length,
                percent(kept.scores.front().accuracy).c_str(), beyond_length,
                percent(kept.scores.back().accuracy).c_str());
  }
  if (!all) {
    std::printf(
        "the runs are in %s; without --task, --kind and --seed, all are trained and a card is written\n",
        (options.folder / "runs").string().c_str());
    return 0;
  }
  std::printf("measuring the models that are shipped ...\n");
  std::fflush(stdout);
  ship_positions(options.folder, recipes);
  std::printf("the models and their card are in %s; their runs are in %s\n", options.folder.string().c_str(),
              (options.folder / "runs").string().c_str());
  return 0;
}

// `headlight-train model small-translator`: what the window trains, without it; some twenty of its steps are
// kept.
int train_live(const TrainOptions& options) {
  const LiveKind& kind = live_kind(options.name);
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  if (options.seed && *options.seed > most)
    throw std::invalid_argument("--seed " + std::to_string(*options.seed) +
                                ": this training takes seeds from 0 to " + std::to_string(most));
  const int seed = options.seed ? static_cast<int>(*options.seed) : kind.usual_seed;
  LiveTraining training(kind, seed, options.folder, options.steps, options.changes);
  if (training.run().step > 0) std::printf("going on from step %d\n", training.run().step);
  const Interrupt interrupt;
  const TrainingProgress display;
  const Stopwatch watch;
  const int from = training.run().step;
  while (!training.done() && !interrupt.asked()) {
    const bool measured = training.advance();
    const LiveRun& run = training.run();
    if (!measured) continue;
    const LivePoint& point = run.points.back();
    char says[128];
    std::snprintf(says, sizeof says, "loss %.3f  %s %s  %s %s", point.held_out_loss, kind.right,
                  percent(point.right).c_str(), kind.head_does, percent(point.head_right).c_str());
    display.show(run.step, run.steps, says, watch.seconds() / (run.step - from) * (run.steps - run.step),
                 true);
  }
  training.save();
  const LiveRun& run = training.run();
  if (!run.done()) {
    std::printf("\nstopped at step %d of %d; the same command goes on\n", run.step, run.steps);
    return interrupted_training;
  }
  if (const std::optional<int> step = run.head_appeared())
    std::printf("the head appeared by step %d\n", *step);
  else
    std::printf("no head appeared: no head looked there in %.0f %% of the examples\n", 100 * head_appears_at);
  Card card = training.learner().card(run);
  card.name = kind.name;
  card.title = std::string(kind.title) + " at " + std::to_string(run.kept.size()) + " steps of its training";
  card.measures = evaluate_model(options.folder, card);
  save_card(card, options.folder);
  std::printf("its saved steps and their card are in %s\n", options.folder.string().c_str());
  return 0;
}

struct Row {
  const char* name;
  int (*train)(const TrainOptions& options);
  bool learns_corpus = false;  // real sentence pairs, of a file
};
using Options = const TrainOptions&;
int train_captions(Options options) {
  return train_with<CaptionTrainer>(options, caption_recipe(options.name));
}
constexpr Row trainings[] = {
    {"translator", train_translator, true},
    {"causal", [](Options options) { return train_with<CausalTrainer>(options, causal_recipe()); }},
    {"seq2seq",
     [](Options options) {
       return train_with<Seq2SeqTrainer>(options, seq2seq_recipe(false, corpus_of(options)),
                                         "sentence pairs");
     },
     true},
    {"seq2seq-attention",
     [](Options options) {
       return train_with<Seq2SeqTrainer>(options, seq2seq_recipe(true, corpus_of(options)), "sentence pairs");
     },
     true},
    {"characters",
     [](Options options) {
       return train_with<CharacterTrainer>(options, character_recipe(RecurrentCell::lstm));
     }},
    {"characters-rnn",
     [](Options options) {
       return train_with<CharacterTrainer>(options, character_recipe(RecurrentCell::rnn));
     }},
    {"caption-rnn", train_captions},
    {"caption-attention", train_captions},
    {"caption-transformer", train_captions},
    {"vit", [](Options options) { return train_with<VisionTrainer>(options, vision_recipe()); }},
    {"positions", train_positions},
    {"small-translator", train_live}};

// "translator, causal, ... positions or small-translator".
std::string all_names(const char* last) {
  std::string names;
  for (const Row& row : trainings)
    names += (names.empty() ? "" : &row == std::end(trainings) - 1 ? last : ", ") + std::string(row.name);
  return names;
}

int train(const TrainOptions& options) {
  const auto row = std::find_if(std::begin(trainings), std::end(trainings),
                                [&](const Row& each) { return options.name == each.name; });
  if (row == std::end(trainings)) {
    throw std::invalid_argument("there is no recipe called \"" + options.name + "\"; choose one of " +
                                all_names(", "));
  }
  if (row->train != train_positions && (options.task || options.kind))
    throw std::invalid_argument("--task and --kind are for positions; leave them out");
  if (row->train != train_live && options.changes != LiveChanges())
    throw std::invalid_argument(
        "--without-division and --short-queries are for small-translator; leave them out");
  if (!row->learns_corpus && !options.corpus.empty())
    throw std::invalid_argument("--corpus: " + options.name +
                                " learns no sentence pairs; they are for translator, seq2seq and "
                                "seq2seq-attention. Leave it out");
  // What is no file of pairs is refused before anything is written.
  if (!options.corpus.empty()) read_real_pairs(options.corpus);
  return row->train(options);
}

}  // namespace

void add_train(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = program.add_subcommand("model", "Train a shipped model again");
  command->add_option("NAME", options->name, "The model: " + all_names(" or "))->required();
  command->add_option("-o,--output", options->folder, "The folder to write; if not given, ./NAME");
  command->add_option("--seed", options->seed, "Another seed than the recipe's");
  command->add_option("--steps", options->steps, "Another number of steps than the recipe's")
      ->check(at_least(1));
  command
      ->add_option("--corpus", options->corpus,
                   "translators: real sentence pairs to learn as well: English, a tab, French; also .gz")
      ->check(CLI::ExistingFile);
  command
      ->add_option("--own", options->own,
                   "translators: a folder of more such files, the sentences written for Headlight: corpus/")
      ->check(CLI::ExistingDirectory);
  command
      ->add_option("--meant", options->meant,
                   "translators: this many more sentences from the grammar, about everyday things")
      ->check(at_least(0));
  command
      ->add_option("--words", options->words,
                   "translator: a model's folder; its words are learned, and no others")
      ->check(CLI::ExistingDirectory);
  command->add_flag("--pairs-only", options->pairs_only,
                    "translator: only write the training data, for scripts/train_translator.py");
  command->add_option("--task", options->task, "positions: only this task, two_back or third");
  command->add_option("--kind", options->kind, "positions: only this kind or variant, such as rotary");
  command->add_flag("--without-division{false}", options->changes.divided_scores,
                    "small-translator: scores are not divided by √d_k");
  command->add_flag("--short-queries", options->changes.short_queries,
                    "small-translator: the queries begin √d_k times shorter");
  command->callback([options, &chosen] {
    if (options->folder.empty()) options->folder = options->name;
    chosen = [options] { return train(*options); };
  });
}

}  // namespace headlight
