#include "core/models/folder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string_view>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/layers/config_json.h"
#include "core/models/anatomy.h"
#include "core/models/card.h"
#include "core/models/foreign.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

namespace fs = std::filesystem;

// One weight that is no number makes every value behind it none, and nothing on screen would say why.
void folder::require_numbers(const fs::path& file, std::string_view name, ConstView values) {
  const float* const end = values.data + values.shape.size();
  const float* const bad = std::find_if(values.data, end, [](float value) { return !std::isfinite(value); });
  if (bad == end) return;
  const auto place = static_cast<Eigen::Index>(bad - values.data);
  throw FormatError(file,
                    "\"" + std::string(name) + "\" contains " + (std::isnan(*bad) ? "NaN" : "an infinity") +
                        " in row " + std::to_string(place / values.shape.cols) + ", column " +
                        std::to_string(place % values.shape.cols),
                    "its training went wrong; use weights saved before that");
}

Weights read_weights(const fs::path& file, std::vector<TensorSpec> specs) {
  SafetensorsFile stored(file);
  const std::string hint = "use the config.json that belongs to these weights";
  std::map<std::string_view, const HeaderEntry*> named;
  for (const HeaderEntry& each : stored.header().entries) named.emplace(each.name, &each);
  Weights weights = Weights::unfilled(std::move(specs));
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const TensorSpec& spec = weights.spec(i);
    const auto found = named.find(spec.name);
    if (found == named.end()) throw FormatError(file, "has no tensor \"" + spec.name + "\"", hint);
    if (found->second->shape != std::vector<std::int64_t>{spec.shape.rows, spec.shape.cols}) {
      throw FormatError(file, "\"" + spec.name + "\" should have the shape " + to_string(spec.shape), hint);
    }
    stored.read(*found->second, weights.tensor(i).data());
    folder::require_numbers(file, spec.name, view(weights.tensor(i)));
  }
  for (const auto& [name, entry] : named) {
    if (!weights.has(name)) throw FormatError(file, "has an unknown tensor " + in_quotes(name), hint);
  }
  return weights;
}

void write_weights(const fs::path& file, const Weights& weights, StoredType stored) {
  std::vector<NamedTensor> tensors;
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const ConstMap values = weights.tensor(i);
    tensors.push_back({weights.spec(i).name,
                       {{values.rows(), values.cols()}, {values.data(), values.data() + values.size()}}});
  }
  write_safetensors(file, tensors, {}, stored);
}

namespace {

// The size of the weights must be known to fit before memory for them is taken.
void require_size(const fs::path& file, std::span<const TensorSpec> specs) {
  std::uintmax_t numbers = 0;
  for (const TensorSpec& spec : specs) numbers += static_cast<std::uintmax_t>(spec.shape.size());
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error)
    throw AccessError(file, "cannot be read: " + error.message(), "the model's folder is not complete");
  if (size < numbers * 2) {
    throw FormatError(file,
                      "is too short for the sizes in config.json (" + std::to_string(numbers) + " numbers)",
                      "copy the model's folder again");
  }
}

}  // namespace

void check_name(const fs::path& path) {
  const std::string name = path.string();
  if (valid_utf8(name) != name)
    throw AccessError(path, "the name of this folder is not UTF-8 text", "choose another name");
}

std::string family_said(const Outline& outline) {
  const std::string& text = outline.config();
  try {
    return read_json(text, [](const Json& json) {
      std::string family = TransformerConfig::family;
      if (const auto found = json.find(family_field); found != json.end()) read(*found, family_field, family);
      return family;
    });
  } catch (const std::invalid_argument& error) {
    folder::fail_config(outline.folder(), error);
  }
}

void folder::fail_config(const fs::path& path, const std::exception& error) {
  throw FormatError(config_file_of(path), error.what(), "compare it with a shipped model's");
}

WordsFile folder::words(const Outline& outline, const WordCounts& counts) {
  const WordsFile& words = outline.words();
  if (words.source.size() != counts.source || words.target.size() != counts.target) {
    throw FormatError(home_of_model(outline.folder()) / "words.json",
                      "has " + std::to_string(words.source.size()) + " and " +
                          std::to_string(words.target.size()) + " words, but config.json says " +
                          std::to_string(counts.source) + " and " + std::to_string(counts.target),
                      "copy the model's folder again");
  }
  return words;
}

Weights folder::weights(const fs::path& path, std::vector<TensorSpec> specs) {
  const fs::path file = path / "model.safetensors";
  require_size(file, specs);
  return read_weights(file, std::move(specs));
}

void folder::write(const fs::path& path, const std::string& config, const Weights& weights,
                   const WordsFile& words, StoredType stored) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw AccessError(path, "cannot be made: " + error.message(), "choose another folder");
  replace_file(path / "config.json", std::span<const char>(config));
  write_words(path / "words.json", words);
  write_weights(path / "model.safetensors", weights, stored);
}

namespace {

Vocabulary vocabulary(const Json& json, const char* name) {
  std::vector<std::string> words;
  read_list(
      member(json, "", name), name, words,
      [](const Json& one, const std::string& place, std::string& word) {
        read(one, place, word);
        if (word.empty()) fail_field(place, "is an empty word");
        // The end of a line is a character that a model may write.
        if (word != "\n" && printable(word) != word)
          fail_field(place,
                     say("has a character that no word may have: {word}", {{"word", in_quotes(word)}}));
      },
      10'000'000);
  try {
    return Vocabulary(std::move(words));
  } catch (const std::invalid_argument& error) {
    fail_field(name, error.what());
  }
}

}  // namespace

WordsFile read_words(const std::filesystem::path& file) {
  try {
    return read_json(read_text(file), [](const Json& json) {
      return WordsFile{vocabulary(json, "source"), vocabulary(json, "target")};
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "copy the model's folder again");
  }
}

void write_words(const std::filesystem::path& file, const WordsFile& words) {
  Json json;
  json["source"] = words.source.words();
  json["target"] = words.target.words();
  replace_file(file, std::span<const char>(json.dump(0) + "\n"));
}

namespace {

constexpr std::int64_t most_parameters = 500'000'000;

void require_few_parameters(const std::vector<TensorSpec>& specs) {
  std::int64_t count = 0;
  for (const TensorSpec& spec : specs) {
    count += std::int64_t{spec.shape.rows} * spec.shape.cols;
    if (count > most_parameters)
      throw std::invalid_argument(
          "this would be more than 500 million parameters; choose fewer or smaller layers");
  }
}

// "encoder of 2 layers, decoder of 1 layer"
std::string shape_of(const Anatomy& anatomy) {
  std::string text;
  if (anatomy.picture) {
    const int layers = anatomy.picture->features.layers();
    text = say(several(layers, "{n} convolution", "{n} convolutions"), {{"n", std::to_string(layers)}});
  }
  for (const StackInfo& stack : anatomy.stacks) {
    if (stack.layers == 0) continue;
    const std::string name(stack.name), n = std::to_string(stack.layers);
    const std::string layers =
        stack.recurrence
            ? say(several(stack.layers, "{stack} of {n} {kind} layer", "{stack} of {n} {kind} layers"),
                  {{"stack", name}, {"n", n}, {"kind", std::string(title_of(stack.recurrence->cell))}})
            : say(several(stack.layers, "{stack} of {n} layer", "{stack} of {n} layers"),
                  {{"stack", name}, {"n", n}});
    text = joined({text, layers});
  }
  return text;
}

Card card_of(const std::filesystem::path& folder, const Anatomy& anatomy, std::uint64_t seed) {
  Card card;
  card.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  card.title = say("Untrained: {shape}", {{"shape", shape_of(anatomy)}});
  card.origin = "random";
  card.data = "None: it was never trained.";
  card.recipe =
      say("Random weights of seed {seed}: Xavier-uniform for linear layers, normal for embeddings. Training "
          "starts from weights like these.",
          {{"seed", std::to_string(seed)}});
  card.departs = "It has learned nothing.";
  card.limits =
      "Its answers mean nothing, and no head has learned where to look. Compare it with a trained model.";
  return card;
}

}  // namespace

void write_random_model(const std::filesystem::path& folder, const ModelFamily& family, std::any config,
                        const WordsFile& words, std::uint64_t seed) {
  family.set_words(config, words);
  config = family.config(family.text(config));  // which checks it
  std::vector<TensorSpec> specs = family.tensors(config);
  require_few_parameters(specs);
  const Weights weights = Weights::random(std::move(specs), seed);
  replace_folder(folder, [&](const std::filesystem::path& aside) {
    folder::write(aside, family.text(config), weights, words, StoredType::f32);
    save_card(card_of(folder, family.anatomy(config), seed), aside);
  });
}

}  // namespace headlight
