// Words of an answer as somebody types them, to those that a model writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/vocabulary.h"

namespace headlight {

struct TypedWords {
  std::vector<int> ids;
  std::string unknown;  // the first that the model does not write; it and all behind it are left out
};

// Each piece is a word, or several with spaces or apostrophes between them: "l'animal n'a". Capitals are as
// good as small letters where the vocabulary has only these. Where nothing stands between words, they are
// characters: each letter of a piece is one.
TypedWords typed_words(const std::vector<std::string>& pieces, const Vocabulary& vocabulary,
                       std::string_view between = " ");

}  // namespace headlight
