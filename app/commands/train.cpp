#include <array>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/learning.h"
#include "app/commands/options.h"

namespace headlight {

namespace {

struct Recipes {
  const char* name;
  int (*train)(const TrainOptions& options);
};
constexpr std::array trainings{Recipes{"translator", train_translator},
                               Recipes{"causal", train_causal},
                               Recipes{"seq2seq", train_seq2seq},
                               Recipes{"seq2seq-attention", train_seq2seq_attention},
                               Recipes{"characters", train_characters},
                               Recipes{"characters-rnn", train_characters_rnn},
                               Recipes{"caption-rnn", train_captions},
                               Recipes{"caption-attention", train_captions},
                               Recipes{"caption-transformer", train_captions},
                               Recipes{"vit", train_vit},
                               Recipes{"positions", train_positions},
                               Recipes{"learning", train_learning}};

int train(const TrainOptions& options) {
  std::string names;
  for (const Recipes& each : trainings) {
    names += (names.empty() ? "" : ", ") + std::string(each.name);
    if (options.name != each.name) continue;
    if (each.train != train_positions && (options.task || options.kind))
      throw std::invalid_argument("train: --task and --kind are for positions");
    return each.train(options);
  }
  throw std::invalid_argument("train: no recipe is called \"" + options.name + "\"; there are: " + names);
}

}  // namespace

void add_train(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = program.add_subcommand("train", "Train a shipped model again");
  command
      ->add_option("NAME", options->name,
                   "The model: translator, causal, seq2seq, seq2seq-attention, characters, "
                   "characters-rnn, caption-rnn, caption-attention, caption-transformer, vit, positions or "
                   "learning")
      ->required();
  command->add_option("-o,--output", options->folder, "The folder to write; if not given, ./NAME");
  command->add_option("--seed", options->seed, "Another seed than the recipe's");
  command->add_option("--steps", options->steps, "Another number of steps than the recipe's")
      ->check(at_least(1));
  command->add_option("--task", options->task, "positions: only this task, two_back or third");
  command->add_option("--kind", options->kind, "positions: only this kind or variant, such as rotary");
  command->callback([options, &chosen] {
    if (options->folder.empty()) options->folder = options->name;
    chosen = [options] { return train(*options); };
  });
}

}  // namespace headlight
