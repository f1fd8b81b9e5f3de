// A text as chips, a token each: what goes on within a word touches what stands before it.
#pragma once

#include <span>

#include "app/widgets/ui.h"
#include "core/text/tokenizers/subwords.h"

namespace headlight {

// In rows, as many as fit into the area, with what is left out counted at the end. A token is described under
// the mouse. Returns the height taken.
float token_chips(Ui& ui, const Area& area, std::span<const CutToken> tokens);
// The height that it will take in an area as wide, in no more than `rows` rows.
float token_chips_height(const Ui& ui, float width, std::span<const CutToken> tokens, int rows);

// Labels in a row, all touching, one of them lit; cut off where there is no room. Returns the right end.
float joined_chips(Ui& ui, const Area& area, std::span<const std::string> labels, int lit);

}  // namespace headlight
