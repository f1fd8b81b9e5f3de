// Tables of positions that have to be learned, and where they come from.
#pragma once

#include <string>

#include "core/models/translator.h"

namespace headlight {

struct PositionTable {
  Matrix values;
  std::string origin;  // "trained on ..."; one line, for the screen
};
// [places, d]: the model's own, else that of a small model, else random numbers.
PositionTable learned_table(const Translator& model);
// [heads, 2 reach + 1]: the same of a relative bias.
PositionTable relative_table(const Translator& model);

}  // namespace headlight
