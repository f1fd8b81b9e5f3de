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
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/families.h"
#include "core/models/folder.h"
#include "core/models/outline.h"
#include "core/text/unicode.h"

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
    std::cout << "no models are shipped; make one with: headlight-train model translator\n";
  return 0;
}

}  // namespace

void add_models(CLI::App& program, Chosen& chosen) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("models", "List the shipped models, with their cards");
  command->add_flag("--json", *json, "Print the cards as JSON");
  command->callback([json, &chosen] { chosen = [json] { return list_models(*json); }; });
}

// `headlight random`: a model that was never trained, of any shape.

namespace {

namespace fs = std::filesystem;

struct RandomOptions {
  std::string folder;
  std::string like = "translator";
  std::optional<std::string> config, family;
  std::uint64_t seed = 0;
  nlohmann::ordered_json given;  // the options that give it a shape, by their names
};

// What an option sets in a config.json, as far as the family has these fields.
struct Shaping {
  std::string option;
  std::vector<std::string> fields;
};
const std::vector<Shaping>& shapings() {
  static const std::vector<Shaping> all{{"--encoder-layers", {"encoder_layers"}},
                                        {"--decoder-layers", {"decoder_layers"}},
                                        {"--heads", {"encoder_heads", "decoder_heads", "cross_heads"}},
                                        {"--head-size", {"head_size"}},
                                        {"--d-model", {"d_model"}},
                                        {"--d-ff", {"d_ff"}},
                                        {"--max-tokens", {"max_tokens"}},
                                        {"--pre-norm", {"norm_place"}},
                                        {"--cell", {"cell"}},
                                        {"--attention", {"attention"}},
                                        {"--layers", {"layers"}},
                                        {"--d-embedding", {"d_embedding"}},
                                        {"--d-state", {"d_state", "d_encoder"}}};
  return all;
}

// A width that was asked for without a number of heads gets as many heads as divide it, and that is said.
void fit_heads(const RandomOptions& options, nlohmann::ordered_json& json) {
  const bool asked = options.given.contains("--heads") || json.value("head_size", 0) > 0;
  if (asked || !options.given.contains("--d-model")) return;
  const int width = json.at("d_model");
  for (const char* field : {"encoder_heads", "decoder_heads", "cross_heads"}) {
    const int wanted = json.value(field, 1);
    int heads = std::min(wanted, width);
    while (width % heads != 0) --heads;
    if (heads == wanted) continue;
    json[field] = heads;
    std::cerr << "headlight random: \"" << field << "\" is " << heads << ", for " << wanted
              << " do not divide " << width << "; choose others with --heads\n";
  }
}

// The config as JSON, with the options that were given. An option that says nothing for the family would give
// another model than was asked for.
std::string with_options(const RandomOptions& options, const ModelFamily& family, const std::any& config) {
  auto json = nlohmann::ordered_json::parse(family.text(config));
  if (json.contains("norm_place") && !json.contains("head_size")) json["head_size"] = 0;  // if it is not 0
  std::string fit = "--config";
  for (const Shaping& shaping : shapings()) {
    if (json.contains(shaping.fields[0])) fit += (fit.empty() ? "" : ", ") + shaping.option;
  }
  for (const Shaping& shaping : shapings()) {
    const auto given = options.given.find(shaping.option);
    if (given == options.given.end()) continue;
    if (!json.contains(shaping.fields[0])) {
      throw CLI::ValidationError(shaping.option, "has no effect on a model of the family " +
                                                     std::string(family.name) + "; its options are " + fit +
                                                     " (or choose --family)");
    }
    for (const std::string& field : shaping.fields) {
      if (json.contains(field)) json[field] = *given;
    }
  }
  fit_heads(options, json);
  // How many words there are is filled in when they are known.
  for (const char* field : {"source_words", "target_words", "characters"}) {
    const bool none = field == std::string_view("source_words") && json.value("encoder_layers", 1) == 0;
    if (json.contains(field)) json[field] = none ? 0 : 1;
  }
  return json.dump();
}

// The words come from the model it is like, however many the file says.
void say_whose_words(const RandomOptions& options, const WordCounts& said, const WordsFile& words) {
  const auto compare = [&](const char* field, int wanted, int there) {
    if (wanted == there) return;
    std::cerr << "headlight random: " << printable(*options.config) << ": \"" << field << "\" is " << wanted
              << ", but the words are the " << there << " of " << printable(options.like) << '\n';
  };
  compare("source_words", said.source, words.source.size());
  compare("target_words", said.target, words.target.size());
}

// What was trained took hours: only what is random itself is written over.
void refuse_to_replace(const fs::path& folder) {
  check_name(folder);
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  if (!fs::is_directory(folder, ignored)) throw AccessError(folder, "is not a folder", "name a new folder");
  const bool random = fs::exists(folder / "card.json", ignored) && load_card(folder).origin == "random";
  if (!random && !fs::is_empty(folder, ignored))
    throw AccessError(folder, "already contains files", "name a new folder");
}

// Throws as model_folder() does, and says so where the name is that of a family.
std::filesystem::path folder_to_be_like(const std::string& name) {
  try {
    return model_folder(name);
  } catch (const std::invalid_argument&) {
    const auto all = families();
    if (std::none_of(all.begin(), all.end(), [&](const ModelFamily& each) { return each.name == name; }))
      throw;
    throw std::invalid_argument(in_quotes(name) + " is not a model but a family of models: write --family " +
                                name);
  }
}

int write_random(const RandomOptions& options) {
  refuse_to_replace(options.folder);
  const OutlinePtr like = outline_of(folder_to_be_like(options.like));
  const ModelFamily& family = family_named(options.family.value_or(like->family()));
  std::any config = like->family() == family.name ? like->family_config() : family.usual();
  if (options.config) {
    try {
      config = family.config(read_text(*options.config));
      say_whose_words(options, family.words(config), family.words_for(config, like->words()));
    } catch (const std::invalid_argument& error) {
      throw FormatError(*options.config, error.what(), "compare it with a shipped model's config.json");
    }
  }
  config = family.config(with_options(options, family, config));
  write_random_model(options.folder, family, config, family.words_for(config, like->words()), options.seed);
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
                      "Take sizes and words from this model, a name or a folder; if not given, translator");
  command->add_option("--config", options->config, "Instead, a config.json with all sizes");
  const auto size = [&](const char* name, const char* what, int least = 1) {
    command
        ->add_option_function<int>(
            name, [options, name](const int& value) { options->given[name] = value; }, what)
        ->check(at_least(least));
  };
  size("--encoder-layers", "Layers of the encoder; 0: only a decoder, which predicts the next token", 0);
  size("--decoder-layers", "Layers of the decoder; 0: only an encoder, which gives a label for each token",
       0);
  size("--heads", "Heads of every attention");
  size("--head-size", "Dimensions of a head; if not given, d_model / heads");
  size("--d-model", "Dimensions of a word's vector");
  size("--d-ff", "Dimensions inside the feed-forward layers");
  size("--max-tokens", "The longest text that it reads");
  command->add_flag_callback(
      "--pre-norm", [options] { options->given["--pre-norm"] = "pre"; },
      "Normalize before each sub-layer, not after it");
  std::vector<std::string> names;
  std::string about;
  for (const ModelFamily& family : families()) {
    names.emplace_back(family.name);
    about += names.back() + " (" + std::string(family.about) + "), ";
  }
  about.resize(about.size() - 2);
  command->add_option("--family", options->family, about + "; if not given, that of --like")
      ->check(CLI::IsMember(names));
  command
      ->add_option_function<std::string>(
          "--cell", [options](const std::string& cell) { options->given["--cell"] = cell; },
          "Of a recurrent model: rnn, gru or lstm")
      ->check(CLI::IsMember({"rnn", "gru", "lstm"}));
  command->add_flag_callback(
      "--attention", [options] { options->given["--attention"] = true; },
      "seq2seq, recurrent_captioner: with additive attention");
  size("--layers", "characters: how many layers");
  size("--d-embedding", "Of a recurrent model: dimensions of a word's vector");
  size("--d-state", "Of a recurrent model: dimensions of each state");
  command->add_option("--seed", options->seed, "Seed of the random weights; 0 if not given");
  command->callback([options, &chosen] { chosen = [options] { return write_random(*options); }; });
}

}  // namespace headlight
