// A family of models as everybody else sees it: what its config says, which tensors it has, and how it
// records what it computes. The table of families is in families.cpp; a family is a file and a row of it.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layers/weights.h"
#include "core/models/anatomy.h"
#include "core/tape/tape.h"
#include "core/text/tokenizer.h"

namespace headlight {

class Outline;

// A model's two vocabularies.
struct WordsFile {
  Vocabulary source;
  Vocabulary target;
};

// How many words of either vocabulary a config asks for.
struct WordCounts {
  int source = 0, target = 0;
};
WordCounts word_counts(const auto& config) { return {config.source_words, config.target_words}; }
// The sizes of its vocabularies as these are.
void set_words(auto& config, const WordsFile& words) {
  if constexpr (requires { config.source_words; }) config.source_words = words.source.size();
  config.target_words = words.target.size();
}

// What a model reads: tokens by their numbers; of a picture, whose tokens are its cells, the pixels as well,
// and the texts that it is compared with.
struct ModelInput {
  ModelInput() = default;
  ModelInput(std::vector<int> read) : tokens(std::move(read)) {}
  ModelInput(std::span<const int> read) : tokens(read.begin(), read.end()) {}
  ModelInput(Matrix picture) : pixels(std::move(picture)) {}

  std::vector<int> tokens;
  Matrix pixels;  // [side side, 3], scaled as the model takes them; empty where no picture is read
  std::vector<TextRead> texts;

  bool empty() const { return tokens.empty() && pixels.size() == 0; }
};

// How a model records onto one tape.
struct Recorder {
  // All that comes before the answer: the encoder, the picture. Nothing of a decoder alone.
  std::function<void(const ModelInput& input)> read = {};
  // The answer behind what was read: returns "logits", a row for the place of each word. `words` are what the
  // decoder reads; none of a model that answers at once. Of the places before `from` no row is needed. Empty
  // where there is no answer.
  std::function<int(std::span<const int> words, int from)> write;
  // Forgets every node from `size` on. Empty where write() itself removes what it wrote before.
  std::function<void(int size)> rewind = {};
  // Goes on from a tape that holds all of a pass over these words. Empty where it has to be recorded again.
  std::function<void(std::span<const int> words)> resume = {};
};

struct RecorderOptions {
  bool cache = false;  // keeps keys and values: only the rows of new words are recorded, where a family can
  Weights* gradients = nullptr;
};

// How an answer is written word by word.
struct Ends {
  std::optional<int> start = {};  // read before the first word; none: the model goes on with what was typed
  std::optional<int> end = {};    // the word that ends it; none: it has no end
  int most = 0;                   // words that the decoder reads: `start` or what was typed among them
  int most_added = 1 << 20;
  std::string_view between = " ";  // what stands between two words in a text
};

struct ModelFamily {
  std::string_view name;   // "family" in config.json
  std::string_view about;  // "a recurrent encoder-decoder": for help and documentation
  // A config of the family's own type. Throws std::invalid_argument naming the field that is wrong.
  std::any (*config)(const std::string& text);
  std::string (*text)(const std::any& config);
  Anatomy (*anatomy)(const std::any& config);
  std::vector<TensorSpec> (*tensors)(const std::any& config);
  WordCounts (*words)(const std::any& config);
  // For a model that is made anew: the usual config, the words that it has where it is to be like another
  // model, and its sizes as these words ask for them.
  std::any (*usual)();
  WordsFile (*words_for)(const std::any& config, const WordsFile& like);
  void (*set_words)(std::any& config, const WordsFile& words);
  std::unique_ptr<const Tokenizer> (*tokenizer)(const std::any& config, const WordsFile& words);
  Ends (*ends)(const std::any& config, const WordsFile& words);
  // The config of the Transformer that makes the output; nothing where none does.
  std::optional<TransformerConfig> (*transformer)(const std::any& config);
  // All arguments must outlive what is returned.
  Recorder (*record)(Tape& tape, const std::any& config, const Weights& weights,
                     const RecorderOptions& options);
};

// The row of a family from functions of these names, which are found beside its config.
template <typename Config>
constexpr ModelFamily family_row() {
  return {.name = Config::family,
          .about = Config::about,
          .config = [](const std::string& text) -> std::any { return config_from_json<Config>(text); },
          .text = [](const std::any& config) { return to_json(std::any_cast<const Config&>(config)); },
          .anatomy = [](const std::any& config) { return anatomy_of(std::any_cast<const Config&>(config)); },
          .tensors = [](const std::any& config) { return tensors_of(std::any_cast<const Config&>(config)); },
          .words = [](const std::any& config) { return word_counts(std::any_cast<const Config&>(config)); },
          .usual = []() -> std::any { return Config(); },
          .words_for =
              [](const std::any& config, const WordsFile& like) {
                return words_for(std::any_cast<const Config&>(config), like);
              },
          .set_words = [](std::any& config,
                          const WordsFile& words) { set_words(std::any_cast<Config&>(config), words); },
          .tokenizer =
              [](const std::any& config, const WordsFile& words) {
                return tokenizer_of(std::any_cast<const Config&>(config), words);
              },
          .ends = [](const std::any& config,
                     const WordsFile& words) { return ends_of(std::any_cast<const Config&>(config), words); },
          .transformer = [](const std::any& config) -> std::optional<TransformerConfig> {
            if constexpr (requires(const Config& own) { transformer_of(own); }) {
              return transformer_of(std::any_cast<const Config&>(config));
            } else {
              return std::nullopt;
            }
          },
          .record =
              [](Tape& tape, const std::any& config, const Weights& weights, const RecorderOptions& options) {
                return recorder_of(tape, std::any_cast<const Config&>(config), weights, options);
              }};
}

std::span<const ModelFamily> families();
// That of this name. Throws std::invalid_argument naming those there are.
const ModelFamily& family_named(std::string_view name);
// That of a model's folder. Throws AccessError or FormatError.
const ModelFamily& family_of(const Outline& outline);

}  // namespace headlight
