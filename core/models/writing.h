// A model that writes, as a search sees it: what it gives each next word, where it ends, and what is recorded
// and spent on the way.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/models/decoder_cost.h"
#include "core/models/search.h"
#include "core/tape/edit.h"
#include "core/text/vocabulary.h"

namespace headlight {

class Trace;
struct LogitLens;  // core/models/logit_lens.h

struct Writing {
  NextWords next;                  // behind what was typed; asked by one thread at a time
  SearchEnd end;                   // as many words as the model can hold
  const Vocabulary* words;         // of what is written; the model's
  std::string_view between = " ";  // what stands between them in a text
  // The words that were read before the first one is written: "<s>", or what was typed.
  std::vector<std::string> given = {};
  // Everything recorded of a pass over these words, under these edits; its last row of "probabilities" is the
  // next word's. Empty where a family has no such pass.
  std::function<std::shared_ptr<const Trace>(std::span<const int> added, const std::vector<Edit>& edits)>
      trace = {};
  // Of a decoder with keys and values to keep: a pass over `added` words behind `before` others. Empty where
  // there are none.
  std::function<DecoderCost(int before, int added)> cost = {};
  // What each layer would say if it were the last, the `most` likeliest words of each place of such a pass.
  // Empty where layers share no stream.
  std::function<LogitLens(const Trace& pass, int most)> lens = {};
};

// The last row of "probabilities": of the word behind all others.
inline std::vector<float> last_row(ConstView probabilities) {
  const float* const row = probabilities.data + probabilities.shape.size() - probabilities.shape.cols;
  return {row, row + probabilities.shape.cols};
}

// What the model gives each next word under these edits; those of a family that has no trace are not in
// force.
NextWords next_under(const Writing& writing, const std::vector<Edit>& edits);

}  // namespace headlight
