// `headlight random`: a model that was never trained, of any shape.
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>

#include "app/commands/commands.h"
#include "core/files/file_error.h"
#include "core/files/text.h"
#include "core/models/card.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/models/random_model.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

struct RandomOptions {
  std::string folder;
  std::string like = "translator";
  std::optional<std::string> config;
  std::optional<int> encoder_layers, decoder_layers, heads, head_size, d_model, d_ff, max_tokens;
  bool pre_norm = false;
  std::uint64_t seed = 0;
};

TransformerConfig config_of(const RandomOptions& options) {
  TransformerConfig config = read_config(model_folder(options.like));
  if (options.config) {
    try {
      config = config_from_json(read_text(*options.config));
    } catch (const std::invalid_argument& error) {
      throw FormatError(*options.config, error.what(), "compare it with a shipped model's config.json");
    }
  }
  const auto set = [](std::optional<int> value, int& field) { field = value.value_or(field); };
  set(options.encoder_layers, config.encoder_layers);
  set(options.decoder_layers, config.decoder_layers);
  set(options.head_size, config.head_size);
  set(options.d_model, config.d_model);
  set(options.d_ff, config.d_ff);
  set(options.max_tokens, config.max_tokens);
  for (int* heads : {&config.encoder_heads, &config.decoder_heads, &config.cross_heads})
    set(options.heads, *heads);
  if (options.pre_norm) config.norm_place = NormPlace::pre;
  return config;
}

// What was trained took hours: only what is random itself is written over.
void refuse_to_replace(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  if (!fs::is_directory(folder, ignored))
    throw AccessError(folder, "is no folder", "name a folder that is not there yet");
  const bool random = fs::exists(folder / "card.json", ignored) && load_card(folder).origin == "random";
  if (!random && !fs::is_empty(folder, ignored))
    throw AccessError(folder, "holds files already", "name a folder that is not there yet");
}

int write_random(const RandomOptions& options) {
  refuse_to_replace(options.folder);
  const fs::path like = model_folder(options.like);
  const TransformerConfig config = config_of(options);
  const WordsFile own = read_words(like / "words.json");
  const WordsFile words = words_for(config, read_tokenizer(like)->vocabulary(), own.target);
  write_random_model(options.folder, config, words, options.seed);
  std::cout << "a model with random weights and its card are in " << options.folder << "\n";
  return 0;
}

}  // namespace

void add_random(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<RandomOptions>();
  CLI::App* command =
      program.add_subcommand("random", "Write a model with random weights, of any shape, into a folder");
  command->add_option("FOLDER", options->folder, "The folder to write; it need not be there")->required();
  command->add_option("--like", options->like,
                      "The model whose sizes and words it has, a name or a folder; if not given, translator");
  command->add_option("--config", options->config, "A config.json with all its sizes instead");
  const auto size = [&](const char* name, std::optional<int>& value, const char* what) {
    command->add_option(name, value, what)->check(CLI::PositiveNumber);
  };
  command
      ->add_option("--encoder-layers", options->encoder_layers,
                   "Layers of the encoder; 0: a decoder alone, which says what comes next")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--decoder-layers", options->decoder_layers,
                   "Layers of the decoder; 0: an encoder alone, which labels what it reads")
      ->check(CLI::NonNegativeNumber);
  size("--heads", options->heads, "Heads of every attention");
  size("--head-size", options->head_size, "Dimensions of a head; if not given, d_model / heads");
  size("--d-model", options->d_model, "Dimensions of a word's vector");
  size("--d-ff", options->d_ff, "Dimensions inside the feed-forward layers");
  size("--max-tokens", options->max_tokens, "The longest text that it reads");
  command->add_flag("--pre-norm", options->pre_norm, "Normalize before each sub-layer, not behind it");
  command->add_option("--seed", options->seed, "Of the random weights; 0 if not given");
  command->callback([options, &chosen] { chosen = [options] { return write_random(*options); }; });
}

}  // namespace headlight
