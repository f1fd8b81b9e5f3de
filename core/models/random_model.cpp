#include "core/models/random_model.h"

#include <stdexcept>

#include "core/files/write_file.h"
#include "core/models/anatomy.h"
#include "core/models/card.h"
#include "core/models/character_model.h"
#include "core/models/folder.h"
#include "core/models/picture_models.h"
#include "core/models/recurrent_translator.h"

namespace headlight {

namespace {

constexpr std::int64_t most_parameters = 500'000'000;

// A translation begins and ends with them.
Vocabulary with_ends(const Vocabulary& words) {
  std::vector<std::string> all = words.words();
  if (all.size() >= 2 && all[0] == "<s>" && all[1] == "</s>") return words;
  std::erase_if(all, [](const std::string& word) { return word == "<s>" || word == "</s>"; });
  all.insert(all.begin(), {"<s>", "</s>"});
  return Vocabulary(std::move(all));
}

void require_few_parameters(const std::vector<TensorSpec>& specs) {
  std::int64_t count = 0;
  for (const TensorSpec& spec : specs) {
    count += std::int64_t{spec.shape.rows} * spec.shape.cols;
    if (count > most_parameters)
      throw std::invalid_argument(
          "this would be more than 500 million parameters; take fewer or smaller layers");
  }
}

// "encoder of 2 layers, decoder of 1 layer"
std::string shape_of(const Anatomy& anatomy) {
  std::string text;
  if (anatomy.picture) {
    const int layers = anatomy.picture->features.layers();
    text = std::to_string(layers) + (layers == 1 ? " convolution" : " convolutions");
  }
  for (const StackInfo& stack : anatomy.stacks) {
    if (stack.layers == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(stack.name) + " of " + std::to_string(stack.layers) +
            (stack.recurrence ? " " + std::string(title_of(stack.recurrence->cell)) : "") +
            (stack.layers == 1 ? " layer" : " layers");
  }
  return text;
}

Card card_of(const std::filesystem::path& folder, const Anatomy& anatomy, std::uint64_t seed) {
  Card card;
  card.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  card.title = "Untrained: " + shape_of(anatomy);
  card.origin = "random";
  card.data = "None: it was never trained.";
  card.recipe = "Random weights of seed " + std::to_string(seed) +
                ": Xavier-uniform for linear layers, normal for embeddings; what training starts from.";
  card.departs = "It has learned nothing.";
  card.limits =
      "Its answers mean nothing, and no head has learned where to look. Compare it with a trained model.";
  return card;
}

template <typename Config>
void write_random(const std::filesystem::path& folder, const Config& config, const WordsFile& words,
                  std::uint64_t seed) {
  config.check();
  std::vector<TensorSpec> specs = tensors_of(config);
  require_few_parameters(specs);
  const Weights weights = Weights::random(std::move(specs), seed);
  replace_folder(folder, [&](const std::filesystem::path& aside) {
    write_model(aside, config, weights, words);
    save_card(card_of(folder, anatomy_of(config), seed), aside);
  });
}

}  // namespace

WordsFile words_for(const TransformerConfig& config, const Vocabulary& words, const Vocabulary& written) {
  if (config.encoder_layers == 0) return {Vocabulary(), words};
  return {words, config.decoder_layers == 0 ? words : with_ends(written)};
}

Vocabulary typed_characters() {
  constexpr std::string_view typed = " abcdefghijklmnopqrstuvwxyz'.,?!-";
  std::vector<std::string> characters;
  for (const char each : typed) characters.emplace_back(1, each);
  return Vocabulary(std::move(characters));
}

void write_random_model(const std::filesystem::path& folder, TransformerConfig config, const WordsFile& words,
                        std::uint64_t seed) {
  config.source_words = words.source.size();
  config.target_words = words.target.size();
  if (config.decoder_layers == 0) config.tied_output = false;
  write_random(folder, config, words, seed);
}

void write_random_model(const std::filesystem::path& folder, Seq2SeqConfig config, const WordsFile& words,
                        std::uint64_t seed) {
  config.source_words = words.source.size();
  config.target_words = words.target.size();
  write_random(folder, config, words, seed);
}

void write_random_model(const std::filesystem::path& folder, CharacterConfig config, const WordsFile& words,
                        std::uint64_t seed) {
  config.characters = words.target.size();
  write_random(folder, config, words, seed);
}

void write_random_model(const std::filesystem::path& folder, RecurrentCaptionerConfig config,
                        const WordsFile& words, std::uint64_t seed) {
  config.target_words = words.target.size();
  write_random(folder, config, words, seed);
}

void write_random_model(const std::filesystem::path& folder, PictureTransformerConfig config,
                        const WordsFile& words, std::uint64_t seed) {
  config.target_words = words.target.size();
  write_random(folder, config, words, seed);
}

WordsFile words_for(const RecurrentCaptionerConfig&) { return {Vocabulary(), caption_vocabulary()}; }
WordsFile words_for(const PictureTransformerConfig& config) {
  return {Vocabulary(), config.has_class_token() ? shape_labels() : caption_vocabulary()};
}

}  // namespace headlight
