#include "core/models/families.h"

#include <array>

#include "core/files/read_file.h"
#include "core/models/character_model.h"
#include "core/models/folder.h"
#include "core/models/picture_models.h"
#include "core/models/recurrent_translator.h"
#include "core/models/single_stack.h"
#include "core/models/translator.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

template <typename Config>
Anatomy anatomy_in(const Outline& outline) {
  return anatomy_of(read_config<Config>(outline));
}

template <typename Loaded>
ModelPtr load_as(const Outline& outline) {
  return Loaded::load(outline.folder());
}

ModelPtr load_transformer(const Outline& outline) {
  switch (outline.anatomy().answer) {
    case AnswerKind::labels:
      return Labeller::load(outline.folder());
    case AnswerKind::next_token:
      return LanguageModel::load(outline.folder());
    default:
      return Translator::load(outline.folder());
  }
}

ModelPtr load_picture_transformer(const Outline& outline) {
  if (outline.anatomy().answer == AnswerKind::one_label) return VisionTransformer::load(outline.folder());
  return Captioner::load(outline.folder());
}

std::unique_ptr<const Tokenizer> tokenizer_by_answer(const Anatomy& has, const WordsFile& words) {
  if (has.answer == AnswerKind::translation) return std::make_unique<const EnglishWords>(words.source);
  return tokenizer_of(has.answer == AnswerKind::labels ? words.source : words.target);
}

std::unique_ptr<const Tokenizer> characters_of(const Anatomy&, const WordsFile& words) {
  return std::make_unique<const Characters>(words.target);
}

std::unique_ptr<const Tokenizer> cells_of(const Anatomy& has, const WordsFile&) {
  return std::make_unique<const PictureCells>(has.picture.value());
}

constexpr std::array families{
    ModelFamily{transformer_family, anatomy_in<TransformerConfig>, tokenizer_by_answer, load_transformer},
    ModelFamily{Seq2SeqConfig::family, anatomy_in<Seq2SeqConfig>, tokenizer_by_answer,
                load_as<RecurrentTranslator>},
    ModelFamily{CharacterConfig::family, anatomy_in<CharacterConfig>, characters_of, load_as<CharacterModel>},
    ModelFamily{RecurrentCaptionerConfig::family, anatomy_in<RecurrentCaptionerConfig>, cells_of,
                load_as<Captioner>},
    ModelFamily{PictureTransformerConfig::family, anatomy_in<PictureTransformerConfig>, cells_of,
                load_picture_transformer},
};

}  // namespace

const ModelFamily& family_of(const Outline& outline) {
  std::string known;
  for (const ModelFamily& each : families) {
    if (each.name == outline.family()) return each;
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  throw FormatError(outline.folder() / "config.json",
                    "has a \"family\" that is not known, " + in_quotes(outline.family()),
                    "it is one of " + known);
}

}  // namespace headlight
