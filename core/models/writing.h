// A model that writes, as a search sees it: what it gives each next word, and where it ends.
#pragma once

#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/models/search.h"
#include "core/text/vocabulary.h"

namespace headlight {

struct Writing {
  NextWords next;                  // behind what was typed
  SearchEnd end;                   // as many words as the model can hold
  const Vocabulary* words;         // of what is written; the model's
  std::string_view between = " ";  // what stands between them in a text
};

// The last row of "probabilities": of the word behind all others.
inline std::vector<float> last_row(ConstView probabilities) {
  const float* const row = probabilities.data + probabilities.shape.size() - probabilities.shape.cols;
  return {row, row + probabilities.shape.cols};
}

}  // namespace headlight
