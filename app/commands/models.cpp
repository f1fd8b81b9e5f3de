#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/session/session.h"
#include "core/files/read_file.h"
#include "core/models/card.h"
#include "core/models/folder.h"
#include "core/models/outline.h"
#include "core/models/random_model.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

void print_card(const Card& card) {
  std::cout << card.name << ": " << card.title << " (" << card.origin << ")\n"
            << "  data     " << card.data << '\n'
            << "  recipe   " << card.recipe << '\n'
            << "  departs  " << card.departs << '\n'
            << "  limits   " << card.limits << '\n';
  if (const auto& head = card.reference_head) {
    std::cout << "  opens on " << head->stack << " layer " << head->layer << ", head " << head->head << '\n';
  }
  print_measures(card.measures);
  print_spreads(card.spreads);
}

int list_models(bool json) {
  auto cards = nlohmann::ordered_json::array();
  std::vector<std::string> names = shipped_models();
  // What the application opens with comes first.
  std::stable_partition(names.begin(), names.end(),
                        [opened = Session().model](const std::string& name) { return name == opened; });
  for (const std::string& name : names) {
    const OutlinePtr outline = outline_of(model_folder(name));
    const Card& card = outline->card();
    if (json) {
      cards.push_back(nlohmann::ordered_json::parse(to_json(card)));
    } else {
      print_card(card);
    }
  }
  if (json) std::cout << json_text(cards) << '\n';
  if (!json && names.empty())
    std::cout << "no models are shipped; make one with: headlight train translator\n";
  return 0;
}

}  // namespace

void add_models(CLI::App& program, Chosen& chosen) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("models", "List what is shipped, with its card");
  command->add_flag("--json", *json, "Print the cards as JSON");
  command->callback([json, &chosen] { chosen = [json] { return list_models(*json); }; });
}

// `headlight random`: a model that was never trained, of any shape.

namespace {

namespace fs = std::filesystem;

struct RandomOptions {
  std::string folder;
  std::string like = "translator";
  std::optional<std::string> config;
  std::optional<int> encoder_layers, decoder_layers, heads, head_size, d_model, d_ff, max_tokens;
  bool pre_norm = false;
  std::optional<std::string> family, cell;
  std::optional<int> layers, d_embedding, d_state;
  bool attention = false;
  std::uint64_t seed = 0;
  std::vector<std::string> given;  // the options on the command line
};

// What each family has of the options that give it a shape.
struct Shaping {
  const char* family;
  std::vector<std::string> options;
};
const std::vector<Shaping>& shapings() {
  static const std::vector<Shaping> all{
      {transformer_family,
       {"--config", "--encoder-layers", "--decoder-layers", "--heads", "--head-size", "--d-model", "--d-ff",
        "--max-tokens", "--pre-norm"}},
      {Seq2SeqConfig::family, {"--cell", "--attention", "--d-embedding", "--d-state", "--max-tokens"}},
      {CharacterConfig::family, {"--cell", "--layers", "--d-embedding", "--d-state", "--max-tokens"}},
      {RecurrentCaptionerConfig::family, {"--cell", "--attention", "--d-embedding", "--d-state"}},
      {PictureTransformerConfig::family, {"--encoder-layers", "--decoder-layers", "--heads", "--d-ff"}}};
  return all;
}

// One that says nothing for the family would give another model than was asked for.
void check_given(const RandomOptions& options, const std::string& family) {
  for (const Shaping& shaping : shapings()) {
    if (family != shaping.family) continue;
    std::string fit;
    for (const std::string& each : shaping.options) fit += (fit.empty() ? "" : ", ") + each;
    for (const std::string& each : options.given) {
      if (std::find(shaping.options.begin(), shaping.options.end(), each) == shaping.options.end())
        throw CLI::ValidationError(each, "says nothing for a model of the family " + family +
                                             "; for it there are " + fit + " (or choose --family)");
    }
  }
}

void set(std::optional<int> value, int& field) { field = value.value_or(field); }

void set_cell(const RandomOptions& options, RecurrentCell& cell) {
  if (!options.cell) return;
  for (const auto& [kind, name] : names_of(cell)) {
    if (name == *options.cell) cell = kind;
  }
}

// That of the model it is like, where that is of the family, else the usual one.
template <typename Config>
Config start_of(const RandomOptions& options) {
  Config config;
  const fs::path like = model_folder(options.like);
  const OutlinePtr outline = outline_of(like);
  if (outline->family() == Config::family) config = read_config<Config>(*outline);
  return config;
}

Seq2SeqConfig seq2seq_of(const RandomOptions& options) {
  Seq2SeqConfig config = start_of<Seq2SeqConfig>(options);
  set_cell(options, config.cell);
  config.attention = config.attention || options.attention;
  set(options.d_embedding, config.d_embedding);
  set(options.d_state, config.d_state);
  set(options.d_state, config.d_encoder);
  set(options.max_tokens, config.max_tokens);
  return config;
}

CharacterConfig characters_of(const RandomOptions& options) {
  CharacterConfig config = start_of<CharacterConfig>(options);
  set_cell(options, config.cell);
  set(options.layers, config.layers);
  set(options.d_embedding, config.d_embedding);
  set(options.d_state, config.d_state);
  set(options.max_tokens, config.max_tokens);
  return config;
}

RecurrentCaptionerConfig captioner_of(const RandomOptions& options) {
  RecurrentCaptionerConfig config = start_of<RecurrentCaptionerConfig>(options);
  set_cell(options, config.cell);
  config.attention = config.attention || options.attention;
  set(options.d_embedding, config.d_embedding);
  set(options.d_state, config.d_state);
  return config;
}

PictureTransformerConfig picture_transformer_of(const RandomOptions& options) {
  PictureTransformerConfig config = start_of<PictureTransformerConfig>(options);
  set(options.encoder_layers, config.encoder_layers);
  set(options.decoder_layers, config.decoder_layers);
  set(options.d_ff, config.d_ff);
  for (int* heads : {&config.encoder_heads, &config.decoder_heads, &config.cross_heads})
    set(options.heads, *heads);
  return config;
}

// The words come from the model it is like, however many the file says.
void say_whose_words(const RandomOptions& options, const TransformerConfig& config) {
  const OutlinePtr like = outline_of(model_folder(options.like));
  const WordsFile words = words_for(config, like->tokenizer().vocabulary(), like->words().target);
  const auto compare = [&](const char* field, int said, int there) {
    if (said == there) return;
    std::cerr << "headlight random: " << printable(*options.config) << ": \"" << field << "\" is " << said
              << ", but the words are the " << there << " of " << printable(options.like) << '\n';
  };
  compare("source_words", config.source_words, words.source.size());
  compare("target_words", config.target_words, words.target.size());
}

TransformerConfig config_of(const RandomOptions& options) {
  TransformerConfig config = read_config(model_folder(options.like));
  if (options.config) {
    try {
      config = config_from_json(read_text(*options.config));
      say_whose_words(options, config);
    } catch (const std::invalid_argument& error) {
      throw FormatError(*options.config, error.what(), "compare it with a shipped model's config.json");
    }
  }
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
  check_name(folder);
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  if (!fs::is_directory(folder, ignored))
    throw AccessError(folder, "is not a folder", "name a folder that is not there yet");
  const bool random = fs::exists(folder / "card.json", ignored) && load_card(folder).origin == "random";
  if (!random && !fs::is_empty(folder, ignored))
    throw AccessError(folder, "holds files already", "name a folder that is not there yet");
}

int write_random(const RandomOptions& options) {
  refuse_to_replace(options.folder);
  const OutlinePtr like = outline_of(model_folder(options.like));
  const WordsFile& own = like->words();
  const std::string family = options.family.value_or(like->family());
  check_given(options, family);
  if (family == Seq2SeqConfig::family) {
    write_random_model(options.folder, seq2seq_of(options), own, options.seed);
  } else if (family == CharacterConfig::family) {
    const bool same = like->family() == family;
    const WordsFile characters{Vocabulary(), same ? own.target : typed_characters()};
    write_random_model(options.folder, characters_of(options), characters, options.seed);
  } else if (family == RecurrentCaptionerConfig::family) {
    const RecurrentCaptionerConfig config = captioner_of(options);
    write_random_model(options.folder, config, words_for(config), options.seed);
  } else if (family == PictureTransformerConfig::family) {
    const PictureTransformerConfig config = picture_transformer_of(options);
    write_random_model(options.folder, config, words_for(config), options.seed);
  } else {
    const TransformerConfig config = config_of(options);
    const WordsFile words = words_for(config, like->tokenizer().vocabulary(), own.target);
    write_random_model(options.folder, config, words, options.seed);
  }
  std::cout << "a model with random weights and its card are in " << options.folder << "\n";
  return 0;
}

}  // namespace

void add_random(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<RandomOptions>();
  CLI::App* command =
      program.add_subcommand("random", "Write a model with random weights, of any shape, into a folder");
  command->add_option("FOLDER", options->folder, "The folder to write")->required();
  command->add_option("--like", options->like,
                      "The model whose sizes and words it has, a name or a folder; if not given, translator");
  command->add_option("--config", options->config, "A config.json with all its sizes instead");
  const auto size = [&](const char* name, std::optional<int>& value, const char* what) {
    command->add_option(name, value, what)->check(at_least(1));
  };
  command
      ->add_option("--encoder-layers", options->encoder_layers,
                   "Layers of the encoder; 0: a decoder alone, which predicts the next token")
      ->check(at_least(0));
  command
      ->add_option("--decoder-layers", options->decoder_layers,
                   "Layers of the decoder; 0: an encoder alone, which gives a label for each token")
      ->check(at_least(0));
  size("--heads", options->heads, "Heads of every attention");
  size("--head-size", options->head_size, "Dimensions of a head; if not given, d_model / heads");
  size("--d-model", options->d_model, "Dimensions of a word's vector");
  size("--d-ff", options->d_ff, "Dimensions inside the feed-forward layers");
  size("--max-tokens", options->max_tokens, "The longest text that it reads");
  command->add_flag("--pre-norm", options->pre_norm, "Normalize before each sub-layer, not after it");
  command
      ->add_option(
          "--family", options->family,
          "transformer, seq2seq (a recurrent encoder-decoder), characters (a recurrent language model "
          "over characters), recurrent_captioner or picture_transformer (they look at pictures; the "
          "last with --decoder-layers 0 gives one label); if not given, that of --like")
      ->check(CLI::IsMember({transformer_family, Seq2SeqConfig::family, CharacterConfig::family,
                             RecurrentCaptionerConfig::family, PictureTransformerConfig::family}));
  command->add_option("--cell", options->cell, "Of a recurrent model: rnn, gru or lstm")
      ->check(CLI::IsMember({"rnn", "gru", "lstm"}));
  command->add_flag("--attention", options->attention,
                    "seq2seq, recurrent_captioner: with additive attention");
  size("--layers", options->layers, "characters: how many layers");
  size("--d-embedding", options->d_embedding, "Of a recurrent model: dimensions of a word's vector");
  size("--d-state", options->d_state, "Of a recurrent model: dimensions of each state");
  command->add_option("--seed", options->seed, "Seed of the random weights; 0 if not given");
  command->callback([options, command, &chosen] {
    for (const Shaping& shaping : shapings()) {
      for (const std::string& each : shaping.options) {
        if (command->count(each) > 0) options->given.push_back(each);
      }
    }
    chosen = [options] { return write_random(*options); };
  });
}

}  // namespace headlight
