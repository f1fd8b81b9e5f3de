#include "core/models/model.h"

#include <array>
#include <stdexcept>

#include "core/files/file_error.h"
#include "core/models/captioner.h"
#include "core/models/card.h"
#include "core/models/character_model.h"
#include "core/models/folder.h"
#include "core/models/labeller.h"
#include "core/models/language_model.h"
#include "core/models/recurrent_translator.h"
#include "core/models/translator.h"
#include "core/models/vision_transformer.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

template <typename Config>
Anatomy anatomy_in(const fs::path& folder) {
  return anatomy_of(read_config<Config>(folder));
}

ModelPtr load_transformer(const fs::path& folder) {
  switch (anatomy_in<TransformerConfig>(folder).answer) {
    case AnswerKind::labels:
      return Labeller::load(folder);
    case AnswerKind::next_token:
      return LanguageModel::load(folder);
    default:
      return Translator::load(folder);
  }
}

ModelPtr load_picture_transformer(const fs::path& folder) {
  if (read_config<PictureTransformerConfig>(folder).has_class_token()) return VisionTransformer::load(folder);
  return Captioner::load(folder);
}

std::unique_ptr<const Tokenizer> tokenizer_by_answer(const Anatomy& has, WordsFile words) {
  if (has.answer == AnswerKind::translation)
    return std::make_unique<const EnglishWords>(std::move(words.source));
  return tokenizer_of(has.answer == AnswerKind::labels ? std::move(words.source) : std::move(words.target));
}

std::unique_ptr<const Tokenizer> characters_of(const Anatomy&, WordsFile words) {
  return std::make_unique<const Characters>(std::move(words.target));
}

std::unique_ptr<const Tokenizer> cells_of(const Anatomy& has, WordsFile) {
  return std::make_unique<const PictureCells>(has.picture.value());
}

// What is known of a family of models by what its config.json calls it.
struct ModelFamily {
  std::string_view name;
  Anatomy (*anatomy)(const fs::path& folder);
  std::unique_ptr<const Tokenizer> (*tokenizer)(const Anatomy& has, WordsFile words);
  ModelPtr (*load)(const fs::path& folder);
};

constexpr std::array families{
    ModelFamily{transformer_family, anatomy_in<TransformerConfig>, tokenizer_by_answer, load_transformer},
    ModelFamily{Seq2SeqConfig::family, anatomy_in<Seq2SeqConfig>, tokenizer_by_answer,
                [](const fs::path& folder) -> ModelPtr { return RecurrentTranslator::load(folder); }},
    ModelFamily{CharacterConfig::family, anatomy_in<CharacterConfig>, characters_of,
                [](const fs::path& folder) -> ModelPtr { return CharacterModel::load(folder); }},
    ModelFamily{RecurrentCaptionerConfig::family, anatomy_in<RecurrentCaptionerConfig>, cells_of,
                [](const fs::path& folder) -> ModelPtr { return Captioner::load(folder); }},
    ModelFamily{PictureTransformerConfig::family, anatomy_in<PictureTransformerConfig>, cells_of,
                load_picture_transformer},
};

const ModelFamily& family_in(const fs::path& folder) {
  const std::string name = read_family(folder);
  std::string known;
  for (const ModelFamily& each : families) {
    if (each.name == name) return each;
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  throw FormatError(folder / "config.json", "has a \"family\" that is not known, " + in_quotes(name),
                    "it is one of " + known);
}

// A folder of several small models has a card and no config.
void require_one_model(const fs::path& folder) {
  if (fs::exists(folder / "config.json") || !fs::exists(folder / "card.json")) return;
  throw FormatError(folder, "holds several small models (" + load_card(folder).title + "), no translator",
                    "the positions lab shows them, `headlight models` lists them");
}

}  // namespace

Model::Model(Anatomy anatomy, Weights weights)
    : weights_(std::make_shared<const Weights>(std::move(weights))),
      anatomy_(std::make_shared<const Anatomy>(std::move(anatomy))) {}

Anatomy read_anatomy(const std::filesystem::path& folder) { return family_in(folder).anatomy(folder); }

std::unique_ptr<const Tokenizer> read_tokenizer(const std::filesystem::path& folder) {
  const ModelFamily& family = family_in(folder);
  return family.tokenizer(family.anatomy(folder), read_words(folder / "words.json"));
}

ModelPtr load_model(const std::filesystem::path& folder) {
  require_one_model(folder);
  return family_in(folder).load(folder);
}

}  // namespace headlight
