// Characters, and pieces of several that were learned from a text, as the tokens of a small model.
#pragma once

#include <string_view>

#include "core/text/tokenizer.h"

namespace headlight {

// Behind <s>, a token a character, blanks among them, or a piece of several: of all neighbours that are a
// piece together, those are joined first whose piece comes first in the vocabulary (byte-pair encoding,
// learned in that order). A letter that the vocabulary lacks is read as the small one.
class CharactersAndPieces final : public Tokenizer {
 public:
  explicit CharactersAndPieces(Vocabulary vocabulary);
  // Whether a vocabulary is one of these: it begins with <s> and has a blank.
  static bool has(const Vocabulary& vocabulary);

  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  bool are_typed() const override { return !pieces_; }
  std::string_view tokens_called() const override { return pieces_ ? "pieces" : "characters"; }

 private:
  bool pieces_ = false;  // whether it has any
};

}  // namespace headlight
