#include "core/models/model.h"

#include <stdexcept>

#include "core/models/folder.h"
#include "core/models/labeller.h"
#include "core/models/language_model.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

// Who reads the whole folder says what is wrong with it.
AnswerKind answer_in(const std::filesystem::path& folder) {
  try {
    return read_anatomy(folder).answer;
  } catch (const std::exception&) {
    return AnswerKind::translation;
  }
}

}  // namespace

Model::Model(Anatomy anatomy, Weights weights)
    : weights_(std::make_shared<const Weights>(std::move(weights))),
      anatomy_(std::make_shared<const Anatomy>(std::move(anatomy))) {}

Anatomy read_anatomy(const std::filesystem::path& folder) { return anatomy_of(read_config(folder)); }

std::unique_ptr<const Tokenizer> read_tokenizer(const std::filesystem::path& folder) {
  const AnswerKind answer = read_anatomy(folder).answer;
  WordsFile words = read_words(folder / "words.json");
  if (answer == AnswerKind::translation) return std::make_unique<const EnglishWords>(std::move(words.source));
  return tokenizer_of(answer == AnswerKind::labels ? std::move(words.source) : std::move(words.target));
}

ModelPtr load_model(const std::filesystem::path& folder) {
  switch (answer_in(folder)) {
    case AnswerKind::labels:
      return Labeller::load(folder);
    case AnswerKind::next_token:
      return LanguageModel::load(folder);
    case AnswerKind::translation:
      break;
  }
  return Translator::load(folder);
}

}  // namespace headlight
