// What each layer of a Transformer would say if it were the last: the output's own head (and the norm before
// it, where there is one) on the stream behind every layer. nostalgebraist 2020, "interpreting GPT: the logit
// lens".
#pragma once

#include <string>
#include <vector>

#include "core/layers/weights.h"
#include "core/models/search.h"
#include "core/models/trace.h"

namespace headlight {

struct LogitLens {
  struct Layer {
    std::string name;                           // "layer 1"; "input" before the first
    std::string path;                           // of the stream behind it
    std::vector<std::vector<Candidate>> words;  // of each of the places, the likeliest first
  };
  std::vector<int> places;          // in the text
  std::vector<std::string> tokens;  // at the places, as they are read
  std::vector<Layer> layers;        // the input first, the model's own answer last
};

// So many places, the last ones, where none are asked for: what each layer would say costs a product with the
// whole vocabulary for every place.
inline constexpr int most_lens_places = 64;

// Of the stack that makes the output, with the `most` likeliest words of each of `places`. Nothing where the
// model has no such stack of layers with one stream through them, or says no words at its places.
LogitLens logit_lens(const TransformerConfig& config, const Weights& weights, const Trace& trace, int most,
                     std::vector<int> places = {});

}  // namespace headlight
