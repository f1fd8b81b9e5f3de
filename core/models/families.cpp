#include "core/models/families.h"

#include <array>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/models/characters.h"
#include "core/models/foreign.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/models/picture_text.h"
#include "core/models/seq2seq.h"
#include "core/models/transformer.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::array table{
    family_row<TransformerConfig>(),        family_row<Seq2SeqConfig>(),
    family_row<CharacterConfig>(),          family_row<RecurrentCaptionerConfig>(),
    family_row<PictureTransformerConfig>(),
};

}  // namespace

std::span<const ModelFamily> families() { return table; }

const ModelFamily& family_named(std::string_view name) {
  std::string known;
  if (name == PictureTextConfig::family) return picture_text_family();
  for (const ModelFamily& each : table) {
    if (each.name == name) return each;
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  throw std::invalid_argument("has an unknown \"family\", " + in_quotes(name) + "; the families are " +
                              known);
}

const ModelFamily& family_of(const Outline& outline) {
  if (outline.given()) return given_family();
  try {
    return family_named(outline.family());
  } catch (const std::invalid_argument& error) {
    throw FormatError(config_file_of(outline.folder()), error.what(), "compare it with a shipped model's");
  }
}

}  // namespace headlight
